// Lists by keyboard: arrows move, Home and End jump, Enter opens. One row at a time can be reached with Tab.

import { type KeyboardEvent, useRef, useState } from 'react'

export interface Roving {
  listProps: { ref: React.RefObject<HTMLDivElement | null>; onKeyDown(event: KeyboardEvent): void }
  rowProps(index: number): { tabIndex: 0 | -1; 'data-index': number; onFocus(): void }
}

export function useRoving(count: number, options: { scrollTo?(index: number): void; onOpen?(index: number): void } = {}): Roving {
  const ref = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const at = Math.min(current, Math.max(0, count - 1))

  const focus = (index: number): void => {
    const next = Math.min(count - 1, Math.max(0, index))
    setCurrent(next)
    options.scrollTo?.(next)
    // A virtual list draws the row only after it has scrolled there.
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: options.scrollTo !== undefined }))
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (count === 0 || !(event.target instanceof HTMLElement) || event.target.dataset.index === undefined) return
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1, PageDown: at + 10, PageUp: at - 10 }
    const to = moves[event.key]
    if (to !== undefined) focus(to)
    else if ((event.key === 'Enter' || event.key === ' ') && options.onOpen) options.onOpen(at)
    else return
    event.preventDefault()
  }

  return {
    listProps: { ref, onKeyDown },
    rowProps: (index) => ({ tabIndex: index === at ? 0 : -1, 'data-index': index, onFocus: () => setCurrent(index) }),
  }
}
