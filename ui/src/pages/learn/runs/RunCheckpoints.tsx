import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AgentRun, CheckpointReceipt, Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { MessageText } from '#ui/components/MessageText'
import { ClockTime } from '#ui/components/Time'
import { GradeBadge, ReceiptWords, STATE, StateIcon } from '#ui/domain/CheckpointState'
import { ROLE, gradeOf, stateOf } from '#ui/domain/checkpoints'
import { say } from '#ui/lib/say'
import css from './RunCheckpoints.module.css'

type RunCheckpoint = Schemas['AgentRunCheckpoint']

/** Only what was read decides. */
const stateOfRun = (checkpoint: RunCheckpoint) => stateOf(checkpoint, checkpoint.read)

/** Each checkpoint: what the agent said beside what was read. */
export function RunCheckpoints({ run }: { run: AgentRun }) {
  const effects = run.checkpoints.filter(({ role }) => role !== 'progress')
  const deciding = effects.length > 0 ? effects : run.checkpoints
  const reached = deciding.filter((checkpoint) => stateOfRun(checkpoint) === 'reached').length
  return (
    <section className={css.box} aria-label={say('Checkpoint Progress')}>
      <header className={css.head}>
        <h3>{say('Checkpoint Progress')}</h3>
        <Badge tone={reached === deciding.length ? 'ok' : 'neutral'}>
          {say('{reached} of {count}', { reached, count: deciding.length })}
        </Badge>
      </header>
      {run.phase !== 'ended' && (
        <p className="muted">
          {say('The agent’s reports are claims. Apprentice reads the results after the run.')}
        </p>
      )}
      <ol className={css.list}>
        {run.checkpoints.map((checkpoint) => (
          <Row
            key={checkpoint.checkpoint_id}
            checkpoint={checkpoint}
            ended={run.phase === 'ended'}
            judged={run.overall_result !== 'cancelled'}
          />
        ))}
      </ol>
    </section>
  )
}

function Row({
  checkpoint,
  ended,
  judged,
}: {
  checkpoint: RunCheckpoint
  ended: boolean
  judged: boolean
}) {
  const { goal, role, said, read, refuted } = checkpoint
  const state = stateOfRun(checkpoint)
  const { word, tone } = STATE[state]
  return (
    <li className={css.row} data-state={state}>
      <StateIcon state={state} />
      <p className={css.goal}>
        <MessageText text={goal} />
        {role === 'progress' && <span className="faint"> ({ROLE.progress.toLowerCase()})</span>}
      </p>
      <span className={css.badges}>
        <Badge tone={tone}>{ended && state === 'open' ? say('Open') : word}</Badge>
        {state === 'reached' && read && <GradeBadge grade={gradeOf(read)} />}
        {refuted && (
          <Badge
            tone="bad"
            icon={<TriangleAlert aria-hidden />}
            title={say('The agent said that it was reached, and it was not')}
          >
            {say('claim refuted')}
          </Badge>
        )}
      </span>
      {(ended || said || read) && (
        <dl className={css.beside}>
          <Side title={say('The agent said')} receipt={said}>
            {say('Nothing.')}
          </Side>
          <Side title={say('Apprentice read')} receipt={read} proof>
            {!ended
              ? say('Not yet.')
              : judged && role === 'progress'
                ? say('Nothing. It is on the way, and does not matter for the result.')
                : judged
                  ? say('Nothing that decides it, so it stays open: the agent’s word is no proof.')
                  : say('Nothing: the run has no verdict.')}
          </Side>
        </dl>
      )}
    </li>
  )
}

function Side({
  title,
  receipt,
  proof,
  children,
}: {
  title: string
  receipt: CheckpointReceipt | null | undefined
  /** What is read counts; what is said does not. */
  proof?: boolean
  children: ReactNode
}) {
  return (
    <div className={css.side} data-proof={proof}>
      <dt>
        {title}
        {receipt && (
          <>
            {', '}
            <ClockTime at={receipt.created_at} />
          </>
        )}
      </dt>
      <dd>
        {receipt ? (
          <>
            {!proof && <b>{STATE[receipt.status].word}. </b>}
            <ReceiptWords receipt={receipt} />
          </>
        ) : (
          <span className="faint">{children}</span>
        )}
      </dd>
    </div>
  )
}
