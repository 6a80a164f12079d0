import { QueryClient, type QueryKey, QueryObserver, onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBackend } from '#ui/test/fakeBackend'
import { ACTIONS, SESSION, action, detail } from '#ui/test/fixtures'
import { applyEvent, startEventStream } from './events'
import { imports } from './imports'
import { keyOf } from './cacheTags'
import { assignments, categories } from './categories'
import { pendingCalls } from './connectors'
import * as read from './queries'
import { makeQueryClient } from './queryClient'
import { type StreamListener, setTransport } from './transport'
import type { EventKind, ObservedAction, SessionEvent } from './types'

const event = (event_kind: EventKind, payload: unknown): SessionEvent =>
  ({
    seq: 1,
    event_kind,
    session_id: SESSION,
    payload,
    timestamp: '2026-11-20T10:00:00Z',
  }) as SessionEvent
const click = (seq: number, label: string): ObservedAction =>
  action(seq, {
    action_label: label,
    details: { kind: 'click', target: { role: 'button', name: label } },
  })

const here = (): Promise<string> => Promise.resolve('here')

let client: QueryClient
const seen = () => client.getQueryData(read.observedActions(SESSION).queryKey)
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  client.setQueryData(read.observedActions(SESSION).queryKey, {
    actions: ACTIONS,
    total: ACTIONS.length,
    page: 1,
    page_size: ACTIONS.length,
  })
  client.setQueryData(read.sessionDetail(SESSION).queryKey, detail())
  return () => vi.useRealTimers()
})

test('a captured action appears in the timeline immediately, without a request', () => {
  applyEvent(client, event('capture.action', click(8, 'Save')))
  expect(seen()?.actions.at(-1)?.action_label).toBe('Save')
  expect(seen()?.total).toBe(8)
  expect(client.getQueryData(read.sessionDetail(SESSION).queryKey)).toMatchObject({
    captured_event_count: 8,
  })
})

test('a newer version of an action replaces it, when its change is known later', () => {
  applyEvent(client, event('capture.action', click(8, 'Save')))
  applyEvent(client, event('capture.action', { ...click(8, 'Save'), caused_state_change: true }))
  expect(seen()?.actions).toHaveLength(8)
  expect(seen()?.actions.at(-1)?.caused_state_change).toBe(true)
  expect(client.getQueryData(read.sessionDetail(SESSION).queryKey)).toMatchObject({
    captured_event_count: 8,
  })
})

test('an action that arrives late is inserted in order', () => {
  applyEvent(client, event('capture.action', click(10, 'Ten')))
  applyEvent(client, event('capture.action', click(9, 'Nine')))
  expect(seen()?.actions.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 10])
})

test('an action for a timeline that was never opened changes nothing', () => {
  applyEvent(new QueryClient(), event('capture.action', click(8, 'Save')))
  expect(seen()?.total).toBe(7)
})

test.each<[EventKind, { queryKey: QueryKey }]>([
  ['learn.capture.paused', read.sessions()],
  ['learn.proposal.created', read.proposals()],
  ['learn.install.completed', read.skills()],
  ['skills.changed', read.skillContent('/s/notes')],
  ['abilities.changed', read.abilityReports('a')],
  ['abilities.changed', read.abilityExperience('a')],
  ['abilities.changed', read.skills()],
  ['checkpoint.reached', read.rehearsal('p')],
  ['session.changed', read.observedActions(SESSION)],
  ['ability.snapshot.updated', read.abilities()],
  ['connectors.changed', pendingCalls()],
  ['imports.changed', imports()],
  ['imports.changed', read.abilityReceipts('a')],
  ['categories.changed', categories()],
  ['categories.changed', assignments()],
  ['settings.changed', read.settings()],
  ['settings.changed', read.proposalDetail('p')],
])('%s invalidates $queryKey', (kind, { queryKey }) => {
  client.setQueryData<unknown>(queryKey, {})
  applyEvent(client, event(kind, {}))
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('an event about one session leaves the others, and an unknown event changes nothing', () => {
  const other = read.sessionDetail('another').queryKey
  client.setQueryData<unknown>(other, {})
  applyEvent(client, event('session.changed', {}))
  applyEvent(client, event('moon.changed' as EventKind, {}))
  expect(client.getQueryState(other)?.isInvalidated).toBe(false)
})

test('an event during the first load fetches once more', async () => {
  const fresh = new QueryClient()
  const answers: Array<(state: string) => void> = []
  const observer = new QueryObserver(fresh, {
    queryKey: keyOf('list_sessions'),
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  applyEvent(fresh, event('learn.validation.completed', {}))
  answers[0]?.('before the event')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('after the event')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after the event'))
  stop()
})

test('a long list loads to the end however many events arrive, and once more after them', async () => {
  const fresh = new QueryClient()
  fresh.setQueryData(keyOf('list_skill_imports'), 'old')
  const answers: Array<(state: string) => void> = []
  const signals: AbortSignal[] = []
  const observer = new QueryObserver(fresh, {
    queryKey: keyOf('list_skill_imports'),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      new Promise<string>((resolve) => (signals.push(signal), answers.push(resolve))),
  })
  const stop = observer.subscribe(() => undefined)
  for (let step = 0; step < 5; step += 1) applyEvent(fresh, event('imports.changed', {}))
  expect(answers).toHaveLength(1)
  answers[0]?.('half-way')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('after the last event')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after the last event'))
  expect([answers.length, signals[0]?.aborted]).toEqual([2, false])
  stop()
})

test('a query that ran before the stream opened is fetched again when it opens', async () => {
  let listener: StreamListener | undefined
  setTransport({
    ...fakeBackend(),
    open: (_path, _lastId, given) => ((listener = given), () => undefined),
  })
  const fresh = new QueryClient()
  const answers: Array<(state: string) => void> = []
  const observer = new QueryObserver(fresh, {
    queryKey: keyOf('settings'),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stops = [startEventStream(fresh), observer.subscribe(() => undefined)]
  answers[0]?.('before it opened')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('before it opened'))
  listener?.onOpen?.()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  for (const stop of stops) stop()
})

test('without a network the local engine is still asked', async () => {
  onlineManager.setOnline(false)
  const fresh = makeQueryClient(() => undefined)
  await expect(fresh.fetchQuery({ queryKey: keyOf('settings'), queryFn: here })).resolves.toBe(
    'here',
  )
  await expect(
    fresh.getMutationCache().build(fresh, { mutationFn: here }).execute(undefined),
  ).resolves.toBe('here')
  onlineManager.setOnline(true)
})

test('leaving the list of imports cancels its request', async () => {
  let asked: Request | undefined
  setTransport({ ...fakeBackend(), fetch: (request) => new Promise(() => (asked = request)) })
  const fresh = new QueryClient()
  const reading = fresh.fetchQuery(imports()).catch(() => undefined)
  await vi.waitFor(() => expect(asked).toBeDefined())
  await fresh.cancelQueries({ queryKey: keyOf('list_skill_imports') })
  expect(asked?.signal.aborted).toBe(true)
  await reading
})
