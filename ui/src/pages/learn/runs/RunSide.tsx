import type { ReactNode } from 'react'
import { Circle, CircleCheck, CircleDotDashed } from 'lucide-react'
import type { AgentRun, Schemas } from '#ui/backend/types'
import { Badge, type Tone } from '#ui/components/Badge'
import { DescriptionList } from '#ui/components/DescriptionList'
import { MessageText } from '#ui/components/MessageText'
import { Ago } from '#ui/components/Time'
import { formatBytes } from '#ui/components/format'
import { Reach } from '#ui/domain/agentRuns/AgentRunForm'
import { EarlierRuns } from '#ui/domain/agentRuns/EarlierRuns'
import { POLICY, costOf, forbidden } from '#ui/domain/agentRuns/runWords'
import css from './RunSide.module.css'

/** Facts beside a run: its plan, what it used and changed, what it may do. */
export function RunSide({ run }: { run: AgentRun }) {
  const { usage, policy } = run
  const cost = costOf(usage)
  return (
    <aside className={css.side} aria-label="Facts">
      <DescriptionList
        facts={[
          ['Started', <Ago key="at" at={run.started_at} />],
          ['Definition', run.definition?.name],
          ['Actions', `${run.action_count} of ${policy.max_actions}`],
          ['Cost', cost && `${cost}, as the agent says`],
          [
            'Context',
            usage.context_size > 0 &&
              `${usage.context_used.toLocaleString()} of ${usage.context_size.toLocaleString()} tokens`,
          ],
        ]}
      />
      {Object.keys(run.inputs).length > 0 && (
        <Box title="Values">
          <DescriptionList facts={Object.entries(run.inputs)} />
        </Box>
      )}
      {run.plan.length > 0 && (
        <Box title="Plan">
          <Plan plan={run.plan} />
        </Box>
      )}
      <Box title="Changed in its folder">
        <Files run={run} />
      </Box>
      <PolicyBox policy={policy} ends="run" />
      <IsolationBox isolation={run.isolation} />
      {run.proposal_id && (
        <Box title="Rehearsals">
          <EarlierRuns proposalId={run.proposal_id} current={run.run_id} />
        </Box>
      )}
    </aside>
  )
}

const PLANNED: Record<string, { word: string; icon: ReactNode }> = {
  pending: { word: 'to do', icon: <Circle /> },
  in_progress: { word: 'in progress', icon: <CircleDotDashed /> },
  completed: { word: 'done', icon: <CircleCheck /> },
}

export function Plan({ plan }: { plan: ReadonlyArray<Schemas['AgentPlanEntry']> }) {
  return (
    <ol className={css.plan}>
      {plan.map(({ content, status }, at) => (
        <li key={at} data-status={status}>
          {PLANNED[status]?.icon ?? <Circle />}
          <span>
            <MessageText text={content} />
            <span className="sr"> ({PLANNED[status]?.word ?? status})</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

const CHANGE: Record<Schemas['FileChangeKind'], { word: string; tone: Tone }> = {
  created: { word: 'new', tone: 'ok' },
  changed: { word: 'changed', tone: 'neutral' },
  removed: { word: 'removed', tone: 'bad' },
}

export function Files({ run: { files, phase } }: { run: Pick<AgentRun, 'files' | 'phase'> }) {
  if (files.length === 0)
    return (
      <p className="faint">
        {phase === 'ended' ? 'Nothing.' : 'It is compared when the agent has ended.'}
      </p>
    )
  return (
    <ul className={css.files}>
      {files.map(({ path, change, size }) => (
        <li key={path}>
          <code title={path}>{path}</code>
          {size !== undefined && size !== null && (
            <span className="faint num">{formatBytes(size)}</span>
          )}
          <Badge tone={CHANGE[change].tone}>{CHANGE[change].word}</Badge>
        </li>
      ))}
    </ul>
  )
}

/** The test policy, and what of it ends a run or a practice. */
export function PolicyBox({
  policy,
  ends,
}: {
  policy: Schemas['TestPolicy']
  ends: 'run' | 'practice'
}) {
  return (
    <Box title="Test policy">
      <p>{POLICY[policy.mode]}</p>
      <p className="muted">
        It ends the {ends}: {forbidden(policy).join(', ')}.
      </p>
      {policy.allowed_domains.length > 0 && (
        <p className="muted">Sites: {policy.allowed_domains.join(', ')}</p>
      )}
    </Box>
  )
}

/** Whether there are walls, and what they hold. */
export function IsolationBox({ isolation }: { isolation: Schemas['IsolationReport'] }) {
  return (
    <Box title="Isolation">
      {isolation.kind === 'none' ? (
        <Badge tone="warn">not isolated</Badge>
      ) : (
        <Badge tone="ok">isolated</Badge>
      )}
      <details>
        <summary>What it can reach</summary>
        <Reach isolation={isolation} />
      </details>
    </Box>
  )
}

export function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.box}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
