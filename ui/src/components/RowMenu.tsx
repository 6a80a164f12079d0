import { Ellipsis } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, type MenuItems, RightClickMenu } from './Menu'
import css from './RowMenu.module.css'

/**
 * A row with its menu: by right click, menu key or long press, and by a button where the mouse is
 * or where there is none.
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
          {/* The keyboard has the menu key; Tab goes from list to list, not through every row. */}
          <button
            type="button"
            tabIndex={-1}
            className={css.more}
            aria-label={`Options of ${name}`}
          >
            <Ellipsis size={15} aria-hidden />
          </button>
        </Menu>
      </div>
    </RightClickMenu>
  )
}
