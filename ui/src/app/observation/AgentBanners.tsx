import { type UseMutationOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type LinkProps, useMatchRoute, useNavigate } from '@tanstack/react-router'
import { Square } from 'lucide-react'
import type { ReactNode } from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import { Button } from '#ui/components/Button'
import { Elapsed } from '#ui/components/Time'
import { reachedCount } from '#ui/domain/checkpoints'
import type { Watching } from '#ui/domain/currentSession'
import { titleOf } from '#ui/domain/sessionStates'
import { useCommands } from '#ui/shell/commands'
import { say } from '#ui/lib/say'
import { Banner } from './Banner'

/** An agent practises: its goal, the time so far, and a button that stops it immediately. */
export function PracticeBanner({ watching: { detail } }: { watching: Watching }) {
  const { session } = detail
  return (
    <AgentBanner
      what="practice"
      title={say('An agent practises')}
      subject={`“${titleOf(session)}”`}
      since={detail.observation_scope?.started_at ?? session.created_at}
      place={{ to: '/learn/active' }}
      stop={act.stopSession(session.learn_session_id)}
      words={{ show: say('Show the practice'), stop: say('Stop the practice at once') }}
    />
  )
}

/** An agent does a rehearsal: who it is, what it works on, and how to stop it at once. */
export function AgentRunBanner({
  watching: { detail },
  agent,
}: {
  watching: Watching
  agent: string
}) {
  const { rehearsal } = detail
  if (!rehearsal) return null
  const { reached, of } = reachedCount(rehearsal.checkpoints, rehearsal.receipts)
  const runId = rehearsal.validation_run_id
  return (
    <AgentBanner
      what="run"
      title={say('{agent} works', { agent })}
      subject={say('on a rehearsal of “{title}”', {
        title: detail.proposal?.title ?? titleOf(detail.session),
      })}
      since={rehearsal.started_at}
      counted={say('{reached} of {of} checkpoints', { reached, of })}
      place={{ to: '/learn/runs/$runId', params: { runId } }}
      stop={act.cancelAgentRun(runId)}
      words={{
        show: say('Show what {agent} does', { agent }),
        stop: say('Stop {agent} at once', { agent }),
      }}
    />
  )
}

/** An agent tries whether a skill helps it: how far it is, and how to stop it at once. */
export function GateBanner() {
  const running = useQuery(read.gates()).data?.gates.find(({ outcome }) => !outcome)
  return running ? <RunningGate gateId={running.gate_id} /> : null
}

function RunningGate({ gateId }: { gateId: string }) {
  const gate = useQuery(read.gate(gateId)).data
  if (!gate || gate.outcome) return null
  return (
    <AgentBanner
      what="gate"
      title={say('{agentLabel} tries', { agentLabel: gate.agent_label })}
      subject={say('whether “{title}” helps', { title: gate.title })}
      since={gate.started_at}
      counted={say('try {max} of {count}', {
        max: Math.max(gate.tries.length, 1),
        count: gate.order.length,
      })}
      place={{ to: '/learn/gates/$gateId', params: { gateId } }}
      stop={act.cancelGate(gateId)}
      words={{ show: say('Show the tries'), stop: say('Stop the tries at once') }}
    />
  )
}

interface AgentBannerProps<Answer> {
  what: 'practice' | 'run' | 'gate'
  title: string
  subject: string
  since: string
  counted?: ReactNode
  /** The page that shows it. */
  place: Pick<LinkProps, 'to' | 'params'>
  stop: UseMutationOptions<Answer, Error, void>
  /** The commands, as the palette names them. */
  words: { show: string; stop: string }
}

function AgentBanner<Answer>({
  what,
  title,
  subject,
  since,
  counted,
  place,
  stop,
  words,
}: AgentBannerProps<Answer>) {
  const navigate = useNavigate()
  const open = (): void => void navigate(place)
  const isShown = useMatchRoute()(place) !== false
  const stopping = useMutation({ ...stop, onSuccess: open })
  useCommands([
    { id: `agent-${what}`, label: words.show, group: 'Watching', run: open },
    {
      id: `stop-agent-${what}`,
      label: words.stop,
      group: 'Watching',
      keys: 'mod+.',
      words: say('stop end cancel agent practise run'),
      run: () => stopping.mutate(),
    },
  ])
  return (
    <Banner
      title={title}
      subject={subject}
      facts={
        <>
          <Elapsed since={since} />
          {counted && <> · {counted}</>}
        </>
      }
    >
      {!isShown && (
        <Button onClick={open}>
          {{ gate: words.show, practice: say('Show the practice'), run: say('Show the run') }[what]}
        </Button>
      )}
      <Button
        look="danger"
        icon={<Square size={12} fill="currentColor" />}
        busy={stopping.isPending}
        onClick={() => stopping.mutate()}
      >
        {say('Stop')}
      </Button>
    </Banner>
  )
}
