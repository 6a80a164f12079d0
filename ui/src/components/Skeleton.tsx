import css from './Skeleton.module.css'
import { say } from '#ui/lib/say'

/** Grey lines while a list loads. They appear after 150 ms, so that quick answers do not flash. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className={css.box} role="status" aria-label={say('Loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} style={{ width: `${88 - ((row * 17) % 40)}%` }} />
      ))}
    </div>
  )
}
