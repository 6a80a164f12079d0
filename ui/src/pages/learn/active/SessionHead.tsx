import { useMutation, useMutationState } from '@tanstack/react-query'
import { Circle, CopyPlus, Hammer, Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Command, useCommands } from '#ui/shell/commands'
import { toBackendError } from '#ui/backend/errors'
import * as act from '#ui/backend/mutations'
import type { LearnSessionState, SessionDetail } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { Note } from '#ui/components/Note'
import { Ago } from '#ui/components/Time'
import { SESSION_STATE, isManualEdit, titleOf } from '#ui/domain/sessionStates'
import { watchedNow } from '#ui/domain/lostSources'
import { type WatchTime, scopeSentence } from '#ui/domain/timeline'
import { useBuildDraft } from '#ui/domain/useBuildDraft'
import { USE_AS_EXAMPLE, useTakeExample } from '#ui/domain/useExample'
import { draftOf, useOpenSession } from '#ui/domain/useOpenSession'
import { CancelSessionDialog } from '#ui/domain/CancelSessionDialog'
import { say, Say } from '#ui/lib/say'
import css from './SessionHead.module.css'

/** When the session watches, by state. In other states watching is over. */
const WATCH_TIME: Partial<Record<LearnSessionState, WatchTime>> = {
  idle: 'later',
  armed: 'later',
  capturing: 'now',
  paused: 'paused',
}

const practiceSentence = (state: LearnSessionState): string => {
  if (state === 'capturing')
    return say('An agent practises in a separate folder. Nothing of yours is watched.')
  return state === 'armed'
    ? say('An agent will practise in a separate folder. Nothing of yours will be watched.')
    : say('An agent practised in a separate folder. Nothing of yours was watched.')
}

/** The title of the session, what it may watch, and the next action. */
export function SessionHead({ detail }: { detail: SessionDetail }) {
  const { session } = detail
  const rehearsing = detail.rehearsal?.running ?? false
  const state = rehearsing
    ? { label: say('Rehearsing'), tone: 'accent' as const }
    : SESSION_STATE[session.state]
  const begun = detail.observation_scope?.started_at
  return (
    <header className={css.head}>
      <div className={css.line}>
        <div className={css.what}>
          <h2 className="clip" title={titleOf(session)}>
            {titleOf(session)}
          </h2>
          <Badge tone={state.tone}>{state.label}</Badge>
          <span className={css.when}>
            {begun && session.state !== 'armed' ? (
              <Say text="started {when}" values={{ when: <Ago at={begun} /> }} />
            ) : (
              <Say
                text="created {when}"
                values={{ when: <Ago at={begun ?? session.created_at} /> }}
              />
            )}
          </span>
        </div>
        <NextActions detail={detail} />
      </div>
      <p className={css.scope}>
        {session.practice
          ? practiceSentence(session.state)
          : scopeSentence(
              isRecording(detail) || rehearsing ? watchedNow(detail) : session.watch,
              session.target_app_whitelist,
              rehearsing ? 'now' : (WATCH_TIME[session.state] ?? 'before'),
            )}
      </p>
      {detail.reading_result && <ReadingResult sessionId={session.learn_session_id} />}
      {session.example_of && <ExampleNote title={session.example_of.title} detail={detail} />}
    </header>
  )
}

/** The task that is shown once more, and what was refused. */
function ExampleNote({ title, detail }: { title: string; detail: SessionDetail }) {
  const refusal = useRefusedExample(detail.session.learn_session_id)
  const takeable = detail.actions.includes('use_example')
  if (refusal && takeable) return <Note tone="warn">{refusal}</Note>
  return (
    <p className={css.scope}>
      {takeable || isRecording(detail)
        ? say('Another example of “{title}”: show the same task with other values.', { title })
        : say('Begun as an example of “{title}”.', { title })}
    </p>
  )
}

const isRecording = ({ session }: SessionDetail): boolean =>
  ['armed', 'capturing', 'paused'].includes(session.state)

/** Why the last showing was not used. The stop or the button asked for it. */
function useRefusedExample(sessionId: string): string | undefined {
  const [last] = useMutationState({
    filters: { mutationKey: ['use example', sessionId] },
    select: (mutation) => mutation.state.error,
  }).slice(-1)
  return last ? toBackendError(last).message : undefined
}

/** After a stop, pages and files are read again. The draft waits for it. */
function ReadingResult({ sessionId }: { sessionId: string }) {
  const skip = useMutation(act.stopSession(sessionId))
  return (
    <p className={css.reading} role="status">
      {say('Reading the result …')}{' '}
      <Button look="ghost" busy={skip.isPending} onClick={() => skip.mutate()}>
        {say('Skip')}
      </Button>
    </p>
  )
}

function NextActions({ detail: { session, actions } }: { detail: SessionDetail }) {
  const id = session.learn_session_id
  const openSession = useOpenSession()
  const start = useMutation(act.startSession(id))
  const { build, building } = useBuildDraft(id)
  const { take, taking } = useTakeExample(id)
  const goOn = useMutation({
    ...act.continueToDraft(id),
    onSuccess: (made) => openSession({ ...made.session, proposal_id: made.proposal_id }),
  })
  const [confirming, setConfirming] = useState(false)
  const startable = actions.includes('start')
  const practises = Boolean(session.practice)
  // While required questions are open, their form offers to build the draft.
  const buildable = actions.includes('generate_proposal') && session.state !== 'awaiting_questions'
  // An edit by hand has only one way, to the draft. People get here only when it was interrupted.
  const byHand =
    isManualEdit(session) &&
    !session.proposal_id &&
    (startable || buildable || actions.includes('stop'))
  const armed = startable && !byHand
  const stopped = buildable && !byHand
  const example = actions.includes('use_example')
  const buildLabel = example
    ? say('Build a draft of its own')
    : practises
      ? say('Build a draft of the best try')
      : say('Build the draft')
  const cancellable = actions.includes('cancel')
  const alone = !armed && !byHand && !stopped && !draftOf(session)
  const { mutate: begin } = start
  useCommands(
    useMemo<Command[]>(
      () => [
        ...(armed
          ? [
              {
                id: 'start-session',
                label: practises ? say('Start the practice') : say('Start watching'),
                group: 'Learn' as const,
                keys: 'mod+enter',
                run: () => begin(),
              },
            ]
          : []),
        ...(stopped
          ? [
              {
                id: 'build',
                label: buildLabel,
                group: 'Learn' as const,
                keys: example ? undefined : 'mod+enter',
                run: build,
              },
            ]
          : []),
        ...(example
          ? [
              {
                id: 'use-example',
                label: USE_AS_EXAMPLE,
                group: 'Learn' as const,
                keys: 'mod+enter',
                run: take,
              },
            ]
          : []),
        ...(cancellable
          ? [
              {
                id: 'cancel-session',
                label: say('Cancel this session'),
                group: 'Learn' as const,
                run: () => setConfirming(true),
              },
            ]
          : []),
      ],
      [armed, practises, stopped, example, buildLabel, cancellable, begin, build, take],
    ),
  )
  return (
    <div className={css.next}>
      {cancellable && (
        <Button look={alone ? 'plain' : 'ghost'} onClick={() => setConfirming(true)}>
          {say('Cancel session')}
        </Button>
      )}
      {armed && (
        <Button
          look="primary"
          icon={<Circle size={11} fill="currentColor" />}
          busy={start.isPending}
          onClick={() => start.mutate()}
        >
          {say('Start')}
        </Button>
      )}
      {byHand && (
        <Button
          look="primary"
          icon={<Pencil size={13} />}
          busy={goOn.isPending}
          onClick={() => goOn.mutate(session.state)}
        >
          {say('Edit a draft')}
        </Button>
      )}
      {stopped && (
        <Button
          look={example ? 'plain' : 'primary'}
          icon={<Hammer size={14} />}
          busy={building}
          onClick={build}
        >
          {buildLabel}
        </Button>
      )}
      {example && (
        <Button look="primary" icon={<CopyPlus size={14} />} busy={taking} onClick={take}>
          {USE_AS_EXAMPLE}
        </Button>
      )}
      {draftOf(session) && (
        <Button look="primary" onClick={() => openSession(session)}>
          {say('Open the draft')}
        </Button>
      )}
      <CancelSessionDialog sessionId={id} open={confirming} onClose={() => setConfirming(false)} />
    </div>
  )
}
