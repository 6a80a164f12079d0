import type { ReactNode } from 'react'
import type { CategoryItem } from '#ui/backend/categories'
import { type MenuItems, RightClickMenu } from '#ui/components/Menu'
import { copyToClipboard } from '#ui/components/copyToClipboard'
import { say } from '#ui/lib/say'
import { useCategoryEntry } from './CategoryMenu'

/** The header of a page about one item, with the menu that the item has in lists. */
export function ItemHeader({
  className,
  name,
  items,
  children,
}: {
  className: string | undefined
  name: string
  items: readonly CategoryItem[]
  children: ReactNode
}) {
  const entry = useCategoryEntry()
  const menu = (): MenuItems => {
    const assign = entry(items)
    return [
      { label: say('Copy the name'), onSelect: () => void copyToClipboard(name) },
      ...(assign.length > 0 ? (['line', ...assign] as const) : []),
    ]
  }
  return (
    <RightClickMenu items={menu}>
      <header className={className}>{children}</header>
    </RightClickMenu>
  )
}
