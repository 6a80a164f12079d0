import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import { Badge } from '#ui/components/Badge'
import { DescriptionList } from '#ui/components/DescriptionList'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { Ago } from '#ui/components/Time'
import { CheckpointProgress } from '#ui/domain/CheckpointProgress'
import {
  ENTRY_MODE,
  SESSION_STATE,
  isManualEdit,
  titleOf,
  watchedSources,
} from '#ui/domain/sessionStates'
import { say } from '#ui/lib/say'
import css from './Peek.module.css'

/** What Space shows of a session: what it was for, what was watched, and how it went. */
export function SessionPeek({ sessionId }: { sessionId: string }) {
  const query = useQuery(read.sessionDetail(sessionId))
  if (!query.data) return query.error ? <ErrorNote error={query.error} /> : <Skeleton rows={4} />
  const { session, proposal, rehearsal, captured_event_count: actions } = query.data
  const state = SESSION_STATE[session.state]
  const [latest] = query.data.latest_receipts
  return (
    <>
      <p>
        <Badge tone={state.tone}>{state.label}</Badge>
      </p>
      <h2>{proposal?.title ?? titleOf(session)}</h2>
      <DescriptionList
        facts={[
          [say('Goal'), session.goal],
          [say('Mode'), ENTRY_MODE[session.entry_mode]],
          [say('Watched'), isManualEdit(session) ? undefined : watchedSources(session)],
          [
            say('Recorded'),
            actions > 0 && say('{actions, plural, one {# action} other {# actions}}', { actions }),
          ],
          [say('Started'), <Ago key="begun" at={session.created_at} />],
          [say('Last'), latest?.summary],
        ]}
      />
      {rehearsal && (
        <CheckpointProgress checkpoints={rehearsal.checkpoints} receipts={rehearsal.receipts} />
      )}
    </>
  )
}

/** What Space shows of a draft: when it is used, what it asks for, and what it must reach. */
export function ProposalPeek({ proposalId }: { proposalId: string }) {
  const query = useQuery(read.proposalDetail(proposalId))
  if (!query.data) return query.error ? <ErrorNote error={query.error} /> : <Skeleton rows={6} />
  const { proposal, interpretation, checkpoints, variables, questions } = query.data
  return (
    <>
      <h2>{proposal.title}</h2>
      {interpretation && <p className="muted">{interpretation.goal_summary}</p>}
      {questions.length > 0 && (
        <p>
          <Badge tone="warn">
            {say('{count, plural, one {# question} other {# questions}}', {
              count: questions.length,
            })}
          </Badge>
        </p>
      )}
      <DescriptionList
        facts={[
          [say('Use it when'), interpretation?.use_conditions.join(' ')],
          [say('Inputs'), variables.map(({ label }) => label).join(', ')],
        ]}
      />
      {checkpoints.length > 0 && (
        <ol className={css.checkpoints} aria-label={say('Checkpoints')}>
          {checkpoints
            .toSorted((a, b) => a.order_hint - b.order_hint)
            .map((checkpoint) => (
              <li key={checkpoint.checkpoint_id}>{checkpoint.goal}</li>
            ))}
        </ol>
      )}
    </>
  )
}
