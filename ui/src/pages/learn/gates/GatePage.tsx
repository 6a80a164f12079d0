import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, Bot, Square } from 'lucide-react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { Gate } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { DescriptionList } from '#ui/components/DescriptionList'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Page } from '#ui/components/Page'
import { Ago, Elapsed } from '#ui/components/Time'
import { formatElapsed } from '#ui/components/format'
import { Reach } from '#ui/domain/agentRuns/AgentRunForm'
import { Verdict } from '#ui/domain/agentRuns/Verdict'
import { POLICY } from '#ui/domain/agentRuns/runWords'
import { gateWord } from '#ui/domain/gates/gateWords'
import detail from '#ui/pages/learn/DetailPage.module.css'
import { LoadingPage } from '#ui/pages/learn/LoadingPage'
import { say } from '#ui/lib/say'
import css from './GatePage.module.css'
import { GateTable } from './GateTable'
import { GateTries } from './GateTries'

const route = getRouteApi('/learn/gates/$gateId')

/** A gate: whether a skill helps an agent, its tries, and what is not known. */
export function GatePage() {
  const { gateId } = route.useParams()
  const query = useQuery(read.gate(gateId))
  if (!query.data)
    return (
      <LoadingPage
        label={say('Gate')}
        error={query.error}
        gone="NOT_FOUND"
        onRetry={() => void query.refetch()}
      />
    )
  const gate = query.data
  return (
    <div className={detail.page}>
      <Head gate={gate} />
      <Page label={say('Gate')}>
        <div className={detail.columns}>
          <div className={detail.main}>
            {query.error && <ErrorNote error={query.error} />}
            {gate.message && (
              <Verdict
                label={say('Verdict')}
                tone={gateWord(gate).tone}
                title={gateWord(gate).word}
              >
                <p>{gate.message}</p>
              </Verdict>
            )}
            <GateTable gate={gate} />
            <GateTries gate={gate} />
          </div>
          <Side gate={gate} />
        </div>
      </Page>
    </div>
  )
}

function Head({ gate }: { gate: Gate }) {
  const stop = useMutation(act.cancelGate(gate.gate_id))
  const { proposal_id: proposalId, started_at, ended_at } = gate
  return (
    <header className={detail.head}>
      {proposalId ? (
        <Link
          to="/learn/pending/$proposalId"
          params={{ proposalId }}
          className={detail.back}
          aria-label={say('Back to the draft')}
        >
          <ArrowLeft size={15} aria-hidden />
        </Link>
      ) : (
        <Link to="/skills" className={detail.back} aria-label={say('Back to the skills')}>
          <ArrowLeft size={15} aria-hidden />
        </Link>
      )}
      <div className={detail.facts}>
        <h2 className="clip" title={gate.title}>
          {say('Does “{title}” help?', { title: gate.title })}
        </h2>
        <span role="status">
          <Badge tone={gateWord(gate).tone}>{gateWord(gate).word}</Badge>
        </span>
        <span className={detail.agent}>
          <Bot size={14} aria-hidden />
          <span className="clip">
            {gate.agent_label}{' '}
            {gate.agent_version && <span className="faint">{gate.agent_version}</span>}
          </span>
        </span>
        <span className="faint num">
          {ended_at ? (
            formatElapsed(Date.parse(ended_at) - Date.parse(started_at))
          ) : (
            <Elapsed since={started_at} />
          )}
        </span>
      </div>
      {!gate.outcome && (
        <div className={detail.actions}>
          <Button
            look="destructive"
            icon={<Square size={12} fill="currentColor" />}
            busy={stop.isPending}
            onClick={() => stop.mutate()}
          >
            {say('Stop')}
          </Button>
        </div>
      )}
    </header>
  )
}

/** The facts beside it: what every try was given, and what limits the result. */
function Side({ gate }: { gate: Gate }) {
  return (
    <aside className={css.side} aria-label={say('Facts')}>
      <DescriptionList
        facts={[
          [say('Started'), <Ago key="at" at={gate.started_at} />],
          [say('Task'), gate.goal],
          [say('Tries of each'), gate.tries_per_arm],
          [say('Time limit'), say('{minutes} min a try', { minutes: gate.minutes })],
          [say('Order'), say('shuffled, number {seed}', { seed: gate.seed })],
          [say('Test policy'), POLICY[gate.policy.mode]],
        ]}
      />
      {Object.keys(gate.inputs).length > 0 && (
        <section className={css.box}>
          <h3>{say('Values')}</h3>
          <DescriptionList facts={Object.entries(gate.inputs)} />
        </section>
      )}
      {gate.notes.length > 0 && (
        <section className={css.box}>
          <h3>{say('What limits it')}</h3>
          {gate.notes.map((note) => (
            <p key={note} className="muted">
              {note}
            </p>
          ))}
        </section>
      )}
      <section className={css.box}>
        <h3>{say('Isolation')}</h3>
        {gate.isolation.kind === 'none' ? (
          <Badge tone="warn">{say('not isolated')}</Badge>
        ) : (
          <Badge tone="ok">{say('isolated')}</Badge>
        )}
        <details>
          <summary>{say('What it can reach')}</summary>
          <Reach isolation={gate.isolation} />
        </details>
      </section>
    </aside>
  )
}
