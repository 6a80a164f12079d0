import { Popover } from 'radix-ui'
import { type ReactNode, type RefObject, useMemo } from 'react'
import { Shortcut } from './Shortcut'
import css from './Peek.module.css'
import { Say, say } from '#ui/lib/say'

interface PeekProps {
  /** The list. The row with this index is previewed. */
  list: RefObject<HTMLElement | null>
  index: number
  /** What is previewed. */
  name: string
  onClose(): void
  children: ReactNode
}

/**
 * A preview of a row, beside it. The focus stays on the row: the arrow keys show the next one, Space
 * and Escape close it.
 */
export function Peek({ list, index, name, onClose, children }: PeekProps) {
  // A virtual row may not exist yet, so the anchor looks for it whenever it is measured.
  const anchor = useMemo(
    () => ({
      current: {
        get contextElement() {
          return list.current ?? undefined
        },
        getBoundingClientRect: () =>
          (
            list.current?.querySelector(`[data-index="${index}"]`) ??
            list.current ??
            document.body
          ).getBoundingClientRect(),
      },
    }),
    [list, index],
  )
  const inList = (target: EventTarget | null): boolean =>
    target instanceof Node && list.current?.contains(target) === true
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          className={css.peek}
          role="region"
          aria-label={say('Preview of {name}', { name })}
          aria-live="polite"
          align="start"
          alignOffset={40}
          sideOffset={4}
          collisionPadding={12}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onFocusOutside={(event) => inList(event.target) && event.preventDefault()}
        >
          {/* Focusable, so that the keyboard can scroll it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={css.body} role="group" aria-label={name} tabIndex={0}>
            {children}
          </div>
          <p className={css.foot} aria-hidden>
            <Say
              text={'{shortcut} opens it {shortcut2} closes the preview'}
              values={{ shortcut: <Shortcut keys="enter" />, shortcut2: <Shortcut keys="esc" /> }}
            />
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
