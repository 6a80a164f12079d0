// Virtualised rows: only the visible ones are in the DOM, and the keyboard still reaches all of
// them.

import {
  type Range,
  type VirtualItem,
  type Virtualizer,
  defaultRangeExtractor,
  useVirtualizer,
} from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useCallback, useEffect, useRef } from 'react'
import { rowHeight, scaled, useLook } from '#ui/lib/look'
import { type RovingFocus, useRovingFocus } from './useRovingFocus'

interface Options {
  count: number
  keyOf(index: number): string | number
  /**
   * The height of a comfortable row at the usual size of text, in pixels. An estimate when rows are
   * measured.
   */
  height: number
  paddingEnd?: number
  /** The height of a sticky header at the usual size of text, in pixels. */
  head?: number
  onOpen(index: number): void
  onPeek?(index: number): void
}

interface VirtualRows extends RovingFocus {
  scroller: RefObject<HTMLDivElement | null>
  items: VirtualItem[]
  measure: Virtualizer<HTMLDivElement, HTMLElement>['measureElement']
  /** The height of all rows together. */
  listStyle: CSSProperties
  /** Scrolls to a row that is not visible. */
  show(index: number): void
}

export function useVirtualRows({
  count,
  keyOf,
  height,
  paddingEnd,
  head,
  onOpen,
  onPeek,
}: Options): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(count, {
    scrollTo: (index) => virtual.scrollToIndex(index),
    onOpen,
    onPeek,
  })
  const { current } = roving
  const look = useLook()
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight(height, look),
    getItemKey: keyOf,
    overscan: 12,
    // The row that Tab reaches stays in the DOM when it is scrolled out of view. Otherwise the list
    // would lose the keyboard focus.
    rangeExtractor: useCallback(
      (range: Range) => includeRow(defaultRangeExtractor(range), current),
      [current],
    ),
    paddingEnd,
    scrollPaddingEnd: head === undefined ? undefined : scaled(head, look),
    // Without a layout (in a test) there is no height to measure, so one screenful is rendered.
    initialRect: { width: 900, height: 600 },
  })
  useEffect(() => virtual.measure(), [virtual, look])
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
