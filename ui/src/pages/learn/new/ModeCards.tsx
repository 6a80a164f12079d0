import { useId } from 'react'
import css from './ModeCards.module.css'
import { MODES, type Mode } from './modes'

/** Five ways to learn. What is not built says so and cannot be pressed. */
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
    <article
      className={css.card}
      data-on={on || undefined}
      data-missing={mode.missing ? true : undefined}
    >
      <span className={css.icon} aria-hidden>
        {mode.icon}
      </span>
      <h3 className={css.label}>
        {mode.missing ? (
          mode.label
        ) : (
          // The whole card is its button.
          <button
            type="button"
            className={css.choose}
            aria-pressed={on}
            aria-describedby={id}
            onClick={onChoose}
          >
            {mode.label}
          </button>
        )}
      </h3>
      <p id={id} className={css.what}>
        {mode.what}
      </p>
      <p className={css.state}>{mode.missing ?? 'Ready'}</p>
    </article>
  )
}
