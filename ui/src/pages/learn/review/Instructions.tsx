import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Field, TextArea } from '#ui/components/Field'
import { Note } from '#ui/components/Note'
import { Checkbox } from '#ui/components/Toggle'
import { say } from '#ui/lib/say'
import css from './Instructions.module.css'

type Preview = Schemas['RevisionPreviewResponse']

/** While somebody types, nothing is asked. */
const PAUSE_MS = 300

/** What the words would change, once typing has paused. */
export function useInstructions(
  proposalId: string,
  words: string,
): {
  preview: Preview | undefined
  confirmed: boolean
  confirm(on: boolean): void
  problem?: string
} {
  const [paused, setPaused] = useState('')
  const [confirmed, setConfirmed] = useState<string>()
  const typed = words.trim()
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useQuery({
    ...read.revisionPreview(proposalId, { revision_instructions: paused }),
    // An empty text says what is understood at all.
    placeholderData: (before) => before,
  })
  const preview = query.data
  const isConfirmed = confirmed === typed && typed !== ''
  return {
    preview,
    confirmed: isConfirmed,
    confirm: (on) => setConfirmed(on ? typed : undefined),
    problem: typed === '' ? undefined : problemOf(preview, isConfirmed, paused !== typed),
  }
}

function problemOf(
  preview: Preview | undefined,
  confirmed: boolean,
  waiting: boolean,
): string | undefined {
  if (waiting || !preview) return undefined
  if (preview.refused.length > 0) return say('The words would take away a guard')
  if (preview.unclear.length > 0 && !preview.author)
    return say('Not every instruction is understood')
  if (preview.needs_confirmation.length > 0 && !confirmed)
    return say('Confirm what weakens the check')
  return undefined
}

/** Instructions in words, with what they would change. */
export function Instructions({
  value,
  onChange,
  instructions: { preview, confirmed, confirm },
}: {
  value: string
  onChange(words: string): void
  instructions: ReturnType<typeof useInstructions>
}) {
  const typed = value.trim() !== ''
  return (
    <div className={css.box}>
      <Field label={say('Anything else to change')} hint={hintOf(preview)}>
        {(ids) => (
          <TextArea
            {...ids}
            maxLength={2000}
            value={value}
            placeholder={say('region always stays EMEA; ask before deleting; drop checkpoint 2')}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {typed && preview && <Understood preview={preview} />}
      {typed && preview && preview.needs_confirmation.length > 0 && (
        <label className={css.confirm}>
          <Checkbox
            label={say('Change this although it weakens the skill')}
            on={confirmed}
            onChange={confirm}
          />{' '}
          {say('Change this although it weakens the skill: {needsConfirmation}', {
            needsConfirmation: preview.needs_confirmation.join(' '),
          })}
        </label>
      )}
    </div>
  )
}

function hintOf(preview: Preview | undefined): string {
  if (!preview) return say('One instruction a line.')
  return preview.author
    ? say(
        'One instruction per line. Instructions that the rules do not understand are sent to {author}.',
        { author: preview.author },
      )
    : say('One instruction a line. The rules understand {kinds}. {noAuthor}', {
        kinds: preview.kinds.join('; '),
        noAuthor: preview.no_author ?? '',
      })
}

function Understood({ preview }: { preview: Preview }) {
  return (
    <div aria-live="polite" className={css.understood}>
      {preview.changes.length > 0 && (
        <>
          <p>{say('Will change:')}</p>
          <ul aria-label={say('Will change')}>
            {preview.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
      {preview.refused.map(({ words, why }) => (
        <Note key={words} tone="bad">
          “{words}”: {why}
        </Note>
      ))}
      {preview.unclear.map(({ words, why }) => (
        <Note key={words} tone={preview.author ? 'info' : 'warn'}>
          “{words}”: {preview.author ? say('{author} is asked.', { author: preview.author }) : why}
        </Note>
      ))}
    </div>
  )
}
