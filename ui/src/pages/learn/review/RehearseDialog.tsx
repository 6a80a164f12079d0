import { type FormEvent, useState } from 'react'
import type { Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { Field, TextInput } from '#ui/components/Field'
import { urlProblem } from '#ui/domain/webAddress'
import css from './RehearseDialog.module.css'
import { StartAddressField } from './StartAddressField'
import type { Review } from './useReview'

export function RehearseDialog({
  open,
  review,
  variables,
  onClose,
}: {
  open: boolean
  review: Review
  variables: ReadonlyArray<Schemas['Variable']>
  onClose(): void
}) {
  const [address, setAddress] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  // What the application makes, what follows from another value, and what never changes is no input.
  const inputs = variables.filter(
    ({ secret, source }) => !secret && (source === 'given' || source === 'read'),
  )
  const problem = urlProblem(address)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!problem) review.rehearse(address, values, onClose)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rehearse"
      description={
        'Do the task once more, with other values, while Apprentice watches. Each checkpoint is ' +
        'checked by Apprentice itself.'
      }
    >
      <form onSubmit={submit} className={css.form}>
        <StartAddressField placeholder="wiki.example.org" value={address} onChange={setAddress} />
        {inputs.length > 0 && (
          <fieldset className={css.values}>
            <legend>Values for this rehearsal</legend>
            <p className="muted">Leave a field empty, and what you enter counts.</p>
            {inputs.map(({ name, label, example, list }) => (
              <Field
                key={name}
                label={label || name}
                hint={list ? 'Several values, with commas between them.' : undefined}
              >
                {(ids) => (
                  <TextInput
                    {...ids}
                    placeholder={example}
                    maxLength={2000}
                    value={values[name] ?? ''}
                    onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                  />
                )}
              </Field>
            ))}
          </fieldset>
        )}
        <footer>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            look="primary"
            busy={review.busy.rehearse}
            disabled={problem !== undefined}
          >
            Start rehearsal
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
