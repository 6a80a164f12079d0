import type { ReactNode } from 'react'
import type { RovingRow } from './useRovingFocus'
import css from './VirtualList.module.css'
import { rowStyle, useVirtualRows } from './useVirtualRows'

/** What makes an element a row of the list: the keyboard reaches it, and its height is measured. */
interface RowProps extends RovingRow {
  ref: (element: HTMLElement | null) => void
}

interface VirtualListProps<T> {
  label: string
  rows: readonly T[]
  keyOf(row: T): string
  /** Of one row, about, in pixels. */
  height: number
  onOpen(row: T): void
  /** The row; it must carry the properties. */
  children(row: T, props: RowProps): ReactNode
  /** After the last row. */
  foot?: ReactNode
}

/** A list that fills its place, scrolls, and may hold thousands. */
export function VirtualList<T>({
  label,
  rows,
  keyOf,
  height,
  onOpen,
  children,
  foot,
}: VirtualListProps<T>) {
  const { scroller, items, measure, listStyle, listProps, rowProps } = useVirtualRows({
    count: rows.length,
    keyOf: (index) => (rows[index] === undefined ? index : keyOf(rows[index])),
    height,
    onOpen: (index) => rows[index] !== undefined && onOpen(rows[index]),
  })
  return (
    <div ref={scroller} className={css.scroller}>
      <div {...listProps} role="list" aria-label={label} className={css.list} style={listStyle}>
        {items.map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <div
              key={item.key}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className={css.slot}
              style={rowStyle(item)}
            >
              {children(row, { ref: measure, ...rowProps(item.index) })}
            </div>
          )
        })}
      </div>
      {foot}
    </div>
  )
}
