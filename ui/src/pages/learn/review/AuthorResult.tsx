import type { ReactNode } from 'react'
import type { Schemas } from '#ui/backend/types'
import { MessageText } from '#ui/components/MessageText'
import { Ago } from '#ui/components/Time'
import { Say, say } from '#ui/lib/say'
import css from './AuthorPanel.module.css'

type Mark = Schemas['AuthorMark']

/** The cost of a response, if it was reported. */
function costOf({ tokens_in: given, tokens_out: answered, cost }: Mark): string {
  const parts = []
  if (given != null && answered != null)
    parts.push(say('{given, number} tokens in, {answered, number} out', { given, answered }))
  if (cost != null) parts.push(`$${cost.toFixed(cost < 0.1 ? 3 : 2)}`)
  return parts.map((part) => ` · ${part}`).join('')
}

/** A draft that a model improved: what was taken of its answer, and what was left out and why. */
export function AuthorResult({ mark, children }: { mark: Mark; children: ReactNode }) {
  return (
    <div className={css.result}>
      <p>
        <Say
          text={'{model} improved this draft {cost}'}
          values={{
            model: <b>{mark.model}</b>,
            cost: (
              <span className="faint">
                <Ago at={mark.written_at} />
                {costOf(mark)}
              </span>
            ),
          }}
        />
      </p>
      <div className={css.buttons}>{children}</div>
      <div className={css.folds}>
        {mark.kept.length > 0 && (
          <details open={mark.kept.length < 6}>
            <summary>
              {say('{count, plural, one {# part} other {# parts}} taken', {
                count: mark.kept.length,
              })}
            </summary>
            <ul>
              {mark.kept.map((one) => (
                <li key={one}>
                  <MessageText text={one} />
                </li>
              ))}
            </ul>
          </details>
        )}
        <Dropped dropped={mark.dropped} />
      </div>
    </div>
  )
}

/** What was not believed, and why. */
export function Dropped({ dropped }: { dropped: ReadonlyArray<Schemas['AuthorDropped']> }) {
  if (dropped.length === 0) return null
  return (
    <details open={dropped.length < 6}>
      <summary>
        {say('{count, plural, one {# part} other {# parts}} left out', { count: dropped.length })}
      </summary>
      <ul>
        {dropped.map(({ what, why }, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <MessageText text={what} />:{' '}
            <span className="muted">
              <MessageText text={why} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
