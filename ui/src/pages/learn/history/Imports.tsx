import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileArchive } from 'lucide-react'
import { useMemo } from 'react'
import * as read from '#ui/backend/imports'
import type { ImportRecord } from '#ui/backend/importTypes'
import type { HistoryItem } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { FilterChip } from '#ui/components/Chip'
import { EmptyState } from '#ui/components/EmptyState'
import type { MenuItems } from '#ui/components/Menu'
import { RowMenu } from '#ui/components/RowMenu'
import table from '#ui/components/Table.module.css'
import { Ago } from '#ui/components/Time'
import { VirtualList } from '#ui/components/VirtualList'
import { CategoryDots } from '#ui/domain/CategoryDots'
import { useCategoryEntry } from '#ui/domain/CategoryMenu'
import { useCategories } from '#ui/domain/categories'
import { abilityItem, importItem } from '#ui/domain/categoryItems'
import { IMPORT_STATE } from '#ui/domain/imports/importStates'
import { SESSION_OUTCOME } from '#ui/domain/sessionStates'
import { HistoryFilters, isFiltered } from './HistoryFilters'
import css from './HistoryPage.module.css'
import { beginDrag } from '#ui/lib/drag'
import { say } from '#ui/lib/say'
import { ImportPeek } from './ImportPeek'
import { ListUnavailable, NoHistoryMatches } from './Sessions'
import { type HistorySearch, rangeOf } from './searchParams'

type Outcome = HistoryItem['outcome']

/** The outcome of an import, in the words of History. A private installation is still in progress. */
function outcomeOf({ stage_state: state }: ImportRecord): Outcome {
  if (state === 'approved' || state === 'rejected') return state
  return state === 'discarded' || state === 'expired' ? 'cancelled' : 'in_progress'
}

const itemOf = (record: ImportRecord) =>
  record.ability_id ? abilityItem(record.ability_id) : importItem(record.import_id)

const containsAll = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))

/** All imports that match the filters, except the filter by outcome. Newest first. */
export function useImports(search: HistorySearch) {
  const query = useQuery(read.imports())
  const categories = useCategories()
  const { text, ability, category, when } = search
  const fitting = useMemo(() => {
    const { from, to } = rangeOf(when, query.dataUpdatedAt)
    return query.data?.items.filter(
      (record) =>
        (!text || containsAll(`${record.skill_name} ${record.original_filename ?? ''}`, text)) &&
        (!ability || record.ability_id === ability) &&
        (!category || categories.has(category, itemOf(record))) &&
        (!from || record.created_at >= from) &&
        (!to || record.created_at < to),
    )
  }, [query.data, query.dataUpdatedAt, categories, text, ability, category, when])
  const shown = fitting?.filter((record) => !search.outcome || outcomeOf(record) === search.outcome)
  return { query, fitting, shown }
}

/** Skills of others that were brought in: accepted, rejected, discarded, and those under way. */
export function Imports({
  search,
  onShow,
}: {
  search: HistorySearch
  onShow(change: Partial<HistorySearch>): void
}) {
  const navigate = useNavigate()
  const categories = useCategories()
  const categoryEntry = useCategoryEntry()
  const { query, fitting, shown } = useImports(search)
  if (!fitting || !shown) return <ListUnavailable query={query} search={search} onShow={onShow} />
  if (fitting.length === 0 && !isFiltered(search)) {
    return (
      <EmptyState
        icon={<FileArchive />}
        title={say('No imports yet')}
        action={
          <Button look="primary" onClick={() => void navigate({ to: '/skills/import' })}>
            {say('Import a skill')}
          </Button>
        }
      >
        <p>{say('Every skill that you bring in is listed here with its outcome.')}</p>
      </EmptyState>
    )
  }
  const open = (record: ImportRecord): void =>
    void navigate({ to: '/skills/import', search: { id: record.import_id } })
  const menuOf = (record: ImportRecord) => (): MenuItems => {
    const assign = categoryEntry([itemOf(record)])
    return [
      { label: say('Open'), keys: 'enter', onSelect: () => open(record) },
      ...(assign.length > 0 ? (['line', ...assign] as const) : []),
    ]
  }
  const outcomes = Object.keys(SESSION_OUTCOME) as Outcome[]
  const count = (outcome: Outcome): number =>
    fitting.filter((record) => outcomeOf(record) === outcome).length
  return (
    <div className={css.list}>
      <HistoryFilters list="imports" search={search} onShow={onShow}>
        <div className={table.filters} role="group" aria-label={say('Outcome')}>
          <FilterChip
            on={!search.outcome}
            onChoose={() => onShow({ outcome: undefined })}
            count={fitting.length}
          >
            {say('All')}
          </FilterChip>
          {outcomes
            .filter((outcome) => count(outcome) > 0 || outcome === search.outcome)
            .map((outcome) => (
              <FilterChip
                key={outcome}
                on={search.outcome === outcome}
                onChoose={() => onShow({ outcome })}
                count={count(outcome)}
              >
                {SESSION_OUTCOME[outcome].label}
              </FilterChip>
            ))}
        </div>
      </HistoryFilters>
      {shown.length === 0 && <NoHistoryMatches list="imports" onShow={onShow} />}
      <VirtualList
        label={say('Imports')}
        rows={shown}
        keyOf={(record) => record.import_id}
        height={38}
        onOpen={open}
        onDrag={(record, pressed) => beginDrag(pressed, record.skill_name, [itemOf(record)])}
        peek={(record) => ({
          name: record.skill_name,
          content: <ImportPeek record={record} />,
        })}
      >
        {(record, props) => (
          <RowMenu name={record.skill_name} items={menuOf(record)}>
            <button
              type="button"
              {...props}
              className={`${table.row} ${css.session} ${css.import}`}
              onClick={() => open(record)}
            >
              <span>
                <Badge tone={IMPORT_STATE[record.stage_state].tone}>
                  {IMPORT_STATE[record.stage_state].label}
                </Badge>
              </span>
              <span className={table.main}>
                <span className="clip">{record.skill_name}</span>
                <CategoryDots categories={categories.of(itemOf(record))} />
              </span>
              <span className="faint clip">{record.original_filename}</span>
              <Ago at={record.updated_at} className={css.when} />
            </button>
          </RowMenu>
        )}
      </VirtualList>
    </div>
  )
}
