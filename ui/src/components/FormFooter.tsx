import { Button } from './Button'
import { say } from '#ui/lib/say'

interface FormFooterProps {
  /** What the primary button does, such as “Save”. It submits the form. */
  action: string
  /**
   * The label of the button that cancels. It says what stays, so that it is not mistaken for the
   * action.
   */
  keep?: string
  danger?: boolean
  busy?: boolean
  /** Nothing can be submitted yet. */
  disabled?: boolean
  /** The form cannot be left now, because its action runs. */
  locked?: boolean
  onCancel(): void
}

/** The last row of a form: a button that leaves it and one that submits it. */
export function FormFooter({
  action,
  keep = say('Cancel'),
  danger,
  busy,
  disabled,
  locked,
  onCancel,
}: FormFooterProps) {
  return (
    <footer>
      <Button look="ghost" disabled={locked} onClick={onCancel}>
        {keep}
      </Button>
      <Button
        type="submit"
        look={danger ? 'destructive' : 'primary'}
        busy={busy}
        disabled={disabled}
      >
        {action}
      </Button>
    </footer>
  )
}
