import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useCommands } from '#ui/shell/commands'
import * as act from '#ui/backend/mutations'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { Ago } from '#ui/components/Time'
import { say, Say } from '#ui/lib/say'
import css from './Data.module.css'

/** Checks for a newer version, only when the person asks. It never installs one. */
export function Updates({
  feed,
  busy,
  onSave,
}: {
  feed: string
  busy: boolean
  onSave(feed: string): void
}) {
  const [text, setText] = useState(feed)
  const { mutate: check, data, error, isPending, reset } = useMutation(act.checkForUpdates())
  useCommands(
    useMemo(
      () =>
        feed
          ? [
              {
                id: 'check-for-updates',
                label: say('Check for updates'),
                group: 'View' as const,
                words: say('newer version release'),
                run: () => check(),
              },
            ]
          : [],
      [feed, check],
    ),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    reset()
    onSave(text.trim())
  }
  return (
    <>
      <form onSubmit={submit}>
        <Field
          label={say('Address of the update feed')}
          hint={say(`The https:// address of a JSON file with “version”, and optionally “notes” and
              “pub_date”. Leave empty for no check.`)}
        >
          {(ids) => (
            <span className={css.feed}>
              <TextInput
                {...ids}
                type="url"
                maxLength={2048}
                value={text}
                placeholder="https://example.org/apprentice/latest.json"
                onChange={(event) => setText(event.target.value)}
              />
              <Button type="submit" busy={busy} disabled={text.trim() === feed}>
                {say('Save')}
              </Button>
            </span>
          )}
        </Field>
      </form>
      <div>
        <Button
          icon={<RefreshCw size={14} />}
          busy={isPending}
          disabled={!feed}
          onClick={() => check()}
        >
          {say('Check for updates')}
        </Button>
      </div>
      <div aria-live="polite" className={css.result}>
        {data ? (
          <UpdateResult {...data} />
        ) : (
          error && <ErrorNote error={error} onRetry={() => check()} />
        )}
      </div>
      <p className={css.help}>
        {say(`To update, install the newer package over this one, or build it again from source. Your
          home folder is kept and is migrated when Apprentice starts.`)}
      </p>
    </>
  )
}

function UpdateResult({
  current,
  announced,
  newer,
  notes,
  published_at,
}: Schemas['UpdateCheckResponse']) {
  if (!newer) return <p>{say('You have {current}. There is no newer version.', { current })}</p>
  return (
    <Note tone="info">
      <p>
        <strong>{say('Apprentice {version} is available.', { version: announced })}</strong>{' '}
        {say('You have {current}.', { current })}{' '}
        {published_at && (
          <Say text="Published {when}." values={{ when: <Ago at={published_at} /> }} />
        )}
      </p>
      {notes && <p className={css.notes}>{notes}</p>}
    </Note>
  )
}
