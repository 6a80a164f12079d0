// The words for gates, the same on every surface.

import type { Gate, GateSummary, Schemas } from '#ui/backend/types'
import { END, PHASE, type Word } from '#ui/domain/agentRuns/runWords'
import { say } from '#ui/lib/say'

export const ARM: Record<Schemas['GateArm'], string> = {
  none: say('Without the skill'),
  trace: say('With the recording alone'),
  skill: say('With the skill'),
}

export const VERDICT: Record<Schemas['GateVerdict'], Word> = {
  helps: { word: say('It helps'), tone: 'ok' },
  does_not_help: { word: say('It does not help'), tone: 'bad' },
  unclear: { word: say('Inconclusive'), tone: 'warn' },
}

/** What was found, or that it goes on. One that ended early has its reason instead. */
export function gateWord({ verdict, outcome }: Pick<GateSummary, 'verdict' | 'outcome'>): Word {
  if (!outcome || !verdict) return { word: say('Trying'), tone: 'accent' }
  if (outcome === 'cancelled') return END.cancelled
  if (outcome === 'interrupted') return { word: say('Interrupted'), tone: 'warn' }
  return VERDICT[verdict]
}

const RESULT: Record<Schemas['GateTryResult'], Word> = {
  passed: { word: say('did it'), tone: 'ok' },
  failed: { word: say('did not'), tone: 'bad' },
  undecided: { word: say('undecided'), tone: 'warn' },
}

/** How far a try is, or what became of it. */
export function gateTryWord({ result, phase, end }: Gate['tries'][number]): Word {
  if (result) return RESULT[result]
  return phase === 'ended' ? (end ? END[end.kind] : END.cancelled) : PHASE[phase]
}

const percent = (value: number): string => `${Math.round(value * 100)}`

/** `57 to 100 %`. */
export const rateInterval = ({ low, high }: Schemas['GateInterval']): string =>
  say('{percent} to {percent2} %', { percent: percent(low), percent2: percent(high) })

const signed = (value: number): string => {
  const points = Math.round(value * 100)
  if (points === 0) return '0'
  return points > 0 ? `+${points}` : `−${-points}`
}

/** `+100 points (95 % interval +39 to +100)`. */
export const differenceWords = ({ difference, interval }: Schemas['GateDifference']): string =>
  say('{signed} points (95 % interval {signed2} to {signed3})', {
    signed: signed(difference),
    signed2: signed(interval.low),
    signed3: signed(interval.high),
  })
