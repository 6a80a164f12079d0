import { type FormEvent, useState } from 'react'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { urlProblem } from '#ui/domain/webAddress'
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
      title="Show me how you check"
      description={
        'Open the page where the result of your demonstration stands, or run a command that shows ' +
        'it. Every later run is compared with what stands there.'
      }
    >
      <form onSubmit={submit} className={css.form}>
        <StartAddressField
          placeholder="wiki.example.org/releases"
          value={address}
          onChange={setAddress}
        />
        <footer>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            look="primary"
            busy={review.busy.showCheck}
            disabled={problem !== undefined}
          >
            Start watching
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
