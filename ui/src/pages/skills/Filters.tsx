import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Star, X } from 'lucide-react'
import { useState } from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import { FilterChip } from '#ui/components/Chip'
import { AskDialog } from '#ui/components/Dialog'
import { FilterButton } from '#ui/components/FilterButton'
import { Menu, type MenuItems } from '#ui/components/Menu'
import { SearchField } from '#ui/components/SearchField'
import table from '#ui/components/Table.module.css'
import { locale, say } from '#ui/lib/say'
import css from './SkillsPage.module.css'
import { fromSavedView, toSavedView } from './searchParams'
import { CategoryFilter } from './SkillCategories'
import { FILTERS, FINDINGS, HEALTH } from './skillFilter'
import type { SkillsView } from './useSkillsPage'

/** The most finding codes in the menu; there are more than a hundred. */
const MAX_CODES = 15

/** The filters: source, agent, health, findings, search, and saved views. */
export function Filters({
  view,
  searchBox,
}: {
  view: SkillsView
  searchBox: React.RefObject<HTMLInputElement | null>
}) {
  const { filter, counts, setSearch } = view
  const health = HEALTH.filter(({ value }) => (counts.health.get(value) ?? 0) > 0)
  const codes = [...counts.codes].toSorted(([, a], [, b]) => b.count - a.count).slice(0, MAX_CODES)
  const finding =
    FINDINGS.find(({ value }) => value === filter.finding)?.label ??
    filter.finding?.replace('code:', '')
  return (
    <div className={css.filters}>
      <div className={table.filters} role="group" aria-label={say('Filters')}>
        <SearchField
          ref={searchBox}
          label={say('Search skills')}
          aria-keyshortcuts="/"
          placeholder={say('Search names and texts')}
          className={css.search}
          value={view.typed}
          onText={view.type}
        />
        {FILTERS.map(({ value, label }) => (
          <FilterChip
            key={value}
            on={filter.filter === value}
            onChoose={() => setSearch({ filter: value === 'all' ? undefined : value })}
            count={view.list && counts.filters[value]}
          >
            {label}
          </FilterChip>
        ))}
        <CategoryFilter
          category={filter.category}
          onClear={() => setSearch({ category: undefined })}
        />
      </div>
      <div className={table.filters} role="group" aria-label={say('More filters')}>
        <Choice
          label={say('Agent')}
          value={filter.agent}
          any="any"
          items={[...counts.agents]
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([agent, count]) => ({
              value: agent,
              label: `${agent} (${count.toLocaleString(locale())})`,
            }))}
          shown={filter.agent}
          onChoose={(agent) => setSearch({ agent })}
        />
        <Choice
          label={say('Health')}
          value={filter.health}
          any="any"
          items={health.map(({ value, label }) => ({
            value,
            label: `${label} (${(counts.health.get(value) ?? 0).toLocaleString(locale())})`,
          }))}
          shown={HEALTH.find(({ value }) => value === filter.health)?.label}
          onChoose={(next) =>
            setSearch({ health: HEALTH.find(({ value }) => value === next)?.value })
          }
        />
        <Choice
          label={say('Findings')}
          value={filter.finding}
          any="any"
          items={[
            ...FINDINGS,
            ...codes.map(([code, { title, count }]) => ({
              value: `code:${code}`,
              label: `${title} (${count.toLocaleString(locale())})`,
            })),
          ]}
          shown={finding}
          onChoose={(next) => setSearch({ finding: next })}
        />
        <Views view={view} />
        <span role="status" className={`muted num ${css.end}`}>
          {view.searching
            ? say('Searching the texts…')
            : view.list && say('{count, number} shown', { count: view.shown.length })}
        </span>
      </div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  any: string
  items: ReadonlyArray<{ value: string; label: string }>
  shown: string | undefined
  onChoose(value: string | undefined): void
}

function Choice({ label, value, any, items, shown, onChoose }: ChoiceProps) {
  const entries = (): MenuItems => [
    {
      label: `${label}: ${any}`,
      icon: value ? undefined : <Check />,
      onSelect: () => onChoose(undefined),
    },
    'line',
    ...items.map((item) => ({
      label: item.label,
      icon: item.value === value ? <Check /> : undefined,
      onSelect: () => onChoose(item.value),
    })),
  ]
  return (
    <Menu items={entries} align="start">
      <FilterButton label={label} value={shown ?? any} on={value !== undefined} />
    </Menu>
  )
}

/** Saved views. The engine stores them, so every window has them. */
function Views({ view }: { view: SkillsView }) {
  const settings = useQuery(read.settings()).data?.settings
  const save = useMutation(act.updateSettings())
  const [naming, setNaming] = useState(false)
  const views = settings?.skill_views ?? []
  const now = toSavedView({ ...view.search, q: view.typed || undefined })
  const current = views.find((known) => known.filter === now)
  const show = (filter: string): void => {
    const next = fromSavedView(filter)
    view.type(next.q ?? '')
    view.setSearch({
      filter: undefined,
      agent: undefined,
      category: undefined,
      health: undefined,
      finding: undefined,
      sort: undefined,
      ...next,
      open: view.search.open,
      tab: view.search.tab,
    })
  }
  const entries = (): MenuItems => [
    ...views.map((known) => ({
      label: known.name,
      icon: known === current ? <Check /> : undefined,
      onSelect: () => show(known.filter),
    })),
    ...(views.length > 0 ? (['line'] as const) : []),
    {
      label: say('Save this view…'),
      icon: <Star />,
      disabled: settings === undefined || now === '' || current !== undefined || views.length >= 50,
      onSelect: () => setNaming(true),
    },
    ...(current
      ? [
          {
            label: say('Delete “{name}”', { name: current.name }),
            icon: <X />,
            danger: true,
            onSelect: () =>
              save.mutate((before) => ({
                skill_views: before.skill_views.filter((known) => known.name !== current.name),
              })),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu items={entries} align="start">
        <FilterButton
          label={say('View')}
          value={current?.name ?? 'none'}
          on={current !== undefined}
        />
      </Menu>
      <AskDialog
        open={naming}
        onClose={() => setNaming(false)}
        title={say('Save this view')}
        description={say(
          'Saves the filters, the search and the order under a name, for every window.',
        )}
        label={say('Name')}
        placeholder={say('Broken skills of Codex')}
        maxLength={60}
        action={say('Save')}
        busy={save.isPending}
        onAnswer={(name) =>
          save.mutate(
            (before) => ({
              skill_views: [
                ...before.skill_views.filter((known) => known.name !== name),
                { name, filter: now },
              ],
            }),
            { onSuccess: () => setNaming(false) },
          )
        }
      />
    </>
  )
}
