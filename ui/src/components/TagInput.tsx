import { type KeyboardEvent, useState } from 'react'
import { RemovableChip } from './Chip'
import css from './TagInput.module.css'

interface TagInputProps {
  id?: string
  label: string
  placeholder: string
  values: readonly string[]
  onChange(values: string[]): void
  'aria-describedby'?: string
}

/**
 * A list of short texts. Enter or a comma adds one; Backspace in an empty field removes the last
 * one.
 */
export function TagInput({ id, label, placeholder, values, onChange, ...rest }: TagInputProps) {
  const [text, setText] = useState('')
  const add = (): void => {
    const fresh = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part && !values.includes(part))
    if (fresh.length > 0) onChange([...values, ...fresh])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ',') {
      if (!text.trim() && event.key === 'Enter') return
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && text === '' && values.length > 0) {
      onChange(values.slice(0, -1))
    }
  }
  return (
    <div className={css.box}>
      {values.map((value) => (
        <RemovableChip
          key={value}
          label={value}
          onRemove={() => onChange(values.filter((other) => other !== value))}
        />
      ))}
      <input
        {...rest}
        dir="auto"
        id={id}
        aria-label={id ? undefined : label}
        value={text}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
    </div>
  )
}
