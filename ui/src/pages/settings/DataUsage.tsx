import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { formatBytes, formatHours } from '#ui/components/format'
import { say } from '#ui/lib/say'
import css from './Data.module.css'

const KIND: Record<Schemas['DataKind'], string> = {
  database: say('Database'),
  projections: say('Readable copies of the database'),
  versions: say('Earlier versions'),
  imports: say('Imports'),
  archives: say('Archives'),
  sandbox: say('Sandbox skills'),
  other: say('Everything else'),
}

/** How much data is kept, and for how long. */
export function DataUsage() {
  const usage = useQuery(read.dataUsage())
  if (!usage.data)
    return usage.error ? (
      <ErrorNote error={usage.error} onRetry={() => void usage.refetch()} />
    ) : (
      <Skeleton rows={4} />
    )
  const { kinds, total_bytes, retention } = usage.data
  return (
    <>
      <dl className={css.usage} aria-label={say('Stored data')}>
        {kinds.map(({ kind, bytes }) => (
          <div key={kind}>
            <dt>{KIND[kind]}</dt>
            <span className={css.bar} aria-hidden>
              <span style={{ width: `${(100 * bytes) / Math.max(total_bytes, 1)}%` }} />
            </span>
            <dd className="num">{formatBytes(bytes)}</dd>
          </div>
        ))}
        <div>
          <dt className={css.total}>{say('Total')}</dt>
          <span aria-hidden />
          <dd className={`${css.total} num`}>{formatBytes(total_bytes)}</dd>
        </div>
      </dl>
      <details>
        <summary>{say('How long data is kept')}</summary>
        <ul className={css.rules}>
          {retention.map(({ what, after_hours, outcome }) => (
            <li key={what} className="muted">
              {after_hours == null
                ? say('{what} {outcome}.', { what, outcome })
                : say('{what} {outcome} after {time}.', {
                    what,
                    outcome,
                    time: formatHours(after_hours),
                  })}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
