import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Chip.module.css'
import { locale, say } from '#ui/lib/say'

/** One of several options that can be on at the same time. */
export function ToggleChip({
  on,
  onToggle,
  disabled,
  describedBy,
  children,
}: {
  on: boolean
  onToggle(): void
  disabled?: boolean
  describedBy?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={css.chip}
      aria-pressed={on}
      disabled={disabled}
      aria-describedby={describedBy}
      onClick={onToggle}
    >
      {on && <Check size={13} aria-hidden />}
      {children}
    </button>
  )
}

/**
 * One of several filters. Shows how many rows match; `more` means that more rows were not counted
 * yet.
 */
export function FilterChip({
  on,
  onChoose,
  count,
  more,
  children,
}: {
  on: boolean
  onChoose(): void
  count?: number
  more?: boolean
  children: ReactNode
}) {
  return (
    <button type="button" className={css.chip} aria-pressed={on} onClick={onChoose}>
      {children}
      {count !== undefined && (
        <span className={`${css.count} num`}>
          {count.toLocaleString(locale())}
          {more && '+'}
        </span>
      )}
    </button>
  )
}

/** A value that can be removed. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove(): void }) {
  return (
    <span className={css.tag}>
      <span className="clip">{label}</span>
      <button type="button" aria-label={say('Remove {label}', { label })} onClick={onRemove}>
        <X size={12} aria-hidden />
      </button>
    </span>
  )
}
