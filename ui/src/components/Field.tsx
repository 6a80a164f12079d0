import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import css from './Field.module.css'

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string
  children(ids: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': boolean | undefined
  }): ReactNode
}

/** A labelled control with a hint or an error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const note = `${id}-note`
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': hint || error ? note : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {(error || hint) && (
        <p id={note} className={error ? css.error : css.hint}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

/** The same for a group of controls. */
export function FieldGroup({
  label,
  hint,
  children,
}: {
  label: string
  hint?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={css.field} role="group" aria-labelledby={id}>
      <span id={id} className={css.label}>
        {label}
      </span>
      {children}
      {hint && <p className={css.hint}>{hint}</p>}
    </div>
  )
}

export function TextInput({ className, ...rest }: ComponentPropsWithRef<'input'>) {
  return (
    <input
      type="text"
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      className={[css.input, className].filter(Boolean).join(' ')}
    />
  )
}

interface NumberFieldProps {
  label: string
  hint?: ReactNode
  error?: string
  /** The most digits. */
  digits: number
  /** What is used when the field is empty. */
  usual?: number
  value: string
  onChange(value: string): void
}

/** A labelled small number. It stays a text, so that a wrong one can be marked. */
export function NumberField({
  label,
  hint,
  error,
  digits,
  usual,
  value,
  onChange,
}: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          className={css.number}
          inputMode="numeric"
          maxLength={digits}
          placeholder={usual?.toString()}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A choice of a longer list. */
export function Select({ className, ...rest }: ComponentPropsWithRef<'select'>) {
  return <select {...rest} className={[css.input, className].filter(Boolean).join(' ')} />
}

export function TextArea({ className, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return (
    <textarea
      rows={3}
      dir="auto"
      {...rest}
      className={[css.input, css.area, className].filter(Boolean).join(' ')}
    />
  )
}
