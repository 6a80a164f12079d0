import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type Command, useCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
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
          label: say('Refresh skills'),
          group: 'View',
          words: say('refresh reload'),
          run: () => latest.current.refresh(),
        },
        {
          id: 'search-skills',
          label: say('Search skills'),
          group: 'View',
          keys: '/',
          words: say('find filter'),
          run: () => searchBox.current?.focus(),
        },
        ...FILTERS.map(({ value, label }): Command => ({
          id: `filter ${value}`,
          label: say('Show skills: {label}', { label }),
          group: 'View',
          words: say('filter'),
          run: () => latest.current.setSearch({ filter: value === 'all' ? undefined : value }),
        })),
        {
          id: 'sort-updated',
          label: say('Sort skills by date'),
          group: 'View',
          words: say('order newest'),
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
              label: say('{label}: {count} selected', {
                label: item.label.replace('…', ''),
                count: chosenSkills.length,
              }),
              group: 'Review',
              run: item.onSelect,
            }))
          : [],
      [chosenSkills, menuItems],
    ),
  )
}
