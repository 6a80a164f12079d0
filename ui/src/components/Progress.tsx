import css from './Progress.module.css'

/** A progress bar. Without `done` it is indeterminate. */
export function Progress({
  label,
  done,
  total = 1,
  wide,
}: {
  label: string
  done?: number
  total?: number
  wide?: boolean
}) {
  return (
    <span
      className={css.bar}
      data-wide={wide || undefined}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <span
        data-unknown={done === undefined || undefined}
        style={done === undefined ? undefined : { width: `${(100 * done) / Math.max(total, 1)}%` }}
      />
    </span>
  )
}
