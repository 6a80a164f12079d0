import { KeyRound } from 'lucide-react'
import { EmptyState } from '#ui/components/EmptyState'

/** Shown in a browser that does not have the access token of this run. */
export function TokenRequired() {
  return (
    <main>
      <EmptyState icon={<KeyRound />} title="This address needs its key" heading="h1">
        <p>
          Run <code>apprentice serve</code> and open the whole address that it prints. The part
          after <code>#token=</code> is the key, and it changes with every start.
        </p>
        <p>Nothing is lost.</p>
      </EmptyState>
    </main>
  )
}
