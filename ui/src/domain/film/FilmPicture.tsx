import type { Schemas } from '#ui/backend/types'
import css from './Film.module.css'

export type Picture = Schemas['FilmPicture']
type Shape = Schemas['FilmShape']

/** The pattern that the fields for secrets of all pictures have. */
export const HATCH = 'film-hatch'

/** Rendered once beside the pictures. */
export function HatchPattern() {
  return (
    <svg width="0" height="0" aria-hidden="true" className={css.defs}>
      <defs>
        <pattern
          id={HATCH}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="8" height="8" className={css.hatch} />
          <rect width="4" height="8" className={css.stripe} />
        </pattern>
      </defs>
    </svg>
  )
}

/** What a page showed at a moment: boxes with the names of its controls, and no values. */
export function FilmPicture({
  picture: { width, height, shapes },
  label,
}: {
  picture: Picture
  /** What it shows. Absent: it repeats what is said beside it. */
  label?: string
}) {
  return (
    <svg
      className={css.picture}
      viewBox={`0 0 ${width} ${height}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <rect className={css.view} width={width} height={height} />
      {shapes.map((shape, at) => (
        // Shapes have no identity, and never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <ShapeOf key={at} shape={shape} />
      ))}
    </svg>
  )
}

function ShapeOf({ shape }: { shape: Shape }) {
  const { kind, x, y, width, height, text, font, acted, private: isPrivate } = shape
  return (
    <g className={css.shape} data-kind={kind} data-acted={acted || undefined}>
      <rect x={x} y={y} width={width} height={height} rx={4} />
      {isPrivate && (
        <rect x={x} y={y} width={width} height={height} rx={4} fill={`url(#${HATCH})`} />
      )}
      {text && (
        <text
          x={kind === 'tick' ? x + width + 4 : x + 6}
          y={y + height / 2 + font * 0.35}
          fontSize={font}
        >
          {text}
        </text>
      )}
    </g>
  )
}
