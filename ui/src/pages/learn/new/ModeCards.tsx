import { useId } from 'react'
import css from './ModeCards.module.css'
import { MODES, type Mode } from './modes'

/** The five ways to learn. */
export function ModeCards({
  chosen,
  onChoose,
}: {
  chosen: Mode['id']
  onChoose(mode: Mode): void
}) {
  return (
    <ul className={css.cards}>
      {MODES.map((mode) => (
        <li key={mode.id}>
          <Card mode={mode} on={mode.id === chosen} onChoose={() => onChoose(mode)} />
        </li>
      ))}
    </ul>
  )
}

function Card({ mode, on, onChoose }: { mode: Mode; on: boolean; onChoose(): void }) {
  const id = useId()
  return (
    <article className={css.card} data-on={on || undefined}>
      <span className={css.icon} aria-hidden>
        {mode.icon}
      </span>
      <h3 className={css.label}>
        {/* The button covers the whole card. */}
        <button
          type="button"
          className={css.choose}
          aria-pressed={on}
          aria-describedby={id}
          onClick={onChoose}
        >
          {mode.label}
        </button>
      </h3>
      <p id={id} className={css.what}>
        {mode.what}
      </p>
    </article>
  )
}
