import { RadioGroup } from 'radix-ui'
import css from './Segmented.module.css'

export interface Choice<T extends string> {
  value: T
  label: string
}

/** A single choice among a few options, side by side. Arrow keys change it. */
export function Segmented<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: T
  choices: readonly Choice<T>[]
  onChange(value: T): void
}) {
  return (
    <RadioGroup.Root
      className={css.group}
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      orientation="horizontal"
    >
      {choices.map((choice) => (
        <RadioGroup.Item
          key={choice.value}
          value={choice.value}
          className={css.item}
          aria-label={choice.label}
        >
          {choice.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
