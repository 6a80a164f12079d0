// Which dialog about categories is open. Palette, sidebar, tables and drawers open them, and each
// may be gone by then.

import { useSyncExternalStore } from 'react'
import type { CategoryItem } from '#ui/backend/categories'

export type CategoryDialog =
  | { what: 'new' }
  | { what: 'edit'; id: string }
  | { what: 'delete'; id: string }
  /** `subject` is what the items are, in words. */
  | { what: 'assign'; items: readonly CategoryItem[]; subject: string }
  | undefined

let open: CategoryDialog
const watchers = new Set<() => void>()

export function showCategoryDialog(next: CategoryDialog): void {
  open = next
  for (const watcher of watchers) watcher()
}

export function useCategoryDialog(): CategoryDialog {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => open,
  )
}
