import { Search } from 'lucide-react'
import { Button } from './Button'
import { EmptyState } from './EmptyState'

/** Shown when no row matches the filters, with a button that clears them. */
export function NoMatches({ what, onClear }: { what: string; onClear(): void }) {
  return (
    <EmptyState
      icon={<Search />}
      title={`No matching ${what}`}
      action={<Button onClick={onClear}>Clear the filters</Button>}
    >
      <p>Clear a filter, or search for another word.</p>
    </EmptyState>
  )
}
