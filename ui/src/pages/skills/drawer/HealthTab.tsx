import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Skeleton } from '#ui/components/Skeleton'
import { Ago } from '#ui/components/Time'
import { AgentReports } from './AgentReports'
import { HealthChart } from './HealthChart'
import css from './SkillDrawer.module.css'

const WORD: Record<Schemas['CheckpointHealth'], string> = {
  strong: 'Strong',
  moderate: 'Moderate',
  weak: 'Weak',
  no_data: 'No data yet',
  quarantined: 'Quarantined',
}

/** The runs of an ability, and its health after each. */
export function HealthTab({ abilityId }: { abilityId: string }) {
  const { data, error, refetch } = useQuery(read.abilityHistory(abilityId))
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} />
  return (
    <div className={css.stack}>
      {data.runs.length === 0 ? (
        <p className="muted">
          No run told anything about its checkpoints yet. A rehearsal does, and agents that report.
        </p>
      ) : (
        <>
          <HealthChart runs={data.runs} />
          <details>
            <summary>As a table</summary>
            <table className={css.runs}>
              <caption className="muted">The newest first</caption>
              <thead>
                <tr>
                  <th scope="col">Run</th>
                  <th scope="col">Reached</th>
                  <th scope="col">Skipped</th>
                  <th scope="col">Failed</th>
                  <th scope="col">Health after it</th>
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
                    <td>{WORD[run.health]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
      <AgentReports abilityId={abilityId} />
    </div>
  )
}
