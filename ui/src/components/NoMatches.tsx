import { Search } from 'lucide-react'
import { Button } from './Button'
import { EmptyState } from './EmptyState'

/** Shown when no row matches the filters, with a button that clears them. */
export function NoMatches({ what, onClear }: { what: string; onClear(): void }) {
  return (
    <EmptyState
      icon={<Search />}
      title={`No ${what} fits`}
      action={<Button onClick={onClear}>Take the filters away</Button>}
    >
      <p>Take a filter away or search for another word.</p>
    </EmptyState>
  )
}
