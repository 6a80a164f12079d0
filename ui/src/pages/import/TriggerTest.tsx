import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { triggerTest } from '#ui/backend/imports'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Field, TextInput } from '#ui/components/Field'
import css from './TriggerTest.module.css'

/** Tests whether an agent would find the skill for a request. */
export function TriggerTest({
  importId,
  suggestions,
}: {
  importId: string
  suggestions: readonly string[]
}) {
  const [text, setText] = useState('')
  const { mutate, data, error, isPending, variables } = useMutation(triggerTest())
  const test = (words: string): void => mutate({ import_id: importId, trigger_text: words })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim()) test(text.trim())
  }
  return (
    <section aria-label="Trigger test">
      <h3>Trigger test</h3>
      <form className={css.triggerForm} onSubmit={submit}>
        <Field
          label="What would somebody ask for?"
          hint="Nothing is run: the words are compared as a look-up would."
        >
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={2000}
              placeholder={suggestions[0] ?? 'Fill in the form of the claim'}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={isPending} disabled={!text.trim()}>
          Test
        </Button>
      </form>
      {suggestions.length > 0 && (
        <div className={css.suggestions} role="group" aria-label="Its own triggers">
          {suggestions.slice(0, 5).map((words) => (
            <Button key={words} look="ghost" onClick={() => (setText(words), test(words))}>
              {words}
            </Button>
          ))}
        </div>
      )}
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
                <b>{data.matched ? 'It would be found' : 'It would not be found'}</b> by “
                {variables?.trigger_text}”
                {typeof data.score === 'number' && (
                  <span className="muted num"> with a score of {data.score.toFixed(2)}</span>
                )}
                .
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
