import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  createContext,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { currentDirection } from '#ui/lib/language'
import { currentLook, scaled, useLook } from '#ui/lib/look'
import { readPref, writePref } from '#ui/lib/prefs'
import { IconButton } from '#ui/components/Button'
import { say } from '#ui/lib/say'
import css from './Drawer.module.css'

const MIN = 340
const MAX = 760
const clamp = (width: number): number => Math.min(MAX, Math.max(MIN, Math.round(width)))

const Slot = createContext<HTMLElement | null>(null)
export const DrawerSlot = Slot.Provider

interface DrawerProps {
  title: string
  /** Beside the title: a state or a count. */
  aside?: ReactNode
  /** Without it the drawer cannot be closed, because its content must be ended first. */
  onClose?(): void
  children: ReactNode
}

/**
 * A drawer at the right of the page. Its width is remembered, as it is at the usual size of text;
 * Escape closes it.
 */
export function Drawer({ title, aside, onClose, children }: DrawerProps) {
  const slot = use(Slot)
  const [width, setWidth] = useState(() => clamp(readPref('drawer', 420)))
  const look = useLook()
  useEscape(onClose)
  const resize = (next: number): void => {
    setWidth(clamp(next))
    writePref('drawer', clamp(next))
  }
  if (!slot) return null
  return createPortal(
    <aside className={css.drawer} style={{ width: scaled(width, look) }} aria-label={title}>
      <Handle width={width} onResize={resize} />
      <header className={css.head}>
        <h2 className="clip">{title}</h2>
        {aside}
        {onClose && (
          <IconButton label={say('Close details')} keys="esc" onClick={onClose}>
            <X size={15} />
          </IconButton>
        )}
      </header>
      {/* Focusable, so that the keyboard can scroll it. */}
      <div
        className={css.body}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={say('{title}, details', { title })}
      >
        {children}
      </div>
    </aside>,
    slot,
  )
}

function useEscape(onClose: (() => void) | undefined): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** The details are at the end of the line: to the left is wider, or narrower from right to left. */
const outwards = (): 1 | -1 => (currentDirection() === 'rtl' ? -1 : 1)

function Handle({ width, onResize }: { width: number; onResize(width: number): void }) {
  const from = useRef<{ x: number; width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent): void => {
    if (from.current)
      onResize(
        from.current.width +
          (outwards() * (from.current.x - event.clientX) * 100) / currentLook().textSize,
      )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') onResize(width + 24 * outwards())
    if (event.key === 'ArrowRight') onResize(width - 24 * outwards())
  }
  return (
    <div
      className={css.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={say('Width of the details')}
      aria-valuenow={width}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (from.current = null)}
      onKeyDown={onKeyDown}
    />
  )
}
