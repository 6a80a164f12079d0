// Every page and state that gets a picture and an accessibility check: its name, the scene of the
// fake engine, its address, other answers of the engine (`change`), and actions (`act`). `sizes`
// are additional window sizes.
import { CONNECTOR_SCENES } from './connector-scenes.mjs'
import { DEFINITION_SCENES } from './definition-scenes.mjs'
import { LONG } from './long.mjs'
import { PRACTICE_SCENES } from './practice-scenes.mjs'
import { inLanguage } from './speak.mjs'

const proposal = '01900000-0000-7000-8000-000000000002'
const installed = '01900000-0000-7000-8000-000000000004'
const session = '01900000-0000-7000-8000-000000000001'
const review = `/learn/pending/${proposal}`
const by = (page, role, name) => page.getByRole(role, { name, exact: true })
const press = (name) => (page) => by(page, 'button', name).click()
const never = () => new Promise(() => undefined)
const broken =
  ({ Refusal }) =>
  () => {
    throw new Refusal(
      500,
      'INTERNAL',
      'The list could not be read: the disk answered with an error.',
    )
  }
const waits =
  (...routes) =>
  (fake) =>
    routes.forEach((route) => fake.on(route, never))
const fails =
  (...routes) =>
  (fake, world) =>
    routes.forEach((route) => fake.on(route, broken(world)))

/** What is understood of the session that records, `times` over. */
const understood = (times = 1) => ({
  learn_session_id: session,
  title: 'Add a customer to the list of the shop',
  inputs: Array.from({ length: times }, (_, at) => [
    { name: `name_${at}`, label: 'Full name', example: 'Ada Lovelace', list: false },
    {
      name: `note_${at}`,
      label: 'Note for the accountant who closes the books of the year',
      example: 'Pays by invoice within thirty days, and wants the invoices by post',
      list: false,
    },
    { name: `key_${at}`, label: 'API key', example: null, list: false },
  ]).flat(),
  checkpoints: Array.from({ length: times }, (_, at) => [
    { checkpoint_id: `cp-${2 * at + 1}`, goal: 'The form “New customer” holds the given `name`' },
    { checkpoint_id: `cp-${2 * at + 2}`, goal: 'The table “Customers” has a row with `name`' },
  ]).flat(),
  unnamed: Array.from({ length: times }, (_, at) => ({
    event_id: `01900000-0000-7000-8000-0000000009${String(at).padStart(2, '0')}`,
    question: 'Which field was that?',
    action_label: 'Filled “” with “12”',
    window_title: 'New customer – Shop',
  })),
  actions: 7 * times,
  stopped_at: null,
})

/** The first taught skill of the fake engine. */
const TAUGHT = '/skills?open=%2Fhome%2Fada%2F.claude%2Fskills%2Fweekly-release-notes'
/** A skill of the person's own, with a finding. */
const SKILL = '/skills?open=%2Fhome%2Fada%2F.claude%2Fskills%2Ftidy-inbox'
const checkedText = (fake, world) =>
  fake.on('POST /api/skills/check', () => ({
    findings: [
      {
        code: 'NAME_CASE',
        severity: 'error',
        message: "Skill name 'Tidy-Inbox' must be lowercase",
        line: 2,
        suggestion: 'Write it in small letters.',
        fixable: false,
      },
      {
        code: 'YAML_REPAIRED',
        severity: 'warning',
        message: 'A colon in the description is read as another field',
        line: 3,
        suggestion: 'Put the text in quotes.',
        fixable: true,
      },
    ],
    fixed: {
      text: world.SKILL_MD,
      diff: world.FIX_DIFF,
      done: ['put the value of ‘description’ in quotes'],
    },
  }))
const announcing = (fake, world) => {
  fake.on('GET /api/settings', () => ({
    ...world.SETTINGS,
    settings: {
      ...world.SETTINGS.settings,
      update_feed: 'https://packages.example.org/apprentice/latest.json',
    },
  }))
  fake.on('POST /api/updates/check', () => ({
    current: '0.1.0',
    announced: '0.2.0',
    newer: true,
    notes: 'Reads two more dialects of skills.\nMends the list of removed skills.',
    published_at: '2026-11-01T10:00:00Z',
    schema_version: 1,
  }))
}
const someEdited = (fake, world) =>
  fake.on('POST /api/skills/update', ({ body }) => {
    const answer = world.batchResult(
      body,
      'It comes anew from github.com/ada/skills: 3 files.',
      world.FIX_DIFF,
    )
    Object.assign(answer.results[1], { ok: false, code: 'EDITED', message: 'edited', diff: '' })
    return answer
  })
const choose = (count) => async (page) => {
  const boxes = page.getByRole('grid', { name: 'Skills' }).getByRole('checkbox')
  await boxes.nth(1).waitFor()
  for (let at = 1; at <= count; at += 1) await boxes.nth(at).click()
}
/** Reports of two agents. */
const reported = (fake, world) => {
  const at = (minutes) => new Date(world.NOW - minutes * 60_000).toISOString()
  const dispatch = (id, agent, outcome, minutes) => ({
    dispatch_id: id,
    ability_id: world.ability().ability_id,
    agent,
    outcome,
    started_at: at(minutes + 3),
    last_seen: at(minutes),
    schema_version: 1,
  })
  const dispatches = [
    dispatch('d1', 'claude-code', null, 2),
    dispatch('d2', 'codex-mcp-client', 'succeeded', 240),
    dispatch('d3', 'goose', 'failed', 3000),
  ]
  const receipts = world.CHECKPOINT_RECEIPTS.map((receipt) => ({
    ...receipt,
    dispatch_id: 'd1',
    source: 'agent',
    agent: 'Claude Code',
  }))
  fake.on('GET /api/abilities/*/checkpoint-reports', ({ id }) => ({
    ability_id: id,
    checkpoints: world.CHECKPOINTS,
    dispatches,
    receipts,
    schema_version: 1,
  }))
  fake.on('GET /api/learn/friction', () => world.FRICTIONS)
  fake.on('GET /api/learn/repairs', () => world.REPAIRS)
}

/** A draft in another state, with its session. */
const drafted =
  (proposalState, state, more = () => ({})) =>
  (fake, world) => {
    const known = world.session({ state, proposal_id: world.PROPOSAL })
    const draft = world.proposal({ proposal_state: proposalState })
    fake.on('GET /api/learn/sessions', () => ({
      sessions: [known],
      total: 1,
      page: 1,
      page_size: 100,
    }))
    fake.on('GET /api/learn/sessions/*/detail', () =>
      world.detail({ session: known, proposal: draft }),
    )
    fake.on('GET /api/learn/proposals/*/detail', () =>
      world.proposalDetail({ proposal: draft, ...more(world) }),
    )
  }
const only =
  (state, change = {}) =>
  (fake, world) => {
    const known = world.session({ state, ...change })
    fake.on('GET /api/learn/sessions', () => ({
      sessions: [known],
      total: 1,
      page: 1,
      page_size: 100,
    }))
    fake.on('GET /api/learn/sessions/*/detail', () =>
      world.detail({ session: known, captured_event_count: 0, boundaries: [] }),
    )
    fake.on('GET /api/learn/sessions/*/observed-actions', () => ({ actions: [], total: 0 }))
  }
const green = (fake, world) => {
  const seen = world.CHECKPOINTS.map((checkpoint, at) => ({
    ...world.CHECKPOINT_RECEIPTS[0],
    receipt_id: `r${at}`,
    checkpoint_id: checkpoint.checkpoint_id,
    evidence: checkpoint.success_condition,
  }))
  fake.on('GET /api/learn/proposals/*/rehearsal', () =>
    world.rehearsal({ running: false, overall_result: 'passed', receipts: seen }),
  )
  fake.on('GET /api/learn/proposals/*/detail', () => world.proposalDetail({ rehearsed: true }))
}
/** A rehearsal that is refused by what the page sent, which no page shows. */
const sentWrong = (fake, world) => {
  const receipts = world.CHECKPOINTS.map(({ checkpoint_id, success_condition }, at) => ({
    ...world.CHECKPOINT_RECEIPTS[0],
    receipt_id: `r${at}`,
    checkpoint_id,
    evidence: success_condition,
    ...(at === 3 && {
      status: 'failed',
      not_reached: 'refuted',
      grade: 'seen',
      evidence: '',
      reason: '“room” was sent as “Elm room”, not “Cedar room”.',
    }),
  }))
  fake.on('GET /api/learn/proposals/*/rehearsal', () =>
    world.rehearsal({ running: false, overall_result: 'failed', receipts }),
  )
}
const blocked = ({ proposalDetail }) => ({
  skill_md_edited: true,
  validation: {
    ...proposalDetail().validation,
    latest_runs: proposalDetail().validation.latest_runs.map((run) =>
      run.run_kind === 'lint' ? { ...run, overall_result: 'failed' } : run,
    ),
    steps: proposalDetail().validation.steps.map((step) =>
      step.test_case_id === 'lint-1'
        ? { ...step, result: 'failed', details: 'Checkpoint cp-02 names a CSS class.' }
        : step,
    ),
    lint: {
      findings: [
        {
          code: 'CKP-001',
          severity: 'error',
          checkpoint_id: 'cp-02',
          excerpt: '.btn-primary',
          message: 'The checkpoint names a CSS class, “.btn-primary”.',
          suggestion: 'Say what a person sees, such as the words on the button.',
        },
      ],
    },
    collisions: [
      {
        path: '/home/ada/.claude/skills/post-weekly-release-notes',
        name: 'post-weekly-release-notes',
        kind: 'same_name',
        message: 'It has the same name.',
      },
    ],
  },
})
const run = '/learn/runs/01900000-0000-7000-8000-000000000006'
const waitFor = (name) => (page) => page.getByLabel(name).waitFor()
const installedWithPlaces = (fake, world) => {
  const ability = 'ability_post-weekly-release-notes'
  fake.on('GET /api/learn/proposals/*/detail', () =>
    world.proposalDetail({
      proposal: world.proposal({
        proposal_state: 'installed_private',
        install_lane: 'experimental_private',
        ability_id: ability,
      }),
    }),
  )
  fake.on('GET /api/skills/standing', () => ({
    ...world.standing(ability),
    actions: ['remove'],
    places: [
      {
        path: '/home/ada/.claude/skills/post-weekly-release-notes',
        kind: 'folder',
        agents: ['Claude Code'],
      },
      {
        path: '/home/ada/.codex/skills/post-weekly-release-notes',
        kind: 'folder',
        agents: ['Codex'],
      },
    ],
  }))
}
/** Opens the filmstrip at this moment. */
const showFilm =
  (moment = 1) =>
  async (page) => {
    await page.getByText('Filmstrip', { exact: true }).click()
    const option = page.getByRole('option', { name: new RegExp(`^${moment}\\. `) })
    await option.click()
    await option.focus()
    await page.locator('details[open] summary').scrollIntoViewIfNeeded()
    await option.scrollIntoViewIfNeeded()
  }
const showFlow = async (page) => (
  await page.getByText('Flow', { exact: true }).click(),
  await page.getByRole('listbox').scrollIntoViewIfNeeded(),
  await page.getByRole('option').nth(2).focus()
)
const askAgent = async (page) => (
  await press('Rehearse')(page),
  await page.getByRole('radio', { name: 'Your agent' }).click()
)
/** An agent rehearses the draft. */
const agentWorks = (fake, world) => {
  const rehearsal = world.rehearsal({ agent: 'Claude Code', receipts: [] })
  fake.on('GET /api/learn/proposals/*/rehearsal', () => rehearsal)
  fake.on('GET /api/learn/sessions/*/detail', () =>
    world.detail({
      session: world.session({ state: 'ready_for_review', proposal_id: world.PROPOSAL }),
      proposal: world.proposal(),
      rehearsal,
    }),
  )
}
/** A run in which everything is as long as it may be. */
const longRun = (fake, world) => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
  const text = `${'The agent says the same thing in many words, again and again. '.repeat(30)}${word}`
  const ended = world.endedRun()
  fake.on('GET /api/agents/runs/*', () => ({
    ...ended,
    agent_label: `An agent with a name of its own, ${word}`,
    agent_version: '2026.11.2-nightly.4f1c2aa90b7d+linux.x86_64',
    inputs: { week: text.slice(0, 400), [word.toLowerCase()]: '文字が多い値'.repeat(20) },
    checkpoints: ended.checkpoints.map((checkpoint) => ({
      ...checkpoint,
      goal: text.slice(0, 240),
      said: checkpoint.said && { ...checkpoint.said, evidence: text.slice(0, 1000) },
    })),
    plan: ended.plan.map(({ status }) => ({ content: text.slice(0, 300), status })),
    entries: Array.from({ length: 60 }, (_, number) => ({
      ...ended.entries[number % ended.entries.length],
      number,
      text: number % 7 === 0 ? text : `${word} ${number}`,
    })),
    entry_count: 1_240,
    files: Array.from({ length: 12 }, (_, n) => ({
      path: `notes/${word}/week-${n}.md`,
      change: 'created',
      size: 14_000 * n,
    })),
  }))
}
const pageOf = (number, make) =>
  Array.from({ length: 100 }, (_, at) => make((number - 1) * 100 + at))
const older = (fake, world) => {
  fake.on('GET /api/learn/history', ({ query }) => ({
    items: pageOf(Number(query.get('page')), (n) => ({
      ...world.HISTORY[n % world.HISTORY.length],
      learn_session_id: world.uuid(2000 + n),
    })),
    total: 340,
    outcome_counts: { approved: 340 },
    page: Number(query.get('page')),
    page_size: 100,
  }))
}

/** The menu of the first pending ability, and its categories. */
const rowMenu = (page) =>
  page
    .getByRole('button', { name: /Post the weekly release notes/ })
    .first()
    .click({ button: 'right' })
const categoryPanel = async (page) => {
  await rowMenu(page)
  await page.getByRole('menuitem', { name: 'Add to Category…' }).click()
  await page.getByRole('menuitem', { name: 'New Category' }).waitFor()
}
const manyCategories = (fake, world) =>
  fake.on('GET /api/categories', () => ({
    categories: [
      ...world.CATEGORIES,
      ...Array.from({ length: 60 }, (_, n) => ({
        ...world.CATEGORIES[n % 3],
        category_id: world.uuid(1100 + n),
        title:
          n % 7 === 3
            ? `A matter with a name that is as long as any name of a category may ever become ${n}`
            : `Matter ${n}`,
      })),
    ],
    item_counts: {},
    total: 63,
    limit: 200,
  }))

const imported = '/skills/import?id=01900000-0000-7000-8000-000000002001'
const importsListed = (fake, world) =>
  fake.on('GET /api/skills/import/list', () => ({
    items: world.IMPORTS,
    total: 4,
    page: 1,
    page_size: 100,
    warnings: { [world.IMPORT]: ['upload_expiring_soon'] },
    schema_version: 1,
  }))
/** The first import in a given state. */
const importIn =
  (state, more = {}) =>
  (fake, world) =>
    fake.on('GET /api/skills/import/*', () =>
      world.importDetail({
        import_record: world.importRecord({
          stage_state: state,
          ...(state.endsWith('_failed') && {
            last_error_code: 'ARCHIVE_DAMAGED',
            last_error_message: 'The archive ends in the middle of a file.',
          }),
        }),
        ...more,
      }),
    )
const fetchOne = async (page) => (
  await page.getByLabel('Or fetch from an address').fill('owner/repo'),
  await page.getByRole('button', { name: 'Fetch' }).click()
)

/** Several imports of one bundle, in one state. */
const severalIn = (state) => (fake, world) => {
  const records = [
    'claim-forms',
    'discovery-stipulation',
    'tidy-inbox',
    'webapp-testing',
    'brand-guidelines',
  ].map((name, n) =>
    world.importRecord({
      import_id: world.uuid(3000 + n),
      skill_name: name,
      stage_state: state,
      source_ref: `upload_${n}`,
      skill_path: `skills/${name}`,
      install_as: name,
      original_filename: 'matters.zip',
    }),
  )
  fake.on('GET /api/skills/import/list', () => ({
    items: records,
    total: 5,
    page: 1,
    page_size: 100,
    warnings: {},
    schema_version: 1,
  }))
  fake.on('GET /api/skills/import/*', ({ id }) => {
    const record = records.find((known) => known.import_id === id) ?? records[0]
    const detail = world.importDetail({ import_record: record })
    if (record.skill_name === 'claim-forms') return detail
    const free = { ...detail, acknowledgements_needed: [], compatibility_report: null }
    return record.skill_name === 'tidy-inbox'
      ? {
          ...free,
          targets: free.targets.map((target) => ({
            ...target,
            occupied: true,
            note: 'A skill named tidy-inbox is already in /home/ada/.claude/skills and was not installed by Apprentice.',
          })),
        }
      : free
  })
  fake.on('POST /api/skills/import/scan', ({ body }) => {
    if (body.skill_path.endsWith('tidy-inbox'))
      throw new world.Refusal(
        410,
        'SKILL_IMPORT_UPLOAD_EXPIRED',
        'The upload was deleted after a day. Upload the bundle again.',
      )
    return { import_record: records[0], schema_version: 1 }
  })
}
/** An ability to improve, given by the address. */
const IMPROVE = '/learn/new?mode=improving_existing_skill&skill=ability_weekly-release-notes'
const severalAbilities = (fake, world) =>
  fake.on('GET /api/abilities/availability', () => ({
    abilities: [
      'Post the weekly release notes',
      'Add a customer to the register',
      'Archive last month’s invoices',
      'Tidy the inbox',
    ].map((title, n) =>
      world.ability({
        title,
        ability_id: n === 0 ? world.ability().ability_id : `ability_${n}`,
        install_lane: n === 1 ? 'experimental_private' : 'approved_workspace',
      }),
    ),
    snapshot_as_of: new Date(world.NOW).toISOString(),
    stale: false,
    schema_version: 1,
  }))

const SMALL = ['900x600', '590x380']
const withProjects = (fake, world) => fake.on('GET /api/projects', () => world.PROJECTS)

/** A watched browser that was closed. */
const lost = (one) =>
  one.kind === 'browser_dom' ? { ...one, healthy: false, last_error_code: 'ADAPTER_LOST' } : one

export const SCENES = [
  { name: 'new', scene: 'empty', path: '/learn/new', sizes: SMALL },
  { name: 'new-options', scene: 'empty', path: '/learn/new', act: press('Options') },
  { name: 'new-no-browser', scene: 'no-browser', path: '/learn/new' },
  { name: 'new-running', scene: 'stopped', path: '/learn/new', sizes: SMALL },
  { name: 'new-cancel', scene: 'stopped', path: '/learn/new', act: press('Cancel it') },
  {
    name: 'new-filled',
    scene: 'empty',
    path: '/learn/new',
    act: async (page) => (
      await page.getByLabel('Start address').fill('ftp://x'),
      await page
        .getByLabel('Limit to')
        .fill(
          'wiki.example.org, a-very-long-host-name.intranet.example.org, /home/ada/work/release,',
        )
    ),
  },
  {
    name: 'new-refused',
    scene: 'empty',
    path: '/learn/new',
    change: (fake, { Refusal }) =>
      fake.on('POST /api/learn/sessions', () => {
        throw new Refusal(
          409,
          'ADAPTER_UNAVAILABLE',
          'The browser could not be opened: it ended at once.',
          { alternatives: ['terminal'] },
        )
      }),
    act: press('Start demonstration'),
  },
  { name: 'new-improve', scene: 'installed', path: IMPROVE, sizes: SMALL },
  {
    name: 'new-improve-choose',
    scene: 'installed',
    path: '/learn/new?mode=improving_existing_skill',
    change: severalAbilities,
    act: press('Ability: Choose an ability'),
    sizes: ['590x380'],
  },
  {
    name: 'new-improve-again',
    scene: 'installed',
    path: IMPROVE,
    act: (page) => by(page, 'radio', 'On: demonstrate again').click(),
    sizes: SMALL,
  },
  { name: 'new-improve-none', scene: 'empty', path: '/learn/new?mode=improving_existing_skill' },
  {
    name: 'new-improve-unknown',
    scene: 'installed',
    path: '/learn/new?mode=improving_existing_skill&skill=ability_gone',
  },
  { name: 'capturing', scene: 'capturing', path: '/learn/active', sizes: SMALL },
  {
    name: 'capturing-waiting',
    scene: 'capturing',
    path: '/learn/active',
    change: only('capturing', { watch: ['browser'] }),
  },
  {
    name: 'capturing-lost',
    scene: 'capturing',
    path: '/learn/active',
    change: (fake, world) => {
      const detail = world.detail({ session: world.session({ state: 'capturing' }) })
      const scope = detail.observation_scope
      fake.on('GET /api/learn/sessions/*/detail', () => ({
        ...detail,
        observation_scope: { ...scope, adapters: scope.adapters.map(lost) },
      }))
    },
    sizes: ['590x380'],
  },
  {
    name: 'capturing-live',
    scene: 'capturing',
    path: '/learn/active',
    change: (fake) =>
      fake.on('GET /api/learn/sessions/*/live-draft', () => ({ live_draft: understood() })),
    sizes: SMALL,
  },
  {
    name: 'capturing-live-long',
    scene: 'capturing',
    path: '/learn/active',
    change: (fake) =>
      fake.on('GET /api/learn/sessions/*/live-draft', () => ({
        live_draft: { ...understood(12), stopped_at: 2000 },
      })),
    sizes: SMALL,
  },
  {
    name: 'capturing-action',
    scene: 'capturing',
    path: '/learn/active',
    act: (page) => page.getByText('Publish', { exact: true }).last().click(),
  },
  {
    name: 'capturing-menu',
    scene: 'stopped',
    path: '/learn/active',
    act: async (page) => (
      await page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').nth(3).focus(),
      await page.keyboard.press('Shift+F10')
    ),
  },
  { name: 'capturing-long', scene: 'capturing', path: '/learn/active', change: LONG, sizes: SMALL },
  { name: 'mark', scene: 'capturing', path: '/learn/active', act: press('Mark step') },
  {
    name: 'own-terminal',
    scene: 'capturing',
    path: '/learn/active',
    act: press('Use my own terminal'),
  },
  { name: 'paused', scene: 'paused', path: '/skills' },
  { name: 'paused-timeline', scene: 'paused', path: '/learn/active' },
  { name: 'armed', scene: 'capturing', path: '/learn/active', change: only('armed') },
  { name: 'stopped', scene: 'stopped', path: '/learn/active', sizes: SMALL },
  { name: 'stopped-empty', scene: 'stopped', path: '/learn/active', change: only('stopped') },
  { name: 'cancel', scene: 'stopped', path: '/learn/active', act: press('Cancel session') },
  { name: 'questions', scene: 'questions', path: '/learn/active', sizes: SMALL },
  { name: 'learning-empty', scene: 'empty', path: '/learn/active' },
  {
    name: 'learning-failed',
    scene: 'empty',
    path: '/learn/active',
    change: fails('GET /api/learn/sessions'),
  },
  {
    name: 'learning-loading',
    scene: 'empty',
    path: '/learn/active',
    change: waits('GET /api/learn/sessions'),
    loading: true,
  },
  { name: 'pending', scene: 'ready', path: '/learn/pending', sizes: SMALL },
  {
    name: 'pending-long',
    scene: 'ready',
    path: '/learn/pending',
    change: LONG,
    sizes: ['590x380'],
  },
  { name: 'pending-repeated', scene: 'repeated', path: '/learn/pending', sizes: SMALL },
  {
    name: 'pending-repeated-questions',
    scene: 'repeated',
    path: '/learn/pending',
    act: (page) => page.getByRole('button', { name: 'Answer questions' }).first().click(),
  },
  { name: 'settings-mining', scene: 'ready', path: '/settings#mining' },
  { name: 'settings-hooks', scene: 'ready', path: '/settings#hooks' },
  { name: 'pending-empty', scene: 'empty', path: '/learn/pending' },
  {
    name: 'pending-failed',
    scene: 'ready',
    path: '/learn/pending',
    change: fails('GET /api/learn/proposals'),
  },
  { name: 'review', scene: 'ready', path: review, sizes: SMALL },
  {
    name: 'review-end',
    scene: 'ready',
    path: review,
    // The heading may be drawn again while the parts above it come.
    act: (page) => by(page, 'heading', 'Guards').evaluate((heading) => heading.scrollIntoView()),
  },
  {
    name: 'review-loading',
    scene: 'ready',
    path: review,
    change: waits('GET /api/learn/proposals/*/detail'),
    loading: true,
  },
  {
    name: 'review-missing',
    scene: 'ready',
    path: '/learn/pending/01900000-0000-7000-8000-00000000dead',
    change: (fake, { Refusal }) =>
      fake.on('GET /api/learn/proposals/*/detail', () => {
        throw new Refusal(
          404,
          'PROPOSAL_NOT_FOUND',
          'There is no such proposal. It was rejected or deleted.',
        )
      }),
  },
  { name: 'review-build', scene: 'ready', path: review, change: drafted('draft', 'reviewing') },
  {
    name: 'review-draft',
    scene: 'ready',
    path: review,
    change: drafted('draft', 'drafting_proposal', () => ({
      validation: { latest_runs: [], steps: [], lint: { findings: [] }, collisions: [] },
    })),
  },
  {
    name: 'review-testing',
    scene: 'ready',
    path: review,
    change: drafted('testing', 'testing_proposal', () => ({
      validation: { latest_runs: [], steps: [], lint: { findings: [] }, collisions: [] },
    })),
  },
  {
    name: 'review-blocked',
    scene: 'ready',
    path: review,
    change: drafted('draft', 'drafting_proposal', blocked),
    sizes: ['590x380'],
  },
  {
    name: 'review-questions',
    scene: 'ready',
    path: review,
    change: drafted('ready_for_review', 'ready_for_review', ({ QUESTIONS }) => ({
      questions: QUESTIONS.slice(1),
    })),
    act: (page) => page.getByRole('form', { name: 'Questions' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'review-taken',
    scene: 'ready',
    path: review,
    change: (fake, { Refusal }) =>
      fake.on('POST /api/learn/proposals/*/install', () => {
        throw new Refusal(
          409,
          'SKILL_ALREADY_EXISTS',
          'A skill named post-weekly-release-notes stands in /home/ada/.claude/skills already.',
        )
      }),
    act: press('Install privately'),
  },
  {
    name: 'review-installed',
    scene: 'ready',
    path: review,
    change: (fake) =>
      fake.on('POST /api/learn/proposals/*/install', () => ({
        files: [
          '/home/ada/.claude/skills/post-weekly-release-notes/SKILL.md',
          '/home/ada/.codex/skills/post-weekly-release-notes/SKILL.md',
        ],
      })),
    act: press('Install privately'),
  },
  {
    name: 'review-private',
    scene: 'installed',
    path: review,
    change: installedWithPlaces,
    act: waitFor('Where it is'),
    sizes: SMALL,
  },
  {
    name: 'review-try',
    scene: 'installed',
    path: review,
    change: installedWithPlaces,
    act: async (page) => (
      await press('Run it with an agent')(page),
      await page.getByRole('radiogroup', { name: 'Agent' }).waitFor()
    ),
    sizes: ['590x380'],
  },
  { name: 'review-film', scene: 'ready', path: review, act: showFilm(4), sizes: SMALL },
  { name: 'review-film-words', scene: 'ready', path: review, act: showFilm(1) },
  {
    name: 'review-film-empty',
    scene: 'ready',
    path: review,
    change: (fake, world) =>
      fake.on('GET /api/learn/sessions/*/filmstrip', () => ({ ...world.film(), moments: [] })),
    act: async (page) => (
      await page.getByText('Filmstrip', { exact: true }).click(),
      await page.getByText('Nothing to play').scrollIntoViewIfNeeded()
    ),
  },
  {
    name: 'review-film-long',
    scene: 'ready',
    path: review,
    change: (fake, world) => (
      LONG(fake, world),
      fake.on('GET /api/learn/sessions/*/filmstrip', () => ({
        ...world.film(),
        moments: Array.from({ length: 300 }, (_, at) => ({
          ...world.film().moments[at % 7],
          event_id: at < 7 ? world.film().moments[at].event_id : world.uuid(7000 + at),
          label: `Filled “Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen” ${'and more '.repeat(20)}`,
          at_ms: at * 9000,
        })),
      }))
    ),
    act: showFilm(3),
  },
  {
    name: 'review-flow',
    scene: 'ready',
    path: review,
    change: (fake, world) => (
      drafted('ready_for_review', 'ready_for_review', ({ QUESTIONS }) => ({
        questions: [
          { ...QUESTIONS[1], field: 'step', question_text: 'When does “Sign in” come?' },
          QUESTIONS[1],
        ],
      }))(fake, world),
      fake.on('GET /api/learn/proposals/*/flow', () => world.flow('asked'))
    ),
    act: showFlow,
    sizes: SMALL,
  },
  {
    name: 'review-flow-end',
    scene: 'ready',
    path: review,
    act: async (page) => (await showFlow(page), await page.getByRole('option').last().focus()),
  },
  {
    name: 'review-flow-long',
    scene: 'ready',
    path: review,
    change: (fake, world) => (
      LONG(fake, world),
      fake.on('GET /api/learn/proposals/*/flow', () => world.flow('long'))
    ),
    act: showFlow,
  },
  {
    name: 'review-answers',
    scene: 'ready',
    path: review,
    change: drafted('ready_for_review', 'ready_for_review', ({ QUESTIONS }) => ({
      questions: QUESTIONS.map((question) => ({
        ...question,
        answered: true,
        answer_text: 'Only this project, and only in the week of a release.',
      })),
    })),
    act: (page) => page.getByRole('heading', { name: 'Your answers' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'review-agent',
    scene: 'ready',
    path: review,
    act: async (page) => (
      await askAgent(page),
      await page.getByRole('radio', { name: /Claude Code/ }).click()
    ),
    sizes: SMALL,
  },
  {
    name: 'review-agent-problems',
    scene: 'ready',
    path: review,
    act: async (page) => (
      await askAgent(page),
      await page.getByRole('radio', { name: /OpenClaw/ }).click(),
      await press('Start rehearsal')(page)
    ),
    sizes: ['590x380'],
  },
  {
    name: 'review-agent-none',
    scene: 'ready',
    path: review,
    change: (fake, world) =>
      fake.on('GET /api/agents/runtimes', () => ({
        runtimes: world.RUNTIMES.filter(({ presence }) => presence !== 'found'),
        isolation: world.ISOLATION,
      })),
    act: async (page) => (
      await askAgent(page),
      await page.getByText('No agent was found on this machine.').waitFor()
    ),
    sizes: ['590x380'],
  },
  {
    name: 'review-agent-browser',
    scene: 'ready',
    path: review,
    change: (fake, world) =>
      fake.on('GET /api/learn/sessions/*/detail', () =>
        world.detail({ session: world.session({ state: 'ready_for_review', watch: ['browser'] }) }),
      ),
    act: askAgent,
  },
  {
    name: 'review-agent-works',
    scene: 'ready',
    path: review,
    change: agentWorks,
    sizes: SMALL,
  },
  {
    name: 'inbox',
    scene: 'questions',
    path: '/skills',
    change: importsListed,
    act: async (page) => (
      await page.getByRole('button', { name: /^Inbox/ }).click(),
      await page.getByRole('dialog', { name: 'Inbox' }).waitFor()
    ),
    sizes: SMALL,
  },
  {
    name: 'inbox-empty',
    scene: 'empty',
    path: '/skills',
    act: (page) => page.getByRole('button', { name: 'Inbox' }).click(),
  },
  { name: 'run', scene: 'ready', path: run, change: agentWorks, sizes: SMALL },
  {
    name: 'run-refuted',
    scene: 'ready',
    path: run,
    change: (fake, world) => fake.on('GET /api/agents/runs/*', () => world.endedRun()),
    sizes: SMALL,
  },
  {
    name: 'run-passed',
    scene: 'ready',
    path: run,
    change: (fake, world) =>
      fake.on('GET /api/agents/runs/*', () =>
        world.endedRun({
          overall_result: 'passed',
          checkpoints: world.endedRun().checkpoints.map((checkpoint) =>
            checkpoint.refuted
              ? {
                  ...world.endedRun().checkpoints[0],
                  checkpoint_id: checkpoint.checkpoint_id,
                  goal: checkpoint.goal,
                }
              : checkpoint,
          ),
        }),
      ),
  },
  {
    name: 'run-breach',
    scene: 'ready',
    path: run,
    change: (fake, world) => fake.on('GET /api/agents/runs/*', () => world.brokenRun()),
    sizes: ['590x380'],
  },
  {
    name: 'run-sign-in',
    scene: 'ready',
    path: run,
    change: (fake, world) =>
      fake.on('GET /api/agents/runs/*', () =>
        world.agentRun({
          phase: 'ended',
          overall_result: 'cancelled',
          end: {
            kind: 'sign_in_needed',
            message:
              'Claude Code asks you to sign in. Run `claude` once in a terminal and sign in, or set ANTHROPIC_API_KEY. Then start the run again.',
          },
          plan: [],
          entries: [],
          entry_count: 0,
          ended_at: new Date(world.NOW - 70_000).toISOString(),
        }),
      ),
  },
  {
    name: 'run-long',
    scene: 'ready',
    path: run,
    change: (fake, world) => (LONG(fake, world), longRun(fake, world)),
    sizes: SMALL,
  },
  {
    name: 'run-missing',
    scene: 'ready',
    path: run,
    change: (fake, { Refusal }) =>
      fake.on('GET /api/agents/runs/*', () => {
        throw new Refusal(404, 'NOT_FOUND', 'There is no such run. Its recording was deleted.')
      }),
  },
  {
    name: 'review-source',
    scene: 'ready',
    path: review,
    act: (page) => by(page, 'tab', 'Source').click(),
  },
  {
    name: 'review-typed',
    scene: 'ready',
    path: review,
    act: async (page) => (
      await by(page, 'tab', 'Source').click(),
      await page.locator('.cm-content').click(),
      await page.keyboard.type('More. ')
    ),
  },
  {
    name: 'review-leave',
    scene: 'ready',
    path: review,
    act: async (page) => (
      await by(page, 'tab', 'Source').click(),
      await page.locator('.cm-content').click(),
      await page.keyboard.type('More. '),
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Skills' })
        .click()
    ),
  },
  {
    name: 'review-diff',
    scene: 'installed',
    path: `/learn/pending/${installed}`,
    act: (page) => by(page, 'tab', 'Diff').click(),
  },
  { name: 'review-improving', scene: 'improving', path: review, sizes: SMALL },
  {
    name: 'review-improving-begun',
    scene: 'improving',
    path: review,
    change: (fake, world) =>
      fake.on('GET /api/learn/proposals/*/detail', () =>
        world.proposalDetail({ installed_skill_md: world.SKILL_MD }),
      ),
  },
  { name: 'review-revise', scene: 'ready', path: review, act: press('Revise'), sizes: ['590x380'] },
  { name: 'review-reject', scene: 'ready', path: review, act: press('Reject'), sizes: ['590x380'] },
  {
    name: 'review-untested',
    scene: 'ready',
    path: review,
    act: press('Install privately'),
    sizes: ['590x380'],
  },
  {
    name: 'review-rehearsed-earlier',
    scene: 'ready',
    path: review,
    change: (fake, world) =>
      fake.on('GET /api/learn/proposals/*/rehearsal', () =>
        world.rehearsal({ running: false, overall_result: 'passed', is_of_this_version: false }),
      ),
    sizes: SMALL,
  },
  { name: 'review-rehearse', scene: 'ready', path: review, act: press('Rehearse') },
  {
    name: 'review-policy',
    scene: 'ready',
    path: review,
    act: async (page) => (
      await press('Controlled live test, the safe default. Choose the test policy')(page),
      await page
        .getByRole('combobox', { name: 'How far it may go' })
        .selectOption('live_read_safe_write')
    ),
    sizes: SMALL,
  },
  {
    name: 'review-policy-forbids',
    scene: 'ready',
    path: review,
    change: (fake, world) =>
      fake.on('GET /api/learn/sessions/*/detail', () =>
        world.detail({
          session: world.session({ state: 'ready_for_review', proposal_id: world.PROPOSAL }),
          acting_test_policy: world.acting(undefined, {
            source: 'settings',
            stricter: [
              'The settings allow a run to remove files and destroy data. It is forbidden here, because this task did so: Ran rm -r notes.',
            ],
            forbids_the_task:
              'The task removes files or destroys data (Ran rm -r notes), and the test policy forbids that.',
          }),
        }),
      ),
    act: press('Rehearse'),
    sizes: SMALL,
  },
  {
    name: 'review-agent-policy',
    scene: 'ready',
    path: review,
    act: async (page) => (
      await askAgent(page),
      await page.getByRole('radio', { name: /OpenClaw/ }).click(),
      await page.getByText('Test policy: Controlled live test', { exact: false }).last().click(),
      await page.getByRole('combobox', { name: 'How far it may go' }).selectOption('read_only'),
      await press('Start rehearsal')(page),
      await page.getByLabel('Sites that may be used').scrollIntoViewIfNeeded()
    ),
    sizes: SMALL,
  },
  {
    name: 'review-gate-policy',
    scene: 'ready',
    path: review,
    act: async (page) => (
      await press('Try it with and without')(page),
      await page.getByRole('radio', { name: /Claude Code/ }).click(),
      await page.getByText('Test policy: Controlled live test', { exact: false }).last().click(),
      await page.getByRole('combobox', { name: 'How far it may go' }).selectOption('redirect_send'),
      await press('Start the tries')(page),
      await page.getByLabel('Safe recipients').scrollIntoViewIfNeeded()
    ),
    sizes: SMALL,
  },
  {
    name: 'review-show-check',
    scene: 'ready',
    path: review,
    act: press('Show me how you check'),
    sizes: ['590x380'],
  },
  {
    name: 'review-showing-check',
    scene: 'ready',
    path: review,
    change: (fake, world) =>
      fake.on('GET /api/learn/proposals/*/shown-check', () => ({
        proposal_id: world.PROPOSAL,
        started_at: new Date(world.NOW - 40_000).toISOString(),
        looks: [
          {
            source: { kind: 'output', command: 'git tag --list', directory: '/home/ada/site' },
            title: 'git tag --list',
          },
          {
            source: { kind: 'page', url: 'https://wiki.example.org/releases/week-47' },
            title: 'Week 47 – Releases',
          },
        ],
      })),
    sizes: SMALL,
  },
  {
    name: 'review-showing-check-empty',
    scene: 'ready',
    path: review,
    change: (fake, world) =>
      fake.on('GET /api/learn/proposals/*/shown-check', () => ({
        proposal_id: world.PROPOSAL,
        started_at: new Date(world.NOW - 4_000).toISOString(),
        looks: [],
      })),
  },
  {
    name: 'new-coach',
    scene: 'empty',
    path: '/learn/new?mode=coaching_agent',
    sizes: SMALL,
  },
  ...PRACTICE_SCENES,
  { name: 'review-long', scene: 'ready', path: review, change: LONG, sizes: SMALL },
  { name: 'rehearsing', scene: 'rehearsing', path: review, sizes: SMALL },
  {
    name: 'rehearsing-lost',
    scene: 'rehearsing',
    path: review,
    change: (fake, world) => {
      const detail = world.detail({
        session: world.session({ state: 'ready_for_review', proposal_id: world.PROPOSAL }),
        proposal: world.proposal(),
        rehearsal: world.rehearsal(),
      })
      const scope = detail.observation_scope
      fake.on('GET /api/learn/sessions/*/detail', () => ({
        ...detail,
        observation_scope: { ...scope, adapters: scope.adapters.map(lost) },
      }))
    },
    sizes: ['590x380'],
  },
  {
    name: 'rehearsing-mark',
    scene: 'rehearsing',
    path: review,
    act: async (page) => (
      await page.getByRole('button', { name: /Reviewers are mentioned/ }).click(),
      await by(page, 'button', 'Mark by hand').click()
    ),
  },
  { name: 'rehearsing-timeline', scene: 'rehearsing', path: '/learn/active' },
  { name: 'rehearsed', scene: 'rehearsed', path: `${review}?rehearsal=true`, sizes: SMALL },
  { name: 'rehearsed-green', scene: 'rehearsed', path: `${review}?rehearsal=true`, change: green },
  {
    name: 'rehearsed-sent',
    scene: 'rehearsed',
    path: `${review}?rehearsal=true`,
    change: sentWrong,
    sizes: SMALL,
  },
  { name: 'pending-menu', scene: 'ready', path: '/learn/pending', act: (page) => rowMenu(page) },
  {
    name: 'pending-category',
    scene: 'ready',
    path: '/learn/pending',
    act: (page) => categoryPanel(page),
    sizes: ['590x380'],
  },
  {
    name: 'pending-category-new',
    scene: 'ready',
    path: '/learn/pending',
    act: async (page) => (
      await categoryPanel(page),
      await page.getByRole('menuitem', { name: 'New Category' }).press('Enter'),
      await page.getByRole('textbox', { name: 'Name' }).fill('Litigation')
    ),
  },
  {
    name: 'pending-category-full',
    scene: 'ready',
    path: '/learn/pending',
    change: (fake, world) =>
      fake.on('GET /api/categories', () => ({
        categories: world.CATEGORIES,
        item_counts: {},
        total: 3,
        limit: 3,
      })),
    act: (page) => categoryPanel(page),
  },
  {
    name: 'pending-filtered',
    scene: 'ready',
    path: '/learn/pending?category=01900000-0000-7000-8000-000000001002',
    sizes: SMALL,
  },
  {
    name: 'pending-none-fits',
    scene: 'ready',
    path: '/learn/pending',
    act: (page) => page.getByRole('searchbox').fill('nothing like it'),
  },
  {
    name: 'categories-new',
    scene: 'ready',
    path: '/skills',
    act: async (page) => (
      await page.keyboard.press('Control+k'),
      await page.keyboard.type('New Category'),
      await page.keyboard.press('Enter'),
      await page.getByRole('textbox', { name: 'Name' }).waitFor()
    ),
    sizes: ['590x380'],
  },
  {
    name: 'categories-edit',
    scene: 'ready',
    path: '/skills',
    act: async (page) => (
      await page.getByRole('button', { name: 'Henderson', exact: true }).click({ button: 'right' }),
      await page.getByRole('menuitem', { name: 'Rename' }).click()
    ),
  },
  {
    name: 'categories-delete',
    scene: 'ready',
    path: '/skills',
    act: async (page) => (
      await page.getByRole('button', { name: 'Henderson', exact: true }).click({ button: 'right' }),
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    ),
  },
  {
    name: 'categories-many',
    scene: 'ready',
    path: '/learn/pending',
    change: manyCategories,
    act: (page) => categoryPanel(page),
    sizes: SMALL,
  },
  { name: 'categories-none', scene: 'empty', path: '/skills' },
  { name: 'review-category', scene: 'ready', path: review, act: press('Add to Category…') },
  {
    name: 'history-days',
    scene: 'ready',
    path: '/learn/history',
    act: async (page) => (
      await page.getByRole('button', { name: /^Time:/ }).click(),
      await page.getByRole('menuitem', { name: 'Between two days…' }).click(),
      await page.getByLabel('From').fill('2026-13-01')
    ),
  },
  { name: 'history-none-fits', scene: 'ready', path: '/learn/history?text=nothing-like-it' },
  {
    name: 'receipts-kinds',
    scene: 'ready',
    path: '/learn/history?list=receipts&session=01900000-0000-7000-8000-000000000001&category=01900000-0000-7000-8000-000000001003',
    act: (page) => page.getByRole('button', { name: /^Kind:/ }).click(),
  },
  { name: 'history', scene: 'ready', path: '/learn/history', sizes: SMALL },
  { name: 'history-filter', scene: 'ready', path: '/learn/history', act: press('Rejected 1') },
  {
    name: 'history-older',
    scene: 'ready',
    path: '/learn/history',
    change: older,
    act: async (page) => (
      await page.getByRole('list', { name: 'Sessions' }).getByRole('button').first().focus(),
      await page.keyboard.press('End')
    ),
  },
  {
    name: 'history-long',
    scene: 'ready',
    path: '/learn/history',
    change: LONG,
    sizes: ['590x380'],
  },
  { name: 'history-empty', scene: 'empty', path: '/learn/history' },
  {
    name: 'history-failed',
    scene: 'ready',
    path: '/learn/history',
    change: fails('GET /api/learn/history'),
  },
  {
    name: 'history-loading',
    scene: 'ready',
    path: '/learn/history',
    change: waits('GET /api/learn/history'),
    loading: true,
  },
  {
    name: 'import-pack',
    scene: 'ready',
    path: '/skills/import?id=01900000-0000-7000-8000-000000002001',
    change: (fake, world) =>
      fake.on('GET /api/skills/import/*', () =>
        world.importDetail({
          import_record: world.importRecord({ stage_state: 'approved', skill_pack: 'matters' }),
        }),
      ),
    act: press('matters'),
    sizes: SMALL,
  },
  {
    name: 'history-imports',
    scene: 'ready',
    path: '/learn/history?list=imports',
    change: importsListed,
    sizes: SMALL,
  },
  { name: 'history-imports-empty', scene: 'empty', path: '/learn/history?list=imports' },
  { name: 'history-exported', scene: 'ready', path: '/learn/history', act: press('Export JSON') },
  { name: 'receipts', scene: 'ready', path: '/learn/history?list=receipts', sizes: SMALL },
  {
    name: 'receipts-none',
    scene: 'ready',
    path: '/learn/history?list=receipts',
    act: (page) => page.getByRole('searchbox').fill('nothing like it'),
  },
  { name: 'receipts-empty', scene: 'empty', path: '/learn/history?list=receipts' },
  {
    name: 'history-session',
    scene: 'ready',
    path: `/learn/history?open=${session}`,
    sizes: ['590x380'],
  },
  {
    name: 'history-delete',
    scene: 'ready',
    path: `/learn/history?open=01900000-0000-7000-8000-000000000020`,
    act: press('Delete the recording'),
  },
  { name: 'active', scene: 'rehearsing', path: '/active', sizes: SMALL },
  {
    name: 'active-testing',
    scene: 'ready',
    path: '/active',
    change: drafted('testing', 'testing_proposal'),
  },
  { name: 'active-empty', scene: 'empty', path: '/active' },
  { name: 'tasks', scene: 'empty', path: '/tasks' },
  { name: 'automations', scene: 'empty', path: '/automations' },
  { name: 'import', scene: 'ready', path: '/skills/import', change: importsListed, sizes: SMALL },
  { name: 'import-empty', scene: 'empty', path: '/skills/import', sizes: ['590x380'] },
  {
    name: 'import-ended',
    scene: 'ready',
    path: '/skills/import',
    change: importsListed,
    act: (page) => page.getByRole('button', { name: /^Ended/ }).click(),
  },
  {
    name: 'import-chosen',
    scene: 'ready',
    path: '/skills/import',
    change: severalIn('ready_for_review'),
    act: async (page) => {
      for (const name of ['Select claim-forms', 'Select tidy-inbox'])
        await by(page, 'checkbox', name).click()
    },
    sizes: SMALL,
  },
  {
    name: 'import-install-many',
    scene: 'ready',
    path: '/skills/import',
    change: severalIn('ready_for_review'),
    act: async (page) => (
      await page.getByRole('button', { name: /^Install all/ }).click(),
      await page.getByText('It has serious findings that you must read first.').waitFor()
    ),
    sizes: ['590x380'],
  },
  {
    name: 'import-scanning-all',
    scene: 'ready',
    path: '/skills/import',
    change: (fake, world) => (
      severalIn('uploaded')(fake, world),
      fake.on('POST /api/skills/import/scan', never)
    ),
    act: (page) => page.getByRole('button', { name: /^Scan all/ }).click(),
    sizes: ['590x380'],
  },
  {
    name: 'import-scanning-elsewhere',
    scene: 'ready',
    path: '/skills/import',
    change: (fake, world) => (
      severalIn('uploaded')(fake, world),
      fake.on('POST /api/skills/import/scan', never)
    ),
    act: async (page) => (
      await page.getByRole('button', { name: /^Scan all/ }).click(),
      await page.getByRole('link', { name: /^Active/ }).click()
    ),
  },
  {
    name: 'import-scan-refused',
    scene: 'ready',
    path: '/skills/import',
    change: severalIn('uploaded'),
    act: async (page) => (
      await page.getByRole('button', { name: /^Scan all/ }).click(),
      await page.getByRole('list', { name: 'Failed imports' }).waitFor()
    ),
  },
  {
    name: 'import-failed',
    scene: 'ready',
    path: '/skills/import',
    change: fails('GET /api/skills/import/list'),
  },
  {
    name: 'import-pick',
    scene: 'ready',
    path: '/skills/import',
    act: press('From this machine'),
    sizes: ['590x380'],
  },
  {
    name: 'import-uploading',
    scene: 'ready',
    path: '/skills/import',
    change: (fake, world) => (
      importsListed(fake, world),
      fake.on('POST /api/skills/import/fetch', never)
    ),
    act: fetchOne,
  },
  {
    name: 'import-refused',
    scene: 'ready',
    path: '/skills/import',
    change: (fake, { Refusal }) =>
      fake.on('POST /api/skills/import/fetch', () => {
        throw new Refusal(
          502,
          'SKILL_IMPORT_FETCH_FAILED',
          'owner/repo could not be fetched: the host does not answer.',
        )
      }),
    act: fetchOne,
  },
  ...[
    'upload_pending',
    'uploaded',
    'scanning',
    'scan_failed',
    'scan_complete',
    'staging',
    'stage_failed',
    'ready_for_review',
    'install_queued',
    'install_failed',
    'installed_private',
    'approved',
    'rejected',
    'discarded',
    'expired',
  ].map((state) => ({
    name: `import-${state.replaceAll('_', '-')}`,
    scene: 'ready',
    path: imported,
    change: importIn(state),
    sizes: ['scan_complete', 'ready_for_review'].includes(state) ? SMALL : undefined,
  })),
  {
    name: 'import-warned',
    scene: 'ready',
    path: imported,
    change: importIn('scan_failed', { warnings: ['upload_expiring_soon', 'retry_limit_reached'] }),
  },
  {
    name: 'import-several',
    scene: 'ready',
    path: imported,
    change: importIn('uploaded', {
      skills: ['claim-forms', 'discovery-stipulation', 'tidy-inbox'].map((name) => ({
        skill_path: `skills/${name}`,
        name,
        description: 'What it does, and when an agent should use it, as its author wrote it.',
      })),
    }),
  },
  {
    name: 'import-read',
    scene: 'ready',
    path: imported,
    change: importIn('ready_for_review'),
    act: async (page) => {
      for (const box of await page.getByRole('checkbox', { name: /^I have read this/ }).all())
        await box.click()
    },
  },
  {
    name: 'import-tested',
    scene: 'ready',
    path: imported,
    change: importIn('scan_complete'),
    act: (page) => page.getByRole('button', { name: 'file a claim' }).click(),
  },
  {
    name: 'import-drop',
    scene: 'ready',
    path: '/skills',
    act: (page) =>
      page.evaluate(() =>
        window.dispatchEvent(
          Object.assign(new Event('dragenter'), { dataTransfer: { types: ['Files'] } }),
        ),
      ),
  },
  { name: 'skills', scene: 'ready', path: '/skills', sizes: SMALL },
  {
    name: 'skills-menu',
    scene: 'ready',
    path: '/skills?sort=updated',
    act: (page) => page.getByText('pdf-redaction-prep', { exact: true }).click({ button: 'right' }),
  },
  {
    name: 'skills-agents',
    scene: 'ready',
    path: '/skills',
    act: (page) => page.getByRole('button', { name: /^Agent:/ }).click(),
  },
  {
    name: 'skills-none',
    scene: 'ready',
    path: '/skills',
    act: (page) => page.getByRole('searchbox').fill('nothing like it'),
  },
  {
    name: 'skills-focus',
    scene: 'ready',
    path: '/skills',
    act: async (page) => (
      await page.getByRole('searchbox').focus(),
      await page.keyboard.press('Tab')
    ),
  },
  { name: 'skills-long', scene: 'ready', path: '/skills', change: LONG, sizes: SMALL },
  { name: 'skills-failed', scene: 'ready', path: '/skills', change: fails('GET /api/skills') },
  {
    name: 'skills-loading',
    scene: 'ready',
    path: '/skills',
    change: waits('GET /api/skills'),
    loading: true,
  },
  {
    name: 'skill',
    scene: 'ready',
    path: '/skills?open=%2Fhome%2Fada%2F.claude%2Fskills%2Ftidy-inbox',
    sizes: SMALL,
  },
  { name: 'skill-ability', scene: 'ready', path: TAUGHT, change: reported, sizes: SMALL },
  {
    name: 'skill-ability-health',
    scene: 'ready',
    path: `${TAUGHT}&tab=health`,
    change: reported,
    sizes: SMALL,
  },
  {
    name: 'skill-ability-triggers',
    scene: 'ready',
    path: `${TAUGHT}&tab=triggers`,
    act: async (page) => (
      await page.getByLabel('Would these words find it?').fill('post the release notes'),
      await page.getByText('Found', { exact: true }).waitFor()
    ),
  },
  { name: 'skill-ability-receipts', scene: 'ready', path: `${TAUGHT}&tab=receipts` },
  { name: 'skill-ability-locked', scene: 'ready', path: `${TAUGHT}&tab=edit` },
  {
    name: 'skill-imported-locked',
    scene: 'ready',
    path: `${TAUGHT}&tab=edit`,
    change: (fake, world) =>
      fake.on('GET /api/skills', () => ({
        ...world.skillList(148),
        skills: world.skillList(148).skills.map((skill) => ({
          ...skill,
          source: skill.source === 'learned' ? 'imported' : skill.source,
        })),
      })),
  },
  { name: 'skill-gone', scene: 'ready', path: '/skills?open=ability_webapp-testing-6' },
  {
    name: 'skill-edit',
    scene: 'ready',
    path: `${SKILL}&tab=edit`,
    change: checkedText,
    act: (page) => page.getByText('Skill name', { exact: false }).first().waitFor(),
    sizes: SMALL,
  },
  {
    name: 'skill-edit-fix',
    scene: 'ready',
    path: `${SKILL}&tab=edit`,
    change: checkedText,
    act: (page) => by(page, 'button', 'Fix this text…').click(),
  },
  {
    name: 'skill-files',
    scene: 'ready',
    path: `${SKILL}&tab=files`,
    act: (page) => page.getByText('references/wiki.md').click(),
  },
  { name: 'skill-findings', scene: 'ready', path: `${SKILL}&tab=findings` },
  { name: 'skill-installed', scene: 'ready', path: `${SKILL}&tab=installed` },
  {
    name: 'skill-versions',
    scene: 'ready',
    path: `${SKILL}&tab=versions`,
    act: (page) => page.getByText('Before it was edited').click(),
    sizes: SMALL,
  },
  { name: 'skill-unknown', scene: 'ready', path: '/skills?open=%2Fgone' },
  {
    name: 'skills-chosen',
    scene: 'ready',
    path: '/skills?filter=imported',
    act: choose(3),
    sizes: SMALL,
  },
  {
    name: 'skills-update',
    scene: 'ready',
    path: '/skills?filter=imported',
    change: someEdited,
    act: async (page) => (
      await choose(3)(page),
      await by(page, 'button', 'Update…').click(),
      await page.getByText('It was edited since it was installed.').waitFor()
    ),
    sizes: SMALL,
  },
  {
    name: 'skills-remove',
    scene: 'ready',
    path: '/skills?filter=imported',
    act: async (page) => (
      await choose(2)(page),
      await by(page, 'button', 'More').last().click(),
      await page.getByRole('menuitem', { name: 'Remove…' }).click(),
      await page.getByRole('list', { name: 'What will be done' }).waitFor()
    ),
  },
  {
    name: 'skills-removed',
    scene: 'ready',
    path: '/skills',
    act: press('Removed skills'),
    sizes: ['590x380'],
  },
  {
    name: 'skills-working',
    scene: 'ready',
    path: '/skills?filter=imported',
    change: waits('POST /api/skills/update'),
    act: async (page) => (
      await choose(3)(page),
      await by(page, 'button', 'Update…').click(),
      await page.getByRole('progressbar').waitFor()
    ),
  },
  {
    name: 'skills-in-text',
    scene: 'ready',
    path: '/skills?q=wiki',
    act: (page) => page.getByText('Open the wiki').first().waitFor(),
  },
  { name: 'skills-quarantined', scene: 'ready', path: '/skills?filter=quarantined' },
  {
    name: 'skills-views',
    scene: 'ready',
    path: '/skills?filter=learned',
    act: (page) => page.getByRole('button', { name: /^View/ }).click(),
  },
  {
    name: 'skills-no-disabled',
    scene: 'ready',
    path: '/skills?filter=disabled',
    change: (fake, world) => fake.on('GET /api/skills', () => world.skillList(10)),
  },
  {
    name: 'skill-ability-quarantined',
    scene: 'ready',
    path: TAUGHT,
    change: (fake, world) =>
      fake.on('GET /api/abilities/availability', () => ({
        abilities: [
          world.ability({
            install_lane: 'quarantined',
            usable_now: false,
            checkpoint_health: 'quarantined',
            reason_unusable: 'Five runs failed within seven days.',
          }),
        ],
        snapshot_as_of: new Date(world.NOW).toISOString(),
        stale: true,
        schema_version: 1,
      })),
  },
  {
    name: 'skill-ability-flow',
    scene: 'ready',
    path: TAUGHT,
    change: (fake, world) =>
      fake.on('GET /api/learn/sessions', () => ({
        sessions: [
          {
            ...world.session({ state: 'installed_private', proposal_id: world.PROPOSAL }),
            ability_id: world.ability().ability_id,
          },
        ],
        total: 1,
        page: 1,
        page_size: 100,
      })),
    act: showFlow,
    sizes: SMALL,
  },
  {
    name: 'skill-ability-policy',
    scene: 'ready',
    path: TAUGHT,
    act: async (page) => (
      await press('Test policy: Controlled live test, the safe default')(page),
      await page.getByRole('combobox', { name: 'How far it may go' }).selectOption('copy_artifact')
    ),
    sizes: SMALL,
  },
  {
    name: 'skill-ability-projects',
    scene: 'ready',
    path: TAUGHT,
    change: withProjects,
    act: press('Projects: All'),
    sizes: SMALL,
  },
  {
    name: 'skill-ability-values',
    scene: 'ready',
    path: TAUGHT,
    change: (fake, world) =>
      fake.on('GET /api/abilities/*/availability', () => ({
        ...world.ability(),
        actions: [],
        configuration: { folder: 'Releases', columns: { name: 1 } },
        configured_by_person: ['folder'],
      })),
    act: async (page) => (
      await press('Change the values')(page),
      await press('Add a value')(page),
      await page.getByRole('textbox', { name: 'Value', exact: true }).fill('warm'),
      await press('Save')(page)
    ),
    sizes: SMALL,
  },
  { name: 'skill-ability-ask', scene: 'ready', path: TAUGHT, act: press('Quarantine') },
  { name: 'skills-empty', scene: 'empty', path: '/skills' },
  ...CONNECTOR_SCENES,
  {
    name: 'review-author-offer',
    scene: 'ready',
    path: review,
    change: (fake, world) =>
      fake.on('GET /api/learn/author', () => world.authorSettings({ agents: ['claude'] })),
  },
  {
    name: 'review-author-preview',
    scene: 'ready',
    path: review,
    sizes: SMALL,
    change: (fake, world) => fake.on('GET /api/learn/author', () => world.SERVER),
    act: async (page) => {
      await press('Show what is sent')(page)
      await page.getByText('characters, about').waitFor()
    },
  },
  {
    name: 'review-author-writing',
    scene: 'ready',
    path: review,
    change: (fake, world) => {
      fake.on('GET /api/learn/author', () => world.SERVER)
      fake.on('GET /api/learn/proposals/*/author', () =>
        world.authorStatus({
          writing: true,
          started_at: new Date(world.NOW - 12_000).toISOString(),
        }),
      )
    },
  },
  {
    name: 'review-author-done',
    scene: 'ready',
    path: review,
    sizes: SMALL,
    change: (fake, world) => {
      fake.on('GET /api/learn/author', () => world.SERVER)
      fake.on('GET /api/learn/proposals/*/detail', () =>
        world.proposalDetail({ author: world.AUTHOR_MARK }),
      )
    },
  },
  {
    name: 'review-author-failed',
    scene: 'ready',
    path: review,
    change: (fake, world) => {
      fake.on('GET /api/learn/author', () => world.SERVER)
      fake.on('GET /api/learn/proposals/*/author', () =>
        world.authorStatus({
          failure: 'Nothing of the answer could be believed. The draft of the rules remains.',
          remedy: 'Try again, or choose another model.',
          dropped: world.AUTHOR_MARK.dropped,
        }),
      )
    },
  },
  {
    name: 'peek-skill',
    scene: 'installed',
    path: '/skills',
    act: async (page) => {
      await page.locator('[data-index="0"]').focus()
      await page.keyboard.press('Space')
      await page
        .getByRole('region', { name: /^Preview/ })
        .getByRole('heading', { name: 'Goal' })
        .waitFor()
    },
    sizes: SMALL,
  },
  {
    name: 'peek-draft',
    scene: 'ready',
    path: '/learn/pending',
    act: async (page) => {
      await page.locator('[data-index="0"]').focus()
      await page.keyboard.press('Space')
      await page.getByRole('list', { name: 'Checkpoints' }).waitFor()
    },
    sizes: SMALL,
  },
  { name: 'settings', scene: 'ready', path: '/settings', sizes: SMALL },
  {
    name: 'settings-projects',
    scene: 'ready',
    path: '/settings#projects',
    change: withProjects,
    sizes: SMALL,
  },
  {
    name: 'settings-keys',
    scene: 'ready',
    path: '/settings#keys',
    act: press('Change the keys of “History”'),
    sizes: SMALL,
  },
  {
    name: 'settings-appearance',
    scene: 'ready',
    path: '/settings#appearance',
    look: { textSize: 125, density: 'compact' },
    sizes: SMALL,
  },
  {
    name: 'skills-large-text',
    scene: 'installed',
    path: SKILL,
    look: { textSize: 150, density: 'comfortable' },
    sizes: SMALL,
  },
  {
    name: 'skills-compact',
    scene: 'installed',
    path: '/skills',
    look: { textSize: 90, density: 'compact' },
  },
  {
    name: 'review-large-text',
    scene: 'ready',
    path: review,
    look: { textSize: 150, density: 'comfortable' },
    sizes: SMALL,
  },
  {
    name: 'new-large-text',
    scene: 'empty',
    path: '/learn/new',
    look: { textSize: 150, density: 'comfortable' },
    sizes: SMALL,
  },
  {
    name: 'settings-connect',
    scene: 'ready',
    path: '/settings#connect',
    sizes: SMALL,
    act: async (page) => {
      await by(page, 'button', 'Connect Gemini CLI').click()
      await page.getByRole('group', { name: /^Change to/ }).waitFor()
    },
  },
  {
    name: 'settings-connect-by-hand',
    scene: 'ready',
    path: '/settings#connect',
    change: (fake, { Refusal }) =>
      fake.on('POST /api/agents/*/connection/preview', () => {
        throw new Refusal(
          409,
          'CONFLICT',
          '/home/ada/.codex/config.toml is not changed: it is not valid TOML. Add the entry by hand.',
          { entry: '[mcp_servers.apprentice]\ncommand = "/usr/bin/apprentice"\nargs = ["mcp"]' },
        )
      }),
    act: press('Repair Codex'),
  },
  ...DEFINITION_SCENES,
  { name: 'settings-author', scene: 'ready', path: '/settings#author' },
  {
    name: 'settings-author-server',
    scene: 'ready',
    path: '/settings#author',
    sizes: SMALL,
    change: (fake, world) => {
      fake.on('GET /api/learn/author', () => world.SERVER)
      fake.on('POST /api/learn/author/test', () => ({
        answered: true,
        words: '{"word": "ready"}',
        model: 'large-1',
        milliseconds: 1240,
      }))
    },
    act: async (page) => {
      await press('Test')(page)
      await page.getByText('answered in').waitFor()
    },
  },
  {
    name: 'settings-author-fails',
    scene: 'ready',
    path: '/settings#author',
    change: (fake, world) => {
      fake.on('GET /api/learn/author', () => ({
        ...world.SERVER,
        key_in: null,
        has_key: false,
        no_keychain: 'the desktop has no keychain that answers',
      }))
      fake.on('POST /api/learn/author/test', () => ({
        answered: false,
        words:
          'https://models.example.org/v1/chat/completions answered 401: it wants a key, and there is none.',
        remedy: 'Give it in APPRENTICE_AUTHOR_KEY and start Apprentice again.',
        milliseconds: 80,
      }))
    },
    act: async (page) => {
      await press('Test')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'settings-author-agent',
    scene: 'ready',
    path: '/settings#author',
    change: (fake, world) =>
      fake.on('GET /api/learn/author', () =>
        world.authorSettings({
          settings: { provider: 'agent', agent: 'claude', model: null, address: null },
          agents: ['claude', 'codex'],
          goes_to: 'Claude Code (/home/ada/.local/bin/claude), and the model that it uses',
          last_answer: {
            at: new Date(world.NOW - 120_000).toISOString(),
            answered: true,
            words: 'claude-large',
          },
        }),
      ),
  },
  {
    name: 'settings-test-policy',
    scene: 'ready',
    path: '/settings#test-policy',
    act: (page) =>
      page.getByRole('combobox', { name: 'How far it may go' }).selectOption('safe_target_only'),
    sizes: SMALL,
  },
  { name: 'settings-observation', scene: 'ready', path: '/settings#observation', sizes: SMALL },
  {
    name: 'settings-data',
    scene: 'ready',
    path: '/settings#data',
    sizes: SMALL,
    act: (page) => page.getByText('How long data is kept').click(),
  },
  {
    name: 'settings-exporting',
    scene: 'ready',
    path: '/settings#data',
    change: (fake, world) =>
      fake.on('GET /api/data/export', () => ({ export: world.dataExport() })),
  },
  {
    name: 'settings-restore',
    scene: 'ready',
    path: '/settings',
    act: press('Restore a backup…'),
    sizes: ['590x380'],
  },
  {
    name: 'settings-restored',
    scene: 'ready',
    path: '/settings',
    act: async (page) => (
      await by(page, 'button', 'Restore a backup…').click(),
      await page.getByLabel('Path of the backup').fill('/home/ada/apprentice-backup.zip'),
      await by(page, 'button', 'Restore').click(),
      await by(page, 'button', 'Continue').waitFor()
    ),
  },
  {
    name: 'settings-exported',
    scene: 'ready',
    path: '/settings#data',
    change: (fake, world) =>
      fake.on('GET /api/data/export', () => ({
        export: world.dataExport({ state: 'done', done: 480, bytes: 1_204_000 }),
      })),
  },
  {
    name: 'settings-delete',
    scene: 'ready',
    path: '/settings#delete',
    sizes: SMALL,
    act: press('Delete everything…'),
  },
  {
    name: 'settings-updates',
    scene: 'ready',
    path: '/settings#updates',
    change: announcing,
    act: press('Check for updates'),
  },
  {
    name: 'settings-deleted',
    scene: 'ready',
    path: '/settings#delete',
    change: (fake) =>
      fake.on('POST /api/data/delete', () => ({
        removed_skills: ['/home/ada/.codex/skills/tea'],
        kept_skills: [
          {
            path: '/home/ada/.claude/skills/weekly-release-notes',
            reason: 'It was edited after Apprentice installed it. Nothing was changed.',
          },
        ],
        removed_definitions: ['/home/ada/.gemini/agents/helper.md'],
        kept_definitions: [
          {
            path: '/home/ada/.claude/agents/coder.md',
            reason: 'Somebody edited it since it was written.',
          },
        ],
        left: [],
      })),
    act: async (page) => {
      await press('Delete everything…')(page)
      await page.getByRole('textbox', { name: /Type/ }).fill('delete everything')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Delete everything', exact: true })
        .click()
      await by(page, 'button', 'Start again').waitFor()
    },
  },
  {
    name: 'settings-end',
    scene: 'ready',
    path: '/settings',
    act: (page) => by(page, 'button', 'Show the first steps').scrollIntoViewIfNeeded(),
  },
  { name: 'welcome', scene: 'first-run', path: '/welcome', sizes: SMALL },
  { name: 'welcome-places', scene: 'first-run', path: '/welcome', act: press('Continue') },
  {
    name: 'welcome-practice',
    scene: 'first-run',
    path: '/welcome',
    act: async (page) => (
      await by(page, 'button', 'Continue').click(),
      await page.getByText('your-ability').first().waitFor(),
      await by(page, 'button', 'Continue').click()
    ),
    sizes: ['590x380'],
  },
  {
    name: 'palette',
    scene: 'ready',
    path: '/learn/new',
    act: (page) => page.keyboard.press('Control+k'),
    sizes: ['590x380'],
  },
  {
    name: 'palette-search',
    scene: 'ready',
    path: '/learn/new',
    act: async (page) => (
      await page.keyboard.press('Control+k'),
      await page.keyboard.type('inbox')
    ),
  },
  {
    name: 'palette-none',
    scene: 'ready',
    path: '/learn/new',
    act: async (page) => (await page.keyboard.press('Control+k'), await page.keyboard.type('zzzz')),
  },
  {
    name: 'automations-read',
    scene: 'installed',
    path: '/automations',
    change: (fake, world) => fake.on('GET /api/agents/schedules', () => world.schedules()),
    act: async (page) => (
      await page.getByText('Prompt of the agent').nth(1).click(),
      await page.getByText('Where Apprentice looked').click()
    ),
    sizes: ['590x380'],
  },
  {
    name: 'tasks-read',
    scene: 'installed',
    path: '/tasks',
    change: (fake, world) => fake.on('GET /api/agents/schedules', () => world.schedules()),
  },
  {
    name: 'which-fits',
    scene: 'installed',
    path: '/skills',
    act: async (page) => (
      await by(page, 'button', 'Which ability fits this?').click(),
      await page.keyboard.type('please add a customer'),
      await by(page, 'heading', 'Shares words, but does not fit').waitFor()
    ),
    sizes: ['590x380'],
  },
  {
    name: 'which-fits-project',
    scene: 'installed',
    path: '/skills',
    change: withProjects,
    act: async (page) => (
      await by(page, 'button', 'Which ability fits this?').click(),
      await by(page, 'button', 'shop').click()
    ),
    sizes: SMALL,
  },
  {
    name: 'which-fits-none',
    scene: 'installed',
    path: '/learn/new',
    act: async (page) => (
      await page.keyboard.press('Control+k'),
      await page.keyboard.type('bake bread'),
      await page.keyboard.press('Enter'),
      await page.getByText('No ability fits these words.').waitFor()
    ),
  },
  {
    name: 'keys',
    scene: 'ready',
    path: review,
    act: (page) => page.keyboard.press('?'),
    sizes: ['590x380'],
  },
  { name: 'folded', scene: 'capturing', path: '/learn/active', act: press('Collapse the sidebar') },
  {
    name: 'trouble',
    scene: 'capturing',
    path: '/learn/active',
    act: (page, host) =>
      host.tell({
        seq: 1,
        event_kind: 'error',
        session_id: 's',
        timestamp: '',
        payload: { code: 'BROWSER_LOST', message: 'The watched window was closed.' },
      }),
  },
  {
    name: 'engine-refuses',
    scene: 'empty',
    path: '/learn/new',
    change: (fake, { Refusal }) =>
      fake.on('GET /api/learn/runtime/current', () => {
        throw new Refusal(
          500,
          'DATABASE_TOO_NEW',
          'The database was written by a newer version of Apprentice (schema 9, this one knows 4). Nothing was changed.',
        )
      }),
  },
  {
    name: 'change-failed',
    scene: 'stopped',
    path: '/learn/active',
    change: (fake, { Refusal }) =>
      fake.on('POST /api/learn/sessions/*/generate-proposal', () => {
        throw new Refusal(400, 'INSUFFICIENT_TRACES', 'Nothing was captured that changes anything.')
      }),
    act: press('Build the draft'),
  },
  {
    name: 'locked',
    scene: 'empty',
    path: '/learn/new',
    change: (fake, { Refusal }) =>
      fake.on('GET /api/settings', () => {
        throw new Refusal(401, 'UNAUTHORIZED', 'No key.')
      }),
    bare: true,
  },
  { name: 'not-found', scene: 'empty', path: '/no/such/page', bare: true },
]

const drawn = () =>
  !document.querySelector('[data-testid=terminal]') ||
  document.querySelector('.xterm-rows')?.textContent.includes('ada')

/**
 * `look` is the size of text and the density, as `lib/look.ts` keeps them; `language` one of the
 * catalogues.
 */
export async function openScene(
  blank,
  host,
  { scene, path, change, act, loading, bare, look: own },
  { look = own, language } = {},
) {
  const page = language ? inLanguage(blank, language) : blank
  host.show(scene, change)
  // The start page shows the first steps only when the address names no other page.
  await page.goto(`${host.address}/#/tasks`)
  await page.evaluate(
    (kept) => {
      localStorage.clear()
      for (const [name, value] of Object.entries(kept))
        localStorage.setItem(`apprentice.ui.${name}`, JSON.stringify(value))
    },
    { ...(look && { look }), ...(language && { language }) },
  )
  await page.goto('about:blank')
  await page.goto(`${host.address}/#${path}`)
  if (bare) await page.locator('main').first().waitFor()
  else {
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.locator('main h1').first().waitFor()
  }
  if (!loading)
    await page.getByLabel('Loading', { exact: true }).first().waitFor({ state: 'detached' })
  await act?.(page, host)
  // A terminal takes a moment to render its first screen.
  await page.waitForFunction(drawn, undefined, { timeout: 4000 }).catch(() => undefined)
  await page.waitForTimeout(350)
}
