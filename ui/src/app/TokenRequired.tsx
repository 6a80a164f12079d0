import { KeyRound } from 'lucide-react'
import { EmptyState } from '#ui/components/EmptyState'

/** Shown in a browser that does not have the access token of this run. */
export function TokenRequired() {
  return (
    <main>
      <EmptyState icon={<KeyRound />} title="An access token is needed" heading="h1">
        <p>
          Run <code>apprentice serve</code> and open the full address that it prints. The part after{' '}
          <code>#token=</code> is the access token. It changes with every start.
        </p>
        <p>Nothing is lost.</p>
      </EmptyState>
    </main>
  )
}
