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
import { useRoving } from '../../../components/useRoving'
import { ENTRY, OUTCOME, STATE } from '../../../domain/states'
import css from './Sessions.module.css'

type Outcome = HistoryItem['outcome']
const OUTCOMES = Object.keys(OUTCOME) as Outcome[]

interface Pages {
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

export function Sessions({ query, items, opened, onOpen }: { query: Pages; items: readonly HistoryItem[] | undefined; opened: string | undefined; onOpen(id: string): void }) {
  const navigate = useNavigate()
  const [filter, setFilter] = useState<Outcome>()
  const counts = useMemo(() => new Map(OUTCOMES.map((outcome) => [outcome, items?.filter((item) => item.outcome === outcome).length ?? 0])), [items])
  const shown = items?.filter((item) => !filter || item.outcome === filter) ?? []
  const { listProps, rowProps } = useRoving(shown.length, { onOpen: (index) => shown[index] && onOpen(shown[index].learn_session_id) })

  if (query.error && !items) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  if (!items) return <Skeleton />
  if (items.length === 0) {
    return (
      <Empty icon={<History />} title="No sessions yet" action={<Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>Demonstrate a skill</Button>}>
        <p>Every session stays here with its outcome: approved, rejected, cancelled, and what happened on the way.</p>
      </Empty>
    )
  }
  return (
    <div className={css.box}>
      <div className={table.filters} role="group" aria-label="Outcome">
        <FilterChip on={!filter} onChoose={() => setFilter(undefined)} count={items.length}>
          All
        </FilterChip>
        {OUTCOMES.filter((outcome) => counts.get(outcome)).map((outcome) => (
          <FilterChip key={outcome} on={filter === outcome} onChoose={() => setFilter(outcome)} count={counts.get(outcome)}>
            {OUTCOME[outcome].label}
          </FilterChip>
        ))}
      </div>
      <div {...listProps} role="list" aria-label="Sessions">
        {shown.map((item, index) => (
          <div key={item.learn_session_id} role="listitem">
            <button type="button" className={`${table.row} ${css.row}`} data-opened={item.learn_session_id === opened || undefined} {...rowProps(index)} onClick={() => onOpen(item.learn_session_id)}>
              <span>
                <Badge tone={OUTCOME[item.outcome].tone}>{OUTCOME[item.outcome].label}</Badge>
              </span>
              <span className={table.main}>
                <span className="clip">{item.title ?? 'Untitled demonstration'}</span>
              </span>
              <span className="faint clip">{item.outcome === 'in_progress' ? STATE[item.state].label : ENTRY[item.entry_mode]}</span>
              <Ago at={item.completed_at ?? item.created_at} className={css.when} />
            </button>
          </div>
        ))}
      </div>
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
