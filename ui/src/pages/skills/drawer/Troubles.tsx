import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import type { Schemas } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Ago } from '#ui/components/Time'
import { say } from '#ui/lib/say'
import css from './AbilityPanel.module.css'
import { agentName } from './agentName'

const KIND: Record<Schemas['FrictionKind'], string> = {
  checkpoint_skipped: say('Checkpoint skipped'),
  reported: say('Friction'),
  note: say('Note'),
}
const RESOLVED: Record<Schemas['RepairedBy'], string> = {
  new_revision: say('Resolved by a new version'),
  reached: say('Resolved: it was reached again'),
}

/** What agents reported as hard, and the checkpoints that they did not reach: who, when, state. */
export function Troubles({ abilityId }: { abilityId: string }) {
  const repairs = useQuery(read.abilityRepairs(abilityId))
  const frictions = useQuery(read.abilityFrictions(abilityId))
  const reports = useQuery(read.abilityReports(abilityId))
  const goals = new Map(reports.data?.checkpoints.map(({ checkpoint_id: id, goal }) => [id, goal]))
  const unread = [repairs, frictions].filter((query) => query.error && !query.data)
  return (
    <>
      {unread.map((query) => (
        <ErrorNote
          key={query === repairs ? 'repairs' : 'frictions'}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ))}
      {repairs.data && repairs.data.repairs.length > 0 && (
        <section aria-label={say('To repair')} className={css.reports}>
          <h3>{say('To repair')}</h3>
          <ul className={css.changes}>
            {repairs.data.repairs.map((repair) => (
              <Repair
                key={repair.repair_id}
                repair={repair}
                goal={goals.get(repair.checkpoint_id)}
                agents={agentsOf(repair, reports.data?.receipts ?? [])}
              />
            ))}
          </ul>
          <Rest shown={repairs.data.repairs.length} total={repairs.data.total} />
        </section>
      )}
      {frictions.data && frictions.data.frictions.length > 0 && (
        <section aria-label={say('Frictions')} className={css.reports}>
          <h3>{say('Frictions')}</h3>
          <ul className={css.changes}>
            {frictions.data.frictions.map((friction) => (
              <Friction
                key={friction.friction_id}
                friction={friction}
                goal={goals.get(friction.checkpoint_id ?? '')}
              />
            ))}
          </ul>
          <Rest shown={frictions.data.frictions.length} total={frictions.data.total} />
        </section>
      )}
    </>
  )
}

/** Who reported the failures, as far as their reports are kept. */
const agentsOf = (
  { receipt_ids: ids }: Schemas['RepairRecord'],
  receipts: ReadonlyArray<Schemas['CheckpointVerificationReceipt']>,
): string =>
  [
    ...new Set(
      receipts
        .filter((receipt) => ids.includes(receipt.receipt_id))
        .map(({ agent, source }) => (source === 'observer' ? 'Apprentice' : agentName(agent))),
    ),
  ].join(', ')

interface RepairProps {
  repair: Schemas['RepairRecord']
  /** The checkpoint in words. Undefined: the installed version has no such checkpoint. */
  goal: string | undefined
  agents: string
}

function Repair({ repair, goal, agents }: RepairProps) {
  const { failures, resolved_by: by } = repair
  return (
    <li>
      <span className={css.head}>
        <b title={repair.checkpoint_id}>{goal ?? repair.checkpoint_id}</b>
        <Badge tone={repair.state === 'open' ? 'warn' : 'ok'}>
          {repair.state === 'open' ? say('Open') : by ? RESOLVED[by] : say('Resolved')}
        </Badge>
        {repair.safety_critical && <Badge tone="bad">{say('Harm reported')}</Badge>}
        <span className="faint">
          {agents && `${agents}: `}
          {say('{failures, plural, =1 {failed once} other {failed # times}}', { failures })},{' '}
          <Ago at={repair.last_failed_at} />
        </span>
      </span>
      <span>{repair.reason}</span>
      <span className="faint">{repair.evidence}</span>
    </li>
  )
}

interface FrictionProps {
  friction: Schemas['FrictionRecord']
  goal: string | undefined
}

function Friction({ friction, goal }: FrictionProps) {
  return (
    <li>
      <span className={css.head}>
        <b>{agentName(friction.agent)}</b>
        <Badge>{KIND[friction.kind]}</Badge>
        <span className="faint">
          {friction.checkpoint_id && (
            <span title={friction.checkpoint_id}>{`${goal ?? friction.checkpoint_id}, `}</span>
          )}
          <Ago at={friction.created_at} />
        </span>
      </span>
      <span>{friction.summary}</span>
    </li>
  )
}

function Rest({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null
  return <p className="faint">{say('{shown} of {total} are shown.', { shown, total })}</p>
}
