import { Search } from 'lucide-react'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { say } from '#ui/lib/say'

/** Shown when no row matches the filters, with a button that clears them. */
export function NoMatches({ what, onClear }: { what: string; onClear(): void }) {
  return (
    <EmptyState
      icon={<Search />}
      title={say('No matching {what}', { what })}
      action={<Button onClick={onClear}>{say('Clear the filters')}</Button>}
    >
      <p>{say('Clear a filter, or search for another word.')}</p>
    </EmptyState>
  )
}
