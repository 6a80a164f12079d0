// A revision in the form, and the request that contains only what changed.

import type { ProposalDetail, Schemas } from '#ui/backend/types'

export interface Draft {
  title: string
  slug: string
  summary: string
  use: string
  nonUse: string
  guards: string
  triggers: readonly string[]
  negative: readonly string[]
  checkpoints: ReadonlyArray<Schemas['CheckpointEdit']>
  instructions: string
}

export function draftOf({ proposal, interpretation, checkpoints }: ProposalDetail): Draft {
  return {
    title: proposal.title,
    slug: proposal.proposed_skill_slug,
    summary: interpretation?.goal_summary ?? '',
    use: (interpretation?.use_conditions ?? []).join('\n'),
    nonUse: (interpretation?.non_use_conditions ?? []).join('\n'),
    guards: (interpretation?.guards ?? []).join('\n'),
    triggers: proposal.trigger_phrases,
    negative: proposal.negative_triggers,
    checkpoints: checkpoints
      .toSorted((a, b) => a.order_hint - b.order_hint)
      .map(({ checkpoint_id, goal, success_condition, optional }) => ({
        checkpoint_id,
        goal,
        success_condition,
        optional,
      })),
    instructions: '',
  }
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export function editsOf(before: Draft, after: Draft): Schemas['EditedFields'] {
  const edits: Schemas['EditedFields'] = {}
  if (after.title.trim() !== before.title) edits.title = after.title.trim()
  if (after.slug !== before.slug) edits.proposed_skill_slug = after.slug
  if (after.summary.trim() !== before.summary) edits.goal_summary = after.summary.trim()
  if (!same(lines(after.use), lines(before.use))) edits.use_conditions = lines(after.use)
  if (!same(lines(after.nonUse), lines(before.nonUse)))
    edits.non_use_conditions = lines(after.nonUse)
  if (!same(lines(after.guards), lines(before.guards))) edits.guards = lines(after.guards)
  if (!same(after.triggers, before.triggers)) edits.trigger_phrases = [...after.triggers]
  if (!same(after.negative, before.negative)) edits.negative_triggers = [...after.negative]
  if (!same(after.checkpoints, before.checkpoints)) edits.checkpoints = [...after.checkpoints]
  return edits
}

/** `cp-04` after `cp-03`. */
export function freshCheckpointId(checkpoints: ReadonlyArray<{ checkpoint_id: string }>): string {
  const numbers = checkpoints.map(({ checkpoint_id }) =>
    Number(/^cp-(\d+)$/.exec(checkpoint_id)?.[1] ?? 0),
  )
  return `cp-${String(Math.max(0, ...numbers) + 1).padStart(2, '0')}`
}
