import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { copyToClipboard } from '#ui/components/copyToClipboard'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { Tabs } from '#ui/components/Tabs'
import { say, Say } from '#ui/lib/say'
import css from './AuthorPanel.module.css'

type Part = 'user' | 'system' | 'schema'

/** Exactly what a model would be sent. Nothing is sent until the person presses the button. */
export function AuthorPreview({
  proposalId,
  name,
  disabled,
  onSend,
  onClose,
}: {
  proposalId: string
  name: string
  disabled: string | undefined
  onSend(): void
  onClose(): void
}) {
  const query = useQuery(read.authorPreview(proposalId))
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={say('What is sent')}
      description={say('Exactly this, and nothing else. Nothing was sent yet.')}
    >
      <div className={css.preview}>
        {query.data ? (
          <Sent preview={query.data} />
        ) : query.error ? (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton rows={8} />
        )}
        <footer>
          <Button look="ghost" onClick={onClose}>
            {say('Close')}
          </Button>
          <Button
            look="primary"
            disabled={!query.data || disabled !== undefined}
            title={disabled}
            onClick={() => (onClose(), onSend())}
          >
            {say('Send it to {name}', { name })}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}

function maskedWords(masked: number): string {
  if (masked === 0) return say('No value had to be masked.')
  return say(
    `It contains {masked, plural, one {# masked value (▮▮▮▮▮▮) instead of a real one}
    other {# masked values (▮▮▮▮▮▮) instead of real ones}}.`,
    { masked },
  )
}

function Sent({ preview }: { preview: Schemas['AuthorPreviewResponse'] }) {
  const [part, setPart] = useState<Part>('user')
  return (
    <>
      <div className={css.facts}>
        <p>
          <Say text={'To {goesTo}'} values={{ goesTo: <b>{preview.goes_to}</b> }} />
        </p>
        <p className="muted">
          {say('{characters, number} characters, about {tokens, number} tokens.', {
            characters: preview.characters,
            tokens: preview.token_estimate,
          })}{' '}
          {maskedWords(preview.masked)}
          {preview.masked_fields.length > 0 &&
            ` ${say('Masked: {fields}.', { fields: preview.masked_fields.join(', ') })}`}
        </p>
      </div>
      <Tabs<Part>
        label={say('Parts of the request')}
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'user', label: say('Demonstration and draft') },
          { value: 'system', label: say('Instructions') },
          { value: 'schema', label: say('Form of the answer') },
        ]}
        aside={
          <Button look="ghost" onClick={() => void copyToClipboard(preview[part])}>
            {say('Copy')}
          </Button>
        }
      >
        {/* Scrolls by keyboard too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={css.sent} tabIndex={0} aria-label={say('Text that is sent')}>
          {preview[part]}
        </pre>
      </Tabs>
    </>
  )
}
