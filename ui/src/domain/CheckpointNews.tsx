import { useState } from 'react'
import type { Checkpoint, CheckpointReceipt } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import { STATE } from './CheckpointState'
import { reachedCount, viewCheckpoints } from './checkpoints'

/**
 * What a screen reader says of a rehearsal: each checkpoint whose state became another one, once,
 * with how many are reached. Nothing is said when it opens, because it is read there anyway.
 */
export function CheckpointNews({
  checkpoints,
  receipts,
  result,
}: {
  checkpoints: readonly Checkpoint[]
  receipts: readonly CheckpointReceipt[]
  /** How it ended. */
  result?: string
}) {
  const views = viewCheckpoints(checkpoints, receipts)
  const states = JSON.stringify([
    views.map(({ checkpoint, state }) => [checkpoint.checkpoint_id, state]),
    result,
  ])
  const [told, setTold] = useState({ states, words: '' })
  if (told.states !== states) {
    const [known, before] = JSON.parse(told.states) as [[string, string][], string | undefined]
    const earlier = new Map(known)
    const changed = views
      .filter(({ checkpoint, state }) => earlier.get(checkpoint.checkpoint_id) !== state)
      .map(({ checkpoint, state }) => `${STATE[state].word}: ${checkpoint.goal}.`)
    const { reached, of } = reachedCount(checkpoints, receipts)
    const ended = result && result !== before ? [`${result}.`] : []
    const count = changed.length > 0 ? [say('{reached} of {of}.', { reached, of })] : []
    setTold({ states, words: [...ended, ...changed, ...count].join(' ') })
  }
  return (
    <p className="sr" role="status">
      {told.words}
    </p>
  )
}
