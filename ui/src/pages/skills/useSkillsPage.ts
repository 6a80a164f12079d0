// The state of the Skills page: the filtered and sorted list, and the selection.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import * as read from '#ui/backend/queries'
import { useDebounced } from '#ui/lib/useDebounced'
import type { SkillList, Skill } from '#ui/backend/skillList'
import { type ShownCategory, useCategories } from '#ui/domain/categories'
import { skillItem } from '#ui/domain/categoryItems'
import { type SkillsSearch, filterOf } from './searchParams'
import {
  type ExternalData,
  type SkillFilter,
  type Counts,
  countSkills,
  filterSkills,
  sortSkills,
} from './skillFilter'
import { NO_SELECTION, type Selection, keepOnly } from '#ui/components/selection'

const route = getRouteApi('/skills')
/**
 * The debounce of the full-text search, in milliseconds. Names and descriptions are searched
 * immediately.
 */
const SEARCH_DELAY_MS = 180
/** The shortest search; a single letter is in every text. */
const MIN_LENGTH = 2

export interface SkillsView {
  search: SkillsSearch
  filter: SkillFilter
  typed: string
  list: SkillList | undefined
  counts: Counts
  shown: readonly Skill[]
  excerpts: ReadonlyMap<string, string>
  categoriesOf(skill: Skill): readonly ShownCategory[]
  /** The full-text search is running. */
  searching: boolean
  selection: Selection
  chosenSkills: readonly Skill[]
  error: Error | null
  fetching: boolean
  refresh(): void
  type(text: string): void
  setSearch(change: Partial<SkillsSearch>): void
  select(selection: Selection): void
  open(skill: Skill | string | undefined): void
}

const NO_SKILLS: readonly Skill[] = []
const NO_EXCERPTS: ReadonlyMap<string, string> = new Map()

export function useSkillsPage(): SkillsView {
  const search = route.useSearch()
  const navigate = useNavigate()
  const setSearch = (change: Partial<SkillsSearch>): void =>
    void navigate({ to: '/skills', search: (before) => ({ ...before, ...change }), replace: true })
  const query = useQuery(read.skills())
  const skills = query.data?.skills ?? NO_SKILLS
  const [typed, type] = useTyped(search.q ?? '', (q) => setSearch({ q: q || undefined }))
  const filter = useMemo(() => ({ ...filterOf(search), q: typed }), [search, typed])
  const deferred = useDeferredValue(filter)
  const { inText, excerpts, searching } = useTexts(typed)
  const { of, has } = useCategories()
  const external = useMemo<ExternalData>(
    () => ({
      inText,
      categories: {
        count: (skill) => of(skillItem(skill)).length,
        has: (skill, id) => has(id, skillItem(skill)),
      },
    }),
    [inText, of, has],
  )
  const shown = useMemo(
    () => sortSkills(filterSkills(skills, deferred, external), deferred.sort, external),
    [skills, deferred, external],
  )
  const counts = useMemo(() => countSkills(skills), [skills])
  const [selected, select] = useState(NO_SELECTION)
  const ids = useMemo(() => new Set(shown.map((skill) => skill.item_id)), [shown])
  const selection = useMemo(() => keepOnly(selected, ids), [selected, ids])
  const chosenSkills = useMemo(
    () => shown.filter((skill) => selection.ids.has(skill.item_id)),
    [shown, selection],
  )
  const open = (skill: Skill | string | undefined): void =>
    setSearch({
      open: typeof skill === 'object' ? (skill.path ?? skill.item_id) : skill,
      tab: undefined,
    })
  return {
    search,
    filter,
    typed,
    list: query.data,
    counts,
    shown,
    excerpts,
    categoriesOf: (skill) => of(skillItem(skill)),
    searching,
    selection,
    chosenSkills,
    error: query.error,
    fetching: query.isFetching,
    refresh: () => void query.refetch(),
    type,
    setSearch,
    select,
    open,
  }
}

/**
 * The typed search text. It is written to the address after a pause; a change of the address (a
 * saved view) updates it.
 */
export function useTyped(
  inAddress: string,
  tell: (text: string) => void,
): [string, (text: string) => void] {
  // `written` was written to the address. When the address has it, what was typed since stays.
  const [{ text, from, written }, setTyped] = useState<{
    text: string
    from: string
    written?: string
  }>({
    text: inAddress,
    from: inAddress,
  })
  if (from !== inAddress)
    setTyped({ text: written === inAddress ? text : inAddress, from: inAddress })
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    if (text === inAddress) return undefined
    const timer = setTimeout(() => {
      setTyped((old) => ({ ...old, written: text }))
      latest.current(text)
    }, SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text, inAddress])
  return [text, (next) => setTyped((old) => ({ ...old, text: next }))]
}

function useTexts(typed: string): {
  inText: ReadonlySet<string> | undefined
  excerpts: ReadonlyMap<string, string>
  searching: boolean
} {
  const wanted = useDebounced(typed.trim(), SEARCH_DELAY_MS)
  // One search at a time, then one for the newest words. On a slow machine, searches for half-typed
  // words would delay the last one.
  const [asked, ask] = useState(wanted)
  const enabled = asked.length >= MIN_LENGTH && typed.trim().length >= MIN_LENGTH
  const { data, isFetching } = useQuery({ ...read.skillSearch(asked), enabled })
  if (!isFetching && asked !== wanted) ask(wanted)
  const searching = isFetching || asked !== wanted
  return useMemo(() => {
    if (!enabled || !data)
      return { inText: undefined, excerpts: NO_EXCERPTS, searching: enabled && searching }
    const excerpts = new Map(data.hits.map((hit) => [hit.path, hit.excerpt]))
    return { inText: new Set(excerpts.keys()), excerpts, searching }
  }, [data, enabled, searching])
}
