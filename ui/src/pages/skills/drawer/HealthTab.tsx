import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { Ago } from '#ui/components/Time'
import { EarlierRuns } from '#ui/domain/agentRuns/EarlierRuns'
import { useTaught } from '#ui/domain/useTaught'
import { say } from '#ui/lib/say'
import { AgentReports } from './AgentReports'
import { Experience } from './Experience'
import { HealthChart } from './HealthChart'
import css from './SkillDrawer.module.css'
import { Troubles } from './Troubles'

const HEALTH: Record<Schemas['CheckpointHealth'], string> = {
  strong: say('Strong'),
  moderate: say('Moderate'),
  weak: say('Weak'),
  no_data: say('No data yet'),
  quarantined: say('Quarantined'),
}

/** Who rehearsed it, and how each rehearsal ended. */
function Rehearsals({ abilityId }: { abilityId: string }) {
  const proposalId = useTaught(abilityId)?.session.proposal_id
  if (!proposalId) return null
  return (
    <section>
      <h3>{say('Rehearsals')}</h3>
      <EarlierRuns proposalId={proposalId} />
    </section>
  )
}

/** The runs of an ability, and its health after each. */
export function HealthTab({ abilityId, path }: { abilityId: string; path?: string }) {
  const { data, error, refetch } = useQuery(read.abilityHistory(abilityId))
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} />
  return (
    <div className={css.stack}>
      <Experience abilityId={abilityId} path={path} />
      {data.runs.length === 0 ? (
        <p className="muted">
          {say(`No run has reported checkpoints yet. Rehearsals report them, and so do agents that
            support it.`)}
        </p>
      ) : (
        <>
          <HealthChart runs={data.runs} />
          <details>
            <summary>{say('As a table')}</summary>
            <table className={css.runs}>
              <caption className="muted">{say('Newest first')}</caption>
              <thead>
                <tr>
                  <th scope="col">{say('Run')}</th>
                  <th scope="col">{say('Reached')}</th>
                  <th scope="col">{say('Skipped')}</th>
                  <th scope="col">{say('Failed')}</th>
                  <th scope="col">{say('Health afterwards')}</th>
                </tr>
              </thead>
              <tbody>
                {data.runs.toReversed().map((run) => (
                  <tr key={run.run_id}>
                    <th scope="row">
                      <Ago at={run.at} />
                    </th>
                    <td>{run.reached}</td>
                    <td>{run.skipped}</td>
                    <td>{run.failed}</td>
                    <td>{HEALTH[run.health]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
      <Rehearsals abilityId={abilityId} />
      <Troubles abilityId={abilityId} />
      <AgentReports abilityId={abilityId} />
    </div>
  )
}
