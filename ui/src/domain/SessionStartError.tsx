import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toBackendError } from '#ui/backend/errors'
import * as read from '#ui/backend/queries'
import type { SessionRow, WatchSource } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Say, say } from '#ui/lib/say'
import type { Source } from './watchSources'
import { SESSION_STATE, titleOf } from './sessionStates'
import { useOpenSession } from './useOpenSession'
import { CancelSessionDialog } from './CancelSessionDialog'

interface Props {
  error: unknown
  sources: readonly Source[]
  onWatch(watch: WatchSource[]): void
}

/** Explains why a demonstration did not start, and offers a way on. */
export function SessionStartError({ error, sources, onWatch }: Props) {
  const known = toBackendError(error)
  const activeId =
    typeof known.details.active_session_id === 'string'
      ? known.details.active_session_id
      : undefined
  if (known.code === 'LEARN_SESSION_ALREADY_ACTIVE' && activeId)
    return <OtherSession id={activeId} message={known.message} />
  if (known.code === 'ADAPTER_UNAVAILABLE') {
    const offered = Array.isArray(known.details.alternatives) ? known.details.alternatives : []
    return (
      <ErrorNote error={known}>
        {sources
          .filter((source) => offered.includes(source.id))
          .map((source) => (
            <Button key={source.id} onClick={() => onWatch([source.id])}>
              {say('Watch only: {label}', { label: source.label })}
            </Button>
          ))}
      </ErrorNote>
    )
  }
  return <ErrorNote error={known} />
}

function OtherSession({ id, message }: { id: string; message: string }) {
  const { data } = useQuery(read.sessionDetail(id))
  return data ? (
    <RunningSessionNote session={{ ...data.session, actions: data.actions }} />
  ) : (
    <ErrorNote error={new Error(message)} />
  )
}

/** There can be one session at a time. Offers to open or cancel it. */
export function RunningSessionNote({ session }: { session: SessionRow }) {
  const open = useOpenSession()
  const [cancelling, setCancelling] = useState(false)
  return (
    <Note
      tone="warn"
      action={
        <>
          {session.actions.includes('cancel') && (
            <Button look="ghost" onClick={() => setCancelling(true)}>
              {say('Cancel it')}
            </Button>
          )}
          <Button onClick={() => open(session)}>{say('Go to the running session')}</Button>
        </>
      }
    >
      <span>
        <Say
          text="One session at a time. {title} is not finished ({state})."
          values={{
            title: <b>{titleOf(session)}</b>,
            state: SESSION_STATE[session.state].label,
          }}
        />
      </span>
      <CancelSessionDialog
        sessionId={session.learn_session_id}
        open={cancelling}
        onClose={() => setCancelling(false)}
      />
    </Note>
  )
}
