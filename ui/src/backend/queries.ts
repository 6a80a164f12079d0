// Every query of the interface, except those of imports and categories. Its key says which changes
// and events make it stale (see `cacheTags.ts`).

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { abortableRead, keyOf, read } from './cacheTags'
import { call } from './client'
import type { operations } from './schema'
import { mergeRun, transcriptFrom } from './agentRun'
import { type SkillList, applyDelta } from './skillList'
import { transport } from './transport'
import type { AgentRun, Schemas } from './types'

/** The engine returns at most 100 rows per page. */
const PAGE_SIZE = 100

/**
 * All sessions. The counts in the sidebar and the session that holds the slot come from this list.
 */
export const sessions = () =>
  queryOptions({
    queryKey: keyOf('list_sessions'),
    queryFn: async () => ({
      sessions: await allPages(async (page) => {
        const answer = await call('list_sessions', { query: { page, page_size: PAGE_SIZE } })
        return { ...answer, rows: answer.sessions }
      }),
    }),
  })

export const sessionDetail = (sessionId: string) =>
  queryOptions(read('session_detail', { path: { sessionId } }))

export const observedActions = (sessionId: string) =>
  queryOptions(read('observed_actions', { path: { sessionId } }))

export const observationScope = (sessionId: string) =>
  queryOptions(read('observation_scope', { path: { sessionId } }))

export const proposals = () =>
  queryOptions({
    queryKey: keyOf('list_proposals'),
    queryFn: async () => ({
      proposals: await allPages(async (page) => {
        const answer = await call('list_proposals', { query: { page, page_size: PAGE_SIZE } })
        return { ...answer, rows: answer.proposals }
      }),
    }),
  })

/** Tasks that were repeated with success. */
export const candidates = () => queryOptions(read('list_candidates'))

export const proposalDetail = (proposalId: string) =>
  queryOptions(read('proposal_detail', { path: { proposalId } }))

/** The steps of a draft as a drawing, and the same as an SVG file. */
export const proposalFlow = (proposalId: string) =>
  queryOptions(read('proposal_flow', { path: { proposalId } }))

/** The moments of a demonstration, without their pictures. */
export const sessionFilmstrip = (sessionId: string) =>
  queryOptions(read('session_filmstrip', { path: { sessionId } }))

/** The pictures of `count` moments, from the `first` on, beginning at 1. */
export const filmstripPictures = (sessionId: string, first: number, count: number) =>
  queryOptions(read('filmstrip_pictures', { path: { sessionId }, query: { first, count } }))

/** What is understood of a session while it records. */
export const liveDraft = (sessionId: string) =>
  queryOptions(read('live_draft', { path: { sessionId } }))

export const rehearsal = (proposalId: string) =>
  queryOptions(read('rehearsal_status', { path: { proposalId } }))

/** Every rehearsal of a draft, newest first. */
export const rehearsals = (proposalId: string) =>
  queryOptions({
    queryKey: [...keyOf('validation_runs', { path: { proposalId } }), 'rehearsals'],
    queryFn: async () => {
      const runs = await allPages(async (page) => {
        const answer = await call('validation_runs', {
          path: { proposalId },
          query: { page, page_size: PAGE_SIZE },
        })
        return { ...answer, rows: answer.runs }
      })
      return runs.filter((run) => run.run_kind === 'rehearsal')
    },
  })

/** The agents that can be run. They are looked for again when the page asks. */
export const agentRuntimes = () => queryOptions({ ...read('agent_runtimes'), staleTime: 30_000 })

/** How often the transcript of a run is fetched while it goes on, in milliseconds. */
const TRANSCRIPT_EVERY = 700
/** The same for a gate, whose tries take minutes. */
const GATE_EVERY = 1500

/**
 * A run of an agent. While it goes on, only the end of its transcript is fetched again; once it has
 * ended, the whole of it. Events fetch it at once when a checkpoint changes.
 */
export const agentRun = (runId: string) =>
  queryOptions({
    queryKey: keyOf('agent_run', { path: { runId } }),
    queryFn: async ({ client, queryKey }) => {
      const before = client.getQueryData<AgentRun>(queryKey)
      const from = transcriptFrom(before)
      const now = await call('agent_run', { path: { runId }, query: { from } })
      return now.phase === 'ended' && from > 0
        ? call('agent_run', { path: { runId } })
        : mergeRun(before, now, from)
    },
    refetchInterval: (query) => (query.state.data?.phase === 'ended' ? false : TRANSCRIPT_EVERY),
    retry: false,
  })

/** The tries of an agent that practises, with the transcript of one: of the last, or of the chosen one. */
export const agentPractice = (sessionId: string, tryNumber?: number) =>
  queryOptions({
    queryKey: [...keyOf('agent_practice', { path: { sessionId } }), tryNumber ?? 'last'],
    queryFn: () =>
      call('agent_practice', { path: { sessionId }, query: { try_number: tryNumber } }),
    refetchInterval: (query) => (query.state.data?.outcome ? false : TRANSCRIPT_EVERY),
    retry: false,
  })

/** A gate. While it goes on it is fetched again: events tell of each try, and not of what a try does. */
export const gate = (gateId: string) =>
  queryOptions({
    ...read('gate', { path: { gateId } }),
    refetchInterval: (query) => (query.state.data?.outcome ? false : GATE_EVERY),
    retry: false,
  })

/** The gates of an ability or a draft, newest first; all of them when nothing is named. */
export const gates = (of: { ability?: string; proposalId?: string } = {}) =>
  queryOptions(read('gates', { query: { ability_id: of.ability, proposal_id: of.proposalId } }))

export const shownCheck = (proposalId: string) =>
  queryOptions(read('shown_check_status', { path: { proposalId } }))

interface Paged {
  total: number
  page: number
  page_size: number
}
const nextPage = (last: Paged): number | undefined =>
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
    queryKey: [...keyOf('history'), of],
    queryFn: ({ pageParam }) => historyPage(pageParam, filter()),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  })

const historyPage = (page: number, filter: HistoryFilter) =>
  call('history', { query: { ...filter, page, page_size: PAGE_SIZE } })

export const receipts = (of: unknown, filter: () => ReceiptFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('receipts'), of],
    queryFn: ({ pageParam }) =>
      call('receipts', { query: { ...filter(), page: pageParam, page_size: PAGE_SIZE } }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  })

/** Fetches every page of a list. */
export async function allPages<T>(
  fetchPage: (page: number) => Promise<Paged & { rows: T[] }>,
): Promise<T[]> {
  const rows: T[] = []
  for (let page: number | undefined = 1; page !== undefined;) {
    const answer: Paged & { rows: T[] } = await fetchPage(page)
    rows.push(...answer.rows)
    page = answer.rows.length > 0 ? nextPage(answer) : undefined
  }
  return rows
}

export const allHistory = (filter: HistoryFilter) =>
  allPages(async (page) => {
    const answer = await historyPage(page, filter)
    return { ...answer, rows: answer.items }
  })

/** All receipts that match the filter, as the text of a file. */
export const receiptsFile = async (
  format: 'json' | 'csv',
  filter: ReceiptFilter,
): Promise<string> => {
  const text: unknown = await call(
    'export_receipts',
    { query: { ...filter, format } },
    { parseAs: 'text' },
  )
  return String(text)
}

export const runtime = () => queryOptions(read('runtime_current'))

/** Fetches only the delta since the last answer. Rows that did not change stay the same objects. */
export const skills = () =>
  queryOptions({
    queryKey: keyOf('list_skills'),
    queryFn: async ({ client, queryKey }) => {
      const before = client.getQueryData<SkillList>(queryKey)
      return applyDelta(before, await call('list_skills', { query: { since: before?.asOf } }))
    },
    staleTime: 60_000,
    // Comparing thousands of rows would cost more than rendering them.
    structuralSharing: false,
  })

export const skillContent = (path: string) => queryOptions(read('read_skill', { query: { path } }))

export const skillStanding = (path: string) =>
  queryOptions(read('skill_standing', { query: { path } }))

export const skillFile = (path: string, file: string) =>
  queryOptions(read('read_skill_file', { query: { path, file } }))

/** `of` is the folder of a skill or the id of an ability. */
export const skillVersions = (of: string) =>
  queryOptions(read('skill_versions', { query: { path: of } }))

export const skillVersion = (of: string, id: string) =>
  queryOptions(read('skill_version', { query: { path: of, version_id: id } }))

export const skillSearch = (q: string) =>
  queryOptions({ ...abortableRead('search_skills', { query: { q } }), gcTime: 30_000 })

export const skillCheck = (text: string, folder: string) =>
  queryOptions({
    ...abortableRead('check_skill', { body: { text, folder } }),
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

export const abilityHistory = (abilityId: string) =>
  queryOptions(read('ability_health_history', { path: { abilityId } }))

/** What the next run of an ability may touch, and where that was chosen. */
export const abilityTestPolicy = (abilityId: string) =>
  queryOptions(read('ability_test_policy', { path: { abilityId } }))

export const abilityReceipts = (abilityId: string) =>
  queryOptions(read('receipts', { query: { ability_id: abilityId, page: 1, page_size: 50 } }))

/** What the agents of this machine will do by themselves. */
export const schedules = () => queryOptions(read('schedules'))

/** The abilities that fit a request, and the nearest others, with the reasons in sentences. */
export const whichFits = (words: string, project = '') =>
  queryOptions({
    ...abortableRead('lookup', {
      body: { user_query: words, explain: true, ...(project && { project_id: project }) },
    }),
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  })

export const explainMatch = (abilityId: string, words: string) =>
  queryOptions({
    ...abortableRead('explain_match', { body: { ability_id: abilityId, user_query: words } }),
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  })

/** Removed skills that can be restored, newest first. */
export const removedSkills = () => queryOptions(read('removed_skills'))

/**
 * Whether an agent would choose this skill, which is not an ability. For such a skill the engine
 * records nothing, so this is a query, and its answer follows from the list of skills.
 */
export const testTrigger = (itemId: string, words: string) =>
  queryOptions({
    queryKey: [...keyOf('list_skills'), 'trigger_test', itemId, words],
    queryFn: ({ signal }) =>
      call('trigger_test', { body: { item_id: itemId, trigger_text: words } }, { signal }),
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  })

/** Polls while the engine says that the snapshot is stale. */
export const abilities = () =>
  queryOptions({
    ...read('availability'),
    refetchInterval: (query) => (query.state.data?.stale ? 2000 : false),
  })

/** One ability with the values that were configured for its skill. */
export const ability = (abilityId: string) =>
  queryOptions(read('ability_availability', { path: { abilityId } }))

/** What was reported of the installed version, and the changes that follow. */
export const abilityExperience = (abilityId: string) =>
  queryOptions(read('ability_experience', { path: { abilityId } }))

/** The newest frictions that agents reported of an ability. */
export const abilityFrictions = (abilityId: string) =>
  queryOptions(read('frictions', { query: { ability_id: abilityId, page: 1, page_size: 20 } }))

/** The checkpoints of an ability that agents did not reach, open ones first. */
export const abilityRepairs = (abilityId: string) =>
  queryOptions(read('repairs', { query: { ability_id: abilityId, page: 1, page_size: 20 } }))

export const abilityReports = (abilityId: string) =>
  queryOptions(read('ability_reports', { path: { abilityId } }))

/** The projects of the settings, with their other names and folders. */
export const projects = () => queryOptions(read('projects'))

export const settings = () => queryOptions({ ...read('settings'), staleTime: 60_000 })

/** Which model may improve drafts, and what is needed for it. */
export const authorSettings = () => queryOptions({ ...read('author_settings'), staleTime: 60_000 })

export const authorStatus = (proposalId: string) =>
  queryOptions(read('author_status', { path: { proposalId } }))

/** Never cached: the preview must be exactly what is sent. */
export const authorPreview = (proposalId: string) =>
  queryOptions({
    ...read('preview_author', { path: { proposalId } }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })

/** What a revision in words would change. */
export const revisionPreview = (proposalId: string, body: Schemas['ProposalReviseRequest']) =>
  queryOptions({
    ...read('preview_revision', { path: { proposalId }, body }),
    gcTime: 0,
    retry: false,
  })

export const doctor = () => queryOptions({ ...read('doctor'), staleTime: 30_000 })

/** The state of the desktop shell, or `null` in a browser. */
export const desktop = () =>
  queryOptions({
    queryKey: ['desktop'],
    queryFn: async () => (await transport().desktop?.state()) ?? null,
    retry: false,
  })

export const dataUsage = () => queryOptions(read('data_usage'))

/** The state of the last export. Polls while it runs. */
export const dataExport = () =>
  queryOptions({
    ...read('export'),
    refetchInterval: (query) => (query.state.data?.export?.state === 'running' ? 300 : false),
  })

export const connections = () => queryOptions(read('agent_connections'))

export const agentDefinitions = () => queryOptions(read('agent_definitions'))

export const agentDefinition = (definitionName: string) =>
  queryOptions(read('agent_definition', { path: { definitionName } }))

/** Never cached: the preview must be of the file as it is now. */
export const definitionPreview = (agentId: string, name: string) =>
  queryOptions({
    ...read('preview_agent_definition', { path: { agentId }, body: { name } }),
    gcTime: 0,
    retry: false,
  })

/** The same for its connection. */
export const connectionPreview = (agentId: string, change: Schemas['ConnectionChange']) =>
  queryOptions({
    ...read('preview_agent_connection', { path: { agentId }, body: { change } }),
    gcTime: 0,
    retry: false,
  })
