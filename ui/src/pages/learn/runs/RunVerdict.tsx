import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { AgentRun } from '#ui/backend/types'
import { MessageText } from '#ui/components/MessageText'
import { verdictOf } from '#ui/domain/agentRuns/runWords'
import css from './RunVerdict.module.css'

const ICON = {
  ok: <CircleCheck size={18} aria-hidden />,
  warn: <TriangleAlert size={18} aria-hidden />,
  bad: <CircleX size={18} aria-hidden />,
  neutral: <Info size={18} aria-hidden />,
}

/** The verdict of a run that has ended, and why it ended. */
export function RunVerdict({ run }: { run: AgentRun }) {
  const verdict = verdictOf(run)
  if (!verdict) return null
  const { end } = run
  // “It ended by itself” adds nothing to a verdict.
  const why = end && end.kind !== 'finished' ? end.message : undefined
  return (
    <section className={css.verdict} data-tone={verdict.tone} aria-label="Verdict" role="status">
      {ICON[verdict.tone]}
      <div>
        <h3>{verdict.title}</h3>
        {why && (
          <p>
            <MessageText text={why} />
          </p>
        )}
        {end?.kind === 'policy_violation' && (
          <p className="muted">
            <code>TEST_POLICY_VIOLATION</code>.
            {run.isolation.kind !== 'none' &&
              ' It worked in a folder of its own, which is deleted.'}
          </p>
        )}
      </div>
    </section>
  )
}
