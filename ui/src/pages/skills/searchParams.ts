// The search parameters of the Skills page: which skill is open, and the filters. A saved view is
// stored as such parameters.

import { type SkillFilter, FILTERS, type Filter, HEALTH, type Health } from './skillFilter'

export interface SkillsSearch {
  /** The folder of a skill, or the id of an ability. */
  open?: string
  tab?: string
  /** Set by the sidebar. */
  category?: string
  filter?: Filter
  agent?: string
  health?: Health
  finding?: string
  q?: string
  sort?: string
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined
const among = <T extends string>(
  list: ReadonlyArray<{ value: T }>,
  value: unknown,
): T | undefined => list.find((known) => known.value === value)?.value

export function parseSkillsSearch(search: Record<string, unknown>): SkillsSearch {
  const filter = among(FILTERS, search.filter)
  return {
    open: text(search.open),
    tab: text(search.tab),
    category: text(search.category),
    filter: filter === 'all' ? undefined : filter,
    agent: text(search.agent),
    health: among(HEALTH, search.health),
    finding: text(search.finding),
    q: text(search.q),
    sort: text(search.sort) === 'name' ? undefined : text(search.sort),
  }
}

export const filterOf = ({
  filter,
  agent,
  category,
  health,
  finding,
  q,
  sort,
}: SkillsSearch): SkillFilter => ({
  filter: filter ?? 'all',
  agent,
  category,
  health,
  finding,
  q: q ?? '',
  sort: sort ?? 'name',
})

/** The filters of the address, as a saved view stores them. */
export function toSavedView({ open: _open, tab: _tab, ...rest }: SkillsSearch): string {
  const words = Object.entries(rest).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  return new URLSearchParams(words).toString()
}

export const fromSavedView = (view: string): SkillsSearch =>
  parseSkillsSearch(Object.fromEntries(new URLSearchParams(view)))
