import { type PointerEvent, type ReactNode, useState } from 'react'
import { Peek } from './Peek'
import type { RovingRow } from './useRovingFocus'
import css from './VirtualList.module.css'
import { rowStyle, useVirtualRows } from './useVirtualRows'

/** The properties of a row: it is focusable, and its height is measured. */
interface RowProps extends RovingRow {
  ref: (element: HTMLElement | null) => void
}

interface VirtualListProps<T> {
  label: string
  rows: readonly T[]
  keyOf(row: T): string
  /** The estimated height of a row, in pixels. */
  height: number
  onOpen(row: T): void
  /** What Space shows of a row, without opening it. */
  peek?(row: T): { name: string; content: ReactNode }
  /** A row was pressed and may be dragged. */
  onDrag?(row: T, pressed: PointerEvent): void
  /** Renders a row, which must spread the properties. */
  children(row: T, props: RowProps): ReactNode
  /** Rendered after the last row. */
  foot?: ReactNode
}

/** A virtualised list that fills its container and scrolls. */
export function VirtualList<T>({
  label,
  rows,
  keyOf,
  height,
  onOpen,
  peek,
  onDrag,
  children,
  foot,
}: VirtualListProps<T>) {
  const [peeking, setPeeking] = useState(false)
  const { scroller, items, measure, listStyle, listProps, rowProps, current } = useVirtualRows({
    count: rows.length,
    keyOf: (index) => (rows[index] === undefined ? index : keyOf(rows[index])),
    height,
    onOpen: (index) => {
      setPeeking(false)
      if (rows[index] !== undefined) onOpen(rows[index])
    },
    ...(peek && { onPeek: () => setPeeking(!peeking) }),
  })
  const peeked = rows[current]
  const preview = peeking && peeked !== undefined ? peek?.(peeked) : undefined
  return (
    <div ref={scroller} className={css.scroller}>
      <div
        {...listProps}
        onPointerDown={(event) => {
          const row = event.target instanceof Element && event.target.closest('[data-index]')
          const pressed = row instanceof HTMLElement ? rows[Number(row.dataset.index)] : undefined
          if (pressed !== undefined) onDrag?.(pressed, event)
        }}
        role="list"
        aria-label={label}
        className={css.list}
        style={listStyle}
      >
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
      {preview && (
        <Peek
          list={listProps.ref}
          index={current}
          name={preview.name}
          onClose={() => setPeeking(false)}
        >
          {preview.content}
        </Peek>
      )}
      {foot}
    </div>
  )
}
