// The state of each checkpoint, from the receipts of all sources.

import type { Checkpoint, CheckpointReceipt, CheckpointStatus } from '#ui/backend/types'

export type CheckpointState = CheckpointStatus | 'open'

export interface CheckpointView {
  checkpoint: Pick<Checkpoint, 'checkpoint_id' | 'goal' | 'success_condition'> & {
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
        state: receipt?.status ?? 'open',
        receipt,
        others,
        disputed: others.some((other) => other.status !== receipt?.status),
      }
    })
}

function latestBySource(receipts: readonly CheckpointReceipt[]): CheckpointReceipt[] {
  const newest = receipts.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  return newest.filter(
    (receipt, at) => newest.findIndex((other) => other.source === receipt.source) === at,
  )
}

/** How many checkpoints are reached, by the same rule as in their rows. */
export const reachedCount = (
  checkpoints: readonly Checkpoint[],
  receipts: readonly CheckpointReceipt[],
): number =>
  viewCheckpoints(checkpoints, receipts).filter((view) => view.state === 'reached').length
