import type { Gate, Schemas } from '#ui/backend/types'
import { Badge, type Tone } from '#ui/components/Badge'
import { MessageText } from '#ui/components/MessageText'
import { ARM, gateTryWord } from '#ui/domain/gates/gateWords'
import { Say, say } from '#ui/lib/say'
import css from './GateTries.module.css'

/** The tries in the order in which they ran, each with what was read of it. */
export function GateTries({ gate: { tries, order } }: { gate: Gate }) {
  return (
    <section aria-label={say('Tries')}>
      <h3>
        <Say
          text={'Tries <span>{count} of {count2}</span>'}
          values={{
            span: (inner) => <span className="faint num">{inner}</span>,
            count: tries.length,
            count2: order.length,
          }}
        />
      </h3>
      {tries.length === 0 ? (
        <p className="faint">{say('The first one is being prepared.')}</p>
      ) : (
        <ol className={css.list}>
          {tries.map((one) => (
            <li key={one.number}>
              <details>
                <summary>
                  <span className={`${css.number ?? ''} num`}>{one.number}</span>
                  <span className={css.arm}>{ARM[one.arm]}</span>
                  <Badge tone={gateTryWord(one).tone}>{gateTryWord(one).word}</Badge>
                </summary>
                <Checks one={one} />
              </details>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const checkWord = (holds: boolean | null | undefined): { word: string; tone: Tone } => {
  if (holds === true) return { word: say('read again'), tone: 'ok' }
  return holds === false
    ? { word: say('not true'), tone: 'bad' }
    : { word: say('not readable'), tone: 'warn' }
}

function Checks({ one }: { one: Schemas['GateTry'] }) {
  return (
    <ul className={css.checks}>
      {one.end && (
        <li className="muted">
          <MessageText text={one.end.message} />
        </li>
      )}
      {one.checks.map(({ wanted, holds, evidence }) => (
        <li key={wanted}>
          <Badge tone={checkWord(holds).tone}>{checkWord(holds).word}</Badge> {wanted}{' '}
          <span className="muted">
            <MessageText text={evidence} />
          </span>
        </li>
      ))}
    </ul>
  )
}
