import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { Ago } from '#ui/components/Time'
import { say } from '#ui/lib/say'
import css from './SkillDrawer.module.css'

/** The receipts of an ability, newest first. */
export function ReceiptsTab({ abilityId }: { abilityId: string }) {
  const { data, error, refetch } = useQuery(read.abilityReceipts(abilityId))
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} />
  if (data.receipts.length === 0) return <p className="muted">{say('No receipts yet.')}</p>
  return (
    <ul className={css.receipts} aria-label={say('Receipts')}>
      {data.receipts.map((receipt) => (
        <li key={receipt.receipt_id}>
          <Ago at={receipt.created_at} className="faint" />
          <span>
            {receipt.summary} {receipt.reason && <span className="muted">{receipt.reason}</span>}
          </span>
        </li>
      ))}
      {data.total > data.receipts.length && (
        <li className="muted">
          {say('…and {total, number} older receipts in History.', {
            total: data.total - data.receipts.length,
          })}
        </li>
      )}
    </ul>
  )
}
