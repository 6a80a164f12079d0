import { Tooltip } from 'radix-ui'
import type { ReactElement } from 'react'
import { Shortcut } from './Shortcut'
import css from './Tooltip.module.css'

/** A tooltip that appears after a delay. Without a text, only the control is rendered. */
export function Tip({
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
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        {/* Rendered at the end of the page, like menus. */}
        <section aria-label="Tip">
          <Tooltip.Content
            className={css.tip}
            side={side ?? 'top'}
            sideOffset={6}
            collisionPadding={8}
          >
            {text}
            {keys && <Shortcut keys={keys} />}
          </Tooltip.Content>
        </section>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

export const TipProvider = Tooltip.Provider
