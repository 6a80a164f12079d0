// Every query of the interface. `mutations.ts` and `events.ts` say when they become stale.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'
import { keys } from './keys'
import type { operations } from './schema'
import { type SkillList, applyDelta } from './skillList'
import { transport } from './transport'
import type { Schemas } from './types'

const session = (sessionId: string) => ({ params: { path: { sessionId } } })
const proposal = (proposalId: string) => ({ params: { path: { proposalId } } })
/** The engine returns at most 100 rows per page. */
const pageOf = (page: number) => ({ params: { query: { page, page_size: 100 } } })
const filteredPageOf = <Filter extends object>(page: number, filter: Filter) => ({
  params: { query: { ...filter, page, page_size: 100 } },
})

/**
 * All sessions. The counts in the sidebar and the session that holds the slot come from this list.
 */
export const sessions = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: async () => ({
      sessions: await allPages(async (page) =>
        unwrap(api.GET('/api/learn/sessions', pageOf(page))).then((answer) => ({
          ...answer,
          rows: answer.sessions,
        })),
      ),
    }),
  })

export const sessionDetail = (id: string) =>
  queryOptions({
    queryKey: keys.detail(id),
    queryFn: () => unwrap(api.GET('/api/learn/sessions/{sessionId}/detail', session(id))),
  })

export const observedActions = (id: string) =>
  queryOptions({
    queryKey: keys.actions(id),
    queryFn: () => unwrap(api.GET('/api/learn/sessions/{sessionId}/observed-actions', session(id))),
  })

export const observationScope = (id: string) =>
  queryOptions({
    queryKey: keys.scope(id),
    queryFn: () =>
      unwrap(api.GET('/api/learn/sessions/{sessionId}/observation-scope', session(id))),
  })

export const proposals = () =>
  queryOptions({
    queryKey: keys.proposals,
    queryFn: async () => ({
      proposals: await allPages(async (page) =>
        unwrap(api.GET('/api/learn/proposals', pageOf(page))).then((answer) => ({
          ...answer,
          rows: answer.proposals,
        })),
      ),
    }),
  })

export const proposalDetail = (id: string) =>
  queryOptions({
    queryKey: keys.proposal(id),
    queryFn: () => unwrap(api.GET('/api/learn/proposals/{proposalId}/detail', proposal(id))),
  })

export const rehearsal = (id: string) =>
  queryOptions({
    queryKey: keys.rehearsal(id),
    queryFn: () => unwrap(api.GET('/api/learn/proposals/{proposalId}/rehearsal', proposal(id))),
  })

interface Paged {
  total: number
  page: number
  page_size: number
}
const next = (last: Paged): number | undefined =>
  last.page * last.page_size < last.total ? last.page + 1 : undefined

/** The filter of a History list. The page translates its search parameters into it. */
export type HistoryFilter = Omit<
  NonNullable<operations['history']['parameters']['query']>,
  'page' | 'page_size'
>
export type ReceiptFilter = Omit<
  NonNullable<operations['receipts']['parameters']['query']>,
  'page' | 'page_size'
>

/**
 * `filter` is a function, because “the last 7 days” depends on when the request is made. `of`
 * identifies the filter in the query key.
 */
export const history = (of: unknown, filter: () => HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.history, of],
    queryFn: ({ pageParam }) =>
      unwrap(api.GET('/api/learn/history', filteredPageOf(pageParam, filter()))),
    initialPageParam: 1,
    getNextPageParam: next,
    placeholderData: keepPreviousData,
  })

export const receipts = (of: unknown, filter: () => ReceiptFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.receipts, of],
    queryFn: ({ pageParam }) =>
      unwrap(api.GET('/api/learn/receipts', filteredPageOf(pageParam, filter()))),
    initialPageParam: 1,
    getNextPageParam: next,
    placeholderData: keepPreviousData,
  })

/** Fetches every page of a list. */
export async function allPages<T>(
  read: (page: number) => Promise<Paged & { rows: T[] }>,
): Promise<T[]> {
  const rows: T[] = []
  for (let page: number | undefined = 1; page !== undefined;) {
    const answer: Paged & { rows: T[] } = await read(page)
    rows.push(...answer.rows)
    page = answer.rows.length > 0 ? next(answer) : undefined
  }
  return rows
}

export const allHistory = (filter: HistoryFilter) =>
  allPages(async (page) =>
    unwrap(api.GET('/api/learn/history', filteredPageOf(page, filter))).then((answer) => ({
      ...answer,
      rows: answer.items,
    })),
  )

/** All receipts that match the filter, as the text of a file. */
export const receiptsFile = (format: 'json' | 'csv', filter: ReceiptFilter) =>
  unwrap<unknown>(
    api.GET('/api/learn/receipts/export', {
      params: { query: { ...filter, format } },
      parseAs: 'text',
    }),
  ).then(String)

export const runtime = () =>
  queryOptions({
    queryKey: keys.runtime,
    queryFn: () => unwrap(api.GET('/api/learn/runtime/current')),
  })

/** Fetches only the delta since the last answer. Rows that did not change stay the same objects. */
export const skills = () =>
  queryOptions({
    queryKey: keys.skills,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<SkillList>(keys.skills)
      return applyDelta(
        before,
        await unwrap(api.GET('/api/skills', { params: { query: { since: before?.asOf } } })),
      )
    },
    staleTime: 60_000,
    // Comparing thousands of rows would cost more than rendering them.
    structuralSharing: false,
  })

export const skillContent = (path: string) =>
  queryOptions({
    queryKey: [...keys.skills, path],
    queryFn: () => unwrap(api.GET('/api/skills/content', { params: { query: { path } } })),
  })

export const skillStanding = (path: string) =>
  queryOptions({
    queryKey: [...keys.skills, path, 'standing'],
    queryFn: () => unwrap(api.GET('/api/skills/standing', { params: { query: { path } } })),
  })

export const skillFile = (path: string, file: string) =>
  queryOptions({
    queryKey: [...keys.skills, path, 'file', file],
    queryFn: () => unwrap(api.GET('/api/skills/file', { params: { query: { path, file } } })),
  })

/** `of` is the folder of a skill or the id of an ability. */
export const skillVersions = (of: string) =>
  queryOptions({
    queryKey: [...keys.skills, of, 'versions'],
    queryFn: () => unwrap(api.GET('/api/skills/versions', { params: { query: { path: of } } })),
  })

export const skillVersion = (of: string, id: string) =>
  queryOptions({
    queryKey: [...keys.skills, of, 'versions', id],
    queryFn: () =>
      unwrap(api.GET('/api/skills/version', { params: { query: { path: of, version_id: id } } })),
  })

export const skillSearch = (q: string) =>
  queryOptions({
    queryKey: [...keys.skills, 'search', q],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/skills/search', { params: { query: { q } }, signal })),
    gcTime: 30_000,
  })

export const skillCheck = (text: string, folder: string) =>
  queryOptions({
    queryKey: ['skill-check', folder, text],
    queryFn: ({ signal }) =>
      unwrap(api.POST('/api/skills/check', { body: { text, folder }, signal })),
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

export const abilityHistory = (abilityId: string) =>
  queryOptions({
    queryKey: [...keys.abilities, abilityId, 'history'],
    queryFn: () =>
      unwrap(
        api.GET('/api/abilities/{abilityId}/health-history', { params: { path: { abilityId } } }),
      ),
  })

export const abilityReceipts = (abilityId: string) =>
  queryOptions({
    queryKey: [...keys.receipts, 'ability', abilityId],
    queryFn: () =>
      unwrap(
        api.GET('/api/learn/receipts', {
          params: { query: { ability_id: abilityId, page: 1, page_size: 50 } },
        }),
      ),
  })

export const explainMatch = (abilityId: string, words: string) =>
  queryOptions({
    queryKey: [...keys.abilities, abilityId, 'explain', words],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST('/api/abilities/explain-match', {
          body: { ability_id: abilityId, user_query: words },
          signal,
        }),
      ),
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  })

/** Removed skills that can be restored, newest first. */
export const removedSkills = () =>
  queryOptions({
    queryKey: [...keys.skills, 'removed'],
    queryFn: () => unwrap(api.GET('/api/skills/removed')),
  })

/**
 * Whether an agent would choose this skill, which is not an ability. The engine records nothing.
 */
export const testTrigger = (itemId: string, words: string) =>
  queryOptions({
    queryKey: [...keys.skills, itemId, 'words', words],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST('/api/skills/trigger-test', {
          body: { item_id: itemId, trigger_text: words },
          signal,
        }),
      ),
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  })

/** Polls while the engine says that the snapshot is stale. */
export const abilities = () =>
  queryOptions({
    queryKey: keys.abilities,
    queryFn: () => unwrap(api.GET('/api/abilities/availability')),
    refetchInterval: (query) => (query.state.data?.stale ? 2000 : false),
  })

export const abilityReports = (abilityId: string) =>
  queryOptions({
    queryKey: keys.reports(abilityId),
    queryFn: () =>
      unwrap(
        api.GET('/api/abilities/{abilityId}/checkpoint-reports', {
          params: { path: { abilityId } },
        }),
      ),
  })

export const settings = () =>
  queryOptions({
    queryKey: keys.settings,
    queryFn: () => unwrap(api.GET('/api/settings')),
    staleTime: 60_000,
  })

export const doctor = () =>
  queryOptions({
    queryKey: keys.doctor,
    queryFn: () => unwrap(api.GET('/api/doctor')),
    staleTime: 30_000,
  })

/** The state of the desktop shell, or `null` in a browser. */
export const desktop = () =>
  queryOptions({
    queryKey: keys.desktop,
    queryFn: async () => (await transport().desktop?.state()) ?? null,
    retry: false,
  })

export const dataUsage = () =>
  queryOptions({ queryKey: keys.usage, queryFn: () => unwrap(api.GET('/api/data/usage')) })

/** The state of the last export. Polls while it runs. */
export const dataExport = () =>
  queryOptions({
    queryKey: keys.export,
    queryFn: () => unwrap(api.GET('/api/data/export')),
    refetchInterval: (query) => (query.state.data?.export?.state === 'running' ? 300 : false),
  })

export const connections = () =>
  queryOptions({
    queryKey: keys.connections,
    queryFn: () => unwrap(api.GET('/api/agents/connections')),
  })

/** Never cached: the preview must be of the file as it is now. */
export const connectionPreview = (agentId: string, change: Schemas['ConnectionChange']) =>
  queryOptions({
    queryKey: [...keys.connections, agentId, change],
    queryFn: () =>
      unwrap(
        api.POST('/api/agents/{agentId}/connection/preview', {
          params: { path: { agentId } },
          body: { change },
        }),
      ),
    gcTime: 0,
    retry: false,
  })
