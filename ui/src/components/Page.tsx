import type { ReactNode } from 'react'
import css from './Page.module.css'

/** The part of a page that scrolls. */
export function Page({
  label,
  children,
  flush,
}: {
  label: string
  children: ReactNode
  flush?: boolean
}) {
  return (
    <div
      className={css.page}
      data-flush={flush || undefined}
      role="region"
      aria-label={label}
      // Focusable, so that the keyboard can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {children}
    </div>
  )
}
