import type { Schemas } from '#ui/backend/types'
import { formatDateTime } from '#ui/components/format'
import { say } from '#ui/lib/say'
import css from './HealthChart.module.css'
import { healthBars, summarizeRuns } from './healthBars'

const WIDTH = 360
const HEIGHT = 56

/** A bar per run: reached, skipped and failed checkpoints. The table below has the same numbers. */
export function HealthChart({ runs }: { runs: ReadonlyArray<Schemas['AbilityRun']> }) {
  const says = summarizeRuns(runs)
  return (
    <figure className={css.figure}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={css.chart} role="img" aria-label={says}>
        <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className={css.floor} />
        {healthBars(runs, WIDTH, HEIGHT - 1).map((bar) => (
          <g key={bar.key}>
            <title>{bar.label}</title>
            <rect x={bar.x} y="0" width={bar.width} height={HEIGHT} className={css.hit} />
            {bar.parts.map((part) => (
              <rect
                key={part.kind}
                x={bar.x}
                y={part.y}
                width={bar.width}
                height={part.height}
                className={css[part.kind]}
              />
            ))}
          </g>
        ))}
      </svg>
      <figcaption>
        <ul className={css.legend}>
          <li data-kind="reached">{say('Reached')}</li>
          <li data-kind="skipped">{say('Skipped')}</li>
          <li data-kind="failed">{say('Failed')}</li>
        </ul>
        <p className="muted">
          {says} {runs[0] && say('Since {at}.', { at: formatDateTime(runs[0].at) })}
        </p>
      </figcaption>
    </figure>
  )
}
