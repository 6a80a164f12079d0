// Sources that a session lost, such as a browser that was closed, and how to open them again.

import { useMutation } from '@tanstack/react-query'
import * as act from '#ui/backend/mutations'
import type { SessionDetail, WatchSource } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import { ADAPTERS } from './watchSources'

/** What the engine reports of an adapter that watches nothing any more. */
const LOST = 'ADAPTER_LOST'

export const lostSources = ({ session, observation_scope: scope }: SessionDetail): WatchSource[] =>
  ADAPTERS.filter(
    ({ id, adapter }) =>
      session.watch.includes(id) &&
      scope?.adapters.some((known) => known.kind === adapter && known.last_error_code === LOST),
  ).map(({ id }) => id)

/** The sources that are still watched. */
export const watchedNow = (detail: SessionDetail): WatchSource[] => {
  const lost = lostSources(detail)
  return detail.session.watch.filter((source) => !lost.includes(source))
}

const CLOSED: Record<WatchSource, string> = {
  browser: say('The browser was closed.'),
  terminal: say('The terminal is no longer watched.'),
  connectors: say('Calls of connectors are no longer watched.'),
}

/** “The browser was closed.” */
export const lostSentence = (lost: readonly WatchSource[]): string =>
  lost.map((source) => CLOSED[source]).join(' ')

/** Opens what was lost: resuming starts it again, also right after a pause. */
export function useReopen(sessionId: string): { reopen(paused: boolean): void; busy: boolean } {
  const pause = useMutation(act.pauseSession(sessionId))
  const resume = useMutation(act.resumeSession(sessionId))
  return {
    reopen: (paused) =>
      paused ? resume.mutate() : pause.mutate(undefined, { onSuccess: () => resume.mutate() }),
    busy: pause.isPending || resume.isPending,
  }
}

/** Opens what was lost during a rehearsal. What was seen before still counts. */
export function useReopenRehearsal(proposalId: string): { reopen(): void; busy: boolean } {
  const { mutate, isPending } = useMutation(act.reopenRehearsal(proposalId))
  return { reopen: () => mutate(), busy: isPending }
}
