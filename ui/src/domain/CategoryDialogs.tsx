import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type CategoryItem, assignments, changeCategories } from '#ui/backend/categories'
import { Button } from '#ui/components/Button'
import { ConfirmDialog, Dialog } from '#ui/components/Dialog'
import { Note } from '#ui/components/Note'
import css from './CategoryDialogs.module.css'
import { Dot } from './CategoryDots'
import { CategoryForm } from './CategoryForm'
import { MembershipMark } from './MembershipMark'
import { type Categories, unusedColor, membershipOf, useCategories } from './categories'
import { showCategoryDialog, useCategoryDialog } from './categoryDialogs'
import { useAssign } from './useAssign'
import { keepUndo, offerUndo } from '#ui/lib/undo'
import { say } from '#ui/lib/say'

const close = (): void => showCategoryDialog(undefined)

/** The dialogs about categories. The frame renders them once. */
export function CategoryDialogs() {
  const open = useCategoryDialog()
  const categories = useCategories()
  const { mutate } = useMutation(changeCategories())
  const given = useQuery({ ...assignments(), enabled: open !== undefined && categories.available })
  if (!open || !categories.available) return null
  if (open.what === 'assign') return <AssignDialog categories={categories} {...open} />
  if (open.what === 'new') {
    return (
      <Dialog open onClose={close} title={say('New Category')}>
        {categories.full ? (
          <Note tone="warn">{categories.full}</Note>
        ) : (
          <CategoryForm
            categories={categories}
            color={unusedColor(categories.all)}
            action={say('New Category')}
            onCancel={close}
            onSave={(title, color) => (
              mutate({ what: 'create', title, color, items: [] }),
              close()
            )}
          />
        )}
      </Dialog>
    )
  }
  const category = categories.all.find(({ id }) => id === open.id)
  if (!category) return null
  if (open.what === 'edit') {
    return (
      <Dialog open onClose={close} title={say('Rename or recolour')}>
        <CategoryForm
          categories={categories}
          own={category.id}
          title={category.title}
          color={category.color}
          action={say('Save')}
          onCancel={close}
          onSave={(title, color) => {
            const { id } = category
            const before = { title: category.title, color: category.color }
            mutate({ what: 'update', id, title, color })
            keepUndo(say('{title} was changed.', { title }), () =>
              mutate({ what: 'update', id, ...before }),
            )
            close()
          }}
        />
      </Dialog>
    )
  }
  // Taken back, it is a new category with the same title, colour and items.
  const remove = (): void => {
    const { id, title, color } = category
    const items = (given.data ?? [])
      .filter((one) => one.category_id === id)
      .map(({ item_kind, item_id }) => ({ item_kind, item_id }))
    mutate({ what: 'delete', id })
    offerUndo(say('The category “{title}” was deleted.', { title }), () =>
      mutate({ what: 'create', title, color, items }),
    )
    close()
  }
  return (
    <ConfirmDialog
      open
      onClose={close}
      title={say('Delete the category “{title}”?', { title: category.title })}
      description={
        category.count > 0
          ? say(
              `{count, plural, one {# item} other {# items}} will be removed from it. The items
            themselves stay.`,
              { count: category.count },
            )
          : say('It is empty.')
      }
      keep={say('Keep it')}
      action={say('Delete')}
      danger
      onConfirm={remove}
    />
  )
}

/** The same choices as the menu, for the keyboard, touch, and several rows at once. */
function AssignDialog({
  categories,
  items,
  subject,
}: {
  categories: Categories
  items: readonly CategoryItem[]
  subject: string
}) {
  const [making, setMaking] = useState(categories.all.length === 0)
  const { mutate } = useMutation(changeCategories())
  const assign = useAssign()
  return (
    <Dialog open onClose={close} title={say('Add to Category…')} description={subject}>
      {categories.all.length > 0 && (
        <ul className={css.list} aria-label={say('Categories')}>
          {categories.all.map((category) => {
            const state = membershipOf(categories, category.id, items)
            return (
              <li key={category.id}>
                <button
                  type="button"
                  role="checkbox"
                  className={css.choice}
                  aria-checked={state === 'indeterminate' ? 'mixed' : state}
                  disabled={category.pending}
                  onClick={() => assign({ category, items, on: state !== true })}
                >
                  <MembershipMark className={css.mark} state={state} />
                  <Dot color={category.color} />
                  <span className="clip">{category.title}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {making && !categories.full ? (
        <CategoryForm
          categories={categories}
          color={unusedColor(categories.all)}
          action={say('New Category')}
          onCancel={() => (categories.all.length === 0 ? close() : setMaking(false))}
          onSave={(title, color) => (
            mutate({ what: 'create', title, color, items }),
            setMaking(false)
          )}
        />
      ) : (
        <footer className={css.foot}>
          <Button
            look="ghost"
            icon={<Plus size={14} />}
            disabled={categories.full !== undefined}
            title={categories.full}
            onClick={() => setMaking(true)}
          >
            {say('New Category')}
          </Button>
          <Button look="primary" onClick={close}>
            {say('Done')}
          </Button>
        </footer>
      )}
      {categories.full && <p className="muted">{categories.full}</p>}
    </Dialog>
  )
}
