import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { type CategoryItem, changeCategories } from '#ui/backend/categories'
import menu from '#ui/components/Menu.module.css'
import type { MenuItems, MenuParts } from '#ui/components/Menu'
import { say } from '#ui/lib/say'
import { Dot } from './CategoryDots'
import { CategoryForm } from './CategoryForm'
import { MembershipMark } from './MembershipMark'
import css from './CategoryMenu.module.css'
import { unusedColor, membershipOf, useCategories } from './categories'
import { useAssign } from './useAssign'

/**
 * The entry “Add to Category…” for the menu of one or several items. Without categories in this
 * engine there is none (§0C.28).
 */
export function useCategoryEntry(): (items: readonly CategoryItem[]) => MenuItems {
  const { available } = useCategories()
  return useCallback(
    (items) =>
      available && items.length > 0
        ? [
            {
              label: say('Add to Category…'),
              panel: (parts) => <CategoryPanel parts={parts} items={items} />,
            },
          ]
        : [],
    [available],
  )
}

const keepOpen = (event: Event): void => event.preventDefault()

/**
 * The submenu of §0C.21: checkmarks for current categories, a click toggles, and a form for a new
 * one.
 */
function CategoryPanel({
  parts: { SubContent, Label, Separator, CheckboxItem, Item },
  items,
}: {
  parts: MenuParts
  items: readonly CategoryItem[]
}) {
  const categories = useCategories()
  const [making, setMaking] = useState(false)
  const { mutate } = useMutation(changeCategories())
  const assign = useAssign()
  const box = useRef<HTMLDivElement>(null)
  // Move the focus to the entries before the field that has it is removed.
  const made = (): void => {
    box.current?.focus()
    setMaking(false)
  }
  return (
    <SubContent
      ref={box}
      className={`${menu.menu} ${css.panel}`}
      collisionPadding={8}
      sideOffset={2}
      // A menu must not contain fields, so while the form is open the role is dialog.
      {...(making && {
        role: 'dialog',
        'aria-label': say('New Category'),
        'aria-orientation': undefined,
      })}
      onEscapeKeyDown={(event) => making && event.preventDefault()}
      onFocusOutside={(event) => making && event.preventDefault()}
    >
      <Label className={css.title}>{say('Add to Category…')}</Label>
      <Separator className={menu.line} />
      <div
        role={making ? 'menu' : 'group'}
        aria-label={say('Categories')}
        className={css.list}
        data-quiet={making || undefined}
      >
        {categories.all.map((category) => {
          const state = membershipOf(categories, category.id, items)
          return (
            <CheckboxItem
              key={category.id}
              className={menu.item}
              checked={state}
              disabled={category.pending}
              onSelect={keepOpen}
              onCheckedChange={() => assign({ category, items, on: state !== true })}
            >
              <MembershipMark className={css.mark} state={state} />
              <Dot color={category.color} />
              <span className={`${css.name} clip`}>{category.title}</span>
            </CheckboxItem>
          )
        })}
      </div>
      {categories.all.length > 0 && <Separator className={menu.line} />}
      {making ? (
        <div className={css.form}>
          <CategoryForm
            categories={categories}
            color={unusedColor(categories.all)}
            action={say('New Category')}
            onCancel={made}
            onSave={(title, color) => {
              mutate({ what: 'create', title, color, items })
              made()
            }}
          />
        </div>
      ) : (
        <Item
          className={menu.item}
          disabled={categories.full !== undefined}
          onSelect={(event) => (keepOpen(event), setMaking(true))}
        >
          <span className={menu.icon} aria-hidden>
            <Plus />
          </span>
          {say('New Category')}
        </Item>
      )}
      {categories.full && <div className={css.full}>{categories.full}</div>}
    </SubContent>
  )
}
