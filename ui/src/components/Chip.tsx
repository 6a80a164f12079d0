import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Chip.module.css'

/** One of several things that can be on or off together. */
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
 * A filter among several of which one is chosen; shows how many rows it leaves; with `more` there
 * are rows not counted yet.
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
          {count.toLocaleString()}
          {more && '+'}
        </span>
      )}
    </button>
  )
}

/** Something that was added and can be taken away. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove(): void }) {
  return (
    <span className={css.tag}>
      <span className="clip">{label}</span>
      <button type="button" aria-label={`Remove ${label}`} onClick={onRemove}>
        <X size={12} aria-hidden />
      </button>
    </span>
  )
}
