import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Bot, FileText, RotateCcw, Square, Wrench } from 'lucide-react'
import { useState } from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { AgentRun } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { Dialog } from '#ui/components/Dialog'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Page } from '#ui/components/Page'
import { Elapsed } from '#ui/components/Time'
import { formatElapsed } from '#ui/components/format'
import { AgentRunForm } from '#ui/domain/agentRuns/AgentRunForm'
import { noAgentFor } from '#ui/domain/agentRuns/noAgent'
import { stateWord } from '#ui/domain/agentRuns/runWords'
import { LoadingPage } from '#ui/pages/learn/LoadingPage'
import { useCommands } from '#ui/shell/commands'
import css from '#ui/pages/learn/DetailPage.module.css'
import { say } from '#ui/lib/say'
import { RunCheckpoints } from './RunCheckpoints'
import { RunSide } from './RunSide'
import { RunVerdict } from './RunVerdict'
import { Transcript } from './Transcript'

const route = getRouteApi('/learn/runs/$runId')

/** A run of an ability by an agent: what it says and does, and what was read of it. */
export function AgentRunPage() {
  const { runId } = route.useParams()
  const query = useQuery(read.agentRun(runId))
  if (query.data) return <Run key={runId} run={query.data} stale={query.error} />
  return (
    <LoadingPage
      label={say('Run')}
      error={query.error}
      gone="NOT_FOUND"
      onRetry={() => void query.refetch()}
    />
  )
}

function Run({ run, stale }: { run: AgentRun; stale: Error | null }) {
  return (
    <div className={css.page}>
      <Head run={run} />
      <Page label={say('Run')}>
        <div className={css.columns}>
          <div className={css.main}>
            {stale && <ErrorNote error={stale} />}
            <RunVerdict run={run} />
            {run.proposal_id && <RunCheckpoints run={run} />}
            <Transcript run={run} />
          </div>
          <RunSide run={run} />
        </div>
      </Page>
    </div>
  )
}

function Head({ run }: { run: AgentRun }) {
  const { run_id, proposal_id, agent_label, agent_version, phase, started_at, ended_at } = run
  const navigate = useNavigate()
  const draft = useQuery({
    ...read.proposalDetail(proposal_id ?? ''),
    enabled: Boolean(proposal_id),
  }).data
  const session = useQuery({
    ...read.sessionDetail(draft?.proposal.learn_session_id ?? ''),
    enabled: Boolean(draft?.proposal.learn_session_id),
  }).data?.session
  const stop = useMutation(act.cancelAgentRun(run_id))
  const [again, setAgain] = useState(false)
  const ended = phase === 'ended'
  const state = stateWord(run)
  const revisable =
    ended && run.overall_result === 'failed' && draft?.actions.includes('revise') === true
  const mayRun = ended && draft?.actions.includes('rehearse') === true
  const openDraft = (rehearsal?: true): void => {
    if (proposal_id)
      void navigate({
        to: '/learn/pending/$proposalId',
        params: { proposalId: proposal_id },
        search: { rehearsal },
      })
  }
  useCommands([
    ...(revisable
      ? [
          {
            id: 'run revise',
            label: say('Revise the draft'),
            group: 'Review' as const,
            keys: 'e',
            run: () => openDraft(true),
          },
        ]
      : []),
    ...(mayRun
      ? [
          {
            id: 'run again',
            label: say('Run it again'),
            group: 'Review' as const,
            keys: 'r a',
            run: () => setAgain(true),
          },
        ]
      : []),
    ...(proposal_id
      ? [
          {
            id: 'run draft',
            label: say('Show the draft of this run'),
            group: 'Review' as const,
            run: () => openDraft(),
          },
        ]
      : []),
  ])
  return (
    <header className={css.head}>
      {proposal_id && (
        <Link
          to="/learn/pending/$proposalId"
          params={{ proposalId: proposal_id }}
          className={css.back}
          aria-label={say('Back to the draft')}
        >
          <ArrowLeft size={15} aria-hidden />
        </Link>
      )}
      <div className={css.facts}>
        <h2 className="clip" title={draft?.proposal.title}>
          {draft?.proposal.title ?? (proposal_id ? say('Rehearsal') : say('Task in your words'))}
        </h2>
        <span role="status">
          <Badge tone={state.tone}>{state.word}</Badge>
        </span>
        <span className={css.agent}>
          <Bot size={14} aria-hidden />
          <span className="clip">
            {agent_label} {agent_version && <span className="faint">{agent_version}</span>}
          </span>
        </span>
        <span className="faint num">
          {ended && ended_at ? (
            formatElapsed(Date.parse(ended_at) - Date.parse(started_at))
          ) : (
            <Elapsed since={started_at} />
          )}
        </span>
      </div>
      <div className={css.actions}>
        {ended ? (
          <>
            {proposal_id && (
              <Button icon={<FileText size={14} />} onClick={() => openDraft()}>
                {say('Open the draft')}
              </Button>
            )}
            {mayRun && (
              <Button
                icon={<RotateCcw size={14} />}
                look={revisable ? 'plain' : 'primary'}
                onClick={() => setAgain(true)}
              >
                {say('Run it again')}
              </Button>
            )}
            {revisable && (
              <Button icon={<Wrench size={14} />} look="primary" onClick={() => openDraft(true)}>
                {say('Revise the draft')}
              </Button>
            )}
          </>
        ) : (
          <Button
            look="destructive"
            icon={<Square size={12} fill="currentColor" />}
            busy={stop.isPending}
            onClick={() => stop.mutate()}
          >
            {say('Stop')}
          </Button>
        )}
      </div>
      {draft && proposal_id && (
        <Dialog
          open={again}
          onClose={() => setAgain(false)}
          title={say('Run it again')}
          wide
          description={say('An agent does the task once more, in a new folder of its own.')}
        >
          <AgentRunForm
            subject={run.ability_id ? { ability: run.ability_id } : { proposalId: proposal_id }}
            sessionId={draft.proposal.learn_session_id ?? undefined}
            variables={draft.variables}
            impossible={noAgentFor(session)}
            before={run}
            onClose={() => setAgain(false)}
          />
        </Dialog>
      )}
    </header>
  )
}
