import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import type { HistoryItem, Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { FilterChip } from '#ui/components/Chip'
import { EmptyState } from '#ui/components/EmptyState'
import { ErrorNote } from '#ui/components/ErrorNote'
import type { MenuItems } from '#ui/components/Menu'
import { NoMatches } from '#ui/components/NoMatches'
import { RowMenu } from '#ui/components/RowMenu'
import { Skeleton } from '#ui/components/Skeleton'
import table from '#ui/components/Table.module.css'
import { Ago } from '#ui/components/Time'
import { VirtualList } from '#ui/components/VirtualList'
import { CategoryDots } from '#ui/domain/CategoryDots'
import { useCategoryEntry } from '#ui/domain/CategoryMenu'
import { useCategories } from '#ui/domain/categories'
import { itemsOf } from '#ui/domain/categoryItems'
import { useRetainRecording } from '#ui/domain/useRetainRecording'
import {
  ENTRY_MODE,
  SESSION_OUTCOME,
  SESSION_STATE,
  untitledSession,
} from '#ui/domain/sessionStates'
import { beginDrag } from '#ui/lib/drag'
import { HistoryFilters, isFiltered } from './HistoryFilters'
import { SessionPeek } from '#ui/pages/learn/SessionPeek'
import { say } from '#ui/lib/say'
import css from './HistoryPage.module.css'
import { LoadMore } from './LoadMore'
import type { HistoryList, HistorySearch } from './searchParams'

const OUTCOMES = Object.keys(SESSION_OUTCOME) as Array<HistoryItem['outcome']>

/** How it ended; before that, its state: an installed ability is not in progress. */
const statusOf = (item: HistoryItem) =>
  item.outcome === 'in_progress' ? SESSION_STATE[item.state] : SESSION_OUTCOME[item.outcome]

interface Props {
  query: UseInfiniteQueryResult<InfiniteData<Schemas['LearnHistoryResponse']>>
  search: HistorySearch
  onShow(change: Partial<HistorySearch>): void
}

export function Sessions({ query, search, onShow }: Props) {
  const navigate = useNavigate()
  const categories = useCategories()
  const categoryEntry = useCategoryEntry()
  const recording = useRetainRecording()
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data])
  const counts = query.data?.pages[0]?.outcome_counts ?? {}
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const open = (item: HistoryItem): void => onShow({ open: item.learn_session_id })
  if (!items) return <ListUnavailable query={query} search={search} onShow={onShow} />
  if (items.length === 0 && !isFiltered(search)) {
    return (
      <EmptyState
        icon={<History />}
        title={say('No sessions yet')}
        action={
          <Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>
            {say('Demonstrate a skill')}
          </Button>
        }
      >
        <p>
          {say('Every session is listed here with its outcome: approved, rejected or cancelled.')}
        </p>
      </EmptyState>
    )
  }
  const menuOf = (item: HistoryItem) => (): MenuItems => {
    const assign = categoryEntry(itemsOf(item))
    return [
      { label: say('Open'), keys: 'enter', onSelect: () => open(item) },
      {
        label: say('Show its receipts'),
        onSelect: () =>
          onShow({ list: 'receipts', session: item.learn_session_id, outcome: undefined }),
      },
      ...recording(item.learn_session_id),
      ...(assign.length > 0 ? (['line', ...assign] as const) : []),
    ]
  }
  return (
    <div className={css.list}>
      <HistoryFilters list="sessions" search={search} onShow={onShow}>
        <div className={table.filters} role="group" aria-label={say('Outcome')}>
          <FilterChip
            on={!search.outcome}
            onChoose={() => onShow({ outcome: undefined })}
            count={total}
          >
            {say('All')}
          </FilterChip>
          {OUTCOMES.filter((outcome) => counts[outcome] || outcome === search.outcome).map(
            (outcome) => (
              <FilterChip
                key={outcome}
                on={search.outcome === outcome}
                onChoose={() => onShow({ outcome })}
                count={counts[outcome] ?? 0}
              >
                {SESSION_OUTCOME[outcome].label}
              </FilterChip>
            ),
          )}
        </div>
      </HistoryFilters>
      {items.length === 0 && <NoHistoryMatches list="sessions" onShow={onShow} />}
      <VirtualList
        label={say('Sessions')}
        rows={items}
        keyOf={(item) => item.learn_session_id}
        height={38}
        onOpen={open}
        onDrag={(item, pressed) => {
          const dragged = itemsOf(item)
          if (dragged.length > 0)
            beginDrag(pressed, item.title ?? untitledSession(item.entry_mode), dragged)
        }}
        peek={(item) => ({
          name: item.title ?? untitledSession(item.entry_mode),
          content: <SessionPeek sessionId={item.learn_session_id} />,
        })}
        foot={<LoadMore query={query} />}
      >
        {(item, props) => (
          <RowMenu name={item.title ?? untitledSession(item.entry_mode)} items={menuOf(item)}>
            <button
              type="button"
              {...props}
              className={`${table.row} ${css.session}`}
              data-opened={item.learn_session_id === search.open || undefined}
              onClick={() => open(item)}
            >
              <span>
                <Badge tone={statusOf(item).tone}>{statusOf(item).label}</Badge>
              </span>
              <span className={table.main}>
                <span className="clip">{item.title ?? untitledSession(item.entry_mode)}</span>
                <CategoryDots categories={itemsOf(item).flatMap((one) => categories.of(one))} />
              </span>
              <span className="faint clip">{ENTRY_MODE[item.entry_mode]}</span>
              <Ago at={item.completed_at ?? item.created_at} className={css.when} />
            </button>
          </RowMenu>
        )}
      </VirtualList>
    </div>
  )
}

const NO_FILTERS: Partial<HistorySearch> = {
  text: undefined,
  outcome: undefined,
  kind: undefined,
  session: undefined,
  ability: undefined,
  category: undefined,
  when: undefined,
}

const NONE: Record<HistoryList, string> = {
  sessions: say('No matching sessions'),
  receipts: say('No matching receipts'),
  imports: say('No matching imports'),
}

/** Shown when no row matches the filters. */
export function NoHistoryMatches({
  list,
  onShow,
}: {
  list: HistoryList
  onShow(change: Partial<HistorySearch>): void
}) {
  return <NoMatches title={NONE[list]} onClear={() => onShow(NO_FILTERS)} />
}

/**
 * Shown when the list could not be loaded. A refused filter may be the reason, so it offers to
 * clear them.
 */
export function ListUnavailable({
  query,
  search,
  onShow,
}: {
  query: { error: Error | null; refetch(): unknown }
  search: HistorySearch
  onShow(change: Partial<HistorySearch>): void
}) {
  return (
    <div className={css.pad}>
      {query.error ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton />
      )}
      {query.error && isFiltered(search) && (
        <Button onClick={() => onShow(NO_FILTERS)}>{say('Clear the filters')}</Button>
      )}
    </div>
  )
}
