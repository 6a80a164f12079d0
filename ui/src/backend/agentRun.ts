// The transcript of an agent's run, which is fetched in parts while it grows.

import type { AgentRun } from './types'

/** So many entries at the end may still change: a message grows, a tool ends. */
const UNSETTLED = 40

/** From which entry on the transcript is fetched, given what is known. */
export const transcriptFrom = (before: AgentRun | undefined): number =>
  before && before.phase !== 'ended' ? Math.max(0, before.entries.length - UNSETTLED) : 0

/** What is known with what was fetched: `now` has the entries from the number `from` on. */
export const mergeRun = (before: AgentRun | undefined, now: AgentRun, from: number): AgentRun =>
  before && from > 0 ? { ...now, entries: [...before.entries.slice(0, from), ...now.entries] } : now
