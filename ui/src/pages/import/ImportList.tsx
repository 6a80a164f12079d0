import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronRight, TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import * as read from '#ui/backend/imports'
import type { ImportRecord } from '#ui/backend/importTypes'
import { Badge } from '#ui/components/Badge'
import { IconButton } from '#ui/components/Button'
import { FilterChip } from '#ui/components/Chip'
import { ErrorNote } from '#ui/components/ErrorNote'
import type { MenuItems } from '#ui/components/Menu'
import { RowMenu } from '#ui/components/RowMenu'
import { Skeleton } from '#ui/components/Skeleton'
import table from '#ui/components/Table.module.css'
import { Ago } from '#ui/components/Time'
import { Checkbox } from '#ui/components/Toggle'
import { NO_SELECTION, selectionAfterKey, toggleSelected } from '#ui/components/selection'
import { rowStyle, useVirtualRows } from '#ui/components/useVirtualRows'
import { CategoryDots } from '#ui/domain/CategoryDots'
import { useCategoryEntry } from '#ui/domain/CategoryMenu'
import { useCategories } from '#ui/domain/categories'
import { abilityItem, importItem } from '#ui/domain/categoryItems'
import { BatchProgress, TransferRow } from '#ui/domain/imports/ImportProgress'
import { IMPORT_STATE, WARNING, isEnded } from '#ui/domain/imports/importStates'
import { useBatch } from '#ui/domain/imports/batch'
import { useTransfers } from '#ui/domain/imports/transfers'
import { say } from '#ui/lib/say'
import { BatchButtons } from './BatchButtons'
import css from './ImportList.module.css'

const route = getRouteApi('/skills/import')
const itemOf = (record: ImportRecord) =>
  record.ability_id ? abilityItem(record.ability_id) : importItem(record.import_id)

/** Running and finished imports. The engine keeps the list. */
export function ImportList({ onOpen }: { onOpen(id: string): void }) {
  const query = useQuery(read.imports())
  const transfers = useTransfers()
  const batch = useBatch()
  const categories = useCategories()
  const { category } = route.useSearch()
  const [over, setOver] = useState(false)
  const all = useMemo(() => query.data?.items ?? [], [query.data])
  const only = categories.all.find(({ id }) => id === category)
  const fitting = all.filter((record) => !only || categories.has(only.id, itemOf(record)))
  const shown = fitting.filter((record) => isEnded(record.stage_state) === over)
  const [selection, select] = useState(NO_SELECTION)
  const chosen = shown.filter((record) => selection.ids.has(record.import_id))
  const { scroller, items, measure, listStyle, listProps, rowProps, current } = useVirtualRows({
    count: shown.length,
    keyOf: (index) => shown[index]?.import_id ?? index,
    height: 42,
    onOpen: (index) => shown[index] && onOpen(shown[index].import_id),
  })
  const menuOf = useMenu(onOpen)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const onRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined
    const next =
      onRow && !over
        ? selectionAfterKey(
            event,
            selection,
            current,
            shown.map((record) => record.import_id),
          )
        : undefined
    if (next) select(next)
    // Arrow keys with Shift select and also move.
    if (!next || event.key.startsWith('Arrow')) return listProps.onKeyDown(event)
    event.preventDefault()
  }
  if (query.error && !query.data)
    return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton rows={3} />
  if (all.length === 0 && transfers.length === 0 && !batch) return null
  return (
    <section className={css.list} aria-label={say('Imports')}>
      <div className={css.listHead}>
        <h2>{say('Imports')}</h2>
        <div className={table.filters} role="group" aria-label={say('Filter')}>
          <FilterChip
            on={!over}
            onChoose={() => setOver(false)}
            count={
              fitting.filter((record) => !isEnded(record.stage_state)).length + transfers.length
            }
          >
            {say('In progress')}
          </FilterChip>
          <FilterChip
            on={over}
            onChoose={() => setOver(true)}
            count={fitting.filter((record) => isEnded(record.stage_state)).length}
          >
            {say('Ended')}
          </FilterChip>
        </div>
        {!over && chosen.length > 0 && (
          <span className={css.chosen}>
            <span className="muted num" role="status">
              {say('{count} selected', { count: chosen.length })}
            </span>
            <IconButton
              label={say('Clear the selection')}
              keys="esc"
              onClick={() => select(NO_SELECTION)}
            >
              <X size={14} />
            </IconButton>
          </span>
        )}
        {!over && (
          <BatchButtons
            key={chosen.length > 0 ? 'chosen' : 'all'}
            records={chosen.length > 0 ? chosen : fitting}
            of={chosen.length > 0 ? 'selected' : 'all'}
          />
        )}
      </div>
      <BatchProgress />
      {!over && transfers.map((transfer) => <TransferRow key={transfer.id} transfer={transfer} />)}
      <div ref={scroller} className={css.scroller}>
        <div
          {...listProps}
          onKeyDown={onKeyDown}
          role="list"
          aria-label={over ? say('Ended imports') : say('Imports in progress')}
          className={css.rows}
          style={listStyle}
        >
          {items.map((at) => {
            const record = shown[at.index]
            if (!record) return null
            const { state, label, tone } = IMPORT_STATE[record.stage_state]
            return (
              <div
                key={at.key}
                role="listitem"
                aria-setsize={shown.length}
                aria-posinset={at.index + 1}
                className={css.item}
                style={rowStyle(at)}
                data-chosen={selection.ids.has(record.import_id) || undefined}
              >
                {!over && (
                  <Checkbox
                    label={say('Select {skillName}', { skillName: record.skill_name })}
                    tabIndex={-1}
                    on={selection.ids.has(record.import_id)}
                    onChange={() => select(toggleSelected(selection, record.import_id))}
                  />
                )}
                <RowMenu name={record.skill_name} items={menuOf(record)}>
                  <button
                    ref={measure}
                    type="button"
                    className={`${table.row} ${css.row}`}
                    {...rowProps(at.index)}
                    data-state={state}
                    onClick={() => onOpen(record.import_id)}
                  >
                    <span>
                      <Badge tone={tone}>{label}</Badge>
                    </span>
                    <span className={css.words}>
                      <b className="clip">{record.skill_name}</b>
                      <CategoryDots categories={categories.of(itemOf(record))} />
                      <span className="faint clip">
                        {record.last_error_message ?? record.original_filename}
                      </span>
                    </span>
                    <span className={css.warnings}>
                      {(query.data.warnings[record.import_id] ?? []).map((warning) => (
                        <Badge
                          key={warning}
                          tone="warn"
                          icon={<TriangleAlert aria-hidden />}
                          title={WARNING[warning]?.says}
                        >
                          {WARNING[warning]?.label ?? warning}
                        </Badge>
                      ))}
                    </span>
                    <Ago at={record.updated_at} className={css.when} />
                    <ChevronRight size={14} className={css.chevron} aria-hidden />
                  </button>
                </RowMenu>
              </div>
            )
          })}
        </div>
      </div>
      {shown.length === 0 && (over || transfers.length === 0) && (
        <p className="muted">
          {over ? say('No imports have ended.') : say('No imports are in progress.')}
        </p>
      )}
    </section>
  )
}

function useMenu(onOpen: (id: string) => void): (record: ImportRecord) => () => MenuItems {
  const categoryEntry = useCategoryEntry()
  return (record) => () => {
    const assign = categoryEntry([itemOf(record)])
    return [
      { label: say('Open'), keys: 'enter', onSelect: () => onOpen(record.import_id) },
      ...(assign.length > 0 ? (['line', ...assign] as const) : []),
    ]
  }
}
