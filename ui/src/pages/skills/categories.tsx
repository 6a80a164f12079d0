// The one place where the Skills page meets categories.

import type { Skill } from '../../backend/shelf'
import { RemovableChip } from '../../components/Chip'
import type { MenuItems } from '../../components/Menu'

export const categoriesOf = (skill: Skill): readonly string[] => skill.categories ?? []

/** Entries for the menu of one skill or of many. */
export function useCategoryEntries(): (skills: readonly Skill[]) => MenuItems {
  return () => []
}

export function CategoryCell({ skill }: { skill: Skill }) {
  const count = categoriesOf(skill).length
  return count > 0 ? <span className="muted num">{count}</span> : null
}

/** Which category the sidebar chose, and the way out of it. */
export function CategoryFilter({ category, onClear }: { category: string | undefined; onClear(): void }) {
  return category ? <RemovableChip label="Category" onRemove={onClear} /> : null
}
