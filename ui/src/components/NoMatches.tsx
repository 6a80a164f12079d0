import { Search } from 'lucide-react'
import { Button } from './Button'
import { EmptyState } from './EmptyState'

/** A list that the filters left empty, and the way out. */
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
