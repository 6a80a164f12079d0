import type { Gate, Schemas } from '#ui/backend/types'
import { formatElapsed } from '#ui/components/format'
import { ARM, differenceWords, rateInterval } from '#ui/domain/gates/gateWords'
import { locale, say } from '#ui/lib/say'
import css from './GateTable.module.css'

type Arm = Schemas['GateArm']
type Report = Schemas['GateArmReport']

/** What the tries of each arm come to, with the interval of each rate, and how the arms compare. */
export function GateTable({ gate }: { gate: Gate }) {
  const { none, trace, skill } = gate.arms
  const arms: Array<[Arm, Report]> = [
    ['none', none],
    ...(trace ? [['trace', trace] as [Arm, Report]] : []),
    ['skill', skill],
  ]
  const compared: Array<[string, Gate['against_none']]> = [
    [say('The skill compared with nothing'), gate.against_none],
    [say('The skill compared with the recording'), gate.against_trace],
  ]
  return (
    <section aria-label={say('Comparison')}>
      <h3>{say('Comparison')}</h3>
      <div className={css.wrap}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{say('Tries')}</th>
              <th scope="col">{say('Did the task')}</th>
              <th scope="col" colSpan={2}>
                {say('95 % interval')}
              </th>
              <th scope="col">{say('Undecided')}</th>
              <th scope="col">{say('Time')}</th>
              <th scope="col">{say('Tokens')}</th>
              <th scope="col">{say('Cost')}</th>
            </tr>
          </thead>
          <tbody>
            {arms.map(([arm, report]) => (
              <Row key={arm} arm={arm} report={report} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="faint">
        {say('Time, tokens and cost are means of a try; tokens and cost are the agent’s own word.')}
      </p>
      <ul className={css.over}>
        {compared.map(([words, found]) =>
          found ? (
            <li key={words}>
              {words}: <span className="num">{differenceWords(found)}</span>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  )
}

function Row({ arm, report }: { arm: Arm; report: Report }) {
  const { passed, failed, interval, rate, seconds, tokens, cost, currency } = report
  const decided = passed + failed
  return (
    <tr>
      <th scope="row">{ARM[arm]}</th>
      <td className="num">
        {decided > 0 ? say('{passed} of {decided}', { passed, decided }) : '–'}
      </td>
      <td className="num">{interval ? rateInterval(interval) : '–'}</td>
      <td>{interval && <Interval interval={interval} rate={rate ?? 0} />}</td>
      <td className="num">{report.undecided}</td>
      <td className="num">{typeof seconds === 'number' ? formatElapsed(seconds * 1000) : '–'}</td>
      <td className="num">
        {typeof tokens === 'number' ? Math.round(tokens).toLocaleString(locale()) : '–'}
      </td>
      <td className="num">
        {typeof cost === 'number' ? `${cost.toFixed(2)} ${currency ?? ''}`.trim() : '–'}
      </td>
    </tr>
  )
}

/** The interval as a bar from 0 to 100 %. The words beside it say the same. */
function Interval({
  interval: { low, high },
  rate,
}: {
  interval: Schemas['GateInterval']
  rate: number
}) {
  return (
    <span className={css.bar} aria-hidden>
      <span style={{ left: `${low * 100}%`, right: `${(1 - high) * 100}%` }} />
      <b style={{ left: `${rate * 100}%` }} />
    </span>
  )
}
