// A fake engine for tests and pictures: answers from a small world in memory and records the calls.

import type { Frame, StreamListener, Transport } from '#ui/backend/transport'
import type { Schemas } from '#ui/backend/types'
import * as definitions from './definitionFixtures'
import * as world from './fixtures'

export type Scene =
  | 'empty'
  | 'capturing'
  | 'paused'
  | 'stopped'
  | 'questions'
  | 'ready'
  | 'installed'
  | 'rehearsing'
  | 'rehearsed'
  | 'improving'
  | 'first-run'
  | 'no-browser'
  | 'repeated'

type Answer = unknown
type Handler = (call: Call) => Answer | Promise<Answer>

interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  /** The value of the `*` in the route. */
  id: string
}

/** Thrown by a handler to answer with the error envelope. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly code: Schemas['ErrorCode'],
    readonly message: string,
    readonly details?: Record<string, unknown>,
  ) {}
}

const STATES: Partial<Record<Scene, Schemas['LearnSessionState']>> = {
  capturing: 'capturing',
  paused: 'paused',
  stopped: 'stopped',
  questions: 'awaiting_questions',
  ready: 'ready_for_review',
  installed: 'installed_private',
  improving: 'ready_for_review',
  rehearsing: 'ready_for_review',
  rehearsed: 'ready_for_review',
}

const DRAFTED = new Set<Scene>([
  'questions',
  'ready',
  'installed',
  'improving',
  'rehearsing',
  'rehearsed',
])

function routesOf(scene: Scene): Record<string, Handler> {
  const state = STATES[scene]
  const drafted = DRAFTED.has(scene)
  const session =
    state &&
    world.session({
      state,
      proposal_id: drafted ? world.PROPOSAL : null,
      ...(scene === 'improving' && world.IMPROVING),
    })
  const rehearsal =
    scene === 'rehearsing'
      ? world.rehearsal()
      : scene === 'rehearsed'
        ? world.rehearsal({
            running: false,
            overall_result: 'failed',
            receipts: world.CHECKPOINT_RECEIPTS,
          })
        : null
  const older =
    scene === 'empty' || scene === 'first-run'
      ? []
      : [
          world.session({
            learn_session_id: world.uuid(20),
            state: 'installed_private',
            goal: 'Add a customer to the register',
            proposal_id: world.INSTALLED,
            watch: ['browser'],
            updated_at: new Date(world.NOW - 8_000_000).toISOString(),
          }),
        ]
  const proposalState: Schemas['ProposalState'] =
    scene === 'questions'
      ? 'awaiting_questions'
      : scene === 'installed'
        ? 'installed_private'
        : 'ready_for_review'
  const proposal = world.proposal({
    proposal_state: proposalState,
    install_lane: scene === 'installed' ? 'experimental_private' : 'pending',
  })
  const other = world.proposal({
    proposal_id: world.INSTALLED,
    learn_session_id: world.uuid(20),
    title: 'Add a customer to the register',
    proposed_skill_slug: 'add-customer',
    proposal_state: 'installed_private',
    install_lane: 'experimental_private',
  })
  const sessions = [...(session ? [session] : []), ...older]
  const proposals = [...(drafted ? [proposal] : []), ...(older.length > 0 ? [other] : [])]
  const broken = scene === 'no-browser'
  const paged = { page: 1, page_size: 100 }
  const empty = scene === 'empty' || scene === 'first-run'
  return {
    'GET /api/learn/sessions': () => ({ sessions, total: sessions.length, ...paged }),
    'GET /api/learn/sessions/*/detail': ({ id }) => {
      const known = sessions.find((candidate) => candidate.learn_session_id === id)
      if (!known) throw new Refusal(404, 'LEARN_SESSION_NOT_FOUND', `There is no session “${id}”.`)
      return world.detail({ session: known, rehearsal, proposal: drafted ? proposal : null })
    },
    'GET /api/learn/sessions/*/practice': () => world.agentPractice(),
    'GET /api/learn/sessions/*/observed-actions': () => ({
      actions: world.ACTIONS,
      total: world.ACTIONS.length,
    }),
    'GET /api/learn/sessions/*/filmstrip': () => world.film(),
    'GET /api/learn/sessions/*/filmstrip/pictures': ({ query }) =>
      world.filmPictures(Number(query.get('first')), Number(query.get('count'))),
    'GET /api/learn/sessions/*/filmstrip/file': () => ({ moments: 7, text: '<!doctype html>' }),
    'GET /api/learn/sessions/*/live-draft': () => ({ live_draft: null }),
    'GET /api/learn/sessions/*/observation-scope': () =>
      world.detail({ session: session ?? world.session() }).observation_scope,
    'GET /api/learn/proposals': () => ({
      proposals,
      total: proposals.length,
      ...paged,
      schema_version: 1,
    }),
    'GET /api/learn/proposals/*/detail': ({ id }) =>
      world.proposalDetail({
        proposal: id === world.INSTALLED ? other : proposal,
        questions: scene === 'questions' ? world.QUESTIONS : [],
        installed_skill_md:
          id === world.INSTALLED || scene === 'installed' || scene === 'improving'
            ? world.SKILL_MD.replace('Week 47', 'Week 46').replace('## Guards\n', '')
            : null,
      }),
    'GET /api/learn/proposals/*/flow': () => world.flow(),
    'GET /api/learn/proposals/*/rehearsal': () => rehearsal,
    'GET /api/learn/proposals/*/shown-check': () => null,
    'GET /api/learn/proposals/*/validation-runs': () => ({
      runs: world.REHEARSALS,
      steps: [],
      total: world.REHEARSALS.length,
      ...paged,
      schema_version: 1,
    }),
    'GET /api/learn/candidates': () => ({
      settings: world.MINING_SETTINGS,
      candidates: scene === 'repeated' ? [world.candidate(), world.COLLECTING] : [],
      schema_version: 1,
    }),
    'GET /api/learn/author': () => world.authorSettings(),
    'GET /api/learn/proposals/*/author': ({ id }) => world.authorStatus({ proposal_id: id }),
    'GET /api/learn/proposals/*/author/preview': () => world.AUTHOR_PREVIEW,
    'GET /api/learn/history': ({ query }) => {
      const found = empty ? [] : world.HISTORY.filter((item) => hears(query, item.title ?? ''))
      const items = found.filter(
        (item) => !query.has('outcome') || item.outcome === query.get('outcome'),
      )
      return {
        items,
        total: items.length,
        outcome_counts: Object.fromEntries(
          found.map(({ outcome }) => [
            outcome,
            found.filter((item) => item.outcome === outcome).length,
          ]),
        ),
        ...paged,
      }
    },
    'GET /api/learn/receipts': ({ query }) => {
      const receipts = empty
        ? []
        : world.RECEIPTS.filter(
            (receipt) =>
              hears(query, `${receipt.summary} ${receipt.kind}`) &&
              (!query.has('kind') || receipt.kind === query.get('kind')),
          )
      return { receipts, total: receipts.length, ...paged }
    },
    'GET /api/learn/receipts/export': ({ query }) =>
      query.get('format') === 'csv' ? 'created_at,kind\r\n' : { receipts: world.RECEIPTS },
    'GET /api/skills/import/list': () => ({
      items: [],
      total: 0,
      ...paged,
      warnings: {},
      schema_version: 1,
    }),
    'GET /api/skills/import/*': ({ id }) => {
      const record = world.IMPORTS.find((known) => known.import_id === id)
      if (!record) throw new Refusal(404, 'SKILL_IMPORT_NOT_FOUND', `There is no import “${id}”.`)
      return world.importDetail({ import_record: record })
    },
    'GET /api/skills/import/*/files': () => ({
      files: [
        ['SKILL.md', 812],
        ['.hidden', 12],
        ['scripts/fill.py', 8200],
        ['scripts/setup.sh', 388],
      ].map(([path, size]) => ({
        path,
        byte_size: size,
        hidden: String(path).startsWith('.'),
        executable: String(path).endsWith('.sh'),
      })),
      byte_size: 9412,
    }),
    'GET /api/skills/import/*/file': ({ query }) => ({
      path: query.get('path'),
      byte_size: 812,
      text: world.SKILL_MD,
      truncated: false,
    }),
    'POST /api/skills/trigger-test': ({ body }) =>
      (body as Schemas['SkillTriggerTestRequest']).item_id
        ? {
            matched: false,
            score: 0.31,
            reasons: ['inbox: in its name'],
            rejection_reasons: [
              'shadowed: /home/ada/work/.agents/skills/tidy-inbox has the same name and comes first',
            ],
            schema_version: 1,
          }
        : {
            matched: true,
            score: 0.62,
            reasons: ['The words “claim form” are among its triggers.'],
            rejection_reasons: [],
            schema_version: 1,
          },
    'GET /api/skills/packs': () => ({
      packs: [
        {
          pack_id: 'matters',
          title: 'Matters',
          description: 'What the litigation team needs for a new matter.',
          active_build_surface: true,
          members: [
            { name: 'claim-forms', import_id: world.IMPORT, ability_id: 'ability_claim-forms' },
            { name: 'discovery-stipulation', import_id: world.uuid(901) },
          ],
          schema_version: 1,
        },
      ],
      schema_version: 1,
    }),
    'POST /api/skills/packs': () => ({ packs: [], schema_version: 1 }),
    'GET /api/categories': () => ({
      categories: empty ? [] : world.CATEGORIES,
      item_counts: {},
      total: 3,
      limit: 200,
    }),
    'GET /api/categories/assignments': () => ({ assignments: empty ? [] : world.ASSIGNMENTS }),
    'GET /api/learn/runtime/current': () => ({ current: null }),
    'GET /api/abilities/availability': () => ({
      abilities: empty ? [] : [world.ability()],
      snapshot_as_of: new Date(world.NOW).toISOString(),
      stale: false,
      schema_version: 1,
    }),
    'GET /api/abilities/*/availability': () => ({ ...world.ability(), actions: [] }),
    'GET /api/abilities/*/experience': ({ id }) => ({
      ability_id: id,
      runs: 0,
      changes: [],
      repairs: [],
      frictions: [],
      taught: true,
      schema_version: 1,
    }),
    'GET /api/projects': () => ({ projects: [] }),
    'GET /api/learn/friction': () => ({ ...world.FRICTIONS, frictions: [], total: 0 }),
    'GET /api/learn/repairs': () => ({ ...world.REPAIRS, repairs: [], total: 0 }),
    'GET /api/abilities/*/checkpoint-reports': ({ id }) => ({
      ability_id: id,
      checkpoints: [],
      dispatches: [],
      receipts: [],
      schema_version: 1,
    }),
    'GET /api/skills': () => ({
      ...world.skillList(empty ? 0 : 148),
      skipped: empty
        ? []
        : [
            {
              path: '/home/ada/.codex/skills/old',
              code: 'NO_DESCRIPTION',
              message: 'It has no description.',
            },
          ],
    }),
    'GET /api/skills/content': ({ query }) => {
      const skill = world.skills(148).find((candidate) => candidate.path === query.get('path'))
      if (!skill) throw new Refusal(404, 'NOT_FOUND', 'There is no skill at this place.')
      return {
        skill,
        content: world.SKILL_MD.replace('post-weekly-release-notes', skill.name),
        files: ['references/wiki.md', 'scripts/notes.sh'],
        digest: 'd'.repeat(64),
        fields: world.SKILL_FIELDS,
      }
    },
    'PUT /api/skills/content': ({ body }) => {
      const { path, text } = body as Schemas['SaveSkillRequest']
      return {
        skill: world.skills(148).find((candidate) => candidate.path === path),
        content: text,
        files: [],
        digest: 'e'.repeat(64),
        fields: [],
      }
    },
    'GET /api/skills/search': ({ query }) => ({
      hits: query.get('q')?.includes('wiki')
        ? world
            .skills(148)
            .filter((_, n) => n % 11 === 3)
            .map(({ path }) => ({
              path,
              line: 14,
              excerpt: 'Open the wiki, go to Releases and press New page.',
            }))
        : [],
      searched: 148,
    }),
    'GET /api/skills/standing': ({ query }) => world.standing(query.get('path') ?? ''),
    'GET /api/skills/file': ({ query }) => ({
      file: query.get('file'),
      text: '# Wiki\n\nPages of a week stand under Releases.\n',
      bytes: 48,
      cut: false,
      executable: false,
    }),
    'POST /api/skills/check': () => ({ findings: [], fixed: null }),
    'GET /api/skills/versions': ({ query }) => ({
      versions: world.versions(query.get('path') ?? ''),
    }),
    'GET /api/skills/version': ({ query }) => ({
      version: world.versions(query.get('path') ?? '')[0],
      text: world.SKILL_MD.replace('Week 47', 'Week 46'),
      diff: world.FIX_DIFF,
    }),
    'POST /api/skills/pin': ({ body }) => world.batchResult(body, 'It stays as it is.'),
    'POST /api/skills/unpin': ({ body }) => world.batchResult(body, 'It is updated again.'),
    'POST /api/skills/fix': ({ body }) =>
      world.batchResult(body, 'put the value of “description” in quotes', world.FIX_DIFF),
    'POST /api/skills/update': ({ body }) =>
      world.batchResult(
        body,
        'It is installed again from github.com/ada/skills: 3 files.',
        world.FIX_DIFF,
      ),
    'POST /api/skills/remove': ({ body }) =>
      world.batchResult(body, 'It would be taken away; a copy is kept.'),
    'GET /api/skills/removed': () => ({
      removed: empty
        ? []
        : [
            {
              undo: 'old-notes-1',
              name: 'old-notes',
              path: '/home/ada/.claude/skills/old-notes',
              removed_at: new Date(world.NOW - 7_200_000).toISOString(),
              kept_until: new Date(world.NOW + 2_592_000_000).toISOString(),
              bytes: 4120,
            },
          ],
    }),
    'POST /api/skills/restore': ({ body }) =>
      world.batchResult({ paths: (body as { undo: string[] }).undo, apply: true }, 'It is back.'),
    'POST /api/skills/switch': ({ body }) => world.batchResult(body, 'OpenClaw no longer uses it.'),
    'POST /api/skills/cancel': () => ({ done: true }),
    'GET /api/abilities/*/test-policy': ({ id }) => ({
      ability_id: id,
      acting: world.acting(),
      schema_version: 1,
    }),
    'GET /api/abilities/*/health-history': ({ id }) => ({
      ability_id: id,
      runs: world.RUNS,
      health: 'strong',
    }),
    'POST /api/abilities/explain-match': ({ body }) => {
      const { ability_id: abilityId, user_query: words } =
        body as Schemas['AbilityExplainMatchRequest']
      const matched = words.includes('release')
      return {
        ability_id: abilityId,
        matched,
        score: matched ? 0.86 : 0.12,
        match_reasons: matched ? ['trigger_phrase_match: "release notes"'] : [],
        rejection_reasons: matched ? [] : ['no_words_match: 0.12'],
        why: matched ? ['The words “release notes” are one of its triggers.'] : [],
        why_not: matched ? [] : ['No trigger has a word of it.'],
      }
    },
    'GET /api/agents/runtimes': () => ({
      runtimes: world.RUNTIMES,
      isolation: world.ISOLATION,
    }),
    'POST /api/agents/runs': () => world.agentRun(),
    'GET /api/agents/runs/*': () => world.agentRun(),
    'POST /api/agents/runs/*/cancel': () =>
      world.agentRun({
        phase: 'ended',
        overall_result: 'cancelled',
        end: { kind: 'cancelled', message: 'It was cancelled.' },
        ended_at: new Date(world.NOW).toISOString(),
      }),
    'GET /api/agents/gates': () => ({ gates: [], schema_version: 1 }),
    'POST /api/agents/gates': () => world.gate(),
    'GET /api/agents/gates/*': () => world.gate(),
    'POST /api/agents/gates/*/cancel': () => world.endedGate({ outcome: 'cancelled' }),
    'GET /api/agents/schedules': () => world.noSchedules(),
    'GET /api/agents/definitions': () => definitions.agentDefinitions(),
    'GET /api/agents/definitions/*': () => definitions.agentDefinition(),
    'POST /api/agents/*/definitions/preview': ({ id }) => definitions.definitionPreview(id),
    'POST /api/agents/*/definitions': ({ id, body }) =>
      definitions.copy(id, (body as { name: string }).name),
    'DELETE /api/agents/*/definitions/*': ({ id }) => definitions.copy(id, 'explore'),
    'POST /api/abilities/lookup': ({ body }) =>
      (body as Schemas['AbilityLookupQuery']).user_query.includes('customer')
        ? world.whichFits()
        : { matches: [], created_at: '2026-03-02T10:40:00Z', schema_version: 1 },
    'GET /api/settings': () => ({
      ...world.SETTINGS,
      settings: { ...world.SETTINGS.settings, first_run_done: scene !== 'first-run' },
    }),
    'POST /api/learn/proposals/*/revise/preview': () => ({
      changes: [],
      needs_confirmation: [],
      refused: [],
      unclear: [],
      offers: [],
      no_author: 'Choose who writes under “Who writes the draft” in Settings.',
      kinds: [],
    }),
    'PUT /api/settings': ({ body }) => ({ ...world.SETTINGS, settings: body }),
    'GET /api/agents/connections': () => ({
      connections: empty
        ? world.CONNECTIONS.map((agent) => ({
            ...agent,
            state: 'not_installed',
            note: null,
            actions: [],
          }))
        : world.CONNECTIONS,
      command: ['/usr/bin/apprentice', 'mcp'],
    }),
    'POST /api/agents/*/connection/preview': ({ id, body }) => ({
      agent_id: id,
      change: (body as { change: string }).change,
      config_path: '/home/ada/.gemini/settings.json',
      creates_file: false,
      diff: world.CONNECTION_DIFF,
      digest: '0'.repeat(64),
    }),
    'POST /api/agents/*/connection': ({ id }) => ({
      ...world.CONNECTIONS.find((agent) => agent.agent_id === id),
      state: 'connected',
      actions: ['disconnect'],
    }),
    'GET /api/doctor': () => world.doctor(broken),
    'GET /api/data/usage': () => world.USAGE,
    'GET /api/data/export': () => ({ export: null }),
    'DELETE /api/data/export': () => ({ deleted: true }),
    'POST /api/data/restore': () => ({
      created_at: '2026-03-01T18:00:00Z',
      program_version: '0.1.0',
      files: 212,
      bytes: 4_096_000,
      kept: '/home/ada/.local/share/apprentice/before-restore-1',
      restarts: true,
      schema_version: 1,
    }),
    'GET /api/mcp/ask-first/pending': () => ({
      dispatches: [],
      elicitations: [],
      challenges: [],
      pending: 0,
      schema_version: 1,
    }),
    'GET /api/mcp/auth-profiles': () => ({ auth_profiles: [], schema_version: 1 }),
    'GET /api/mcp/receipts': () => ({ receipts: [], schema_version: 1 }),
    'GET /api/mcp/servers': () => ({
      servers: [],
      generated_at: new Date(world.NOW).toISOString(),
      schema_version: 1,
    }),
    'POST /api/terminals': () => ({ terminal_id: world.uuid(800), shell: 'bash' }),
    'POST /api/terminals/*/input': () => ({ done: true }),
    'POST /api/terminals/*/resize': () => ({ done: true }),
    'DELETE /api/terminals/*': () => ({ done: true }),
  }
}

const hears = (query: URLSearchParams, text: string): boolean =>
  (query.get('text') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))

export interface Fake extends Transport {
  calls: Call[]
  /** Saved files, by name. */
  saved: Map<string, string>
  /** Adds or replaces the handler of a route. */
  on(route: string, handler: Handler): void
  emit(frame: Partial<Frame> & { data: unknown }): void
  /** Closes every open stream, like a lost connection. */
  drop(): void
}

export function fakeBackend(scene: Scene = 'empty'): Fake {
  const routes = routesOf(scene)
  const calls: Call[] = []
  const saved = new Map<string, string>()
  const listeners = new Set<StreamListener>()

  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const text = request.method === 'GET' ? '' : await request.text()
    const { handler, id } = find(routes, request.method, pathname)
    const call: Call = {
      method: request.method,
      path: pathname,
      query: searchParams,
      body: text ? JSON.parse(text) : undefined,
      id,
    }
    calls.push(call)
    try {
      if (!handler) throw new Refusal(404, 'NOT_FOUND', `There is nothing at ${pathname}.`)
      const body = (await handler(call)) ?? null
      return typeof body === 'string'
        ? new Response(body, { headers: { 'content-type': 'text/csv' } })
        : Response.json(body)
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      const { status, code, message, details } = thrown
      return Response.json(
        { error: { code, message, retryable: false, correlation_id: world.uuid(900), details } },
        { status },
      )
    }
  }

  return {
    host: 'browser',
    calls,
    saved,
    fetch: answer,
    upload: async (path, form, { signal, onProgress }) => {
      onProgress(0.4)
      const file = form.get('bundle') as File
      const response = await answer(
        new Request(new URL(path, 'http://fake.local'), {
          method: 'POST',
          body: JSON.stringify({
            name: file.name,
            size: file.size,
            metadata: JSON.parse(String(form.get('metadata'))),
          }),
        }),
      )
      signal.throwIfAborted()
      onProgress(1)
      return response
    },
    async save(name, text) {
      saved.set(name, text)
      return name
    },
    open(_path, _lastEventId, listener) {
      listeners.add(listener)
      queueMicrotask(() => listener.onOpen?.())
      return () => listeners.delete(listener)
    },
    on: (route, handler) => void (routes[route] = handler),
    emit: ({ data, event = 'message', id }) => {
      for (const listener of listeners) listener.onFrame({ id, event, data })
    },
    drop: () => {
      const open = [...listeners]
      listeners.clear()
      for (const listener of open) listener.onEnd()
    },
  }
}

function find(
  routes: Record<string, Handler>,
  method: string,
  path: string,
): { handler: Handler | undefined; id: string } {
  const exact = routes[`${method} ${path}`]
  if (exact) return { handler: exact, id: '' }
  for (const [route, handler] of Object.entries(routes)) {
    const found = new RegExp(`^${route.replaceAll('/', '\\/').replaceAll('*', '([^/]+)')}$`).exec(
      `${method} ${path}`,
    )
    if (found) return { handler, id: decodeURIComponent(found[1] ?? '') }
  }
  return { handler: undefined, id: '' }
}
