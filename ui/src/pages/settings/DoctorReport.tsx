import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { CopyableText } from '#ui/components/CopyableText'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { Say, say } from '#ui/lib/say'
import css from './DoctorReport.module.css'

const STATUS_ICON: Record<Schemas['DoctorStatus'], ReactNode> = {
  ok: <CircleCheck className={css.ok} aria-label={say('works')} />,
  warning: <TriangleAlert className={css.warn} aria-label={say('degraded')} />,
  missing: <CircleX className={css.bad} aria-label={say('missing')} />,
}

/** The report of `apprentice doctor`. */
export function DoctorReport() {
  const query = useQuery(read.doctor())
  if (!query.data)
    return query.error ? (
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={4} />
    )
  return (
    <>
      <ul className={css.list}>
        {query.data.checks.map((check) => (
          <li key={check.check_id}>
            {STATUS_ICON[check.status]}
            <div className={css.words}>
              <span>
                <b>{check.label}</b> <span className="muted">{check.message}</span>
              </span>
              {check.remedy && check.status !== 'ok' && <CopyableText text={check.remedy} />}
            </div>
          </li>
        ))}
      </ul>
      <p className="faint">
        <Say
          text={'Apprentice {version} · data in {home}'}
          values={{ version: query.data.version, home: <code>{query.data.home}</code> }}
        />
      </p>
    </>
  )
}
