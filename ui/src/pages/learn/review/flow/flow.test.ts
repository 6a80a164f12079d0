import { expect, test } from 'vitest'
import { QUESTIONS, STEPS, TRANSITIONS, proposalDetail } from '#ui/test/fixtures'
import { flowOf, flowWords } from './items'
import { layoutFlow, wrap } from './layout'
import { flowSvg } from './svg'

const detail = proposalDetail({ questions: QUESTIONS })
const { items, transitions } = flowOf(detail)
const flow = layoutFlow(items, transitions)
const at = (id: string) => flow.nodes.find((node) => node.id === id)!
const edge = (from: string, to: string) => flow.edges.find(({ key }) => key === `${from} ${to}`)!

test('the steps are drawn between the goal and the proof, in the order of the demonstration', () => {
  expect(flow.nodes.map(({ id }) => id)).toEqual([
    'start',
    ...STEPS.map(({ node_id }) => node_id),
    'end',
  ])
  const ends = flow.nodes.map(({ y, height }) => y + height)
  expect(flow.nodes.slice(1).every(({ y }, index) => y > (ends[index] ?? Infinity))).toBe(true)
  expect(edge('start', 'n1').kind).toBe('next')
  expect(edge('n8', 'end').kind).toBe('next')
})

test('what repeats is indented and leads back with its count, and what may be left out is passed by', () => {
  expect(at('n5').x).toBeGreaterThan(at('n4').x)
  expect(at('n6').x).toBe(at('n5').x)
  expect(at('n7').x, 'after the loop').toBe(at('n4').x)
  expect(edge('n6', 'n4')).toMatchObject({ kind: 'back', times: 13 })
  expect(edge('n4', 'n8').kind, 'the way on from a loop is no detour').toBe('next')
  const without = layoutFlow(items, [{ from: 'n6', to: 'n8', observed: 1 }])
  expect(without.edges[0]?.kind).toBe('around')
})

test('a task that ends in a loop ends from its head', () => {
  const looped = proposalDetail({ steps: STEPS.slice(0, 6), transitions: TRANSITIONS.slice(0, 6) })
  expect(flowOf(looped).transitions.filter(({ to }) => to === 'end')).toEqual([
    { from: 'n4', to: 'end', observed: 1 },
  ])
})

const ask = (field: 'decision' | 'success_condition' | 'step', question_text: string) => ({
  ...QUESTIONS[0]!,
  field,
  question_text,
})

test('a question is drawn at the step that it quotes, otherwise at the goal or the end', () => {
  const questions = [
    ask('step', 'Which value goes into “Clicked “Add line””?'),
    ask('step', 'How can somebody tell that “Sign in” is done?'),
    ask('success_condition', 'How do you see that it worked?'),
    { ...ask('step', 'Answered: “Sign in”'), answered: true },
  ]
  const shown = flowOf(proposalDetail({ questions })).items
  const asked = shown.filter((item) => item.questions.length > 0)
  expect(asked.map(({ id, questions }) => [id, questions.length])).toEqual([
    ['n2', 1],
    ['n6', 1],
    ['end', 1],
  ])
  expect(flowWords(shown)).toBe('7 steps, a loop, a choice, 3 questions')
})

test('long words and scripts without spaces are broken, and the rest is in the title', () => {
  expect(wrap('Filled “Title”', 200)).toEqual(['Filled “Title”'])
  const german = wrap('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', 200)
  expect(german.length).toBeGreaterThan(1)
  expect(german.join('')).toBe('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen')
  const chinese = wrap('添加新客户并保存报告然后通知所有人关于这些变化', 120)
  expect(chinese.every((line) => [...line].length <= 9)).toBe(true)
  const long = wrap('word '.repeat(200), 200)
  expect(long).toHaveLength(3)
  expect(long.at(-1)).toMatch(/…$/)
})

test('the exported file is well-formed, complete, and lets no text out of its place', () => {
  const hostile = proposalDetail({
    proposal: { ...detail.proposal, title: 'A </title><script>alert(1)</script> & "more"' },
  })
  const known = flowOf(hostile)
  const text = flowSvg(layoutFlow(known.items, known.transitions), hostile.proposal.title)
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
  expect(parsed.querySelector('parsererror')).toBeNull()
  expect(parsed.querySelector('script')).toBeNull()
  expect(parsed.querySelectorAll('g')).toHaveLength(STEPS.length + 2)
  expect(parsed.querySelector('svg > title')?.textContent).toBe(hostile.proposal.title)
  expect(text).toContain('13×')
})
