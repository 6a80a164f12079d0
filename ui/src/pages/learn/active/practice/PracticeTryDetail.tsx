import type { PracticeTry } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { MessageText } from '#ui/components/MessageText'
import { CHECK, resultWords } from '#ui/domain/agentRuns/practiceWords'
import { Transcript } from '#ui/pages/learn/runs/Transcript'
import { say } from '#ui/lib/say'
import css from './PracticeTryDetail.module.css'

/** One try: its results, the advice it received, and its transcript. */
export function PracticeTryDetail({
  one,
  said,
}: {
  one: PracticeTry
  /** What the outcome says, which is not repeated. */
  said: string | undefined
}) {
  const { number, checks, lessons, refusals, end } = one
  return (
    <section className={css.try} aria-label={say('Try {number}', { number })}>
      {end && end.kind !== 'finished' && !said?.includes(end.message) && (
        <p className="muted">
          <MessageText text={end.message} />
        </p>
      )}
      {checks.length > 0 && (
        <section>
          <h3>{say('What was read')}</h3>
          <ul className={css.checks} aria-label={say('What was read')}>
            {checks.map(({ result, status, evidence }, at) => (
              <li key={at}>
                <Badge tone={CHECK[status].tone}>{CHECK[status].word}</Badge>
                <span>
                  <b>{resultWords(result)}</b> <span className="muted">{evidence}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Lines title={say('Advice given for this try')} lines={lessons} />
      <Lines title={say('Refused')} lines={refusals} />
      <Transcript run={one} />
    </section>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul className={css.lines} aria-label={title}>
        {lines.map((line) => (
          <li key={line}>
            <MessageText text={line} />
          </li>
        ))}
      </ul>
    </section>
  )
}
