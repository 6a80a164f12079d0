// Dragging a row with the mouse or a pen. Pointer events instead of the drag and drop of HTML, which
// the desktop window uses for files.

import { createStore, useStore } from './createStore'

export interface Drag {
  /** What is dragged: “brew-tea”, “3 skills”. */
  label: string
  data: unknown
  x: number
  y: number
  /** The `data-drop` of the target under the pointer. */
  over: string | undefined
}

/** Pixels that the pointer must move, so that an unsteady click drags nothing. */
const SLACK = 6

const drag = createStore<Drag | undefined>(undefined)
let onDrop: ((target: string, drag: Drag) => void) | undefined

export const useDrag = (): Drag | undefined => useStore(drag)
/** Whether something is dragged. */
export const useIsDragging = (): boolean => useStore(drag, (now) => now !== undefined)
/** Whether something is dragged over this target. */
export const useIsOver = (target: string): boolean => useStore(drag, (now) => now?.over === target)

/** Sets what happens with a drop on an element with `data-drop`. Returns a function that ends it. */
export function handleDrops(handler: (target: string, drag: Drag) => void): () => void {
  onDrop = handler
  return () => {
    if (onDrop === handler) onDrop = undefined
  }
}

const swallow = (event: MouseEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}

interface Pressed {
  button: number
  pointerType: string
  clientX: number
  clientY: number
}

/**
 * Follows the pointer from the press of a row. Nothing happens before it moves, or for fingers,
 * which scroll. Escape ends the drag without a drop.
 */
export function beginDrag(pressed: Pressed, label: string, data: unknown): void {
  if (pressed.button !== 0 || pressed.pointerType === 'touch') return
  const root = document.documentElement
  const move = (event: PointerEvent): void => {
    const { clientX: x, clientY: y } = event
    const far = Math.hypot(x - pressed.clientX, y - pressed.clientY) > SLACK
    if (!drag.get() && !far) return
    root.dataset.dragging = ''
    getSelection()?.removeAllRanges()
    const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
    drag.set({ label, data, x, y, over: target?.dataset.drop })
  }
  const end = (): void => {
    delete root.dataset.dragging
    drag.set(undefined)
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', drop)
    window.removeEventListener('pointercancel', end)
    window.removeEventListener('blur', end)
    window.removeEventListener('keydown', cancel, true)
  }
  const drop = (): void => {
    const now = drag.get()
    end()
    if (!now) return
    // Releasing the button must not click what is under the pointer.
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, true))
    if (now.over !== undefined) onDrop?.(now.over, now)
  }
  const cancel = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !drag.get()) return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', drop)
  window.addEventListener('pointercancel', end)
  window.addEventListener('blur', end)
  window.addEventListener('keydown', cancel, true)
}
