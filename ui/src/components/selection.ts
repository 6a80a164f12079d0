// The selected rows of a list, by id. A selection survives sorting; rows that are filtered out are
// deselected.

import type { KeyboardEvent } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** Where a range selection starts. */
  anchor: string | undefined
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: undefined }

export function toggleSelected({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/**
 * Selects everything from the anchor to `id`, both included. Without a visible anchor it selects
 * only `id`.
 */
export function selectRange(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = selection.anchor === undefined ? -1 : shown.indexOf(selection.anchor)
  const to = shown.indexOf(id)
  if (from < 0 || to < 0) return { ids: new Set([...selection.ids, id]), anchor: id }
  const between = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor }
}

export const selectAll = (shown: readonly string[]): Selection => ({
  ids: new Set(shown),
  anchor: shown[0],
})

/** Deselects the rows that are not shown. */
export function keepOnly(selection: Selection, shown: ReadonlySet<string>): Selection {
  const ids = new Set([...selection.ids].filter((id) => shown.has(id)))
  return ids.size === selection.ids.size ? selection : { ids, anchor: selection.anchor }
}

/**
 * The selection after a key was pressed while row `at` has the focus. `undefined` when the key does
 * not select.
 */
export function selectionAfterKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  selection: Selection,
  at: number,
  shown: readonly string[],
): Selection | undefined {
  const key = event.key.toLowerCase()
  const mod = event.ctrlKey || event.metaKey
  const step = key === 'arrowdown' ? 1 : key === 'arrowup' ? -1 : 0
  const id = shown[at]
  if (id === undefined) return undefined
  if (mod && key === 'a') return selectAll(shown)
  if (!mod && key === 'x')
    return event.shiftKey ? selectRange(selection, id, shown) : toggleSelected(selection, id)
  if (event.shiftKey && step !== 0)
    return selectRange(selectRange(selection, id, shown), shown[at + step] ?? id, shown)
  return key === 'escape' && selection.ids.size > 0 ? NO_SELECTION : undefined
}
