import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from './Button'
import css from './Dialog.module.css'
import { Field, TextArea, TextInput } from './Field'
import { FormFooter } from './FormFooter'
import { say } from '#ui/lib/say'

interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  description?: ReactNode
  wide?: boolean
  children: ReactNode
}

export function Dialog({ open, onClose, title, description, wide, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={css.overlay} />
        <Radix.Content
          className={css.dialog}
          data-wide={wide || undefined}
          onInteractOutside={keepForNotices}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header>
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              {/* Without a tooltip: it would open with the dialog and take the first Escape. */}
              <button type="button" aria-label={say('Close')} className={css.close}>
                <X size={15} aria-hidden />
              </button>
            </Radix.Close>
          </header>
          {description && (
            <Radix.Description className={css.description}>{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A notice can be answered while a dialog is open: that does not close the dialog. */
function keepForNotices(event: Event & { detail?: { originalEvent?: Event } }): void {
  const target = event.detail?.originalEvent?.target ?? event.target
  if (target instanceof Element && target.closest('[data-notices]')) event.preventDefault()
}

interface AskFormProps {
  label: string
  placeholder?: string
  maxLength: number
  action: string
  long?: boolean
  danger?: boolean
  busy?: boolean
  onAnswer(text: string): void
}

/** Asks for one text, such as the name of a step or the reason of a rejection. */
export function AskDialog({
  open,
  onClose,
  title,
  description,
  ...form
}: Omit<DialogProps, 'wide' | 'children'> & AskFormProps) {
  return (
    <Dialog {...{ open, onClose, title, description }}>
      <AskForm {...form} onCancel={onClose} />
    </Dialog>
  )
}

function AskForm({
  label,
  placeholder,
  maxLength,
  action,
  long,
  danger,
  busy,
  onAnswer,
  onCancel,
}: AskFormProps & { onCancel(): void }) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim()) onAnswer(text.trim())
  }
  const Input = long ? TextArea : TextInput
  return (
    <form className={css.form} onSubmit={submit}>
      <Field label={label}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            placeholder={placeholder}
            maxLength={maxLength}
            value={text}
            onChange={(event: { target: { value: string } }) => setText(event.target.value)}
          />
        )}
      </Field>
      <FormFooter
        action={action}
        danger={danger}
        busy={busy}
        disabled={!text.trim()}
        onCancel={onCancel}
      />
    </form>
  )
}

interface ConfirmProps {
  open: boolean
  onClose(): void
  title: string
  description: ReactNode
  /**
   * The label of the button that cancels. It says what stays, so that it is not mistaken for the
   * action.
   */
  keep?: string
  action: string
  danger?: boolean
  busy?: boolean
  /** Shown above the buttons, for example a diff. */
  children?: ReactNode
  onConfirm(): void
}

export function ConfirmDialog({
  keep = say('Cancel'),
  action,
  danger,
  busy,
  children,
  onConfirm,
  ...dialog
}: ConfirmProps) {
  return (
    <Dialog {...dialog}>
      <div className={css.form}>
        {children}
        <footer>
          <Button look="ghost" onClick={dialog.onClose}>
            {keep}
          </Button>
          <Button
            look={danger ? 'destructive' : 'primary'}
            busy={busy}
            onClick={onConfirm}
            autoFocus
          >
            {action}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}
