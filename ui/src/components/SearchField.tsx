import { Search, X } from 'lucide-react'
import { type ComponentPropsWithRef, useRef } from 'react'
import field from './Field.module.css'
import css from './SearchField.module.css'
import { say } from '#ui/lib/say'

interface SearchFieldProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'value' | 'onChange'
> {
  label: string
  value: string
  onText(text: string): void
}

/** A search field that looks the same above every list, with a button that clears it. */
export function SearchField({
  label,
  value,
  onText,
  placeholder = label,
  className,
  ref,
  ...rest
}: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  const hold = (element: HTMLInputElement | null): void => {
    own.current = element
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  return (
    <span className={[css.box, className].filter(Boolean).join(' ')}>
      <Search size={14} aria-hidden />
      <input
        {...rest}
        ref={hold}
        type="search"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={placeholder}
        className={field.input}
        value={value}
        onChange={(event) => onText(event.target.value)}
      />
      {value !== '' && (
        // The keyboard can clear the field itself, so Tab skips this button.
        <button
          type="button"
          tabIndex={-1}
          aria-label={say('Clear the search')}
          className={css.clear}
          onClick={() => (onText(''), own.current?.focus())}
        >
          <X size={13} aria-hidden />
        </button>
      )}
    </span>
  )
}
