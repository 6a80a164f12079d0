import { useMutation } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import * as backend from '#ui/backend/connectors'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { say } from '#ui/lib/say'
import { Reach } from './Reach'
import css from './connectors.module.css'

/** Shows what is started or reached, whole, and asks whether the person trusts it. */
export function TrustPanel({ entry }: { entry: backend.ConnectorEntry }) {
  const trust = useMutation(backend.trust(entry.server_id))
  return (
    <section className={css.trust} aria-label={say('Trust')}>
      <h3>
        <ShieldAlert size={16} aria-hidden />
        {entry.command
          ? say('This program would run with your rights')
          : say('Your data would go here')}
      </h3>
      <Reach {...entry} />
      <p className="muted">
        {say(
          'It is not used before you trust it, and you are asked again when any of this changes.',
        )}
      </p>
      {trust.error && <ErrorNote error={trust.error} />}
      <div>
        <Button
          look="primary"
          busy={trust.isPending}
          onClick={() => trust.mutate({ identity: entry.identity })}
        >
          {say('I have read it, trust it')}
        </Button>
      </div>
    </section>
  )
}
