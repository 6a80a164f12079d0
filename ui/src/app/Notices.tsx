import { CircleCheck, Info, LoaderCircle, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, isValidElement, useEffect, useRef, useState } from 'react'
import { type ToastT, toast, useSonner } from 'sonner'
import { Button, IconButton } from '#ui/components/Button'
import { say } from '#ui/lib/say'
import css from './Notices.module.css'

/** How long a notice stays, in milliseconds, if it does not say. */
const USUAL = 7000
/** So many are shown at once, the newest first. */
const SHOWN = 3

const ICON: Record<string, ReactNode> = {
  success: <CircleCheck size={16} aria-hidden />,
  error: <TriangleAlert size={16} aria-hidden />,
  warning: <TriangleAlert size={16} aria-hidden />,
  loading: <LoaderCircle size={16} className={css.spin} aria-hidden />,
}

/**
 * What just happened, with a way to take it back. The notices are shown below the page instead of over
 * it, so that they never cover a control.
 */
export function Notices() {
  const { toasts } = useSonner()
  const shown = toasts.slice(0, SHOWN)
  const strip = useRef<HTMLElement>(null)
  const [over, setOver] = useState(false)
  useRoom(strip)
  const more = toasts.length - shown.length
  return (
    <section
      ref={strip}
      className={css.strip}
      data-notices
      // An open dialog takes the pointer from everything else.
      style={{ pointerEvents: 'auto' }}
      aria-label={say('Notices')}
      aria-live="polite"
      aria-relevant="additions text"
      aria-atomic="false"
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setOver(true)}
      onBlur={() => setOver(false)}
    >
      {shown.length > 0 && (
        <ol className={css.list}>
          {shown.map((notice) => (
            <Notice key={notice.id} notice={notice} waits={over} />
          ))}
          {more > 0 && <li className={css.more}>{say('{more} more', { more })}</li>}
        </ol>
      )}
    </section>
  )
}

function Notice({ notice, waits }: { notice: ToastT; waits: boolean }) {
  const { id, type = 'default', title, description, duration = USUAL, action } = notice
  const close = (): void => void toast.dismiss(id)
  // It closes by itself, but not while the pointer or the focus is on the strip.
  useEffect(() => {
    if (waits || !Number.isFinite(duration) || type === 'loading') return undefined
    const timer = setTimeout(() => toast.dismiss(id), duration)
    return () => clearTimeout(timer)
  }, [waits, duration, type, id])
  return (
    <li className={css.notice} data-notice data-type={type}>
      {ICON[type] ?? <Info size={16} aria-hidden />}
      <div className={css.words}>
        <span className={css.title}>{contentOf(title)}</span>
        {description && <span className={css.description}>{contentOf(description)}</span>}
      </div>
      {isAction(action) && (
        <Button
          onClick={(event) => {
            action.onClick(event)
            if (!event.defaultPrevented) close()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={say('Close this notice')} onClick={close}>
        <X size={14} />
      </IconButton>
    </li>
  )
}

type Action = Extract<ToastT['action'], { label: ReactNode }>
const isAction = (action: ToastT['action']): action is Action =>
  typeof action === 'object' && action !== null && !isValidElement(action) && 'label' in action

const contentOf = (content: ToastT['title']): ReactNode =>
  typeof content === 'function' ? content() : content

/** Dialogs end above the strip: they read its height. */
function useRoom(strip: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = strip.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const root = document.documentElement
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--notices', `${element.offsetHeight}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--notices')
    }
  }, [strip])
}
