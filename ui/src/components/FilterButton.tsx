import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { Button } from './Button'
import css from './FilterButton.module.css'

interface FilterButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'value'> {
  label: string
  /** The current choice, shown only while the filter is on. */
  value: string
  on: boolean
}

/** Opens the menu of a filter. It shows the choice and is highlighted while the filter is on. */
export function FilterButton({ label, value, on, ...rest }: FilterButtonProps) {
  return (
    <Button
      look="ghost"
      {...rest}
      aria-label={`${label}: ${value}`}
      data-on={on || undefined}
      className={css.filter}
    >
      <span className="clip">
        {label}
        {on && `: ${value}`}
      </span>
      <ChevronDown size={13} aria-hidden />
    </Button>
  )
}
