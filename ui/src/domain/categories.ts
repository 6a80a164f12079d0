// The categories on the screen: what the engine returned, with pending changes applied (optimistic
// update).

import { useMutationState, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type Assignment,
  CATEGORY_MUTATION,
  type Category,
  type CategoryItem,
  type CategoryChange,
  assignments,
  categories,
} from '#ui/backend/categories'
import { toBackendError } from '#ui/backend/errors'
import { say } from '#ui/lib/say'

export interface ShownCategory {
  id: string
  title: string
  color: string
  /** The number of items in it. */
  count: number
  /** It is being created, so nothing can be added to it yet. */
  pending?: true
}

export interface Categories {
  /** Whether this engine supports categories (§0C.28: without them nothing offers them). */
  available: boolean
  loaded: boolean
  all: readonly ShownCategory[]
  limit: number
  /** Why no category can be added. */
  full: string | undefined
  /** Whether the engine has it. A pending deletion may still be refused. */
  exists(id: string): boolean
  /** The categories of an item, by title. */
  of(item: CategoryItem): readonly ShownCategory[]
  has(id: string, item: CategoryItem): boolean
}

const keyOf = (item: CategoryItem): string => `${item.item_kind} ${item.item_id}`
const none: readonly ShownCategory[] = []

interface CategoryData {
  categories: readonly Category[]
  limit: number
  assignments: readonly Assignment[]
}

/** Applies pending changes to the data of the engine. Pure, for the test. */
export function applyChanges(
  data: CategoryData,
  changes: readonly CategoryChange[],
): { all: ShownCategory[]; members: Map<string, Set<string>> } {
  const byId = new Map(
    data.categories.map(({ category_id: id, title, color }): [string, ShownCategory] => [
      id,
      { id, title, color, count: 0 },
    ]),
  )
  const members = new Map<string, Set<string>>()
  const put = (id: string, item: CategoryItem, on: boolean): void => {
    const items = members.get(id) ?? new Set<string>()
    if (on) items.add(keyOf(item))
    else items.delete(keyOf(item))
    members.set(id, items)
  }
  for (const assignment of data.assignments) put(assignment.category_id, assignment, true)
  changes.forEach((change, at) => {
    if (change.what === 'create') {
      // When the list already has the new category, the pending change only adds its items.
      const there = [...byId.values()].find((category) => sameTitle(category.title, change.title))
      const id = there?.id ?? `pending ${at}`
      if (!there)
        byId.set(id, { id, title: change.title, color: change.color, count: 0, pending: true })
      for (const item of change.items) put(id, item, true)
    } else if (change.what === 'delete') {
      byId.delete(change.id)
      members.delete(change.id)
    } else if (change.what === 'update') {
      const category = byId.get(change.id)
      if (category) byId.set(change.id, { ...category, title: change.title, color: change.color })
    } else for (const item of change.items) put(change.id, item, change.on)
  })
  const all = [...byId.values()].map((category) => ({
    ...category,
    count: members.get(category.id)?.size ?? 0,
  }))
  return { all: all.toSorted((a, b) => a.title.localeCompare(b.title)), members }
}

const sameTitle = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase()

/** The problem with a title, as text. */
export function titleProblem(
  title: string,
  all: readonly ShownCategory[],
  own?: string,
): string | undefined {
  const other = all.find((category) => category.id !== own && sameTitle(category.title, title))
  return other && say('There is already a category “{title}”.', { title: other.title })
}

export function useCategories(): Categories {
  const list = useQuery(categories())
  const given = useQuery({ ...assignments(), enabled: list.data !== undefined })
  const changes = useMutationState({
    filters: { mutationKey: CATEGORY_MUTATION, status: 'pending' },
    select: (mutation) => mutation.state.variables as CategoryChange,
  })
  const refused = useRefusedLimit()
  return useMemo(() => {
    const data = {
      categories: list.data?.categories ?? [],
      limit: list.data?.limit ?? 0,
      assignments: given.data ?? [],
    }
    const { all, members } = applyChanges(data, changes)
    const index = new Map<string, ShownCategory[]>()
    for (const category of all) {
      for (const name of members.get(category.id) ?? []) {
        const held = index.get(name)
        if (held) held.push(category)
        else index.set(name, [category])
      }
    }
    const tooMany = data.limit > 0 && all.length >= data.limit
    return {
      available: list.data !== undefined,
      loaded: list.data !== undefined || list.error !== null,
      all,
      limit: data.limit,
      full:
        tooMany || refused
          ? say('There are {limit} categories, which is the limit. Delete one first.', {
              limit: data.limit,
            })
          : undefined,
      exists: (id) => data.categories.some((category) => category.category_id === id),
      of: (item) => index.get(keyOf(item)) ?? none,
      has: (id, item) => members.get(id)?.has(keyOf(item)) ?? false,
    }
  }, [list.data, list.error, given.data, changes, refused])
}

/**
 * Whether the engine refused a new category because of the limit, and none was deleted since. Then
 * no new category is shown optimistically.
 */
function useRefusedLimit(): boolean {
  const finished = useMutationState({
    filters: { mutationKey: CATEGORY_MUTATION },
    select: ({ state }) => ({
      at: state.submittedAt,
      limit:
        state.status === 'error' && toBackendError(state.error).code === 'CATEGORY_LIMIT_REACHED',
      freed: state.status === 'success' && (state.variables as CategoryChange).what === 'delete',
    }),
  })
  const last = (keep: (one: (typeof finished)[number]) => boolean): number =>
    Math.max(0, ...finished.filter(keep).map(({ at }) => at))
  return last((one) => one.limit) > last((one) => one.freed)
}

/** Whether all, some or none of the items are in the category. */
export function membershipOf(
  { has }: Categories,
  id: string,
  items: readonly CategoryItem[],
): boolean | 'indeterminate' {
  const inside = items.filter((item) => has(id, item)).length
  return inside === 0 ? false : inside === items.length ? true : 'indeterminate'
}

/** Colours to choose from. The first is the default of the specification. */
export const COLORS = [
  { name: say('Indigo'), value: '#6366F1' },
  { name: say('Blue'), value: '#3B82F6' },
  { name: say('Teal'), value: '#14B8A6' },
  { name: say('Green'), value: '#22C55E' },
  { name: say('Yellow'), value: '#EAB308' },
  { name: say('Orange'), value: '#F97316' },
  { name: say('Red'), value: '#EF4444' },
  { name: say('Pink'), value: '#EC4899' },
  { name: say('Purple'), value: '#A855F7' },
  { name: say('Gray'), value: '#71717A' },
] as const

/** The first colour that no category has. */
export function unusedColor(all: readonly ShownCategory[]): string {
  const taken = new Set(all.map(({ color }) => color.toUpperCase()))
  return (COLORS.find(({ value }) => !taken.has(value)) ?? COLORS[0]).value
}

export const isColor = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text)
