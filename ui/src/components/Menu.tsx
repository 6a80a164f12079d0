import { ContextMenu, DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Keys } from './Keys'
import css from './Menu.module.css'

/** Menus are data: the same list serves the button, the right click and the menu key. They are not modal: what is behind is not hidden
 * from a screen reader while one of its rows still has the focus. */
export interface MenuItem {
  label: string
  icon?: ReactNode
  keys?: string
  danger?: boolean
  disabled?: boolean
  onSelect(): void
}

export type MenuItems = ReadonlyArray<MenuItem | 'line'>

/** Asked for when the menu opens, so that a row of a long list costs no list of its own. */
type Offer = MenuItems | (() => MenuItems)

/** The words of a menu stand in one line, whether or not one of them has a picture. */
const withIcons = (items: MenuItems): boolean => items.some((item) => item !== 'line' && item.icon)

export function Menu({ items, children, align }: { items: Offer; children: ReactElement; align?: 'start' | 'end' }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align={align ?? 'end'} sideOffset={4} collisionPadding={8}>
          <Entries items={items} of={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function RightClickMenu({ items, children }: { items: Offer; children: ReactElement }) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className={css.menu} collisionPadding={8}>
          <Entries items={items} of={ContextMenu} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

function Entries({ items, of: { Item, Separator } }: { items: Offer; of: Pick<typeof DropdownMenu, 'Item' | 'Separator'> }) {
  const entries = typeof items === 'function' ? items() : items
  const icons = withIcons(entries)
  return entries.map((item, at) =>
    item === 'line' ? (
      <Separator key={`line-${at}`} className={css.line} />
    ) : (
      <Item key={item.label} className={css.item} data-danger={item.danger || undefined} disabled={item.disabled} onSelect={item.onSelect}>
        <Face item={item} icons={icons} />
      </Item>
    ),
  )
}

function Face({ item, icons }: { item: MenuItem; icons: boolean }) {
  return (
    <>
      {icons && <span className={css.icon}>{item.icon}</span>}
      {item.label}
      {item.keys && <Keys keys={item.keys} />}
    </>
  )
}
