// Categories (§0C.21): queries and mutations. Changes are shown optimistically: pending changes are
// applied on top of what the engine returned, so a refused change rolls back exactly itself.

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'
import { keys } from './keys'
import type { Schemas } from './types'

export type Category = Schemas['Category']
export type CategoryItem = Schemas['CategoryItemRef']
export type Assignment = Pick<
  Schemas['CategoryAssignment'],
  'category_id' | 'item_kind' | 'item_id'
>

export const categories = () =>
  queryOptions({
    queryKey: keys.categories,
    queryFn: () => unwrap(api.GET('/api/categories')),
    staleTime: 60_000,
  })

export const assignments = () =>
  queryOptions({
    queryKey: keys.assignments,
    queryFn: () =>
      unwrap(api.GET('/api/categories/assignments')).then((answer) => answer.assignments),
    staleTime: 60_000,
  })

/** One change of categories. */
export type CategoryChange =
  | { what: 'create'; title: string; color: string; items: readonly CategoryItem[] }
  | { what: 'update'; id: string; title: string; color: string }
  | { what: 'delete'; id: string }
  | { what: 'assign'; id: string; items: readonly CategoryItem[]; on: boolean }

/** The most items that one request may carry. */
const MAX_ITEMS = 1000

async function assign(
  categoryId: string,
  items: readonly CategoryItem[],
  assigned: boolean,
): Promise<void> {
  for (let at = 0; at < items.length; at += MAX_ITEMS) {
    await unwrap(
      api.POST('/api/categories/{categoryId}/items', {
        params: { path: { categoryId } },
        body: { items: items.slice(at, at + MAX_ITEMS), assigned },
      }),
    )
  }
}

async function runChange(change: CategoryChange): Promise<void> {
  switch (change.what) {
    case 'create': {
      const { category } = await unwrap(
        api.POST('/api/categories', { body: { title: change.title, color: change.color } }),
      )
      return assign(category.category_id, change.items, true)
    }
    case 'update':
      await unwrap(
        api.PUT('/api/categories/{categoryId}', {
          params: { path: { categoryId: change.id } },
          body: { title: change.title, color: change.color },
        }),
      )
      return
    case 'delete':
      await unwrap(
        api.DELETE('/api/categories/{categoryId}', { params: { path: { categoryId: change.id } } }),
      )
      return
    case 'assign':
      return assign(change.id, change.items, change.on)
  }
}

export const CATEGORY_MUTATION = ['categories'] as const

/**
 * The mutation stays pending until the lists are fetched again. `scope` makes changes run one after
 * the other, so that two quick clicks on one checkbox cannot overtake each other.
 */
export const changeCategories = () =>
  mutationOptions({
    mutationKey: CATEGORY_MUTATION,
    scope: { id: 'categories' },
    mutationFn: runChange,
    meta: { stale: [keys.categories] },
  })
