import { ChevronRight } from 'lucide-react'
import { ContextMenu, DropdownMenu, Slot } from 'radix-ui'
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useRef,
} from 'react'
import { Shortcut } from './Shortcut'
import css from './Menu.module.css'
import { say } from '#ui/lib/say'

/**
 * Menus are data: the same list serves the button, the right click and the menu key. They are not
 * modal, so that a screen reader can still read the row that has the focus.
 */
export interface MenuItem {
  label: string
  icon?: ReactNode
  keys?: string
  danger?: boolean
  disabled?: boolean
  onSelect(): void
}

/** The components that both kinds of menus have. */
export type MenuParts = Pick<
  typeof DropdownMenu,
  'Item' | 'Separator' | 'CheckboxItem' | 'Label' | 'SubContent'
>

/** An entry that opens a submenu. `panel` renders it, starting with `SubContent`. */
interface SubMenu {
  label: string
  icon?: ReactNode
  panel(parts: MenuParts): ReactNode
}

export type MenuItems = ReadonlyArray<MenuItem | SubMenu | 'line'>

/**
 * A function is called when the menu opens, so that rows of a long list do not build menus in
 * advance.
 */
type MenuSource = MenuItems | (() => MenuItems)

/** When one entry has an icon, all labels are indented to align. */
const withIcons = (items: MenuItems): boolean => items.some((item) => item !== 'line' && item.icon)

export function Menu({
  items,
  children,
  align,
}: {
  items: MenuSource
  children: ReactElement
  align?: 'start' | 'end'
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* The menu is rendered at the end of the page. A landmark tells screen readers where
            it is. */}
        <section aria-label={say('Menu')}>
          <DropdownMenu.Content
            className={css.menu}
            align={align ?? 'end'}
            sideOffset={4}
            collisionPadding={8}
          >
            <Entries items={items} of={DropdownMenu} />
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function RightClickMenu({ items, children }: { items: MenuSource; children: ReactElement }) {
  // A long press that opened the menu must not click when the finger is lifted.
  const opened = useRef(false)
  const onClickCapture = (event: ReactMouseEvent): void => {
    if (opened.current && event.detail > 0) event.stopPropagation()
  }
  return (
    <ContextMenu.Root modal={false} onOpenChange={(open) => open && (opened.current = true)}>
      <ContextMenu.Trigger
        asChild
        onKeyDown={openByKey}
        onPointerDownCapture={() => (opened.current = false)}
        onClickCapture={onClickCapture}
      >
        <OwnEvents>{children}</OwnEvents>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <section aria-label={say('Menu')}>
          {/* With little room the menu opens under the pointer. Releasing the right button
              there must not choose an entry. */}
          <ContextMenu.Content
            className={css.menu}
            collisionPadding={8}
            onPointerUpCapture={(event) => event.button === 2 && event.preventDefault()}
          >
            <Entries items={items} of={ContextMenu} />
          </ContextMenu.Content>
        </section>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

/**
 * React bubbles events from a dialog to the component that opened it, even though the dialog is
 * elsewhere in the DOM. Only events inside of the element itself may open its menu.
 */
function OwnEvents({
  children,
  ...props
}: HTMLAttributes<HTMLElement> & { children: ReactElement }) {
  const heard = Object.entries(props).map(([name, value]: [string, unknown]) => [
    name,
    name.startsWith('on')
      ? (event: SyntheticEvent) =>
          event.currentTarget.contains(event.target as Node) &&
          (value as (event: SyntheticEvent) => unknown)(event)
      : value,
  ])
  return (
    <Slot.Root {...(Object.fromEntries(heard) as HTMLAttributes<HTMLElement>)}>
      {children}
    </Slot.Root>
  )
}

/** Opens the menu at the focused element on the menu key and Shift+F10, in every web view. */
function openByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
  event.preventDefault()
  const at = event.target instanceof HTMLElement ? event.target : event.currentTarget
  const box = at.getBoundingClientRect()
  at.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: box.left + Math.min(24, box.width / 2),
      clientY: box.top + box.height / 2,
    }),
  )
}

type Kind = MenuParts & Pick<typeof DropdownMenu, 'Sub' | 'SubTrigger' | 'Portal'>

function Entries({ items, of: parts }: { items: MenuSource; of: Kind }) {
  const { Item, Separator, Sub, SubTrigger, Portal } = parts
  const entries = typeof items === 'function' ? items() : items
  const icons = withIcons(entries)
  return entries.map((item, at) => {
    if (item === 'line') return <Separator key={`line-${at}`} className={css.line} />
    if (!('panel' in item)) {
      return (
        <Item
          key={item.label}
          className={css.item}
          data-danger={item.danger || undefined}
          disabled={item.disabled}
          onSelect={item.onSelect}
        >
          {icons && <span className={css.icon}>{item.icon}</span>}
          {item.label}
          {item.keys && <Shortcut keys={item.keys} />}
        </Item>
      )
    }
    return (
      <Sub key={item.label}>
        <SubTrigger className={css.item}>
          {icons && <span className={css.icon}>{item.icon}</span>}
          {item.label}
          <ChevronRight size={13} className={css.more} aria-hidden />
        </SubTrigger>
        <Portal>
          <section aria-label={item.label}>{item.panel(parts)}</section>
        </Portal>
      </Sub>
    )
  })
}
