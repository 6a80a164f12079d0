// The current session and what is being watched. At most one session holds the slot.

import { useQuery } from '@tanstack/react-query'
import * as read from '#ui/backend/queries'
import type { SessionDetail, SessionRow } from '#ui/backend/types'
import { holdsSlot, isManualEdit, isCapturing } from './sessionStates'

/** The session that holds the slot, if any. */
export function useSlotSession(): SessionRow | undefined {
  const { data } = useQuery(read.sessions())
  return data?.sessions.find((session) => holdsSlot(session.state))
}

interface CurrentSession {
  detail: SessionDetail | undefined
  /** The session and the runtime state are not loaded yet. */
  loading: boolean
  /** Why they could not be loaded. */
  error: Error | null
  retry(): void
}

/**
 * The session that holds the slot, otherwise the last one of the runtime. A rehearsal can run for a
 * session that has ended.
 */
export function useCurrentSession(): CurrentSession {
  const sessions = useQuery(read.sessions())
  const runtime = useQuery(read.runtime())
  const id =
    sessions.data?.sessions.find((session) => holdsSlot(session.state))?.learn_session_id ??
    runtime.data?.current?.learn_session_id
  const detail = useQuery({ ...read.sessionDetail(id ?? ''), enabled: id !== undefined })
  const asked = id === undefined ? [sessions, runtime] : [sessions, runtime, detail]
  return {
    detail: id === undefined ? undefined : detail.data,
    loading: asked.some((query) => query.isPending),
    error: asked.find((query) => query.error && !query.data)?.error ?? null,
    retry: () => {
      for (const query of asked) if (query.error) void query.refetch()
    },
  }
}

export interface Watching {
  detail: SessionDetail
  /** While paused nothing is recorded, although the windows stay open. */
  paused: boolean
  what: 'demonstration' | 'practice' | 'rehearsal' | 'shown_check'
}

/** What is watched now; `undefined` when nothing is. */
export function useWatching(): Watching | undefined {
  const { detail } = useCurrentSession()
  if (!detail) return undefined
  if (detail.session.practice && isCapturing(detail.session.state))
    return { detail, paused: false, what: 'practice' }
  if (isCapturing(detail.session.state) && !isManualEdit(detail.session))
    return { detail, paused: detail.session.state === 'paused', what: 'demonstration' }
  if (detail.rehearsal?.running) return { detail, paused: false, what: 'rehearsal' }
  if (detail.shown_check) return { detail, paused: false, what: 'shown_check' }
  return undefined
}
