import { Search } from 'lucide-react'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { say } from '#ui/lib/say'

/** Shown when no row matches the filters, with a button that clears them. */
export function NoMatches({ title, onClear }: { title: string; onClear(): void }) {
  return (
    <EmptyState
      icon={<Search />}
      title={title}
      action={<Button onClick={onClear}>{say('Clear the filters')}</Button>}
    >
      <p>{say('Clear a filter, or search for another word.')}</p>
    </EmptyState>
  )
}
