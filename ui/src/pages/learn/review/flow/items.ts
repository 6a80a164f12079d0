// What a flow shows of a draft: its steps between the goal and the proof, each with the questions
// about it.

import type { ProposalDetail, Schemas } from '#ui/backend/types'
import type { FlowItem } from './layout'

const START = 'start'
const END = 'end'

/** Questions about these fields are about the end of the task. */
const ABOUT_END: ReadonlySet<Schemas['QuestionField']> = new Set(['success_condition'])

export interface FlowOf {
  items: FlowItem[]
  transitions: Array<Schemas['WorkflowEdge']>
}

export function flowOf({
  proposal,
  steps = [],
  transitions = [],
  questions,
  checkpoints,
}: ProposalDetail): FlowOf {
  const open = questions.filter(({ answered }) => !answered)
  // A question quotes the step that it is about.
  const stepOf = ({ question_text }: Schemas['QuestionView']): string | undefined =>
    steps.find(({ label }) => question_text.includes(`“${label}”`))?.node_id
  const decisions = steps.filter(({ kind }) => kind === 'decision')
  const nodeOf = (question: Schemas['QuestionView']): string =>
    stepOf(question) ??
    (question.field === 'decision' && decisions.length === 1 ? decisions[0]?.node_id : undefined) ??
    (ABOUT_END.has(question.field) ? END : START)
  const about = (id: string): string[] =>
    open.filter((question) => nodeOf(question) === id).map(({ question_text }) => question_text)
  const effects = checkpoints.filter(({ role }) => role !== 'progress')
  const item = (id: string, kind: FlowItem['kind'], label: string, optional = false): FlowItem => ({
    id,
    kind,
    label,
    optional,
    questions: about(id),
  })
  const [first, last] = [steps[0], steps.at(-1)]
  return {
    items: [
      item(START, 'start', proposal.title),
      ...steps.map(({ node_id, kind, label, optional }) =>
        item(node_id, kind, label, optional === true),
      ),
      item(
        END,
        'end',
        `Done when: ${(effects.length > 0 ? effects : checkpoints).map(({ goal }) => goal).join('; ')}`,
      ),
    ],
    transitions: [
      ...(first ? [{ from: START, to: first.node_id, observed: 1 }] : []),
      ...transitions,
      ...endings(steps, transitions, last).map((from) => ({ from, to: END, observed: 1 })),
    ],
  }
}

/**
 * From where the task ends: the last step; if that repeats, the loop that it belongs to; and what
 * comes before a last step that may be left out.
 */
function endings(
  steps: ReadonlyArray<Schemas['WorkflowNode']>,
  transitions: ReadonlyArray<Schemas['WorkflowEdge']>,
  last: Schemas['WorkflowNode'] | undefined,
): string[] {
  if (!last) return []
  const at = (id: string): number => steps.findIndex(({ node_id }) => node_id === id)
  const entry = transitions.find(({ from, to }) => from === last.node_id && at(to) < at(from))
  if (entry) return [entry.to]
  const before = last.optional
    ? transitions.filter(({ to }) => to === last.node_id).map(({ from }) => from)
    : []
  return [last.node_id, ...before]
}

const some = (number: number, one: string, many: string): string | undefined =>
  number === 0 ? undefined : number === 1 ? `a ${one}` : `${number} ${many}`

/** `8 steps, a loop, a choice`. */
export function flowWords(items: readonly FlowItem[]): string {
  const count = (kind: FlowItem['kind']): number =>
    items.filter((item) => item.kind === kind).length
  const steps = count('step') + count('decision') + count('verification')
  return [
    `${steps} ${steps === 1 ? 'step' : 'steps'}`,
    some(count('loop'), 'loop', 'loops'),
    some(count('decision'), 'choice', 'choices'),
    some(
      items.reduce((sum, { questions }) => sum + questions.length, 0),
      'question',
      'questions',
    ),
  ]
    .filter(Boolean)
    .join(', ')
}
