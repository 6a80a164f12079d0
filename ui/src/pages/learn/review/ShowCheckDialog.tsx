import { type FormEvent, useState } from 'react'
import { Dialog } from '#ui/components/Dialog'
import { FormFooter } from '#ui/components/FormFooter'
import { urlProblem } from '#ui/domain/webAddress'
import { say } from '#ui/lib/say'
import css from './RehearseDialog.module.css'
import { StartAddressField } from './StartAddressField'
import type { Review } from './useReview'

export function ShowCheckDialog({
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
    if (!problem) review.showCheck(address, onClose)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say('Show me how you check')}
      description={say(`Open the page that shows the result of your demonstration, or run a command that shows
          it. Every later run is compared with the text shown there.`)}
    >
      <form onSubmit={submit} className={css.form}>
        <StartAddressField
          placeholder="wiki.example.org/releases"
          value={address}
          onChange={setAddress}
        />
        <FormFooter
          action={say('Start watching')}
          busy={review.busy.showCheck}
          disabled={problem !== undefined}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
