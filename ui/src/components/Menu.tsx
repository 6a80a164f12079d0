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

/**
 * Menus are data: the same list serves the button, the right click and the menu key. They are not
 * modal: what is behind is not hidden from a screen reader while one of its rows still has the
 * focus.
 */
export interface MenuItem {
  label: string
  icon?: ReactNode
  keys?: string
  danger?: boolean
  disabled?: boolean
  onSelect(): void
}

/** What a menu is made of, whichever kind it is. */
export type MenuParts = Pick<
  typeof DropdownMenu,
  'Item' | 'Separator' | 'CheckboxItem' | 'Label' | 'SubContent'
>

/** An entry that opens a menu of its own; `panel` draws it, beginning with `SubContent`. */
interface SubMenu {
  label: string
  icon?: ReactNode
  panel(parts: MenuParts): ReactNode
}

export type MenuItems = ReadonlyArray<MenuItem | SubMenu | 'line'>

/** Asked for when the menu opens, so that a row of a long list costs no list of its own. */
type Offer = MenuItems | (() => MenuItems)

/** The words of a menu stand in one line, whether or not one of them has a picture. */
const withIcons = (items: MenuItems): boolean => items.some((item) => item !== 'line' && item.icon)

export function Menu({
  items,
  children,
  align,
}: {
  items: Offer
  children: ReactElement
  align?: 'start' | 'end'
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* It stands at the end of the page: a landmark of its own tells a screen reader where it
            is. */}
        <section aria-label="Menu">
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

export function RightClickMenu({ items, children }: { items: Offer; children: ReactElement }) {
  // A finger that opened the menu by staying opens nothing else when it is lifted.
  const opened = useRef(false)
  const onClickCapture = (event: ReactMouseEvent): void => {
    if (opened.current && event.detail > 0) event.stopPropagation()
  }
  return (
    <ContextMenu.Root modal={false} onOpenChange={(open) => open && (opened.current = true)}>
      <ContextMenu.Trigger
        asChild
        onKeyDown={byKey}
        onPointerDownCapture={() => (opened.current = false)}
        onClickCapture={onClickCapture}
      >
        <Within>{children}</Within>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <section aria-label="Menu">
          {/* Where there is little room the menu opens under the pointer; letting go of the right
              button there chooses nothing. */}
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
 * React tells an element also of what happens in a dialog that was opened from it, though that
 * stands elsewhere on the page. Only what happens within the element itself opens its menu.
 */
function Within({ children, ...props }: HTMLAttributes<HTMLElement> & { children: ReactElement }) {
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

/** The menu key and Shift+F10, in every web view: the menu opens where the focus is. */
function byKey(event: KeyboardEvent<HTMLElement>): void {
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

function Entries({ items, of: parts }: { items: Offer; of: Kind }) {
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
