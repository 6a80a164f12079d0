// What the page of skills shows instead of an empty list.

import { useNavigate } from '@tanstack/react-router'
import { Search, Sparkles } from 'lucide-react'
import { Button } from '#ui/components/Button'
import { EmptyState } from '#ui/components/EmptyState'
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
    imported:
      'No skill is imported yet. Skills that an installer put into an agent’s folder are listed here.',
    learned:
      'You have not taught a skill yet. Skills that you demonstrate and install are listed here.',
    bundle: 'No agent on this machine came with skills of its own.',
    disabled: 'No skill is disabled.',
    quarantined: 'No skill is quarantined.',
    native: 'All skills were installed, taught or bundled.',
  }
  return (
    <EmptyState
      icon={<Search />}
      title={view.searching ? 'Searching the texts…' : 'No matching skills'}
      action={<Button onClick={clear}>Show all skills</Button>}
    >
      <p>
        {(only && reason[filter.filter]) ||
          (filter.q
            ? `No name, description or text contains “${filter.q}” with these filters.`
            : 'Clear a filter, or search for another word.')}
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
      title="No skills on this machine yet"
      action={
        <Button look="primary" onClick={() => void navigate({ to: '/learn/new' })}>
          Demonstrate a skill
        </Button>
      }
    >
      <p>
        Every skill that your agents can read is listed here: those that you taught, and those that
        were already in their folders.
      </p>
    </EmptyState>
  )
}
