import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import type { LearningReceipt } from '../../../backend/types'
import { Button } from '../../../components/Button'
import { Empty } from '../../../components/Empty'
import { ErrorNote } from '../../../components/ErrorNote'
import { TextInput } from '../../../components/Field'
import { Skeleton } from '../../../components/Skeleton'
import table from '../../../components/Table.module.css'
import { Ago } from '../../../components/Time'
import { useRoving } from '../../../components/useRoving'
import css from './Receipts.module.css'

interface Pages {
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

const words = (kind: string): string => kind.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

/** What happened, for the record. Receipts are never changed. */
export function Receipts({ query, receipts, onOpen }: { query: Pages; receipts: readonly LearningReceipt[] | undefined; onOpen(sessionId: string): void }) {
  const [search, setSearch] = useState('')
  const needle = search.trim().toLowerCase()
  const shown = receipts?.filter((receipt) => `${receipt.summary} ${words(receipt.kind)} ${receipt.reason ?? ''}`.toLowerCase().includes(needle)) ?? []
  const open = (receipt: LearningReceipt | undefined): void => {
    if (receipt?.learn_session_id) onOpen(receipt.learn_session_id)
  }
  const { listProps, rowProps } = useRoving(shown.length, { onOpen: (index) => open(shown[index]) })
  if (query.error && !receipts) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  if (!receipts) return <Skeleton />
  if (receipts.length === 0) {
    return (
      <Empty icon={<ReceiptText />} title="No receipts yet">
        <p>Each start, draft, test, installation and cancellation leaves a receipt here.</p>
      </Empty>
    )
  }
  return (
    <div className={css.box}>
      <TextInput type="search" aria-label="Search receipts" placeholder="Search receipts" className={css.search} value={search} onChange={(event) => setSearch(event.target.value)} />
      <div {...listProps} role="list" aria-label="Receipts">
        {shown.map((receipt, index) => (
          <div key={receipt.receipt_id} role="listitem">
            <button type="button" className={`${table.row} ${css.row}`} {...rowProps(index)} onClick={() => open(receipt)}>
              <span className={table.main}>{words(receipt.kind)}</span>
              <span className={css.summary}>
                {receipt.summary}
                {receipt.reason && <span className="faint"> {words(receipt.reason)}.</span>}
              </span>
              <Ago at={receipt.created_at} className={css.when} />
            </button>
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="muted">No receipt says that.</p>}
      {query.hasNextPage && (
        <div className={table.more}>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </div>
  )
}
