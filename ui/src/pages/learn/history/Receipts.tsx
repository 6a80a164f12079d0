import { ReceiptText } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { LearningReceipt } from '../../../backend/types'
import { Empty } from '../../../components/Empty'
import { ErrorNote } from '../../../components/ErrorNote'
import { TextInput } from '../../../components/Field'
import { Skeleton } from '../../../components/Skeleton'
import table from '../../../components/Table.module.css'
import { Ago } from '../../../components/Time'
import { VirtualList } from '../../../components/VirtualList'
import css from './HistoryPage.module.css'
import { Older, type Pages } from './pages'

const words = (kind: string): string => kind.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

/** What happened, for the record. Receipts are never changed. */
export function Receipts({ query, receipts, opened, onOpen }: { query: Pages; receipts: readonly LearningReceipt[] | undefined; opened: string | undefined; onOpen(sessionId: string): void }) {
  const [search, setSearch] = useState('')
  const needle = useDeferredValue(search.trim().toLowerCase())
  const shown = useMemo(() => receipts?.filter((receipt) => `${receipt.summary} ${words(receipt.kind)} ${receipt.reason ?? ''}`.toLowerCase().includes(needle)) ?? [], [receipts, needle])
  const open = ({ learn_session_id: sessionId }: LearningReceipt): void => {
    if (sessionId) onOpen(sessionId)
  }
  if (!receipts) return <div className={css.pad}>{query.error ? <ErrorNote error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton />}</div>
  if (receipts.length === 0) {
    return (
      <Empty icon={<ReceiptText />} title="No receipts yet">
        <p>Each start, draft, test, installation and cancellation leaves a receipt here.</p>
      </Empty>
    )
  }
  return (
    <div className={css.list}>
      <div className={css.bar}>
        <TextInput type="search" aria-label="Search receipts" placeholder="Search receipts" className={css.search} value={search} onChange={(event) => setSearch(event.target.value)} />
      </div>
      {shown.length === 0 && <p className={`${css.none} muted`}>{query.hasNextPage ? 'None of the receipts shown says that. Older ones may.' : 'No receipt says that.'}</p>}
      <VirtualList label="Receipts" rows={shown} keyOf={(receipt) => receipt.receipt_id} height={38} onOpen={open} foot={<Older query={query} />}>
        {(receipt, props) => (
          // Some receipts belong to no session; there is nothing to open then.
          <button
            type="button"
            {...props}
            className={`${table.row} ${css.row} ${css.receipt}`}
            aria-disabled={receipt.learn_session_id ? undefined : true}
            data-opened={(opened !== undefined && receipt.learn_session_id === opened) || undefined}
            onClick={() => open(receipt)}
          >
            <span className={table.main}>{words(receipt.kind)}</span>
            <span className={css.summary}>
              {receipt.summary}
              {receipt.reason && <span className="faint"> {words(receipt.reason)}.</span>}
            </span>
            <Ago at={receipt.created_at} className={css.when} />
          </button>
        )}
      </VirtualList>
    </div>
  )
}
