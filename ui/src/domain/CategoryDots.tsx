import css from './CategoryDots.module.css'
import type { ShownCategory } from './categories'
import { say } from '#ui/lib/say'

/** The most dots beside a row. The accessible name lists all categories. */
const MAX_DOTS = 4

export function Dot({ color }: { color: string }) {
  return <span className={css.dot} style={{ background: color }} aria-hidden />
}

/** The categories of a row as dots. Their names are read aloud and shown on hover. */
export function CategoryDots({ categories }: { categories: readonly ShownCategory[] }) {
  if (categories.length === 0) return null
  const names = categories.map(({ title }) => title).join(', ')
  return (
    <span
      className={css.dots}
      role="img"
      aria-label={say('Categories: {names}', { names })}
      title={names}
    >
      {categories.slice(0, MAX_DOTS).map(({ id, color }) => (
        <Dot key={id} color={color} />
      ))}
      {categories.length > MAX_DOTS && (
        <span className={`${css.more} num`}>+{categories.length - MAX_DOTS}</span>
      )}
    </span>
  )
}
