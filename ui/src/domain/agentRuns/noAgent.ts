import type { LearnSession } from '#ui/backend/types'
import { say } from '#ui/lib/say'

/** Why no agent can do the task that this session taught. The engine refuses such a run. */
export const noAgentFor = (session: Pick<LearnSession, 'watch'> | undefined): string | undefined =>
  session?.watch.length === 1 && session.watch[0] === 'browser'
    ? say(`This task is done in a browser, and a run of an agent has no watched browser yet. Rehearse
      it yourself.`)
    : undefined
