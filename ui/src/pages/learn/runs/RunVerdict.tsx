import type { AgentRun } from '#ui/backend/types'
import { MessageText } from '#ui/components/MessageText'
import { Verdict } from '#ui/domain/agentRuns/Verdict'
import { verdictOf } from '#ui/domain/agentRuns/runWords'
import { say } from '#ui/lib/say'

/** The verdict of a run that has ended, and why it ended. */
export function RunVerdict({ run }: { run: AgentRun }) {
  const verdict = verdictOf(run)
  if (!verdict) return null
  const { end } = run
  // “It ended by itself” adds nothing to a verdict.
  const why = end && end.kind !== 'finished' ? end.message : undefined
  return (
    <Verdict label={say('Verdict')} tone={verdict.tone} title={verdict.title}>
      {why && (
        <p>
          <MessageText text={why} />
        </p>
      )}
      {end?.kind === 'policy_violation' && (
        <p className="muted">
          <code>TEST_POLICY_VIOLATION</code>.
          {run.isolation.kind !== 'none' &&
            ` ${say('It worked in a folder of its own, which is deleted.')}`}
        </p>
      )}
    </Verdict>
  )
}
