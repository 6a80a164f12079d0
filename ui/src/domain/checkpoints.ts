// The state of each checkpoint, from the receipts of all sources.

import type { Checkpoint, CheckpointReceipt, CheckpointStatus, Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'

/** `missed`: the run ended, and nothing was seen or read that decides it (`not_seen`). */
export type CheckpointState = CheckpointStatus | 'open' | 'missed'

/** How well a judgement is founded. The words are the same on every surface. */
export const GRADE: Record<Schemas['Grade'], { words: string; title: string }> = {
  read_again: {
    words: say('read again'),
    title: say('Apprentice read the result again at the end'),
  },
  seen_on_screen: {
    words: say('seen on screen'),
    title: say('Apprentice saw it while it happened'),
  },
  said_by_agent: { words: say('said by the agent'), title: say('An agent reported it') },
  on_your_word: { words: say('on your word'), title: say('You reported it') },
}

const BY_SOURCE = {
  observer: 'seen_on_screen',
  agent: 'said_by_agent',
  user: 'on_your_word',
} as const

/** The grade of a receipt; in receipts of older versions, the lowest of its source. */
export const gradeOf = (receipt: CheckpointReceipt): Schemas['Grade'] =>
  receipt.grade ?? BY_SOURCE[receipt.source]

/**
 * How a rehearsal will judge it. `undefined`: it waits for somebody's report, and decides nothing.
 */
export function gradeToCome({
  role,
  evidence,
}: Checkpoint): Exclude<Schemas['Grade'], 'said_by_agent'> | undefined {
  if (evidence) return isReadAgain(evidence) ? 'read_again' : 'seen_on_screen'
  return role === 'progress' ? undefined : 'on_your_word'
}

function isReadAgain(evidence: Schemas['EvidencePredicate']): boolean {
  switch (evidence.kind) {
    case 'records':
      return true
    case 'all':
    case 'any':
      return evidence.of.some(isReadAgain)
    case 'each':
      return isReadAgain(evidence.holds)
    default:
      return false
  }
}

/** Whether nothing can be read again that proves this effect. */
export const isUnproved = (checkpoint: Checkpoint): boolean =>
  checkpoint.role !== 'progress' && gradeToCome(checkpoint) !== 'read_again'

/** An effect decides a run; a state on the way does not. */
export const ROLE = { effect: say('Effect'), progress: say('On the way') } as const

export interface CheckpointView {
  checkpoint: Pick<Checkpoint, 'checkpoint_id' | 'goal' | 'success_condition' | 'role'> & {
    optional?: boolean
  }
  state: CheckpointState
  /** The receipt that counts: the observer's, otherwise the latest. */
  receipt: CheckpointReceipt | undefined
  /** The other receipts, newest first. */
  others: CheckpointReceipt[]
  /** The sources disagree. */
  disputed: boolean
}

/** Sorted by `order_hint`. A checkpoint without a receipt is not yet reached (§0C.9B). */
export function viewCheckpoints(
  checkpoints: readonly Checkpoint[],
  receipts: readonly CheckpointReceipt[],
): CheckpointView[] {
  return checkpoints
    .toSorted((a, b) => a.order_hint - b.order_hint)
    .map((checkpoint) => {
      const latest = latestBySource(
        receipts.filter((receipt) => receipt.checkpoint_id === checkpoint.checkpoint_id),
      )
      const receipt = latest.find((known) => known.source === 'observer') ?? latest[0]
      const others = latest.filter((known) => known !== receipt)
      return {
        checkpoint,
        state: stateOf(checkpoint, receipt),
        receipt,
        others,
        disputed: others.some((other) => other.status !== receipt?.status),
      }
    })
}

/** A state on the way that was not seen is left open: it does not matter for the result. */
export function stateOf(
  { role }: Pick<Checkpoint, 'role'>,
  receipt: CheckpointReceipt | null | undefined,
): CheckpointState {
  if (role === 'progress' && receipt?.status !== 'reached') return 'open'
  if (receipt && isMissed(receipt)) return 'missed'
  return receipt?.status ?? 'open'
}

/** Red is only what a reading refuted, or what somebody reported as failed. */
export const isMissed = ({ status, not_reached }: CheckpointReceipt): boolean =>
  status === 'failed' && not_reached === 'not_seen'

/** The checkpoints that decide: the effects, otherwise all. */
function deciding(views: readonly CheckpointView[]): readonly CheckpointView[] {
  const effects = views.filter(({ checkpoint }) => checkpoint.role !== 'progress')
  return effects.length > 0 ? effects : views
}

function latestBySource(receipts: readonly CheckpointReceipt[]): CheckpointReceipt[] {
  const newest = receipts.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  return newest.filter(
    (receipt, at) => newest.findIndex((other) => other.source === receipt.source) === at,
  )
}

/** How many of the deciding checkpoints are reached, by the same rule as in their rows. */
export function reachedCount(
  checkpoints: readonly Checkpoint[],
  receipts: readonly CheckpointReceipt[],
): { reached: number; failed: number; of: number } {
  const views = deciding(viewCheckpoints(checkpoints, receipts))
  const count = (wanted: CheckpointState): number =>
    views.filter(({ state }) => state === wanted).length
  return { reached: count('reached'), failed: count('failed'), of: views.length }
}
