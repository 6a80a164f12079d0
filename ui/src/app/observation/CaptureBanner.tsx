import { useMutation, useQuery } from '@tanstack/react-query'
import { Flag, Pause, Play, RotateCcw, Square, Waypoints } from 'lucide-react'
import { useState } from 'react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import { Button } from '#ui/components/Button'
import { AskDialog } from '#ui/components/Dialog'
import { Elapsed } from '#ui/components/Time'
import type { Watching } from '#ui/domain/currentSession'
import { lostSources, useReopen, watchedNow } from '#ui/domain/lostSources'
import { watchedSources } from '#ui/domain/sessionStates'
import { useStopSession } from '#ui/domain/useStopSession'
import { useCommands } from '#ui/shell/commands'
import { Say, say } from '#ui/lib/say'
import { Banner } from './Banner'
import { leaveBarWindow } from './barWindow'
import { reopenCommand } from './reopenCommand'

/** A demonstration: what is watched, and the keys to mark, pause and stop it. */
export function CaptureBanner({ watching: { detail, paused } }: { watching: Watching }) {
  const { session } = detail
  const id = session.learn_session_id
  const [asking, setAsking] = useState<'goal' | 'step'>()
  const ask = (what: 'goal' | 'step'): void => {
    leaveBarWindow()
    setAsking(what)
  }
  const pause = useMutation(act.pauseSession(id))
  const resume = useMutation(act.resumeSession(id))
  const { stop, stopping } = useStopSession(id)
  const togglePause = paused ? resume.mutate : pause.mutate
  const lost = lostSources(detail)
  const { reopen, busy: reopening } = useReopen(id)

  useCommands([
    {
      id: 'mark-goal',
      label: say('Mark goal'),
      group: 'Watching',
      keys: 'm g',
      run: () => ask('goal'),
    },
    {
      id: 'mark-step',
      label: say('Mark step'),
      group: 'Watching',
      keys: 'm s',
      run: () => ask('step'),
    },
    {
      id: 'pause',
      label: paused ? say('Resume watching') : say('Pause watching'),
      group: 'Watching',
      keys: 'm p',
      run: () => togglePause(),
    },
    ...(lost.length > 0 ? [reopenCommand(() => reopen(paused))] : []),
    {
      id: 'stop',
      label: say('Stop the demonstration'),
      group: 'Watching',
      keys: 'mod+.',
      run: stop,
    },
  ])
  return (
    <>
      <Banner
        title={paused ? say('Paused') : say('Watching')}
        subject={watchedSources({ ...session, watch: paused ? session.watch : watchedNow(detail) })}
        lost={lost}
        facts={
          <>
            <Elapsed since={detail.observation_scope?.started_at ?? session.created_at} /> ·{' '}
            {say('{capturedEventCount, plural, one {# action} other {# actions}}', {
              capturedEventCount: detail.captured_event_count,
            })}
          </>
        }
        paused={paused}
        more={<LastAction sessionId={id} />}
      >
        {lost.length > 0 && (
          <Button icon={<RotateCcw size={14} />} busy={reopening} onClick={() => reopen(paused)}>
            {say('Reopen')}
          </Button>
        )}
        <Button icon={<Flag size={14} />} onClick={() => ask('goal')}>
          {say('Mark goal')}
        </Button>
        <Button icon={<Waypoints size={14} />} onClick={() => ask('step')}>
          {say('Mark step')}
        </Button>
        <Button
          icon={paused ? <Play size={14} /> : <Pause size={14} />}
          busy={pause.isPending || resume.isPending}
          onClick={() => togglePause()}
        >
          {paused ? say('Resume') : say('Pause')}
        </Button>
        <Button
          look="danger"
          icon={<Square size={12} fill="currentColor" />}
          busy={stopping}
          onClick={stop}
        >
          {say('Stop')}
        </Button>
      </Banner>
      <MarkDialog
        key={asking}
        sessionId={id}
        asking={asking}
        onClose={() => setAsking(undefined)}
      />
    </>
  )
}

function LastAction({ sessionId }: { sessionId: string }) {
  const { data } = useQuery(read.observedActions(sessionId))
  const last = data?.actions.at(-1)
  return last ? (
    <p className="muted">
      <Say text="Last action: {action}" values={{ action: <bdi>{last.action_label}</bdi> }} />
    </p>
  ) : (
    <p className="muted">{say('Nothing was captured yet.')}</p>
  )
}

function MarkDialog({
  sessionId,
  asking,
  onClose,
}: {
  sessionId: string
  asking: 'goal' | 'step' | undefined
  onClose(): void
}) {
  const goal = useMutation({ ...act.markGoal(sessionId), onSuccess: onClose })
  const step = useMutation({ ...act.markStep(sessionId), onSuccess: onClose })
  if (asking === 'goal') {
    return (
      <AskDialog
        open
        onClose={onClose}
        title={say('Mark goal')}
        description={say('Say what is true now. It becomes a checkpoint of the skill.')}
        label={say('What was just achieved?')}
        placeholder={say('The new customer is listed')}
        maxLength={400}
        action={say('Mark goal')}
        busy={goal.isPending}
        onAnswer={(text) => goal.mutate({ goal_description: text })}
      />
    )
  }
  return (
    <AskDialog
      open={asking === 'step'}
      onClose={onClose}
      title={say('Mark step')}
      description={say('The actions that follow belong to this step.')}
      label={say('What will you do next?')}
      placeholder={say('Publish the page')}
      maxLength={240}
      action={say('Mark step')}
      busy={step.isPending}
      onAnswer={(text) => step.mutate({ step_label: text, step_kind_hint: 'action' })}
    />
  )
}
