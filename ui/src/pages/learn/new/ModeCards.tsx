import { useId } from 'react'
import css from './ModeCards.module.css'
import { MODES, type Mode } from './modes'

/** Five ways to learn. What is not built says so and cannot be pressed. */
export function ModeCards({ chosen, onChoose }: { chosen: Mode['id']; onChoose(mode: Mode['id']): void }) {
  return (
    <ul className={css.cards}>
      {MODES.map((mode) => (
        <li key={mode.id}>
          <Card mode={mode} on={mode.id === chosen} onChoose={() => onChoose(mode.id)} />
        </li>
      ))}
    </ul>
  )
}

function Card({ mode, on, onChoose }: { mode: Mode; on: boolean; onChoose(): void }) {
  const id = useId()
  return (
    <button type="button" className={css.card} aria-labelledby={`${id}-label`} aria-describedby={`${id}-what ${id}-state`} aria-pressed={mode.missing ? undefined : on} disabled={mode.missing !== undefined} onClick={onChoose}>
      <span className={css.icon} aria-hidden>
        {mode.icon}
      </span>
      <span id={`${id}-label`} className={css.label}>
        {mode.label}
      </span>
      <span id={`${id}-what`} className={css.what}>
        {mode.what}
      </span>
      <span id={`${id}-state`} className={css.state}>
        {mode.missing ?? 'Ready'}
      </span>
    </button>
  )
}
