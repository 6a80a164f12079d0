import { Check } from 'lucide-react'
import { Checkbox as RadixCheckbox, Switch as RadixSwitch } from 'radix-ui'
import css from './Toggle.module.css'

interface ToggleProps {
  id?: string
  label: string
  on: boolean
  disabled?: boolean
  /** -1 when the row has its own shortcut for it. */
  tabIndex?: -1
  onChange(on: boolean): void
}

export function Switch({ label, on, disabled, onChange }: ToggleProps) {
  return (
    <RadixSwitch.Root
      className={css.switch}
      aria-label={label}
      checked={on}
      disabled={disabled}
      onCheckedChange={onChange}
    >
      <RadixSwitch.Thumb className={css.thumb} />
    </RadixSwitch.Root>
  )
}

export function Checkbox({ id, label, on, disabled, tabIndex, onChange }: ToggleProps) {
  return (
    <RadixCheckbox.Root
      id={id}
      tabIndex={tabIndex}
      className={css.check}
      aria-label={label}
      checked={on}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next === true)}
    >
      <RadixCheckbox.Indicator className={css.mark}>
        <Check size={12} strokeWidth={3} />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  )
}
