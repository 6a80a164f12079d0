// The words for a practice, the same on every surface.

import type { AgentPractice, PracticeTry, Schemas } from '#ui/backend/types'
import type { Tone } from '#ui/components/Badge'

interface Word {
  word: string
  tone: Tone
}

export const OUTCOME: Record<Schemas['PracticeOutcome'], Word> = {
  succeeded: { word: 'It works', tone: 'ok' },
  on_your_word: { word: 'On your word', tone: 'warn' },
  tries_used: { word: 'All tries used', tone: 'bad' },
  no_progress: { word: 'No progress', tone: 'bad' },
  policy_breach: { word: 'Test policy broken', tone: 'bad' },
  agent_unavailable: { word: 'The agent cannot run', tone: 'bad' },
  stopped: { word: 'Stopped', tone: 'neutral' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
  interrupted: { word: 'Interrupted', tone: 'warn' },
  failed: { word: 'It could not go on', tone: 'bad' },
}

export const CHECK: Record<Schemas['PracticeCheckStatus'], Word> = {
  holds: { word: 'read again', tone: 'ok' },
  fails: { word: 'not so', tone: 'bad' },
  on_your_word: { word: 'on your word', tone: 'warn' },
}

const PHASE: Record<Schemas['AgentRunPhase'], Word> = {
  starting: { word: 'Starting', tone: 'accent' },
  working: { word: 'Working', tone: 'accent' },
  checking: { word: 'Reading the result', tone: 'accent' },
  ended: { word: 'No verdict', tone: 'neutral' },
}

/** How far a try is, or what became of it. */
export function tryWord({ passed, phase }: PracticeTry): Word {
  if (passed === true) return { word: 'Passed', tone: 'ok' }
  if (passed === false) return { word: 'Failed', tone: 'bad' }
  return PHASE[phase]
}

/** How far a practice is, or why it ended. */
export const practiceWord = ({ outcome, tries, plan }: AgentPractice): Word =>
  outcome
    ? OUTCOME[outcome]
    : { word: `Try ${Math.max(1, tries.length)} of ${plan.tries ?? DEFAULT_TRIES}`, tone: 'accent' }

export const DEFAULT_TRIES = 3

/** `clean.csv contains “1,2”`. */
export function resultWords({ kind, path, text }: Schemas['PracticeResult']): string {
  switch (kind) {
    case 'file_exists':
      return `${path ?? ''} is there`
    case 'file_contains':
      return `${path ?? ''} contains “${text ?? ''}”`
    case 'on_your_word':
      return text ?? ''
  }
}
