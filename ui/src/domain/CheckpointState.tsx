// How the state of a checkpoint and the foundation of a judgement look, on every surface.

import { Check, Circle, ShieldCheck, SkipForward, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CheckpointReceipt, Schemas } from '#ui/backend/types'
import { Badge, type Tone } from '#ui/components/Badge'
import { MessageText } from '#ui/components/MessageText'
import { say } from '#ui/lib/say'
import css from './CheckpointState.module.css'
import { type CheckpointState, GRADE, isMissed } from './checkpoints'

export const STATE: Record<CheckpointState, { word: string; icon: ReactNode; tone: Tone }> = {
  open: { word: say('Not yet reached'), icon: <Circle />, tone: 'neutral' },
  reached: { word: say('Reached'), icon: <Check strokeWidth={3.5} />, tone: 'ok' },
  skipped: { word: say('Skipped'), icon: <SkipForward strokeWidth={3} />, tone: 'warn' },
  missed: { word: say('Not reached'), icon: <Circle />, tone: 'neutral' },
  failed: { word: say('Failed'), icon: <X strokeWidth={3.5} />, tone: 'bad' },
}

/** A word beside it always says the same. */
export function StateIcon({ state }: { state: CheckpointState }) {
  return (
    <span className={css.icon} data-state={state} aria-hidden>
      {STATE[state].icon}
    </span>
  )
}

/** Only what was read again has the shield. */
export function GradeBadge({ grade }: { grade: Schemas['Grade'] }) {
  const { words, title } = GRADE[grade]
  return grade === 'read_again' ? (
    <Badge tone="ok" icon={<ShieldCheck aria-hidden />} title={title}>
      {words}
    </Badge>
  ) : (
    <Badge title={title}>{words}</Badge>
  )
}

/** The evidence and the reason of a judgement, each once. */
export function ReceiptWords({ receipt }: { receipt: CheckpointReceipt }) {
  const { evidence, reason, status } = receipt
  // What was not seen has no evidence; the reason says what was seen instead.
  const shown = isMissed(receipt) || evidence === reason ? '' : evidence
  return (
    <>
      {shown && <MessageText text={shown} />}
      {shown && reason && ' '}
      {reason && <MessageText text={shown ? say('Reason: {reason}', { reason }) : reason} />}
      {!shown && !reason && <span>{STATE[status].word}.</span>}
    </>
  )
}
