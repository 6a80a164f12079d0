import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { HistoryItem } from '../../../backend/types'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { FilterChip } from '../../../components/Chip'
import { Empty } from '../../../components/Empty'
import { ErrorNote } from '../../../components/ErrorNote'
import { Skeleton } from '../../../components/Skeleton'
import table from '../../../components/Table.module.css'
import { Ago } from '../../../components/Time'
import { VirtualList } from '../../../components/VirtualList'
import { ENTRY, OUTCOME, STATE } from '../../../domain/states'
import css from './HistoryPage.module.css'
import { Older, type Pages } from './pages'

type Outcome = HistoryItem['outcome']
const OUTCOMES = Object.keys(OUTCOME) as Outcome[]

export function Sessions({ query, items, opened, onOpen }: { query: Pages; items: readonly HistoryItem[] | undefined; opened: string | undefined; onOpen(id: string): void }) {
  const navigate = useNavigate()
  const [filter, setFilter] = useState<Outcome>()
  const counts = useMemo(() => new Map(OUTCOMES.map((outcome) => [outcome, items?.filter((item) => item.outcome === outcome).length ?? 0])), [items])

  if (!items) return <div className={css.pad}>{query.error ? <ErrorNote error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton />}</div>
  if (items.length === 0) {
    return (
      <Empty icon={<History />} title="No sessions yet" action={<Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>Demonstrate a skill</Button>}>
        <p>Every session stays here with its outcome: approved, rejected, cancelled, and what happened on the way.</p>
      </Empty>
    )
  }
  const shown = items.filter((item) => !filter || item.outcome === filter)
  return (
    <div className={css.list}>
      <div className={`${table.filters} ${css.bar}`} role="group" aria-label="Outcome">
        <FilterChip on={!filter} onChoose={() => setFilter(undefined)} count={items.length} more={query.hasNextPage}>
          All
        </FilterChip>
        {OUTCOMES.filter((outcome) => counts.get(outcome) || outcome === filter).map((outcome) => (
          <FilterChip key={outcome} on={filter === outcome} onChoose={() => setFilter(outcome)} count={counts.get(outcome)} more={query.hasNextPage}>
            {OUTCOME[outcome].label}
          </FilterChip>
        ))}
      </div>
      <VirtualList label="Sessions" rows={shown} keyOf={(item) => item.learn_session_id} height={38} onOpen={(item) => onOpen(item.learn_session_id)} foot={<Older query={query} />}>
        {(item, props) => (
          <button type="button" {...props} className={`${table.row} ${css.row} ${css.session}`} data-opened={item.learn_session_id === opened || undefined} onClick={() => onOpen(item.learn_session_id)}>
            <span>
              <Badge tone={OUTCOME[item.outcome].tone}>{OUTCOME[item.outcome].label}</Badge>
            </span>
            <span className={table.main}>
              <span className="clip">{item.title ?? 'Untitled demonstration'}</span>
            </span>
            <span className="faint clip">{item.outcome === 'in_progress' ? STATE[item.state].label : ENTRY[item.entry_mode]}</span>
            <Ago at={item.completed_at ?? item.created_at} className={css.when} />
          </button>
        )}
      </VirtualList>
    </div>
  )
}
