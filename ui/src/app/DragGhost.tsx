import { useDrag } from '#ui/lib/drag'
import css from './DragGhost.module.css'

/** What is dragged, beside the pointer. */
export function DragGhost() {
  const drag = useDrag()
  if (!drag) return null
  return (
    <div
      className={css.ghost}
      style={{ translate: `${drag.x + 12}px ${drag.y + 8}px` }}
      data-over={drag.over !== undefined || undefined}
      aria-hidden
    >
      {drag.label}
    </div>
  )
}
