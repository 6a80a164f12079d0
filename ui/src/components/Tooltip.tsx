import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { Shortcut } from './Shortcut'
import css from './Tooltip.module.css'
import { say } from '#ui/lib/say'

/** A tooltip that appears after a delay. Without a text, only the control is rendered. */
export function Tooltip({
  text,
  keys,
  side,
  children,
}: {
  text: string | undefined
  keys?: string
  side?: 'top' | 'right' | 'bottom'
  children: ReactElement
}) {
  if (text === undefined) return children
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        {/* Rendered at the end of the page, like menus. */}
        <section aria-label={say('Tip')}>
          <Radix.Content
            className={css.tip}
            side={side ?? 'top'}
            sideOffset={6}
            collisionPadding={8}
          >
            {text}
            {keys && <Shortcut keys={keys} />}
          </Radix.Content>
        </section>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const TooltipProvider = Radix.Provider
