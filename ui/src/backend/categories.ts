// Categories (§0C.21): queries and mutations. Changes are shown optimistically: pending changes are
// applied on top of what the engine returned, so a refused change rolls back exactly itself.

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { keyOf, read } from './cacheTags'
import { call } from './client'
import type { Schemas } from './types'

export type Category = Schemas['Category']
export type CategoryItem = Schemas['CategoryItemRef']
export type Assignment = Pick<
  Schemas['CategoryAssignment'],
  'category_id' | 'item_kind' | 'item_id'
>

export const categories = () => queryOptions({ ...read('list_categories'), staleTime: 60_000 })

export const assignments = () =>
  queryOptions({
    queryKey: keyOf('category_assignments'),
    queryFn: async () => (await call('category_assignments')).assignments,
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
    await call('assign_many', {
      path: { categoryId },
      body: { items: items.slice(at, at + MAX_ITEMS), assigned },
    })
  }
}

async function runChange(change: CategoryChange): Promise<void> {
  switch (change.what) {
    case 'create': {
      const { title, color, items } = change
      const { category } = await call('create_category', { body: { title, color } })
      return assign(category.category_id, items, true)
    }
    case 'update': {
      const { id, title, color } = change
      await call('update_category', { path: { categoryId: id }, body: { title, color } })
      return
    }
    case 'delete':
      await call('delete_category', { path: { categoryId: change.id } })
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
    meta: { changes: ['create_category', 'update_category', 'delete_category', 'assign_many'] },
  })
