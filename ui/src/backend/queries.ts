// Everything the interface reads. A page says what it needs; when it goes stale is said elsewhere, once.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, ask } from './client'
import { keys } from './keys'
import type { Schemas } from './types'

const session = (sessionId: string) => ({ params: { path: { sessionId } } })
const proposal = (proposalId: string) => ({ params: { path: { proposalId } } })
/** The engine gives at most 100 rows at once. */
const pageOf = (page: number) => ({ params: { query: { page, page_size: 100 } } })

/** All of them: the counts beside the pages and the one slot are read from this list. */
export const sessions = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: async () => ({ sessions: await every(async (page) => ask(api.GET('/api/learn/sessions', pageOf(page))).then((answer) => ({ ...answer, rows: answer.sessions }))) }),
  })

export const sessionDetail = (id: string) =>
  queryOptions({ queryKey: keys.detail(id), queryFn: () => ask(api.GET('/api/learn/sessions/{sessionId}/detail', session(id))) })

export const observedActions = (id: string) =>
  queryOptions({ queryKey: keys.actions(id), queryFn: () => ask(api.GET('/api/learn/sessions/{sessionId}/observed-actions', session(id))) })

export const observationScope = (id: string) =>
  queryOptions({ queryKey: keys.scope(id), queryFn: () => ask(api.GET('/api/learn/sessions/{sessionId}/observation-scope', session(id))) })

export const proposals = () =>
  queryOptions({
    queryKey: keys.proposals,
    queryFn: async () => ({ proposals: await every(async (page) => ask(api.GET('/api/learn/proposals', pageOf(page))).then((answer) => ({ ...answer, rows: answer.proposals }))) }),
  })

export const proposalDetail = (id: string) =>
  queryOptions({ queryKey: keys.proposal(id), queryFn: () => ask(api.GET('/api/learn/proposals/{proposalId}/detail', proposal(id))) })

export const rehearsal = (id: string) =>
  queryOptions({ queryKey: keys.rehearsal(id), queryFn: () => ask(api.GET('/api/learn/proposals/{proposalId}/rehearsal', proposal(id))) })

interface Paged {
  total: number
  page: number
  page_size: number
}
const next = (last: Paged): number | undefined => (last.page * last.page_size < last.total ? last.page + 1 : undefined)

export const history = () =>
  infiniteQueryOptions({
    queryKey: keys.history,
    queryFn: ({ pageParam }) => ask(api.GET('/api/learn/history', pageOf(pageParam))),
    initialPageParam: 1,
    getNextPageParam: next,
  })

export const receipts = () =>
  infiniteQueryOptions({
    queryKey: keys.receipts,
    queryFn: ({ pageParam }) => ask(api.GET('/api/learn/receipts', pageOf(pageParam))),
    initialPageParam: 1,
    getNextPageParam: next,
  })

/** Every page of a list. */
async function every<T>(read: (page: number) => Promise<Paged & { rows: T[] }>): Promise<T[]> {
  const rows: T[] = []
  for (let page: number | undefined = 1; page !== undefined; ) {
    const answer: Paged & { rows: T[] } = await read(page)
    rows.push(...answer.rows)
    page = answer.rows.length > 0 ? next(answer) : undefined
  }
  return rows
}

export const allHistory = () => every(async (page) => ask(api.GET('/api/learn/history', pageOf(page))).then((answer) => ({ ...answer, rows: answer.items })))

export const allReceipts = () => every(async (page) => ask(api.GET('/api/learn/receipts', pageOf(page))).then((answer) => ({ ...answer, rows: answer.receipts })))

export const runtime = () => queryOptions({ queryKey: keys.runtime, queryFn: () => ask(api.GET('/api/learn/runtime/current')) })

export const skills = () => queryOptions({ queryKey: keys.skills, queryFn: () => ask(api.GET('/api/skills')), staleTime: 60_000 })

export const skillContent = (path: string) =>
  queryOptions({ queryKey: [...keys.skills, path], queryFn: () => ask(api.GET('/api/skills/content', { params: { query: { path } } })) })

/** Asked for again while the engine says that it is still being renewed. */
export const abilities = () =>
  queryOptions({ queryKey: keys.abilities, queryFn: () => ask(api.GET('/api/abilities/availability')), refetchInterval: (query) => (query.state.data?.stale ? 2000 : false) })

export const abilityReports = (abilityId: string) =>
  queryOptions({ queryKey: keys.reports(abilityId), queryFn: () => ask(api.GET('/api/abilities/{abilityId}/checkpoint-reports', { params: { path: { abilityId } } })) })

export const settings = () => queryOptions({ queryKey: keys.settings, queryFn: () => ask(api.GET('/api/settings')), staleTime: 60_000 })

export const doctor = () => queryOptions({ queryKey: keys.doctor, queryFn: () => ask(api.GET('/api/doctor')), staleTime: 30_000 })

export const connections = () => queryOptions({ queryKey: keys.connections, queryFn: () => ask(api.GET('/api/agents/connections')) })

/** Of the file as it is now, so never an old one. */
export const connectionPreview = (agentId: string, change: Schemas['ConnectionChange']) =>
  queryOptions({
    queryKey: [...keys.connections, agentId, change],
    queryFn: () => ask(api.POST('/api/agents/{agentId}/connection/preview', { params: { path: { agentId } }, body: { change } })),
    gcTime: 0,
    retry: false,
  })
