// What a person types to coach an agent, and the request it makes.

import type { Schemas, WatchSource } from '#ui/backend/types'
import { say } from '#ui/lib/say'

export interface Outline {
  goal: string
  steps: string
  hints: string
  limits: string
}

export const EMPTY_OUTLINE: Outline = { goal: '', steps: '', hints: '', limits: '' }

/** The engine's limits. */
const MOST_LINES = 12
const LONGEST_LINE = 240

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Why the outline cannot be sent, if it cannot. */
export function outlineProblem({ goal, steps, hints, limits }: Outline): string | undefined {
  if (!goal.trim()) return say('Type the goal')
  if (lines(steps).length === 0) return say('Type at least one step')
  for (const [name, text] of [
    [say('Outline'), steps],
    [say('Hints'), hints],
    [say('Limits'), limits],
  ] as const) {
    if (lines(text).length > MOST_LINES)
      return say('{name}: at most {mostLines} lines', { name, mostLines: MOST_LINES })
    if (lines(text).some((line) => line.length > LONGEST_LINE))
      return say('{name}: at most {longestLine} characters a line', {
        name,
        longestLine: LONGEST_LINE,
      })
  }
  return undefined
}

/** Without sources, the draft is made at once. */
export function coachingRequest(
  outline: Outline,
  watch: readonly WatchSource[],
): Schemas['CreateLearnSessionRequest'] {
  return {
    entry_mode: 'coaching_agent',
    observation_mode: watch.length > 0 ? 'outside_agent' : 'none',
    goal: outline.goal.trim(),
    watch: [...watch],
    outline: {
      steps: lines(outline.steps),
      hints: lines(outline.hints),
      limits: lines(outline.limits),
    },
  }
}
