import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { RemovableChip } from '#ui/components/Chip'
import { Field, TextInput } from '#ui/components/Field'
import { FilterButton } from '#ui/components/FilterButton'
import { Dialog } from '#ui/components/Dialog'
import { FormFooter } from '#ui/components/FormFooter'
import { Menu } from '#ui/components/Menu'
import { SearchField } from '#ui/components/SearchField'
import table from '#ui/components/Table.module.css'
import { useCategories } from '#ui/domain/categories'
import { say } from '#ui/lib/say'
import css from './HistoryPage.module.css'
import { type HistoryList, type HistorySearch, RANGES, isDay, rangeLabel } from './searchParams'

const SEARCH: Record<HistoryList, string> = {
  sessions: say('Search sessions'),
  receipts: say('Search receipts'),
  imports: say('Search imports'),
}

/** The filters that the lists share. `children` are the filters of one list. */
export function HistoryFilters({
  list,
  search,
  onShow,
  children,
}: {
  list: HistoryList
  search: HistorySearch
  onShow(change: Partial<HistorySearch>): void
  children?: ReactNode
}) {
  const [choosing, setChoosing] = useState(false)
  const category = useCategories().all.find(({ id }) => id === search.category)
  const { when } = search
  const custom = when !== undefined && !RANGES.some(({ value }) => value === when)
  return (
    <div className={css.bar}>
      <div className={table.filters} role="group" aria-label={say('Filters')}>
        <Search list={list} text={search.text} onSearch={(text) => onShow({ text })} />
        <Menu
          align="start"
          items={[
            ...RANGES.map(({ value, label }) => ({
              label,
              icon: value === when ? <Check /> : undefined,
              onSelect: () => onShow({ when: value }),
            })),
            'line',
            {
              label: say('Between two days…'),
              icon: custom ? <Check /> : undefined,
              onSelect: () => setChoosing(true),
            },
          ]}
        >
          <FilterButton
            label={say('Time')}
            value={rangeLabel(when).toLowerCase()}
            on={when !== undefined}
          />
        </Menu>
        {children}
        {search.session && (
          <RemovableChip
            label={say('One session')}
            onRemove={() => onShow({ session: undefined })}
          />
        )}
        {search.ability && (
          <RemovableChip label={search.ability} onRemove={() => onShow({ ability: undefined })} />
        )}
        {search.category && (
          <RemovableChip
            label={category?.title ?? say('A category')}
            onRemove={() => onShow({ category: undefined })}
          />
        )}
      </div>
      {choosing && (
        <DayRangeDialog
          when={custom ? when : ''}
          onClose={() => setChoosing(false)}
          onChoose={(next) => (onShow({ when: next }), setChoosing(false))}
        />
      )}
    </div>
  )
}

/**
 * While the person types, the field updates the address. The address updates the field only when
 * something else changed it.
 */
function Search({
  list,
  text,
  onSearch,
}: {
  list: HistoryList
  text: string | undefined
  onSearch(text: string | undefined): void
}) {
  const [typed, setTyped] = useState(text ?? '')
  const sent = useRef(text)
  useEffect(() => {
    if (text === sent.current) return
    sent.current = text
    setTyped(text ?? '')
  }, [text])
  const type = (next: string): void => {
    setTyped(next)
    sent.current = next || undefined
    onSearch(sent.current)
  }
  return (
    <SearchField
      label={SEARCH[list]}
      maxLength={200}
      className={css.search}
      value={typed}
      onText={type}
    />
  )
}

const dayProblem = (day: string): string | undefined =>
  day === '' || isDay(day) ? undefined : say('Use the form 2026-11-20.')

function DayRangeDialog({
  when,
  onClose,
  onChoose,
}: {
  when: string
  onClose(): void
  onChoose(when: string | undefined): void
}) {
  const [first = '', last = ''] = when.split('..')
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(last)
  const order =
    isDay(from) && isDay(to) && from > to ? say('This is before the first day.') : undefined
  const wrong = dayProblem(from) ?? dayProblem(to) ?? order
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!wrong) onChoose(from || to ? `${from}..${to}` : undefined)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('Between two days')}
      description={say('Both days are included. You can leave one empty.')}
    >
      <form className={css.days} onSubmit={submit}>
        <Field label={say('From')} error={dayProblem(from)}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              placeholder="2026-11-01"
              maxLength={10}
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          )}
        </Field>
        <Field label={say('To')} error={dayProblem(to) ?? order}>
          {(ids) => (
            <TextInput
              {...ids}
              placeholder="2026-11-20"
              maxLength={10}
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          )}
        </Field>
        <FormFooter action={say('Show')} disabled={wrong !== undefined} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Whether any filter is on. */
export const isFiltered = ({
  text,
  outcome,
  kind,
  session,
  ability,
  category,
  when,
}: HistorySearch): boolean =>
  [text, outcome, kind, session, ability, category, when].some((value) => value !== undefined)
