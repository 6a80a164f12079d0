import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, UserRound } from 'lucide-react'
import * as read from '#ui/backend/queries'
import type { ValidationRun } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Ago } from '#ui/components/Time'
import { say } from '#ui/lib/say'
import css from './EarlierRuns.module.css'
import { RESULT } from './runWords'

/** So many are shown at first. */
const SHOWN = 5

/** The rehearsals of a draft, newest first: who did each, and how it ended. */
export function EarlierRuns({
  proposalId,
  current,
}: {
  proposalId: string
  /** The run that is shown. */
  current?: string
}) {
  const { data, error, refetch } = useQuery(read.rehearsals(proposalId))
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.length === 0) return <p className="faint">{say('None yet.')}</p>
  const rest = data.slice(SHOWN)
  return (
    <>
      <Runs runs={data.slice(0, SHOWN)} current={current} />
      {rest.length > 0 && (
        <details>
          <summary>{say('Older ({count})', { count: rest.length })}</summary>
          <Runs runs={rest} current={current} />
        </details>
      )}
    </>
  )
}

function Runs({ runs, current }: { runs: readonly ValidationRun[]; current: string | undefined }) {
  return (
    <ul className={css.list} aria-label={say('Rehearsals')}>
      {runs.map((run) => (
        <li key={run.validation_run_id}>
          {run.agent ? (
            <Link
              to="/learn/runs/$runId"
              params={{ runId: run.validation_run_id }}
              className={css.row}
              aria-current={run.validation_run_id === current ? 'page' : undefined}
            >
              <Row run={run} />
            </Link>
          ) : (
            <span className={css.row}>
              <Row run={run} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Row({ run }: { run: ValidationRun }) {
  const { word, tone } = run.completed_at
    ? RESULT[run.overall_result]
    : { word: say('Running'), tone: 'accent' as const }
  return (
    <>
      {run.agent ? <Bot size={14} aria-hidden /> : <UserRound size={14} aria-hidden />}
      <span className={css.who}>
        <span className="clip">{run.agent ?? say('You')}</span>
        <Ago at={run.started_at} className="faint" />
      </span>
      <Badge tone={tone}>{word}</Badge>
    </>
  )
}
