// The words for a practice, the same on every surface. Each try is a run, so it has the words of one.

import type { AgentPractice, PracticeTry, Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import { END, PHASE, RESULT, type Word } from './runWords'

export const OUTCOME: Record<Schemas['PracticeOutcome'], Word> = {
  succeeded: { word: say('It works'), tone: 'ok' },
  on_your_word: { word: say('On your word'), tone: 'warn' },
  tries_used: { word: say('All tries used'), tone: 'bad' },
  no_progress: { word: say('No progress'), tone: 'bad' },
  policy_breach: END.policy_violation,
  agent_unavailable: { word: say('The agent cannot run'), tone: 'bad' },
  stopped: END.cancelled,
  cancelled: RESULT.cancelled,
  interrupted: { word: say('Interrupted'), tone: 'warn' },
  failed: { word: say('It could not go on'), tone: 'bad' },
}

export const CHECK: Record<Schemas['PracticeCheckStatus'], Word> = {
  holds: { word: say('read again'), tone: 'ok' },
  fails: { word: say('not true'), tone: 'bad' },
  on_your_word: { word: say('on your word'), tone: 'warn' },
}

/** How far a try is, or what became of it. */
export function tryWord({ passed, phase, end }: PracticeTry): Word {
  if (typeof passed === 'boolean') return RESULT[passed ? 'passed' : 'failed']
  if (phase !== 'ended') return PHASE[phase]
  // Without a verdict the reason says more.
  return end && end.kind !== 'finished'
    ? END[end.kind]
    : { word: say('No verdict'), tone: 'neutral' }
}

/** How far a practice is, or why it ended. */
export const practiceWord = ({ outcome, tries, plan }: AgentPractice): Word =>
  outcome
    ? OUTCOME[outcome]
    : {
        word: say('Try {max} of {tries}', {
          max: Math.max(1, tries.length),
          tries: plan.tries ?? DEFAULT_TRIES,
        }),
        tone: 'accent',
      }

export const DEFAULT_TRIES = 3

/** `clean.csv contains “1,2”`. */
export function resultWords({ kind, path, text }: Schemas['PracticeResult']): string {
  switch (kind) {
    case 'file_exists':
      return say('{path} is there', { path: path ?? '' })
    case 'file_contains':
      return say('{path} contains “{text}”', { path: path ?? '', text: text ?? '' })
    case 'on_your_word':
      return text ?? ''
  }
}
