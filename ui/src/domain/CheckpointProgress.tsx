import { ChevronRight, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Checkpoint, CheckpointReceipt } from '#ui/backend/types'
import { type CheckpointView, ROLE, gradeOf, reachedCount, viewCheckpoints } from './checkpoints'
import { GradeBadge, ReceiptWords, STATE, StateIcon } from './CheckpointState'
import { Badge } from '#ui/components/Badge'
import css from './CheckpointProgress.module.css'
import { MessageText } from '#ui/components/MessageText'
import { ClockTime } from '#ui/components/Time'
import { Say, say } from '#ui/lib/say'

const SOURCE = { agent: say('The agent'), observer: 'Apprentice', user: say('You') } as const

interface CheckpointProgressProps {
  checkpoints: readonly Checkpoint[]
  receipts: readonly CheckpointReceipt[]
  /** Actions for one checkpoint, such as marking it by hand. */
  actions?(view: CheckpointView): ReactNode
}

/**
 * §0C.9B: each checkpoint as not yet reached, reached, skipped or failed, with evidence and reason
 * on expand.
 */
export function CheckpointProgress({ checkpoints, receipts, actions }: CheckpointProgressProps) {
  const views = viewCheckpoints(checkpoints, receipts)
  const { reached, failed, of } = reachedCount(checkpoints, receipts)
  return (
    <section className={css.box} aria-label={say('Checkpoint Progress')}>
      <header className={css.head}>
        <h3>{say('Checkpoint Progress')}</h3>
        <Badge tone={reached === of ? 'ok' : 'neutral'}>
          {say('{reached} of {of}', { reached, of })}
        </Badge>
      </header>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={say('Checkpoints reached')}
        aria-valuenow={reached}
        aria-valuemin={0}
        aria-valuemax={of}
      >
        <span style={{ width: share(reached, of) }} />
        {failed > 0 && <span data-failed style={{ width: share(failed, of) }} />}
      </div>
      <ol className={css.list}>
        {views.map((view) => (
          <Row key={view.checkpoint.checkpoint_id} view={view} actions={actions} />
        ))}
      </ol>
    </section>
  )
}

const share = (part: number, of: number): string => `${of ? Math.min(part / of, 1) * 100 : 0}%`

function Row({
  view,
  actions,
}: {
  view: CheckpointView
  actions: CheckpointProgressProps['actions']
}) {
  const { checkpoint, state, receipt, disputed } = view
  const [open, setOpen] = useState<boolean>()
  // Failed and disputed checkpoints are expanded at first.
  const shown = open ?? (state === 'failed' || state === 'missed' || disputed)
  const id = useId()
  const display = STATE[state]
  const onTheWay = checkpoint.role === 'progress'
  return (
    <li className={css.row} data-state={state} data-role={checkpoint.role}>
      <button
        type="button"
        className={css.line}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setOpen(!shown)}
      >
        <StateIcon state={state} />
        <span className={css.goal}>
          <MessageText text={checkpoint.goal} />
          {checkpoint.optional && <span className="faint"> {say('(optional)')}</span>}
          {onTheWay && <span className="faint"> ({ROLE.progress.toLowerCase()})</span>}
        </span>
        <span className={css.badges}>
          <Badge tone={display.tone}>
            {onTheWay && receipt && state === 'open' ? say('Not seen') : display.word}
          </Badge>
          {state === 'reached' && receipt && <GradeBadge grade={gradeOf(receipt)} />}
          {disputed && (
            <Badge
              tone="bad"
              icon={<TriangleAlert aria-hidden />}
              title={say('The report and the evidence disagree')}
            >
              {say('report ≠ evidence')}
            </Badge>
          )}
          <ChevronRight
            size={14}
            className={css.chevron}
            data-open={shown || undefined}
            aria-hidden
          />
        </span>
      </button>
      {shown && (
        <div id={id} className={css.detail}>
          {receipt ? (
            <ReceiptText receipt={receipt} />
          ) : (
            <p>
              <Say
                text={'Reached when: {messageText}'}
                values={{ messageText: <MessageText text={checkpoint.success_condition} /> }}
              />
            </p>
          )}
          {view.others.map((other) => (
            <ReceiptText key={other.receipt_id} receipt={other} />
          ))}
          {actions?.(view)}
        </div>
      )}
    </li>
  )
}

function ReceiptText({ receipt }: { receipt: CheckpointReceipt }) {
  return (
    <p>
      <b>
        {SOURCE[receipt.source]}, <ClockTime at={receipt.created_at} />:
      </b>{' '}
      <ReceiptWords receipt={receipt} />
    </p>
  )
}
