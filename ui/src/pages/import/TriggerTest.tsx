import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, type FormEvent, useState } from 'react'
import { triggerTest } from '#ui/backend/imports'
import type { ImportReport } from '#ui/backend/importTypes'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import { say, Say } from '#ui/lib/say'
import css from './TriggerTest.module.css'

const bold = (inner: ReactNode): ReactNode => <b>{inner}</b>

type TriedRequest = ImportReport['tried_requests'][number]

const KINDS: Record<TriedRequest['kind'], string> = {
  own_phrase: say('its own words'),
  paraphrase: say('other words'),
  other_task: say('another task'),
}

/** The requests that the scan tried on the skill. */
function Tried({ tried }: { tried: readonly TriedRequest[] }) {
  const isRight = (one: TriedRequest): boolean => one.found === (one.kind !== 'other_task')
  const right = tried.filter(isRight).length
  return (
    <details className={css.tried}>
      <summary>
        {say('{right} of {count} requests went as expected', { right, count: tried.length })}
      </summary>
      <ul>
        {tried.map((one) => (
          <li key={`${one.kind} ${one.text}`}>
            {isRight(one) ? (
              <CircleCheck className={css.ok} aria-hidden />
            ) : (
              <CircleX className={css.bad} aria-hidden />
            )}
            <span>
              “{one.text}” ({KINDS[one.kind]}):{' '}
              {one.found ? say('an agent finds it') : say('not found')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Tests whether an agent would find the skill for a request. */
export function TriggerTest({
  importId,
  suggestions,
  tried,
}: {
  importId: string
  suggestions: readonly string[]
  tried: readonly TriedRequest[]
}) {
  const [text, setText] = useState('')
  const { mutate, data, error, isPending, variables } = useMutation(triggerTest())
  const said = { request: variables?.trigger_text ?? '', b: bold }
  const test = (words: string): void => mutate({ import_id: importId, trigger_text: words })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim()) test(text.trim())
  }
  return (
    <section aria-label={say('Trigger test')}>
      <h3>{say('Trigger test')}</h3>
      <form className={css.triggerForm} onSubmit={submit}>
        <Field
          label={say('What would you ask an agent to do?')}
          hint={say('Nothing is run. The words are compared as in a real lookup.')}
        >
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={2000}
              placeholder={suggestions[0] ?? say('Fill in the claim form')}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={isPending} disabled={!text.trim()}>
          {say('Test')}
        </Button>
      </form>
      {suggestions.length > 0 && (
        <div className={css.suggestions} role="group" aria-label={say('Its own triggers')}>
          {suggestions.slice(0, 5).map((words) => (
            <Button key={words} look="ghost" onClick={() => (setText(words), test(words))}>
              {words}
            </Button>
          ))}
        </div>
      )}
      {tried.length > 0 && <Tried tried={tried} />}
      {error && <ErrorNote error={error} />}
      <div role="status">
        {data && (
          <div className={css.result}>
            {data.matched ? (
              <CircleCheck className={css.ok} aria-hidden />
            ) : (
              <CircleX className={css.bad} aria-hidden />
            )}
            <div>
              <p>
                {data.matched ? (
                  <Say text="<b>An agent would find it</b> for “{request}”." values={said} />
                ) : (
                  <Say text="<b>An agent would not find it</b> for “{request}”." values={said} />
                )}{' '}
                {typeof data.score === 'number' && (
                  <span className="muted num">
                    {say('Score: {score}', { score: data.score.toFixed(2) })}
                  </span>
                )}
              </p>
              <ul>
                {[...data.reasons, ...data.rejection_reasons].map((reason) => (
                  <li key={reason} className="muted">
                    {reason}
                  </li>
                ))}
              </ul>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}
