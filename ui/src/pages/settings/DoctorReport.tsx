import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { CopyableText } from '#ui/components/CopyableText'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import css from './DoctorReport.module.css'

const SIGN: Record<Schemas['DoctorStatus'], ReactNode> = {
  ok: <CircleCheck className={css.ok} aria-label="works" />,
  warning: <TriangleAlert className={css.warn} aria-label="degraded" />,
  missing: <CircleX className={css.bad} aria-label="missing" />,
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
            {SIGN[check.status]}
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
        Apprentice {query.data.version} · data in <code>{query.data.home}</code>
      </p>
    </>
  )
}
