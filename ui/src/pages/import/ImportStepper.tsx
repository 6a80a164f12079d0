import { Check, TriangleAlert } from 'lucide-react'
import { STEPS } from '#ui/domain/imports/importStates'
import { say } from '#ui/lib/say'
import css from './ImportStepper.module.css'

export function ImportStepper({
  at,
  failed,
  done,
}: {
  at: number
  failed: boolean
  done: boolean
}) {
  return (
    <nav className={css.stepper} aria-label={say('Steps')}>
      <ol className={css.steps}>
        {STEPS.map((step, index) => {
          const past = index < at || done
          const here = index === at && !done
          return (
            <li
              key={step}
              aria-current={here ? 'step' : undefined}
              data-past={past || undefined}
              data-failed={(here && failed) || undefined}
            >
              <span className={css.number} aria-hidden>
                {past ? (
                  <Check size={12} />
                ) : here && failed ? (
                  <TriangleAlert size={12} />
                ) : (
                  index + 1
                )}
              </span>
              {step}
              {past && <span className="sr">{say(', done')}</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
