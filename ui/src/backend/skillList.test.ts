import { expect, test } from 'vitest'
import { skillList } from '#ui/test/fixtures'
import { applyDelta } from './skillList'

test('what changed takes the place of what was, and the rest stays as it is', () => {
  const whole = skillList(5)
  const first = applyDelta(undefined, whole)
  expect(first.skills).toHaveLength(5)
  const [one, two, three] = whole.skills
  if (!one || !two || !three) throw new Error('no rows')
  const next = applyDelta(first, {
    ...whole,
    as_of: 'x.2',
    whole: false,
    skills: [
      { ...two, name: 'renamed' },
      { ...three, item_id: 'new', name: 'new' },
    ],
    gone: [one.item_id],
  })
  expect(next.asOf).toBe('x.2')
  expect(next.skills.map((skill) => skill.name)).toEqual([
    'renamed',
    ...whole.skills.slice(2).map((row) => row.name),
    'new',
  ])
  expect(next.skills[1]).toBe(first.skills[2])
})

test('nothing changed: the same rows', () => {
  const whole = skillList(3)
  const first = applyDelta(undefined, whole)
  expect(
    applyDelta(first, { ...whole, as_of: 'x.1', whole: false, skills: [], gone: [] }).skills,
  ).toBe(first.skills)
})

test('an answer of another run of the engine replaces all', () => {
  const first = applyDelta(undefined, skillList(5))
  expect(applyDelta(first, skillList(2)).skills).toHaveLength(2)
})

test('agents, findings and words are worked out', () => {
  const [, , , , skill] = applyDelta(undefined, skillList(5)).skills
  expect(skill?.agentNames).toEqual(['Claude Code'])
  expect(skill?.warnings).toBe(1)
  expect(skill?.words).toBe('tidy-inbox sort the inbox into folders by sender')
})
