// The one place where the Skills page meets categories.

import { useCallback } from 'react'
import type { Skill } from '../../backend/shelf'
import { RemovableChip } from '../../components/Chip'
import type { MenuItems } from '../../components/Menu'
import { useCategoryEntry } from '../../domain/CategoryMenu'
import { useCategories } from '../../domain/categories'
import { skillItem } from '../../domain/categoryItems'

/** Entries for the menu of one skill or of many. */
export function useCategoryEntries(): (skills: readonly Skill[]) => MenuItems {
  const entry = useCategoryEntry()
  return useCallback((skills) => entry(skills.map(skillItem)), [entry])
}

/** Which category the sidebar chose, and the way out of it. */
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
      label={all.find(({ id }) => id === category)?.title ?? 'Category'}
      onRemove={onClear}
    />
  ) : null
}
