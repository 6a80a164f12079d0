// Long lists: only the rows in sight exist, and the keyboard still moves over all of them.

import {
  type Range,
  type VirtualItem,
  type Virtualizer,
  defaultRangeExtractor,
  useVirtualizer,
} from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useCallback, useRef } from 'react'
import { type RovingFocus, useRovingFocus } from './useRovingFocus'

interface Options {
  count: number
  keyOf(index: number): string | number
  /** Of one row, in pixels; only a guess for rows that are measured. */
  height: number
  paddingEnd?: number
  /** Of a head that stays above the rows, in pixels. */
  head?: number
  onOpen(index: number): void
}

interface VirtualRows extends RovingFocus {
  scroller: RefObject<HTMLDivElement | null>
  items: VirtualItem[]
  measure: Virtualizer<HTMLDivElement, HTMLElement>['measureElement']
  /** As tall as all rows together. */
  listStyle: CSSProperties
  /** Scrolls a row into sight that is out of it. */
  show(index: number): void
}

export function useVirtualRows({
  count,
  keyOf,
  height,
  paddingEnd,
  head,
  onOpen,
}: Options): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(count, {
    scrollTo: (index) => virtual.scrollToIndex(index),
    onOpen,
  })
  const { current } = roving
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: 12,
    // The row that has the focus, or gets it by Tab, stays when it is scrolled out of sight; else
    // the keyboard would lose the list.
    rangeExtractor: useCallback(
      (range: Range) => includeRow(defaultRangeExtractor(range), current),
      [current],
    ),
    paddingEnd,
    scrollPaddingEnd: head,
    // Outside a laid-out window (a test) there is no height to measure; draw a screenful anyway.
    initialRect: { width: 900, height: 600 },
  })
  return {
    ...roving,
    scroller,
    items: virtual.getVirtualItems(),
    measure: virtual.measureElement,
    listStyle: { height: virtual.getTotalSize() },
    show: (index) => virtual.scrollToIndex(index),
  }
}

const includeRow = (rows: number[], row: number): number[] =>
  rows.includes(row) ? rows : [...rows, row].toSorted((a, b) => a - b)

export const rowPosition = (start: number): CSSProperties => ({ translate: `0 ${start}px` })
export const rowStyle = (item: VirtualItem): CSSProperties => rowPosition(item.start)
