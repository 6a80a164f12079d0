import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Circle, Hammer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Command, useCommands } from '../../../app/commands'
import * as act from '../../../backend/mutations'
import type { SessionDetail } from '../../../backend/types'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { ConfirmDialog } from '../../../components/Dialog'
import { Ago } from '../../../components/Time'
import { STATE, titleOf } from '../../../domain/states'
import { scopeSentence } from '../../../domain/timeline'
import { useBuild } from '../../../domain/useBuild'
import css from './SessionHead.module.css'

const NO_CANCEL = new Set(['ready_for_review', 'installing_private', 'installed_private', 'approved', 'rejected', 'cancelled', 'quarantined'])

/** What this session is, what it may see, and the one thing to do next. */
export function SessionHead({ detail }: { detail: SessionDetail }) {
  const { session } = detail
  const rehearsing = detail.rehearsal?.running ?? false
  const state = rehearsing ? { label: 'Rehearsing', tone: 'accent' as const } : STATE[session.state]
  const verb = session.state === 'capturing' || rehearsing ? 'Watching' : session.state === 'paused' ? 'Paused. While it runs: watching' : 'Watched'
  return (
    <header className={css.head}>
      <div className={css.line}>
        <h2 className="clip" title={titleOf(session)}>
          {titleOf(session)}
        </h2>
        <Badge tone={state.tone}>{state.label}</Badge>
        <span className={css.when}>
          started <Ago at={detail.observation_scope?.started_at ?? session.created_at} />
        </span>
        <Next detail={detail} />
      </div>
      <p className={css.scope}>{scopeSentence(session.watch, session.target_app_whitelist, verb)}</p>
    </header>
  )
}

function Next({ detail: { session, captured_event_count: count } }: { detail: SessionDetail }) {
  const id = session.learn_session_id
  const navigate = useNavigate()
  const start = useMutation(act.startSession(id))
  const cancel = useMutation(act.cancelSession(id))
  const { build, building } = useBuild(id)
  const [confirming, setConfirming] = useState(false)
  // Of nothing no draft can be made; then only cancelling is left.
  const stopped = (session.state === 'stopped' || session.state === 'reviewing') && count > 0
  useCommands(
    useMemo<Command[]>(
      () => [
        ...(stopped ? [{ id: 'build', label: 'Build the draft', group: 'Learn' as const, keys: 'mod+enter', run: build }] : []),
        ...(NO_CANCEL.has(session.state) ? [] : [{ id: 'cancel-session', label: 'Cancel this session', group: 'Learn' as const, run: () => setConfirming(true) }]),
      ],
      [stopped, session.state, build],
    ),
  )
  return (
    <div className={css.next}>
      {!NO_CANCEL.has(session.state) && (
        <Button look="ghost" onClick={() => setConfirming(true)}>
          Cancel session
        </Button>
      )}
      {session.state === 'armed' && (
        <Button look="primary" icon={<Circle size={11} fill="currentColor" />} busy={start.isPending} onClick={() => start.mutate()}>
          Start
        </Button>
      )}
      {stopped && (
        <Button look="primary" icon={<Hammer size={14} />} busy={building} onClick={build}>
          Build the draft
        </Button>
      )}
      {session.proposal_id && session.state !== 'awaiting_questions' && (
        <Button look="primary" onClick={() => void navigate({ to: '/learn/pending/$proposalId', params: { proposalId: session.proposal_id ?? '' } })}>
          Open the draft
        </Button>
      )}
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Cancel this session?"
        description="Watching ends and no draft is made. What was recorded is deleted after seven days; you can delete it at once in History."
        action="Cancel session"
        danger
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setConfirming(false) })}
      />
    </div>
  )
}
