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

/** The words of a menu stand in one line, whether or not one of them has a picture. */
const withIcons = (items: MenuItems): boolean => items.some((item) => item !== 'line' && item.icon)

export function Menu({ items, children, align }: { items: MenuItems; children: ReactElement; align?: 'start' | 'end' }) {
  const icons = withIcons(items)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align={align ?? 'end'} sideOffset={4} collisionPadding={8}>
          {items.map((item, at) =>
            item === 'line' ? (
              <DropdownMenu.Separator key={`line-${at}`} className={css.line} />
            ) : (
              <DropdownMenu.Item key={item.label} className={css.item} data-danger={item.danger || undefined} disabled={item.disabled} onSelect={item.onSelect}>
                <Face item={item} icons={icons} />
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function RightClickMenu({ items, children }: { items: MenuItems; children: ReactElement }) {
  const icons = withIcons(items)
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className={css.menu} collisionPadding={8}>
          {items.map((item, at) =>
            item === 'line' ? (
              <ContextMenu.Separator key={`line-${at}`} className={css.line} />
            ) : (
              <ContextMenu.Item key={item.label} className={css.item} data-danger={item.danger || undefined} disabled={item.disabled} onSelect={item.onSelect}>
                <Face item={item} icons={icons} />
              </ContextMenu.Item>
            ),
          )}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
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
