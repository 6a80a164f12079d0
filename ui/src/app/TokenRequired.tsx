import { KeyRound } from 'lucide-react'
import { EmptyState } from '#ui/components/EmptyState'
import { Say, say } from '#ui/lib/say'

/** Shown in a browser that does not have the access token of this run. */
export function TokenRequired() {
  return (
    <main>
      <EmptyState icon={<KeyRound />} title={say('An access token is needed')} heading="h1">
        <p>
          <Say
            text={`Run <code>apprentice serve</code> and open the full address that it prints. The part
            after <code>#token=</code> is the access token. It changes with every start.`}
            values={{ code: (inner) => <code>{inner}</code> }}
          />
        </p>
        <p>{say('Nothing is lost.')}</p>
      </EmptyState>
    </main>
  )
}
