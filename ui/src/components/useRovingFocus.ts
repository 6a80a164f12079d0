// Keyboard navigation of a list with a roving tabindex: arrows move, Home and End jump, Enter
// opens, Space previews (or opens, where there is no preview). Tab reaches one row.

import { type FocusEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react'

export interface RovingRow {
  tabIndex: 0 | -1
  'data-index': number
  onFocus(event: FocusEvent<HTMLElement>): void
}

export interface RovingFocus {
  /** The index of the row that Tab reaches. */
  current: number
  listProps: { ref: React.RefObject<HTMLDivElement | null>; onKeyDown(event: KeyboardEvent): void }
  rowProps(index: number): RovingRow
}

export function useRovingFocus(
  count: number,
  options: {
    scrollTo?(index: number): void
    onOpen?(index: number): void
    /** Space shows or hides the preview of the row. */
    onPeek?(index: number): void
  } = {},
): RovingFocus {
  const ref = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  // A stable function for all rows, so that memoised rows do not render again.
  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => setCurrent(Number(event.currentTarget.dataset.index)),
    [],
  )
  const at = Math.min(current, Math.max(0, count - 1))

  const focus = (index: number): void => {
    const next = Math.min(count - 1, Math.max(0, index))
    setCurrent(next)
    options.scrollTo?.(next)
    // A virtual list renders the row only after it has scrolled.
    requestAnimationFrame(() =>
      ref.current
        ?.querySelector<HTMLElement>(`[data-index="${next}"]`)
        ?.focus({ preventScroll: options.scrollTo !== undefined }),
    )
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (
      count === 0 ||
      !(event.target instanceof HTMLElement) ||
      event.target.dataset.index === undefined
    )
      return
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: count - 1,
      PageDown: at + 10,
      PageUp: at - 10,
    }
    const to = moves[event.key]
    if (to !== undefined) focus(to)
    else if (event.key === ' ' && options.onPeek) {
      if (!event.repeat) options.onPeek(at)
    } else if ((event.key === 'Enter' || event.key === ' ') && options.onOpen) options.onOpen(at)
    else return
    event.preventDefault()
  }

  return {
    current: at,
    listProps: { ref, onKeyDown },
    rowProps: (index) => ({ tabIndex: index === at ? 0 : -1, 'data-index': index, onFocus }),
  }
}
