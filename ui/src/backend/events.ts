// The global event stream. Each event invalidates the queries of what it changed (`cacheTags.ts`).
// Nothing polls while the stream is up.

import type { QueryClient } from '@tanstack/react-query'
import { createStore, useStore } from '#ui/lib/createStore'
import { staleAfterEvent } from './cacheTags'
import { isRecord } from './errors'
import { operations } from './operations.gen'
import { setProgress } from './progress'
import { observationScope, observedActions, sessionDetail } from './queries'
import { refresh } from './refresh'
import { parse } from './sse'
import { type StreamState, follow } from './stream'
import type { EventOf, ObservedAction, SessionEvent } from './types'

/** Applies one event to the caches. A captured action is inserted without another request. */
export function applyEvent(client: QueryClient, event: SessionEvent): void {
  switch (event.event_kind) {
    case 'capture.action':
      if (!('deleted' in event.payload)) addAction(client, event.session_id, event.payload)
      return
    case 'skills.progress':
      setProgress(event.payload)
      return
    default:
      for (const queryKey of staleAfterEvent(event)) refresh(client, queryKey)
  }
}

function addAction(client: QueryClient, sessionId: string, action: ObservedAction): void {
  let fresh = true
  client.setQueryData(observedActions(sessionId).queryKey, (old) => {
    if (!old) return old
    // Nearly always a new action, or a newer version of one of the last few.
    const at = old.actions.findLastIndex((known) => known.event_id === action.event_id)
    fresh = at < 0
    const actions = at < 0 ? [...old.actions, action] : old.actions.with(at, action)
    if (at < 0 && (actions.at(-2)?.seq ?? 0) > action.seq) actions.sort((a, b) => a.seq - b.seq)
    return { ...old, actions, total: at < 0 ? old.total + 1 : old.total }
  })
  if (fresh) {
    client.setQueryData(
      sessionDetail(sessionId).queryKey,
      (old) => old && { ...old, captured_event_count: old.captured_event_count + 1 },
    )
  }
  refreshCounters(client, sessionId)
}

/**
 * The engine counts dropped and masked values. The interface asks for the counts at most every two
 * seconds.
 */
const countersPending = new Set<string>()
function refreshCounters(client: QueryClient, sessionId: string): void {
  if (countersPending.has(sessionId)) return
  countersPending.add(sessionId)
  setTimeout(() => {
    countersPending.delete(sessionId)
    void client.invalidateQueries(sessionDetail(sessionId))
    void client.invalidateQueries(observationScope(sessionId))
  }, 2000)
}

interface StreamStatus {
  state: StreamState
  /** The last problem that the engine reported, such as a lost adapter. */
  problem: { code: string; message: string; sessionId: string } | undefined
}

const status = createStore<StreamStatus>({ state: 'connecting', problem: undefined })
const update = (change: Partial<StreamStatus>): void => status.set({ ...status.get(), ...change })

/** Follows the events of all sessions. Returns a function that stops it. */
export function startEventStream(client: QueryClient): () => void {
  let polling: ReturnType<typeof setInterval> | undefined
  const stop = follow(operations.all_events.path, {
    endless: true,
    onFrame(frame) {
      const event = parse(frame.data)
      if (!isRecord(event) || typeof event.event_kind !== 'string') return
      const known = event as unknown as SessionEvent
      // What is no longer watched is shown where the session is shown.
      if (known.event_kind === 'error' && !known.payload.adapter)
        update({ problem: problemOf(known) })
      applyEvent(client, known)
    },
    onState(state, { gap }) {
      update({ state })
      clearInterval(polling)
      // Without the stream the pages poll, so they are still correct, only later.
      if (state === 'down')
        polling = setInterval(() => void client.invalidateQueries({ type: 'active' }), 5000)
      if (state !== 'live') return
      // Events were lost during the gap, so every query that the stream keeps fresh is fetched
      // again.
      if (gap) void client.invalidateQueries()
      // Also refetch what was loaded before the first connection: it may have changed before the
      // stream could report it.
      else refresh(client, [])
    },
  })
  return () => {
    clearInterval(polling)
    stop()
  }
}

const problemOf = ({ payload, session_id }: EventOf<'error'>): StreamStatus['problem'] => ({
  code: payload.code,
  message: payload.message,
  sessionId: session_id,
})

export const dismissProblem = (): void => update({ problem: undefined })

export const useStreamStatus = (): StreamStatus => useStore(status)
