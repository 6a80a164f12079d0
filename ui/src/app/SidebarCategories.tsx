import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Ellipsis, Palette, Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useId, useMemo } from 'react'
import { toast } from 'sonner'
import { IconButton } from '#ui/components/Button'
import { Menu, type MenuItems, RightClickMenu } from '#ui/components/Menu'
import { Tooltip } from '#ui/components/Tooltip'
import { Dot } from '#ui/domain/CategoryDots'
import { type ShownCategory, useCategories } from '#ui/domain/categories'
import type { CategoryItem } from '#ui/backend/categories'
import { handleDrops, useIsDragging, useIsOver } from '#ui/lib/drag'
import { useAssign } from '#ui/domain/useAssign'
import { showCategoryDialog } from '#ui/domain/categoryDialogs'
import css from './SidebarCategories.module.css'
import side from './Sidebar.module.css'
import { type Command, useCommands } from '#ui/shell/commands'
import { locale, say } from '#ui/lib/say'

/**
 * Pages whose list can be filtered by category. On other pages, choosing a category opens Skills.
 */
const FILTERED_PAGES = ['/skills', '/skills/import', '/learn/pending', '/learn/history'] as const

/** The category that filters the current list, and a function to choose another. */
function useCategoryFilter(): {
  chosen: string | undefined
  choose(id: string | undefined): void
} {
  const navigate = useNavigate()
  const place = useRouterState({ select: ({ location }) => location.pathname })
  const found = useRouterState({
    select: ({ location }) => (location.search as { category?: unknown }).category,
  })
  const list = FILTERED_PAGES.find((known) => known === place)
  const choose = useCallback(
    (id: string | undefined) =>
      void navigate({
        to: list ?? '/skills',
        search: (old: Record<string, unknown>) => ({ ...(list ? old : {}), category: id }),
        replace: list !== undefined,
      }),
    [navigate, list],
  )
  return { chosen: list && typeof found === 'string' ? found : undefined, choose }
}

const menuOf = ({ id }: ShownCategory): MenuItems => [
  {
    label: say('Rename'),
    icon: <Pencil />,
    onSelect: () => showCategoryDialog({ what: 'edit', id }),
  },
  {
    label: say('Recolour'),
    icon: <Palette />,
    onSelect: () => showCategoryDialog({ what: 'edit', id }),
  },
  'line',
  {
    label: say('Delete'),
    icon: <Trash2 />,
    danger: true,
    onSelect: () => showCategoryDialog({ what: 'delete', id }),
  },
]

export function SidebarCategories({ folded }: { folded: boolean }) {
  const categories = useCategories()
  const { chosen, choose } = useCategoryFilter()
  const id = useId()
  const { all, available, exists } = categories
  const gone = available && chosen !== undefined && !exists(chosen)
  useEffect(() => {
    if (!gone) return
    choose(undefined)
    toast(
      say('That category was deleted, so the list shows everything again. Its items are not lost.'),
      { id: 'category-gone' },
    )
  }, [gone, choose])
  useCommands(
    useMemo<Command[]>(
      () =>
        available
          ? [
              {
                id: 'new category',
                label: say('New Category'),
                group: 'View',
                words: say('create group colour'),
                run: () => showCategoryDialog({ what: 'new' }),
              },
              ...all.map((category): Command => ({
                id: `category ${category.id}`,
                label: say('Show only {title}', { title: category.title }),
                group: 'View',
                words: say('category filter'),
                run: () => choose(category.id),
              })),
              ...all.map((category): Command => ({
                id: `edit category ${category.id}`,
                label: say('Rename or recolour {title}', { title: category.title }),
                group: 'View',
                words: say('category'),
                run: () => showCategoryDialog({ what: 'edit', id: category.id }),
              })),
              ...all.map((category): Command => ({
                id: `delete category ${category.id}`,
                label: say('Delete category {title}', { title: category.title }),
                group: 'View',
                words: say('remove'),
                run: () => showCategoryDialog({ what: 'delete', id: category.id }),
              })),
              ...(chosen
                ? [
                    {
                      id: 'no category',
                      label: say('Show all categories'),
                      group: 'View' as const,
                      words: say('clear filter'),
                      run: () => choose(undefined),
                    },
                  ]
                : []),
            ]
          : [],
      [available, all, chosen, choose],
    ),
  )
  const assign = useAssign()
  const dragging = useIsDragging()
  useEffect(
    () =>
      handleDrops((target, { data, label }) => {
        const category = all.find((one) => one.id === target)
        if (category) assign({ category, items: data as CategoryItem[], on: true, notice: label })
      }),
    [all, assign],
  )
  if (!available) return null
  return (
    <section
      className={`${side.group} ${css.group}`}
      aria-labelledby={id}
      data-dragging={dragging || undefined}
    >
      <div className={css.head}>
        <h2 id={id}>{say('Categories')}</h2>
        {!folded && (
          <IconButton
            label={say('New Category')}
            onClick={() => showCategoryDialog({ what: 'new' })}
          >
            <Plus size={13} />
          </IconButton>
        )}
      </div>
      {all.length === 0 && !folded && (
        <p className={css.none}>
          {say('Your own groups, by colour. Right-click a skill to start.')}
        </p>
      )}
      <ul className={side.list}>
        {all.map((category) => (
          <li key={category.id}>
            <Entry
              category={category}
              folded={folded}
              on={chosen === category.id}
              onChoose={() => choose(chosen === category.id ? undefined : category.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entry({
  category,
  folded,
  on,
  onChoose,
}: {
  category: ShownCategory
  folded: boolean
  on: boolean
  onChoose(): void
}) {
  const { title, color, count, pending } = category
  const over = useIsOver(category.id)
  return (
    <RightClickMenu items={menuOf(category)}>
      <div
        className={css.entry}
        data-drop={pending ? undefined : category.id}
        data-over={over || undefined}
      >
        <Tooltip text={folded ? title : undefined} side="right">
          <button
            type="button"
            className={`${side.link} ${css.choose}`}
            data-status={on ? 'active' : undefined}
            aria-pressed={on}
            disabled={pending}
            onClick={onChoose}
          >
            <span className={css.dot}>
              <Dot color={color} />
            </span>
            <span className={`${side.words} clip`}>{title}</span>
            {count > 0 && (
              <span
                className={`${side.count} ${css.count} num`}
                data-count={count.toLocaleString(locale())}
              />
            )}
          </button>
        </Tooltip>
        {!folded && !pending && (
          <Menu items={menuOf(category)}>
            <button
              type="button"
              className={css.more}
              aria-label={say('Options for {title}', { title })}
            >
              <Ellipsis size={14} aria-hidden />
            </button>
          </Menu>
        )}
      </div>
    </RightClickMenu>
  )
}
