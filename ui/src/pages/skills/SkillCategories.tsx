// Categories of the Skills page.

import { useCallback } from 'react'
import type { Skill } from '#ui/backend/skillList'
import { RemovableChip } from '#ui/components/Chip'
import type { MenuItems } from '#ui/components/Menu'
import { useCategoryEntry } from '#ui/domain/CategoryMenu'
import { useCategories } from '#ui/domain/categories'
import { skillItem } from '#ui/domain/categoryItems'
import { say } from '#ui/lib/say'

/** Menu entries for one or several skills. */
export function useCategoryEntries(): (skills: readonly Skill[]) => MenuItems {
  const entry = useCategoryEntry()
  return useCallback((skills) => entry(skills.map(skillItem)), [entry])
}

/** The category that the sidebar chose, with a button to clear it. */
export function CategoryFilter({
  category,
  onClear,
}: {
  category: string | undefined
  onClear(): void
}) {
  const { all } = useCategories()
  return category ? (
    <RemovableChip
      label={all.find(({ id }) => id === category)?.title ?? say('Category')}
      onRemove={onClear}
    />
  ) : null
}
