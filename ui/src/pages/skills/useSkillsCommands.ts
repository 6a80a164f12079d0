import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type Command, useCommands } from '#ui/shell/commands'
import { FILTERS } from './skillFilter'
import type { SkillActions } from './useSkillActions'
import type { SkillsView } from './useSkillsPage'

/** The commands of the page, and those for the selected skills. */
export function useSkillsCommands(
  view: SkillsView,
  skillActions: SkillActions,
  searchBox: RefObject<HTMLInputElement | null>,
): void {
  const { refresh, setSearch, chosenSkills } = view
  const { menuItems } = skillActions
  const latest = useRef({ refresh, setSearch })
  useEffect(() => {
    latest.current = { refresh, setSearch }
  })
  useCommands(
    useMemo<Command[]>(
      () => [
        {
          id: 'look-again',
          label: 'Refresh skills',
          group: 'View',
          words: 'refresh reload',
          run: () => latest.current.refresh(),
        },
        {
          id: 'search-skills',
          label: 'Search skills',
          group: 'View',
          keys: '/',
          words: 'find filter',
          run: () => searchBox.current?.focus(),
        },
        ...FILTERS.map(({ value, label }): Command => ({
          id: `filter ${value}`,
          label: `Show skills: ${label}`,
          group: 'View',
          words: 'filter',
          run: () => latest.current.setSearch({ filter: value === 'all' ? undefined : value }),
        })),
        {
          id: 'sort-updated',
          label: 'Sort skills by date',
          group: 'View',
          words: 'order newest',
          run: () => latest.current.setSearch({ sort: 'updated' }),
        },
      ],
      [searchBox],
    ),
  )
  useCommands(
    useMemo(
      () =>
        chosenSkills.length > 0
          ? menuItems(chosenSkills).map((item): Command => ({
              id: `chosen ${item.label}`,
              label: `${item.label.replace('…', '')}: ${chosenSkills.length} selected`,
              group: 'Review',
              run: item.onSelect,
            }))
          : [],
      [chosenSkills, menuItems],
    ),
  )
}
