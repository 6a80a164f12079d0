import { type FormEvent, useState } from 'react'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { Field, TextInput } from '#ui/components/Field'
import { urlProblem } from '#ui/domain/webAddress'
import css from './RehearseDialog.module.css'
import type { Review } from './useReview'

export function RehearseDialog({
  open,
  review,
  onClose,
}: {
  open: boolean
  review: Review
  onClose(): void
}) {
  const [address, setAddress] = useState('')
  const problem = urlProblem(address)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!problem) review.rehearse(address, onClose)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rehearse"
      description="Do the task once more, with other values, while Apprentice watches. Each checkpoint is judged by what is seen, not by what anybody says."
    >
      <form onSubmit={submit} className={css.form}>
        <Field
          label="Start address"
          error={problem}
          hint="Where the watched window opens. Empty: where the demonstration began."
        >
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              placeholder="wiki.example.org"
              maxLength={2000}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
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
