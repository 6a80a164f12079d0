// What the engine declares (`operations.gen.ts`) reaches every copy that the interface keeps.

import type { QueryKey } from '@tanstack/react-query'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeBackend } from '#ui/test/fakeBackend'
import { type ChangeId, keyOfTag, staleAfter, staleAfterEvent } from './cacheTags'
import * as categoryModule from './categories'
import { connector, connectors, importPlan, pendingCalls, receipts } from './connectors'
import * as importModule from './imports'
import { startSession } from './mutations'
import { type CacheTag, type Operation, invalidatedByEvent, operations } from './operations.gen'
import * as queryModule from './queries'
import { makeQueryClient } from './queryClient'
import { setTransport } from './transport'
import type { SessionEvent } from './types'

const connectorModule = {
  connector,
  connectorReceipts: receipts,
  connectors,
  importPlan,
  pendingCalls,
}
const modules = { ...queryModule, ...importModule, ...categoryModule, ...connectorModule }
type Modules = typeof modules
type QueryName = {
  [Name in keyof Modules]: Modules[Name] extends (...given: never[]) => { queryKey: QueryKey }
    ? Name
    : never
}[keyof Modules]

const ITEM = 'item'

/** Every query; one that is missing here does not compile. */
const QUERIES: Record<QueryName, { queryKey: QueryKey }> = {
  abilities: modules.abilities(),
  ability: modules.ability(ITEM),
  abilityExperience: modules.abilityExperience(ITEM),
  abilityFrictions: modules.abilityFrictions(ITEM),
  abilityHistory: modules.abilityHistory(ITEM),
  abilityReceipts: modules.abilityReceipts(ITEM),
  abilityRepairs: modules.abilityRepairs(ITEM),
  abilityReports: modules.abilityReports(ITEM),
  abilityTestPolicy: modules.abilityTestPolicy(ITEM),
  agentDefinition: modules.agentDefinition(ITEM),
  agentDefinitions: modules.agentDefinitions(),
  agentPractice: modules.agentPractice(ITEM),
  agentRun: modules.agentRun(ITEM),
  agentRuntimes: modules.agentRuntimes(),
  assignments: modules.assignments(),
  authorPreview: modules.authorPreview(ITEM),
  authorSettings: modules.authorSettings(),
  authorStatus: modules.authorStatus(ITEM),
  candidates: modules.candidates(),
  categories: modules.categories(),
  connectionPreview: modules.connectionPreview(ITEM, 'connect'),
  connections: modules.connections(),
  connector: modules.connector(ITEM),
  connectorReceipts: modules.connectorReceipts(),
  connectors: modules.connectors(),
  dataExport: modules.dataExport(),
  dataUsage: modules.dataUsage(),
  desktop: modules.desktop(),
  definitionPreview: modules.definitionPreview(ITEM, 'explore'),
  doctor: modules.doctor(),
  explainMatch: modules.explainMatch(ITEM, 'words'),
  filmstripPictures: modules.filmstripPictures(ITEM, 1, 12),
  gate: modules.gate(ITEM),
  gates: modules.gates(),
  history: modules.history({}, () => ({})),
  importDetail: modules.importDetail(ITEM),
  importDetails: modules.importDetails([]),
  importFile: modules.importFile(ITEM, 'SKILL.md'),
  importFiles: modules.importFiles(ITEM),
  importPlan: modules.importPlan(),
  imports: modules.imports(),
  liveDraft: modules.liveDraft(ITEM),
  observationScope: modules.observationScope(ITEM),
  observedActions: modules.observedActions(ITEM),
  packs: modules.packs(),
  pendingCalls: modules.pendingCalls(),
  projects: modules.projects(),
  proposalDetail: modules.proposalDetail(ITEM),
  proposalFlow: modules.proposalFlow(ITEM),
  proposals: modules.proposals(),
  receipts: modules.receipts({}, () => ({})),
  rehearsal: modules.rehearsal(ITEM),
  rehearsals: modules.rehearsals(ITEM),
  revisionPreview: modules.revisionPreview(ITEM, { revision_instructions: 'words' }),
  removedSkills: modules.removedSkills(),
  runtime: modules.runtime(),
  sessionDetail: modules.sessionDetail(ITEM),
  sessionFilmstrip: modules.sessionFilmstrip(ITEM),
  sessions: modules.sessions(),
  settings: modules.settings(),
  shownCheck: modules.shownCheck(ITEM),
  skillCheck: modules.skillCheck('text', 'folder'),
  skillContent: modules.skillContent(ITEM),
  skillFile: modules.skillFile(ITEM, 'notes.md'),
  skillSearch: modules.skillSearch('words'),
  skillStanding: modules.skillStanding(ITEM),
  skillVersion: modules.skillVersion(ITEM, 'v1'),
  skillVersions: modules.skillVersions(ITEM),
  skills: modules.skills(),
  testTrigger: modules.testTrigger(ITEM, 'words'),
  schedules: modules.schedules(),
  whichFits: modules.whichFits('words'),
}

/** Queries that no operation and no event of the engine makes stale. */
const NEVER_STALE: Partial<Record<QueryName, string>> = {
  dataUsage: 'The use of the disk changes with everything. Settings shows it as of its opening.',
  desktop: 'It is the state of the shell. `setAutostart` invalidates it.',
  skillCheck: 'The answer follows from the text alone.',
}

/** Tags of which the interface keeps no copy. */
const NO_QUERY: Partial<Record<string, string>> = {
  intents: 'No page shows configuration intents.',
}

/** Changes of which no mutation says what is stale afterwards. */
const UNDECLARED: Partial<Record<ChangeId, string>> = {
  restore_backup: 'The caller resets all queries.',
  delete_everything: 'The caller resets all queries.',
}

const all: Array<[string, Operation]> = Object.entries(operations)
const isChange = (id: string): id is ChangeId =>
  all.some(([known, { invalidates }]) => known === id && invalidates !== undefined)

const source = readdirSync('src/backend')
  .filter((name) => name.endsWith('.ts') && !/\.(test|d|gen)\.ts$/.test(name))
  .map((name) => readFileSync(join('src/backend', name), 'utf8'))
  .join('\n')
const matches = (pattern: RegExp): string[] =>
  [...source.matchAll(pattern)].map(([, id = '']) => id)
/** The operations that something calls. */
const called = matches(/\bcall\(\s*'(\w+)'/g).filter(isChange)
/** The operations that a mutation names, whose changes are therefore fetched again. */
const declared = matches(/(?<!\bcall\(\s*)'(\w+)'/g).filter(isChange)

test('what the interface changes is declared', () => {
  expect(called.length).toBeGreaterThan(20)
  const missing = called.filter(
    (id) => operations[id].invalidates.length > 0 && !declared.includes(id),
  )
  expect(missing).toEqual(Object.keys(UNDECLARED))
})

test('a change or an event makes each query stale', () => {
  const kinds = Object.keys(invalidatedByEvent)
  const stale = [
    ...staleAfter(declared, { sessionId: ITEM, proposalId: ITEM }),
    ...kinds.flatMap((event_kind) =>
      staleAfterEvent({ event_kind, session_id: ITEM } as SessionEvent),
    ),
  ]
  const reached = (query: QueryKey): boolean =>
    stale.some((key) => key.every((part, at) => part === query[at]))
  const never = Object.entries(QUERIES).filter(([, { queryKey }]) => !reached(queryKey))
  expect(never.map(([name]) => name)).toEqual(Object.keys(NEVER_STALE))
})

test('each tag is the beginning of the key of a query', () => {
  const tags = all.flatMap(([, { provides = [], invalidates = [] }]) => [
    ...provides,
    ...invalidates,
  ])
  const events: CacheTag[] = Object.values(invalidatedByEvent).flat()
  const parameters = { sessionId: ITEM, session_id: ITEM, proposalId: ITEM }
  const unread = [...tags, ...events].filter((tag) => {
    const key = keyOfTag(tag, parameters)
    expect(key).toHaveLength(tag.includes(':') ? 2 : 1)
    return !Object.values(QUERIES).some(({ queryKey }) =>
      key.every((part, at) => part === queryKey[at]),
    )
  })
  expect([...new Set(unread)].toSorted()).toEqual(Object.keys(NO_QUERY))
})

test('a read provides at most one tag, because a key has one beginning', () => {
  expect(all.filter(([, { provides = [] }]) => provides.length > 1)).toEqual([])
})

test('without the parameter, a tag of one item is every item', () => {
  expect(keyOfTag('session:{sessionId}', { sessionId: 'a' })).toEqual(['session', 'a'])
  expect(keyOfTag('session:{sessionId}')).toEqual(['session'])
  expect(staleAfter(['retain_session'])).toEqual([['sessions'], ['session']])
})

test.each([200, 500])(
  'an answer %d makes stale what the operation changes, no more',
  async (status) => {
    setTransport({ ...fakeBackend(), fetch: async () => Response.json({}, { status }) })
    const client = makeQueryClient(() => undefined)
    const [own, other] = ['own', 'other'].map((id) => modules.sessionDetail(id).queryKey)
    const queryKeys: QueryKey[] = [
      own!,
      other!,
      modules.sessions().queryKey,
      modules.skills().queryKey,
    ]
    for (const queryKey of queryKeys) client.setQueryData(queryKey, {})
    const mutation = client.getMutationCache().build(client, startSession('own'))
    await mutation.execute().catch(() => undefined)
    const stale = queryKeys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
    expect(stale).toEqual([true, false, true, false])
  },
)
