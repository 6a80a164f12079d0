import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Shortcut } from '#ui/components/Shortcut'
import css from './Header.module.css'
import { InboxButton } from './InboxButton'
import { togglePalette } from './overlays'

/** The header of every page: its title, its controls, and the button that opens the palette. */
export function Header({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className={css.header}>
      <div className={css.top}>
        <h1>{title}</h1>
        {aside}
        <button
          type="button"
          className={css.search}
          onClick={togglePalette}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search size={13} aria-hidden />
          <span>Search or run a command</span>
          <Shortcut keys="mod+k" />
        </button>
        <InboxButton />
      </div>
      {children}
    </header>
  )
}
