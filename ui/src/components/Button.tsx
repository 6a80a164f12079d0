import { LoaderCircle } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import css from './Button.module.css'
import { Tip } from './Tooltip'

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `danger` opens a destructive action; `destructive` carries it out in the dialog that asks. */
  look?: 'primary' | 'plain' | 'ghost' | 'danger' | 'destructive'
  icon?: ReactNode
  /** Shows a spinner and disables the button while its action runs. */
  busy?: boolean
}

export function Button({
  look = 'plain',
  icon,
  busy,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[css.button, css[look], className].filter(Boolean).join(' ')}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <LoaderCircle className={css.spin} size={14} aria-hidden /> : icon}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  label: string
  children: ReactNode
  /** The keyboard shortcut, shown in the tooltip. */
  keys?: string
}

/** A button with only an icon. Its label is the accessible name and the tooltip. */
export function IconButton({ label, keys, children, className, ...rest }: IconButtonProps) {
  return (
    <Tip text={label} keys={keys}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={[css.icon, className].filter(Boolean).join(' ')}
      >
        {children}
      </button>
    </Tip>
  )
}
