import { RadioGroup } from 'radix-ui'
import type { AgentPractice } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Elapsed } from '#ui/components/Time'
import { formatElapsed } from '#ui/components/format'
import { tryWord } from '#ui/domain/agentRuns/practiceWords'
import { say } from '#ui/lib/say'
import css from './TryList.module.css'

/** All tries with their verdict, time and actions. The arrow keys choose one. */
export function TryList({
  practice: { tries, best_try },
  chosen,
  onChoose,
}: {
  practice: AgentPractice
  chosen: number | undefined
  onChoose(number: number): void
}) {
  if (tries.length === 0) return null
  return (
    <RadioGroup.Root
      className={css.tries}
      aria-label={say('Tries')}
      value={chosen === undefined ? '' : String(chosen)}
      onValueChange={(value) => onChoose(Number(value))}
    >
      {tries.map((one) => {
        const { word, tone } = tryWord(one)
        return (
          <RadioGroup.Item key={one.number} value={String(one.number)} className={css.try}>
            <b>{say('Try {number}', { number: one.number })}</b> <Badge tone={tone}>{word}</Badge>{' '}
            {best_try === one.number && tries.length > 1 && (
              <Badge tone="accent">{say('the best')}</Badge>
            )}
            <span className={`${css.facts} num`}>
              {one.ended_at ? (
                formatElapsed(Date.parse(one.ended_at) - Date.parse(one.started_at))
              ) : (
                <Elapsed since={one.started_at} />
              )}{' '}
              ·{' '}
              {say('{actionCount, plural, one {# action} other {# actions}}', {
                actionCount: one.action_count,
              })}
            </span>
          </RadioGroup.Item>
        )
      })}
    </RadioGroup.Root>
  )
}
