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
import { say } from '#ui/lib/say'
import css from './RunSide.module.css'

/** Facts beside a run: its plan, what it used and changed, what it may do. */
export function RunSide({ run }: { run: AgentRun }) {
  const { usage, policy } = run
  const cost = costOf(usage)
  return (
    <aside className={css.side} aria-label={say('Facts')}>
      <DescriptionList
        facts={[
          [say('Started'), <Ago key="at" at={run.started_at} />],
          [say('Definition'), run.definition?.name],
          [
            say('Actions'),
            say('{actionCount} of {maxActions}', {
              actionCount: run.action_count,
              maxActions: policy.max_actions,
            }),
          ],
          [say('Cost'), cost && say('{cost}, as the agent says', { cost })],
          [
            say('Context'),
            usage.context_size > 0 &&
              say('{contextUsed, number} of {contextSize, number} tokens', {
                contextUsed: usage.context_used,
                contextSize: usage.context_size,
              }),
          ],
        ]}
      />
      {Object.keys(run.inputs).length > 0 && (
        <Box title={say('Values')}>
          <DescriptionList facts={Object.entries(run.inputs)} />
        </Box>
      )}
      {run.plan.length > 0 && (
        <Box title={say('Plan')}>
          <Plan plan={run.plan} />
        </Box>
      )}
      <Box title={say('Changed in its folder')}>
        <Files run={run} />
      </Box>
      <PolicyBox policy={policy} ends="run" />
      <IsolationBox isolation={run.isolation} />
      {run.proposal_id && (
        <Box title={say('Rehearsals')}>
          <EarlierRuns proposalId={run.proposal_id} current={run.run_id} />
        </Box>
      )}
    </aside>
  )
}

const PLANNED: Record<string, { word: string; icon: ReactNode }> = {
  pending: { word: say('to do'), icon: <Circle /> },
  in_progress: { word: say('in progress'), icon: <CircleDotDashed /> },
  completed: { word: say('done'), icon: <CircleCheck /> },
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
  created: { word: say('new'), tone: 'ok' },
  changed: { word: say('changed'), tone: 'neutral' },
  removed: { word: say('removed'), tone: 'bad' },
}

export function Files({ run: { files, phase } }: { run: Pick<AgentRun, 'files' | 'phase'> }) {
  if (files.length === 0)
    return (
      <p className="faint">
        {phase === 'ended' ? say('Nothing.') : say('It is compared when the agent has ended.')}
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
    <Box title={say('Test policy')}>
      <p>{POLICY[policy.mode]}</p>
      <p className="muted">
        {say(
          '{ends, select, practice {It ends the practice} other {It ends the run}}: {forbidden}.',
          { ends, forbidden: forbidden(policy).join(', ') },
        )}
      </p>
      {policy.allowed_domains.length > 0 && (
        <p className="muted">
          {say('Sites: {allowedDomains}', { allowedDomains: policy.allowed_domains.join(', ') })}
        </p>
      )}
    </Box>
  )
}

/** Whether there are walls, and what they hold. */
export function IsolationBox({ isolation }: { isolation: Schemas['IsolationReport'] }) {
  return (
    <Box title={say('Isolation')}>
      {isolation.kind === 'none' ? (
        <Badge tone="warn">{say('not isolated')}</Badge>
      ) : (
        <Badge tone="ok">{say('isolated')}</Badge>
      )}
      <details>
        <summary>{say('What it can reach')}</summary>
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
