// What the page of skills shows instead of an empty list.

import { useNavigate } from '@tanstack/react-router'
import { Search, Sparkles } from 'lucide-react'
import { Button } from '#ui/components/Button'
import { EmptyState } from '#ui/components/EmptyState'
import { say } from '#ui/lib/say'
import type { SkillsView } from './useSkillsPage'

/** Says which filter matches nothing, and offers to clear the filters. */
export function NoMatchingSkills({ view }: { view: SkillsView }) {
  const { filter } = view
  const clear = (): void => {
    view.type('')
    view.setSearch({
      filter: undefined,
      agent: undefined,
      category: undefined,
      health: undefined,
      finding: undefined,
      q: undefined,
    })
  }
  const only = !filter.q && !filter.agent && !filter.category && !filter.health && !filter.finding
  const reason: Partial<Record<string, string>> = {
    imported: say(
      'No skill is imported yet. Skills that an installer put into an agent’s folder are listed here.',
    ),
    learned: say(
      'You have not taught a skill yet. Skills that you demonstrate and install are listed here.',
    ),
    bundle: say('No agent on this machine came with skills of its own.'),
    disabled: say('No skill is disabled.'),
    quarantined: say('No skill is quarantined.'),
    native: say('All skills were installed, taught or bundled.'),
  }
  return (
    <EmptyState
      icon={<Search />}
      title={view.searching ? say('Searching the texts…') : say('No matching skills')}
      action={<Button onClick={clear}>{say('Show all skills')}</Button>}
    >
      <p>
        {(only && reason[filter.filter]) ||
          (filter.q
            ? say('No name, description or text contains “{q}” with these filters.', {
                q: filter.q,
              })
            : say('Clear a filter, or search for another word.'))}
      </p>
    </EmptyState>
  )
}

/** No agent on this machine can read a skill. */
export function NoSkills() {
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={<Sparkles />}
      title={say('No skills on this machine yet')}
      action={
        <Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>
          {say('Demonstrate a skill')}
        </Button>
      }
    >
      <p>
        {say(`Every skill that your agents can read is listed here: those that you taught, and those
          that were already in their folders.`)}
      </p>
    </EmptyState>
  )
}
