import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Shortcut } from '#ui/components/Shortcut'
import { say } from '#ui/lib/say'
import css from './Header.module.css'
import { InboxButton } from './InboxButton'
import { useKeysOf } from './keymap'
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
  const keys = useKeysOf('palette', 'mod+k')
  return (
    <header className={css.header}>
      <div className={css.top}>
        <h1>{title}</h1>
        {aside}
        <button
          type="button"
          className={css.search}
          onClick={togglePalette}
          aria-keyshortcuts={keys === 'mod+k' ? say('Control+K Meta+K') : undefined}
        >
          <Search size={13} aria-hidden />
          <span>{say('Search or run a command')}</span>
          {keys && <Shortcut keys={keys} />}
        </button>
        <InboxButton />
      </div>
      {children}
    </header>
  )
}
