import { Ellipsis } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, type MenuItems, RightClickMenu } from './Menu'
import css from './RowMenu.module.css'
import { say } from '#ui/lib/say'

/**
 * A row with a menu: on right click, menu key or long press, and on a button where there is a mouse
 * or no other way.
 */
export function RowMenu({
  name,
  items,
  children,
}: {
  name: string
  items: () => MenuItems
  children: ReactElement
}) {
  return (
    <RightClickMenu items={items}>
      <div className={css.host}>
        {children}
        <Menu items={items}>
          {/* Keyboard users have the menu key. Tab moves between lists, not through every row. */}
          <button
            type="button"
            tabIndex={-1}
            className={css.more}
            aria-label={say('Options for {name}', { name })}
          >
            <Ellipsis size={15} aria-hidden />
          </button>
        </Menu>
      </div>
    </RightClickMenu>
  )
}
