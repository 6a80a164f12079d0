// The global event stream, and which cached queries each event invalidates. Nothing polls while the
// stream is up.

import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createStore, useStore } from '#ui/lib/createStore'
import { isRecord } from './errors'
import { keys } from './keys'
import { setProgress } from './progress'
import { refresh } from './refresh'
import { parse } from './sse'
import { type StreamState, follow } from './stream'
import type {
  EventKind,
  EventOf,
  ObservedAction,
  Schemas,
  SessionDetail,
  SessionEvent,
} from './types'

const sessionKeys = (event: SessionEvent): QueryKey[] => [
  keys.sessions,
  keys.detail(event.session_id),
  keys.scope(event.session_id),
  keys.runtime,
]
const draftKeys = (event: SessionEvent): QueryKey[] => [
  ...sessionKeys(event),
  keys.proposals,
  keys.anyProposal,
]
const installKeys = (event: SessionEvent): QueryKey[] => [
  ...draftKeys(event),
  keys.history,
  keys.receipts,
  keys.skills,
  keys.abilities,
]
const checkpointKeys = (event: SessionEvent): QueryKey[] => [
  keys.anyProposal,
  keys.detail(event.session_id),
  keys.abilities,
]

/** Events that carry everything that they change, and those that change nothing that is shown. */
type Complete = 'capture.action' | 'skills.progress' | 'error' | 'bridge.rebuild.started'

const STALE_AFTER: Record<Exclude<EventKind, Complete>, (event: SessionEvent) => QueryKey[]> = {
  'learn.session.started': (event) => [...sessionKeys(event), keys.history],
  'learn.capture.started': sessionKeys,
  'learn.capture.paused': sessionKeys,
  'learn.capture.stopped': draftKeys,
  'learn.proposal.created': draftKeys,
  'learn.proposal.questions_requested': draftKeys,
  'learn.validation.started': draftKeys,
  'learn.validation.completed': draftKeys,
  'learn.install.started': draftKeys,
  'learn.install.completed': installKeys,
  'learn.install.failed': installKeys,
  'bridge.rebuild.completed': installKeys,
  'ability.snapshot.updated': () => [keys.abilities, keys.skills],
  'ability.route.enabled': () => [keys.abilities],
  'ability.quarantined': installKeys,
  'checkpoint.reached': checkpointKeys,
  'checkpoint.skipped': checkpointKeys,
  'checkpoint.failed': checkpointKeys,
  'skills.changed': () => [keys.skills],
  'imports.changed': () => [keys.imports, keys.receipts],
  'categories.changed': () => [keys.categories],
  'abilities.changed': () => [keys.abilities, keys.skills],
  'settings.changed': () => [keys.settings, keys.skills, keys.anyProposal],
  'session.changed': (event) => [...draftKeys(event), keys.actions(event.session_id), keys.history],
}

/** Applies one event to the caches. A captured action is inserted without another request. */
export function applyEvent(client: QueryClient, event: SessionEvent): void {
  switch (event.event_kind) {
    case 'capture.action':
      if (!('deleted' in event.payload)) addAction(client, event.session_id, event.payload)
      return
    case 'skills.progress':
      setProgress(event.payload)
      return
    case 'error':
    case 'bridge.rebuild.started':
      return
    default:
      // A newer engine may stream kinds that this version does not know.
      for (const queryKey of STALE_AFTER[event.event_kind]?.(event) ?? []) refresh(client, queryKey)
  }
}

function addAction(client: QueryClient, sessionId: string, action: ObservedAction): void {
  let fresh = true
  client.setQueryData<Schemas['ObservedActionsResponse']>(keys.actions(sessionId), (old) => {
    if (!old) return old
    // Nearly always a new action, or a newer version of one of the last few.
    const at = old.actions.findLastIndex((known) => known.event_id === action.event_id)
    fresh = at < 0
    const actions = at < 0 ? [...old.actions, action] : old.actions.with(at, action)
    if (at < 0 && (actions.at(-2)?.seq ?? 0) > action.seq) actions.sort((a, b) => a.seq - b.seq)
    return { actions, total: at < 0 ? old.total + 1 : old.total }
  })
  if (fresh) {
    client.setQueryData<SessionDetail>(
      keys.detail(sessionId),
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
    void client.invalidateQueries({ queryKey: keys.detail(sessionId) })
    void client.invalidateQueries({ queryKey: keys.scope(sessionId) })
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
  const stop = follow('/api/learn/events', {
    endless: true,
    onFrame(frame) {
      const event = parse(frame.data)
      if (!isRecord(event) || typeof event.event_kind !== 'string') return
      const known = event as unknown as SessionEvent
      if (known.event_kind === 'error') update({ problem: problemOf(known) })
      else applyEvent(client, known)
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
