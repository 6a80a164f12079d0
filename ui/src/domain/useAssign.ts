import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from 'sonner'
import { type CategoryItem, changeCategories } from '#ui/backend/categories'
import { keepUndo, offerUndo } from '#ui/lib/undo'
import { type Categories, type ShownCategory, useCategories } from './categories'
import { say } from '#ui/lib/say'

interface Assignment {
  category: Pick<ShownCategory, 'id' | 'title'>
  items: readonly CategoryItem[]
  on: boolean
  /** The name of what is assigned. With it a notice says what happened. */
  notice?: string
}

/** The items that an assignment changes. The others are as they should be already. */
export const changedBy = (
  { has }: Pick<Categories, 'has'>,
  { category, items, on }: Assignment,
): CategoryItem[] => items.filter((item) => has(category.id, item) !== on)

function assigned(items: string | undefined, count: number, category: string, on: boolean): string {
  if (items !== undefined)
    return on
      ? say('{items} added to {category}.', { items, category })
      : say('{items} removed from {category}.', { items, category })
  return on
    ? say(
        `{count, plural, one {# item added to {category}.}
        other {# items added to {category}.}}`,
        { count, category },
      )
    : say(
        `{count, plural, one {# item removed from {category}.}
        other {# items removed from {category}.}}`,
        { count, category },
      )
}

/** Puts items into a category or takes them out. Ctrl+Z undoes exactly what changed. */
export function useAssign(): (assignment: Assignment) => void {
  const categories = useCategories()
  const { mutate } = useMutation(changeCategories())
  return useCallback(
    (assignment) => {
      const { category, on, notice } = assignment
      const items = changedBy(categories, assignment)
      const what =
        items.length === 0
          ? say('{items} is in {category} already.', {
              items: notice ?? '',
              category: category.title,
            })
          : assigned(notice, items.length, category.title, on)
      if (items.length === 0) {
        if (notice !== undefined) toast(what)
        return
      }
      const change = { what: 'assign' as const, id: category.id, items }
      mutate({ ...change, on })
      const undo = (): void => mutate({ ...change, on: !on })
      if (notice === undefined) keepUndo(what, undo)
      else offerUndo(what, undo)
    },
    [categories, mutate],
  )
}
