import { useMutation } from '@tanstack/react-query'
import { useMatchRoute, useNavigate } from '@tanstack/react-router'
import { Flag, Pause, Play, RotateCcw, Square, TriangleAlert, Waypoints } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import * as act from '#ui/backend/mutations'
import { Button } from '#ui/components/Button'
import { AskDialog } from '#ui/components/Dialog'
import { Elapsed } from '#ui/components/Time'
import { plural } from '#ui/components/format'
import { reachedCount } from '#ui/domain/checkpoints'
import { type Watching, useWatching } from '#ui/domain/currentSession'
import { lostSentence, lostSources, useReopen, watchedNow } from '#ui/domain/lostSources'
import { titleOf, watchedSources } from '#ui/domain/sessionStates'
import { useStopSession } from '#ui/domain/useStopSession'
import { endTerminalsExcept } from '#ui/pages/learn/active/terminals'
import css from './ObservationBanner.module.css'
import { type Command, useCommands } from '#ui/shell/commands'

/**
 * Shown on every page while something is observed (§0C.22, rule 2): what is watched, for how long,
 * and how to stop it.
 */
export function ObservationBanner() {
  const watching = useWatching()
  const owner = watching && ownerOf(watching)
  useEffect(() => endTerminalsExcept(owner), [owner])
  switch (watching?.what) {
    case undefined:
      return null
    case 'rehearsal':
      return watching.detail.rehearsal?.agent ? (
        <AgentRunBanner watching={watching} agent={watching.detail.rehearsal.agent} />
      ) : (
        <RehearsalBanner watching={watching} />
      )
    case 'shown_check':
      return <ShownCheckBanner watching={watching} />
    case 'practice':
      return <PracticeBanner watching={watching} />
    case 'demonstration':
      return <CaptureBanner watching={watching} />
  }
}

/** Whose terminal is open: see `TerminalDock`. */
function ownerOf({ detail, what }: Watching): string | undefined {
  switch (what) {
    case 'rehearsal':
      return detail.rehearsal?.validation_run_id
    case 'shown_check':
      return detail.shown_check?.proposal_id
    case 'practice':
      return undefined
    case 'demonstration':
      return detail.session.learn_session_id
  }
}

function CaptureBanner({ watching: { detail, paused } }: { watching: Watching }) {
  const { session } = detail
  const id = session.learn_session_id
  const [asking, setAsking] = useState<'goal' | 'step'>()
  const pause = useMutation(act.pauseSession(id))
  const resume = useMutation(act.resumeSession(id))
  const { stop, stopping } = useStopSession(id)
  const togglePause = paused ? resume.mutate : pause.mutate
  const lost = lostSources(detail)
  const { reopen, busy: reopening } = useReopen(id)

  useCommands(
    useMemo<Command[]>(
      () => [
        {
          id: 'mark-goal',
          label: 'Mark goal',
          group: 'Watching',
          keys: 'm g',
          run: () => setAsking('goal'),
        },
        {
          id: 'mark-step',
          label: 'Mark step',
          group: 'Watching',
          keys: 'm s',
          run: () => setAsking('step'),
        },
        {
          id: 'pause',
          label: paused ? 'Resume watching' : 'Pause watching',
          group: 'Watching',
          keys: 'm p',
          run: () => togglePause(),
        },
        {
          id: 'stop',
          label: 'Stop the demonstration',
          group: 'Watching',
          keys: 'mod+.',
          run: stop,
        },
      ],
      [paused, togglePause, stop],
    ),
  )
  return (
    <section className={css.banner} aria-label="Observation" data-paused={paused || undefined}>
      <span className={css.dot} aria-hidden />
      <p>
        <b>{paused ? 'Paused' : 'Watching'}</b>{' '}
        <span className={css.sources}>
          {watchedSources({ ...session, watch: paused ? session.watch : watchedNow(detail) })}
        </span>
      </p>
      <Lost sources={lost} />
      <p className={`${css.facts} num`}>
        <Elapsed since={detail.observation_scope?.started_at ?? session.created_at} /> ·{' '}
        {plural(detail.captured_event_count, 'action')}
      </p>
      <div className={css.buttons}>
        {lost.length > 0 && (
          <Button icon={<RotateCcw size={14} />} busy={reopening} onClick={() => reopen(paused)}>
            Reopen
          </Button>
        )}
        <Button icon={<Flag size={14} />} onClick={() => setAsking('goal')}>
          Mark goal
        </Button>
        <Button icon={<Waypoints size={14} />} onClick={() => setAsking('step')}>
          Mark step
        </Button>
        <Button
          icon={paused ? <Play size={14} /> : <Pause size={14} />}
          busy={pause.isPending || resume.isPending}
          onClick={() => togglePause()}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button
          look="danger"
          icon={<Square size={12} fill="currentColor" />}
          busy={stopping}
          onClick={stop}
        >
          Stop
        </Button>
      </div>
      <MarkDialog
        key={asking}
        sessionId={id}
        asking={asking}
        onClose={() => setAsking(undefined)}
      />
    </section>
  )
}

/** What the session no longer sees. */
function Lost({ sources }: { sources: ReturnType<typeof lostSources> }) {
  if (sources.length === 0) return null
  return (
    <p className={css.lost} role="alert">
      <TriangleAlert size={14} aria-hidden /> {lostSentence(sources)}
    </p>
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
        title="Mark goal"
        description="Say what is true now. It becomes a checkpoint of the skill."
        label="What was just achieved?"
        placeholder="The new customer is listed"
        maxLength={400}
        action="Mark goal"
        busy={goal.isPending}
        onAnswer={(text) => goal.mutate({ goal_description: text })}
      />
    )
  }
  return (
    <AskDialog
      open={asking === 'step'}
      onClose={onClose}
      title="Mark step"
      description="The actions that follow belong to this step."
      label="What will you do next?"
      placeholder="Publish the page"
      maxLength={240}
      action="Mark step"
      busy={step.isPending}
      onAnswer={(text) => step.mutate({ step_label: text, step_kind_hint: 'action' })}
    />
  )
}

function ShownCheckBanner({ watching: { detail } }: { watching: Watching }) {
  const navigate = useNavigate()
  const check = detail.shown_check
  const proposalId = check?.proposal_id ?? ''
  const open = (): void =>
    void navigate({ to: '/learn/pending/$proposalId', params: { proposalId } })
  const cancel = useMutation(act.finishShownCheck(proposalId))
  useCommands([
    { id: 'shown-check', label: 'Show the looks', group: 'Watching', run: open },
    {
      id: 'cancel-shown-check',
      label: 'Cancel showing how you check',
      group: 'Watching',
      keys: 'mod+.',
      words: 'stop end',
      run: () => cancel.mutate({ cancel: true }),
    },
  ])
  if (!check) return null
  return (
    <section className={css.banner} aria-label="Observation">
      <span className={css.dot} aria-hidden />
      <p>
        <b>Watching</b>{' '}
        <span className={css.sources}>how you check, {watchedSources(detail.session)}</span>
      </p>
      <p className={`${css.facts} num`}>
        <Elapsed since={check.started_at} /> · {plural(check.looks.length, 'look')}
      </p>
      <div className={css.buttons}>
        <Button onClick={open}>Show the looks</Button>
        <Button
          look="danger"
          busy={cancel.isPending}
          onClick={() => cancel.mutate({ cancel: true })}
        >
          Stop
        </Button>
      </div>
    </section>
  )
}

/** An agent practises: what for, for how long, and how to stop it at once. */
function PracticeBanner({ watching: { detail } }: { watching: Watching }) {
  const { session } = detail
  const id = session.learn_session_id
  const navigate = useNavigate()
  const open = (): void => void navigate({ to: '/learn/active' })
  const shown = useMatchRoute()({ to: '/learn/active' }) !== false
  const stop = useMutation({ ...act.stopSession(id), onSuccess: open })
  useCommands([
    { id: 'practice', label: 'Show the practice', group: 'Watching', run: open },
    {
      id: 'stop-practice',
      label: 'Stop the practice at once',
      group: 'Watching',
      keys: 'mod+.',
      words: 'stop end cancel agent practise',
      run: () => stop.mutate(),
    },
  ])
  return (
    <section className={css.banner} aria-label="Observation">
      <span className={css.dot} aria-hidden />
      <p>
        <b>An agent practises</b> <span className={css.sources}>“{titleOf(session)}”</span>
      </p>
      <p className={`${css.facts} num`}>
        <Elapsed since={detail.observation_scope?.started_at ?? session.created_at} />
      </p>
      <div className={css.buttons}>
        {!shown && <Button onClick={open}>Show the practice</Button>}
        <Button
          look="danger"
          icon={<Square size={12} fill="currentColor" />}
          busy={stop.isPending}
          onClick={() => stop.mutate()}
        >
          Stop
        </Button>
      </div>
    </section>
  )
}

/** An agent works: who it is, what it works on, and how to stop it at once. */
function AgentRunBanner({ watching: { detail }, agent }: { watching: Watching; agent: string }) {
  const navigate = useNavigate()
  const rehearsal = detail.rehearsal
  const runId = rehearsal?.validation_run_id ?? ''
  const open = (): void => void navigate({ to: '/learn/runs/$runId', params: { runId } })
  const shown = useMatchRoute()({ to: '/learn/runs/$runId', params: { runId } }) !== false
  const stop = useMutation({ ...act.cancelAgentRun(runId), onSuccess: open })
  useCommands([
    { id: 'agent-run', label: `Show what ${agent} does`, group: 'Watching', run: open },
    {
      id: 'stop-agent-run',
      label: `Stop ${agent} at once`,
      group: 'Watching',
      keys: 'mod+.',
      words: 'stop end cancel agent run',
      run: () => stop.mutate(),
    },
  ])
  if (!rehearsal) return null
  const { reached, of } = reachedCount(rehearsal.checkpoints, rehearsal.receipts)
  return (
    <section className={css.banner} aria-label="Observation">
      <span className={css.dot} aria-hidden />
      <p>
        <b>{agent} works</b>{' '}
        <span className={css.sources}>
          on a rehearsal of “{detail.proposal?.title ?? titleOf(detail.session)}”
        </span>
      </p>
      <p className={`${css.facts} num`}>
        <Elapsed since={rehearsal.started_at} /> · {reached} of {of} checkpoints
      </p>
      <div className={css.buttons}>
        {!shown && <Button onClick={open}>Show the run</Button>}
        <Button
          look="danger"
          icon={<Square size={12} fill="currentColor" />}
          busy={stop.isPending}
          onClick={() => stop.mutate()}
        >
          Stop
        </Button>
      </div>
    </section>
  )
}

function RehearsalBanner({ watching: { detail } }: { watching: Watching }) {
  const navigate = useNavigate()
  const rehearsal = detail.rehearsal
  const proposalId = rehearsal?.proposal_id ?? ''
  const open = (): void =>
    void navigate({
      to: '/learn/pending/$proposalId',
      params: { proposalId },
      search: { rehearsal: true },
    })
  const finish = useMutation({ ...act.finishRehearsal(proposalId), onSuccess: open })
  useCommands([
    { id: 'rehearsal', label: 'Show the rehearsal', group: 'Watching', run: open },
    {
      id: 'finish-rehearsal',
      label: 'Finish rehearsal',
      group: 'Watching',
      keys: 'mod+.',
      words: 'stop end',
      run: () => finish.mutate({ cancel: false }),
    },
    {
      id: 'cancel-rehearsal',
      label: 'Cancel the rehearsal',
      group: 'Watching',
      run: () => finish.mutate({ cancel: true }),
    },
  ])
  if (!rehearsal) return null
  const { reached, of } = reachedCount(rehearsal.checkpoints, rehearsal.receipts)
  return (
    <section className={css.banner} aria-label="Observation">
      <span className={css.dot} aria-hidden />
      <p>
        <b>Watching</b>{' '}
        <span className={css.sources}>
          a rehearsal, {watchedSources({ ...detail.session, watch: watchedNow(detail) })}
        </span>
      </p>
      <Lost sources={lostSources(detail)} />
      <p className={`${css.facts} num`}>
        <Elapsed since={rehearsal.started_at} /> ·{' '}
        {plural(rehearsal.observed_action_count, 'action')} · {reached} of {of} checkpoints
      </p>
      <div className={css.buttons}>
        <Button onClick={open}>Show progress</Button>
        <Button
          look="danger"
          busy={finish.isPending}
          onClick={() => finish.mutate({ cancel: false })}
        >
          Stop
        </Button>
      </div>
    </section>
  )
}
