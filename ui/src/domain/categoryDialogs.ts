// Which category dialog is open. The palette, sidebar, tables and drawers open them, and may be
// unmounted by then.

import type { CategoryItem } from '#ui/backend/categories'
import { createStore, useStore } from '#ui/lib/createStore'

export type CategoryDialog =
  | { what: 'new' }
  | { what: 'edit'; id: string }
  | { what: 'delete'; id: string }
  /** `subject` describes the items. */
  | { what: 'assign'; items: readonly CategoryItem[]; subject: string }
  | undefined

const open = createStore<CategoryDialog>(undefined)

export const showCategoryDialog = open.set
export const useCategoryDialog = (): CategoryDialog => useStore(open)
