// The Learn pages, rendered whole with the fake engine: what a person reads, presses and gets.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import {
  IMPROVING,
  INSTALLED,
  PROPOSAL,
  QUESTIONS,
  SESSION,
  SETTINGS,
  SKILL_MD,
  ability,
  action,
  detail,
  proposal,
  proposalDetail,
  rehearsal,
  session,
  uuid,
} from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const started = () => ({
  session: session({ state: 'capturing' }),
  observation_active: true,
  adapters_armed: ['browser_dom'],
})

test('five ways in order, and the import opens its page', async () => {
  const { user, path } = await renderApp('empty', '/learn/new')
  expect(await screen.findByRole('heading', { name: 'Create new ability by:' })).toBeVisible()
  const cards = screen.getAllByRole('article')
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
    'Demonstrating Skill',
    'Coaching Agent',
    'Autonomous Agent Practice',
    'Improving Existing Skill',
    'Import Skill',
  ])
  expect(
    within(cards[0] as HTMLElement).getByRole('button', { name: 'Demonstrating Skill' }),
  ).toHaveAttribute('aria-pressed', 'true')
  await user.click(within(cards[4] as HTMLElement).getByRole('button', { name: 'Import Skill' }))
  await waitFor(() => expect(path()).toBe('/skills/import'))
})

test('one click creates and starts with the defaults', async () => {
  const { fake, user, path } = await renderApp('empty', '/learn/new', (fake) => {
    fake.on('POST /api/learn/sessions', () => ({
      session: session({ state: 'armed' }),
      ui_mode: 'overlay',
      next_action: 'wait_for_first_meaningful_event',
    }))
    fake.on('POST /api/learn/sessions/*/start', started)
  })
  await user.click(await button('Start demonstration'))
  await waitFor(() => expect(path()).toBe('/learn/active'))
  const [created, begun] = fake.calls.filter((call) => call.method === 'POST')
  expect(created?.body).toMatchObject({
    entry_mode: 'demonstrating_skill',
    observation_mode: 'outside_agent',
    watch: ['browser', 'terminal'],
    build_policy: 'build_then_review',
    execution_mode: 'guided',
    goal: null,
    start_url: null,
    target_app_whitelist: [],
    allow_private_install: false,
  })
  expect(begun?.path).toBe(`/api/learn/sessions/${SESSION}/start`)
})

test('a demonstration can be for one of the projects in Settings', async () => {
  const { fake, user } = await renderApp('empty', '/learn/new', (fake) => {
    fake.on('GET /api/settings', () => ({
      ...SETTINGS,
      settings: { ...SETTINGS.settings, project_paths: ['/home/ada/website', '/home/ada/shop/'] },
    }))
    fake.on('POST /api/learn/sessions', () => ({
      session: session({ state: 'armed' }),
      ui_mode: 'overlay',
      next_action: 'wait_for_first_meaningful_event',
    }))
    fake.on('POST /api/learn/sessions/*/start', started)
  })
  expect(await button('All projects')).toHaveAttribute('aria-pressed', 'true')
  await user.click(await button('shop'))
  await user.click(await button('Start demonstration'))
  await waitFor(() => expect(fake.calls.some((call) => call.path.endsWith('/start'))).toBe(true))
  expect(fake.calls.find((call) => call.method === 'POST')?.body).toMatchObject({
    project_id: 'shop',
  })
})

test('the request contains the choices', async () => {
  const { fake, user } = await renderApp('empty', '/learn/new', (fake) => {
    fake.on('POST /api/learn/sessions', () => ({
      session: session({ state: 'armed' }),
      ui_mode: 'overlay',
      next_action: 'wait_for_first_meaningful_event',
    }))
    fake.on('POST /api/learn/sessions/*/start', started)
  })
  await user.type(
    await screen.findByLabelText('What should your agents be able to do?'),
    'Add a customer',
  )
  await user.click(await button('Terminal'))
  await user.type(screen.getByLabelText('Start address'), 'localhost:8080')
  await user.type(screen.getByLabelText('Limit to'), 'localhost:8080{Enter}crm.example.org')
  await user.click(screen.getByRole('radio', { name: 'Install privately' }))
  await user.click(await button('Options'))
  await user.click(screen.getByRole('radio', { name: 'Strict' }))
  expect(
    screen.getByText(
      /One browser window with a private profile, and what its pages send\. Only in localhost:8080, crm\.example\.org/,
    ),
  ).toBeVisible()
  await user.click(await button('Start demonstration'))
  await waitFor(() => expect(fake.calls.some((call) => call.path.endsWith('/start'))).toBe(true))
  expect(fake.calls.find((call) => call.method === 'POST')?.body).toMatchObject({
    goal: 'Add a customer',
    watch: ['browser'],
    start_url: 'http://localhost:8080',
    target_app_whitelist: ['localhost:8080', 'crm.example.org'],
    build_policy: 'private_auto_install',
    allow_private_install: true,
    execution_mode: 'strict',
  })
})

test('an invalid address is reported and not sent', async () => {
  const { user } = await renderApp('empty', '/learn/new')
  await user.type(await screen.findByLabelText('Start address'), 'ftp://x')
  expect(screen.getByText('Use an address that begins with http:// or https://.')).toBeVisible()
  expect(await button('Start demonstration')).toBeDisabled()
})

test('a missing browser is disabled, with its reason and the command that fixes it', async () => {
  await renderApp('no-browser', '/learn/new')
  expect(await screen.findByText('sudo apt-get install chromium')).toBeVisible()
  const chip = screen.getByRole('button', { name: 'Browser window' })
  expect(chip).toBeDisabled()
  expect(chip).toHaveAccessibleDescription(/No Chromium, Chrome or Edge was found/)
  expect(screen.queryByLabelText('Start address')).toBeNull()
})

test('a running session is shown with a link to it', async () => {
  const { user, path } = await renderApp('empty', '/learn/new', (fake) => {
    fake.on('POST /api/learn/sessions', () => {
      throw new Refusal(409, 'LEARN_SESSION_ALREADY_ACTIVE', 'One at a time.', {
        active_session_id: SESSION,
      })
    })
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({ session: session({ state: 'stopped', goal: 'The other one' }) }),
    )
  })
  await user.click(await button('Start demonstration'))
  expect(await screen.findByText('The other one')).toBeVisible()
  await user.click(await button('Go to the running session'))
  expect(path()).toBe('/learn/active')
})

test('a missing adapter offers the available ones', async () => {
  const { user } = await renderApp('empty', '/learn/new', (fake) =>
    fake.on('POST /api/learn/sessions', () => {
      throw new Refusal(503, 'ADAPTER_UNAVAILABLE', 'The browser cannot be watched.', {
        unavailable: 'browser',
        alternatives: ['terminal'],
      })
    }),
  )
  await user.click(await button('Start demonstration'))
  expect(await screen.findByText('The browser cannot be watched.')).toBeVisible()
  await user.click(await button('Watch only: Terminal'))
  expect(screen.getByRole('button', { name: 'Browser window' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  expect(screen.getByRole('button', { name: 'Terminal' })).toHaveAttribute('aria-pressed', 'true')
})

test('a session that could not start does not hold the slot', async () => {
  const { fake, user } = await renderApp('empty', '/learn/new', (fake) => {
    fake.on('POST /api/learn/sessions', () => ({
      session: session({ state: 'armed' }),
      ui_mode: 'overlay',
      next_action: 'wait_for_first_meaningful_event',
    }))
    fake.on('POST /api/learn/sessions/*/start', () => {
      throw new Refusal(503, 'ADAPTER_UNAVAILABLE', 'The browser did not open.', {
        alternatives: [],
      })
    })
    fake.on('POST /api/learn/sessions/*/cancel', () => ({
      session: session({ state: 'cancelled' }),
    }))
  })
  await user.click(await button('Start demonstration'))
  expect(await screen.findByText('The browser did not open.')).toBeVisible()
  expect(fake.calls.at(-1)?.path ?? '').not.toBe('')
  expect(fake.calls.some((call) => call.path.endsWith('/cancel'))).toBe(true)
})

test('events that a full disk lost are reported', async () => {
  await renderApp('capturing', '/learn/active', (fake) => {
    const told = detail()
    fake.on('GET /api/learn/sessions/*/detail', () => ({
      ...told,
      observation_scope: { ...told.observation_scope, events_lost: 3 },
    }))
  })
  expect(await screen.findByText(/3 events lost: the disk was full/)).toBeVisible()
})

test('the timeline shows actions, marks, effects and masks; a new action appears immediately', async () => {
  const { fake } = await renderApp('capturing', '/learn/active')
  const timeline = await screen.findByRole('list', { name: 'Timeline' })
  expect(within(timeline).getByText('Goal').closest('[role=listitem]')).toHaveTextContent(
    'Goal · Release notes of the week are on the wiki',
  )
  expect(within(timeline).getByText('API key').closest('[role=listitem]')).toHaveTextContent(
    /masked/,
  )
  expect(within(timeline).getByText('page “Week 47”')).toBeVisible()
  expect(
    screen.getByText(/7 actions kept · 2 off-target actions dropped · 1 value masked/),
  ).toBeVisible()
  const asked = fake.calls.length
  fake.emit({
    event: 'capture.action',
    data: JSON.stringify({
      seq: 9,
      event_kind: 'capture.action',
      session_id: SESSION,
      timestamp: '',
      payload: action(8, {
        action_label: 'Clicked “Share”',
        details: { kind: 'click', target: { role: 'button', name: 'Share' } },
      }),
    }),
  })
  expect(await within(timeline).findByText('Share')).toBeVisible()
  expect(fake.calls.length, 'no request was needed').toBe(asked)
})

test('the banner shows what is watched on every page, marks, pauses and stops', async () => {
  const { fake, user, path } = await renderApp('capturing', '/skills', (fake) => {
    fake.on('POST /api/learn/sessions/*/mark-step', () => ({ session: session() }))
    fake.on('POST /api/learn/sessions/*/pause', () => ({ session: session({ state: 'paused' }) }))
    fake.on('POST /api/learn/sessions/*/stop', () => ({
      session: session({ state: 'stopped' }),
      captured_event_count: 7,
      captured_trace_ids: [],
      next_action: 'review_captured',
    }))
  })
  const banner = await screen.findByRole('region', { name: 'Observation' })
  expect(banner).toHaveTextContent(/Watching Browser, Terminal.*7 actions/)
  await user.click(within(banner).getByRole('button', { name: 'Mark step' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark step' })
  await user.type(within(dialog).getByRole('textbox'), 'Publish{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fake.calls.find((call) => call.path.endsWith('/mark-step'))?.body).toEqual({
    step_label: 'Publish',
    step_kind_hint: 'action',
  })
  await user.click(within(banner).getByRole('button', { name: 'Pause' }))
  await waitFor(() => expect(fake.calls.some((call) => call.path.endsWith('/pause'))).toBe(true))
  await user.click(within(banner).getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(path()).toBe('/learn/active'))
  expect(
    fake.calls.some((call) => call.path.endsWith('/generate-proposal')),
    'asked before building',
  ).toBe(false)
})

test('after Stop the draft is built when the policy says so, although the banner is gone', async () => {
  let stopped = false
  const now = () => session(stopped ? { state: 'stopped' } : {})
  const { user, path, fake } = await renderApp('capturing', '/skills', (fake) => {
    fake.on('GET /api/learn/sessions', () => ({
      sessions: [now()],
      total: 1,
      page: 1,
      page_size: 100,
    }))
    fake.on('GET /api/learn/sessions/*/detail', () => detail({ session: now() }))
    fake.on(
      'POST /api/learn/sessions/*/stop',
      () => (
        (stopped = true),
        {
          session: now(),
          captured_event_count: 7,
          captured_trace_ids: [],
          next_action: 'generate_proposal',
        }
      ),
    )
    fake.on('POST /api/learn/sessions/*/generate-proposal', () => ({
      session: session({ state: 'drafting_proposal', proposal_id: PROPOSAL }),
      proposal_id: PROPOSAL,
    }))
  })
  await user.click(
    within(await screen.findByRole('region', { name: 'Observation' })).getByRole('button', {
      name: 'Stop',
    }),
  )
  await waitFor(() => expect(path()).toBe(`/learn/pending/${PROPOSAL}`))
  expect(
    fake.calls.filter((call) => call.method === 'POST').map((call) => call.path.split('/').at(-1)),
  ).toEqual(['stop', 'generate-proposal'])
})

test('without observation there is no banner', async () => {
  await renderApp('stopped', '/learn/active')
  await screen.findByRole('list', { name: 'Timeline' })
  expect(screen.queryByRole('region', { name: 'Observation' })).toBeNull()
})

test('stop, then build: the draft is created and shown', async () => {
  const { fake, user, path } = await renderApp('stopped', '/learn/active', (fake) => {
    fake.on('POST /api/learn/sessions/*/generate-proposal', () => ({
      session: session({ state: 'drafting_proposal', proposal_id: PROPOSAL }),
      proposal_id: PROPOSAL,
    }))
  })
  await user.click(await button('Build the draft'))
  await waitFor(() => expect(path()).toBe(`/learn/pending/${PROPOSAL}`))
  expect(
    fake.calls.filter((call) => call.method === 'POST').map((call) => call.path.split('/').at(-1)),
  ).toEqual(['generate-proposal'])
})

test('while the result of a demonstration is read, the page says so and it can be skipped', async () => {
  let reading = true
  const { fake, user } = await renderApp('stopped', '/learn/active', (fake) => {
    const stopped = session({ state: 'stopped' })
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({ session: stopped, ...(reading && { reading_result: true }) }),
    )
    fake.on('POST /api/learn/sessions/*/stop', () => {
      reading = false
      return {
        session: stopped,
        captured_event_count: 7,
        captured_trace_ids: [],
        next_action: 'generate_proposal',
      }
    })
  })
  expect(await screen.findByText('Reading the result …')).toBeVisible()
  await user.click(await button('Skip'))
  await waitFor(() => expect(screen.queryByText('Reading the result …')).toBeNull())
  expect(fake.calls.filter((call) => call.path.endsWith('/stop'))).toHaveLength(1)
})

test('with “Ask before building” the draft can be edited, and is built on request', async () => {
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({ session: session({ state: 'reviewing', proposal_id: PROPOSAL }) }),
    )
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({ proposal: proposal({ proposal_state: 'draft' }), actions: ['revise'] }),
    )
    fake.on('POST /api/learn/sessions/*/generate-proposal', () => ({
      session: session({ state: 'drafting_proposal', proposal_id: PROPOSAL }),
      proposal_id: PROPOSAL,
    }))
  })
  await user.click(await button('Build the draft'))
  await waitFor(() =>
    expect(fake.calls.some((call) => call.path.endsWith('/generate-proposal'))).toBe(true),
  )
  expect(screen.getByRole('button', { name: 'Revise' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Rehearse' }), 'it needs a built draft').toBeNull()
})

test('actions can be trimmed and deleted before a draft exists', async () => {
  const { fake, user } = await renderApp('stopped', '/learn/active', (fake) => {
    fake.on('POST /api/learn/sessions/*/trim', () => ({ session: session() }))
    fake.on('DELETE /api/learn/sessions/*/observed-actions/*', () => ({ deleted: true }))
  })
  const row = (await screen.findByText('Title')).closest('[role=listitem]') as HTMLElement
  await user.click(within(row).getByRole('button', { name: 'Options for this action' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Trim before this' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/trim'))?.body).toMatchObject({
      trim_kind: 'trim_start',
      to_event_id: expect.stringMatching(/103$/),
    }),
  )
  await user.click(within(row).getByRole('button', { name: 'Options for this action' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete this action' }))
  await waitFor(() =>
    expect(fake.calls.some((call) => call.method === 'DELETE' && call.path.endsWith('103'))).toBe(
      true,
    ),
  )
})

test('a failed change is reported once, with the message of the engine', async () => {
  const { user, shownErrors } = await renderApp('stopped', '/learn/active', (fake) =>
    fake.on('POST /api/learn/sessions/*/generate-proposal', () => {
      throw new Refusal(400, 'INSUFFICIENT_TRACES', 'Nothing was captured that changes anything.')
    }),
  )
  await user.click(await button('Build the draft'))
  await waitFor(() => expect(shownErrors).toEqual(['Nothing was captured that changes anything.']))
})

test('required questions must be answered, and suggested answers can be clicked', async () => {
  const { fake, user } = await renderApp('questions', '/learn/active', (fake) =>
    fake.on('POST /api/learn/sessions/*/answer-questions', () => ({
      session: session({ state: 'awaiting_questions' }),
      remaining_questions: 1,
      next_action: 'more_questions',
    })),
  )
  const form = await screen.findByRole('form', { name: 'Questions' })
  expect(within(form).getByRole('button', { name: 'Answer' })).toBeDisabled()
  await user.click(within(form).getByRole('button', { name: 'Everywhere' }))
  await user.click(within(form).getByRole('button', { name: 'Answer' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/answer-questions'))?.body).toEqual({
      answers: [{ question_id: QUESTIONS[0]?.question_id, answer_text: 'Everywhere' }],
    }),
  )
})

test('pending abilities are filtered by state, text and category, and retested from their row', async () => {
  const { fake, user } = await renderApp(
    'ready',
    '/learn/pending?category=01900000-0000-7000-8000-000000001002',
    (fake) => fake.on('POST /api/learn/proposals/*/request-more-tests', () => ({})),
  )
  const list = await screen.findByRole('list', { name: 'Pending abilities' })
  const titles = (): string[] =>
    within(list)
      .queryAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent ?? '')
  await waitFor(() => expect(titles()).toEqual(['Add a customer to the register']))
  await user.click(screen.getByRole('button', { name: 'Remove Henderson' }))
  await waitFor(() => expect(titles()).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Ready for review 1' }))
  expect(titles()).toEqual(['Post the weekly release notes'])
  await user.type(screen.getByRole('searchbox'), 'customer')
  await waitFor(() => expect(titles()).toEqual([]))
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
  await waitFor(() => expect(titles()).toHaveLength(2))
  await user.click(
    within(list).getByRole('button', { name: 'Options for Post the weekly release notes' }),
  )
  await user.click(await screen.findByRole('menuitem', { name: 'Request More Tests' }))
  await waitFor(() =>
    expect(fake.calls.some((call) => call.path.endsWith(`${PROPOSAL}/request-more-tests`))).toBe(
      true,
    ),
  )
})

test('a review shows what the draft needs and its portability, and shares an approved ability', async () => {
  const approved = {
    ...proposalDetail().proposal,
    proposal_state: 'approved' as const,
    install_lane: 'approved_workspace' as const,
    ability_id: 'ability_notes',
  }
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('GET /api/learn/proposals/*/detail', () => proposalDetail({ proposal: approved }))
    fake.on('POST /api/abilities/*/promote-shared', ({ id }) => ({
      ability_id: id,
      install_lane: 'shared_promoted',
    }))
  })
  const needs = await screen.findByRole('list', { name: 'Dependencies' })
  expect(
    within(needs)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['gitprogramfound', 'pandocprogrammissing', 'wiki.example.orgsitenot checked'])
  expect(screen.getByText('Adapter required')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Promote to shared' }))
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Promote to shared' }),
  )
  await waitFor(() =>
    expect(
      fake.calls.some((call) => call.path === '/api/abilities/ability_notes/promote-shared'),
    ).toBe(true),
  )
})

test('pending abilities show their state and open with Enter', async () => {
  const { user, path } = await renderApp('ready', '/learn/pending')
  const list = await screen.findByRole('list', { name: 'Pending abilities' })
  const rows = (): HTMLElement[] =>
    within(list).getAllByRole('button', { name: /^(?!Options for)/ })
  await waitFor(() =>
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Ready for review.*Post the weekly release notes/),
      expect.stringMatching(/Private active.*Add a customer/),
    ]),
  )
  rows()[1]?.focus()
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(rows()[0]).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe(`/learn/pending/${PROPOSAL}`))
})

test('a session is pending only if the engine lists it', async () => {
  const { fake } = await renderApp('ready', '/learn/pending', (prepared) =>
    listed(prepared, undefined),
  )
  const list = await screen.findByRole('list', { name: 'Pending abilities' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  expect(within(list).queryByText('Private active')).toBeNull()
  // The counts in the sidebar come from the same list.
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Pending Abilities 1' })).toBeVisible(),
  )
  expect(
    within(screen.getByRole('link', { name: 'Learn' })).getByText('', { selector: '[data-count]' }),
  ).toHaveAttribute('data-count', '1')
  // Its ability is restored.
  listed(fake, 'private_active')
  fake.emit({
    event: 'ability.snapshot.updated',
    data: JSON.stringify({
      seq: 9,
      event_kind: 'ability.snapshot.updated',
      session_id: SESSION,
      timestamp: '',
      payload: {},
    }),
  })
  expect(await within(list).findByText('Private active')).toBeVisible()
})

/** Two sessions; the ability of the second is installed. */
function listed(fake: Fake, pending: Schemas['PendingAbilityUiState'] | undefined): void {
  const sessions = [
    session({ state: 'ready_for_review', proposal_id: PROPOSAL }),
    session({
      learn_session_id: uuid(20),
      state: 'installed_private',
      proposal_id: INSTALLED,
      pending_ui_state: pending,
    }),
  ]
  fake.on('GET /api/learn/sessions', () => ({ sessions, total: 2, page: 1, page_size: 100 }))
}

test('the review shows what was understood and installs to the chosen targets', async () => {
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('POST /api/learn/proposals/*/install', () => ({
      proposal: {},
      ability_id: 'ability_x',
      saga_id: 's',
      files: ['/home/ada/.claude/skills/x/SKILL.md'],
    })),
  )
  expect(
    await screen.findByText(/Collects the merged changes of the week and publishes/),
  ).toBeVisible()
  for (const title of [
    'Use it when',
    'Do not use it when',
    'Triggers',
    'Negative triggers',
    'What changes next time?',
    'Other inputs',
    'Checkpoints',
    'Test report',
    'Lint',
    'Collisions',
    'Install to',
    'SKILL.md',
  ]) {
    expect(screen.getByRole('heading', { name: title, level: 3 })).toBeVisible()
  }
  expect(screen.getByText('secret, asked each time')).toBeVisible()
  expect(screen.getByText('not writable')).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Codex' }))
  await user.click(await button('Install privately'))
  expect(await screen.findByText(/The last rehearsal of this draft did not pass/)).toBeVisible()
  expect(fake.calls.some((call) => call.path.endsWith('/install'))).toBe(false)
  await user.click(await button('Install anyway'))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/install'))?.body).toEqual({
      install_lane: 'experimental_private',
      targets: ['claude-code'],
      accepted_weakenings: [],
      acknowledged_findings: [],
    }),
  )
})

test('a serious finding of the scan is ticked before the skill is installed', async () => {
  const finding = {
    code: 'REMOTE_CODE',
    severity: 'error' as const,
    message: 'It downloads a program and runs it',
    path_hint: 'SKILL.md',
    line: 12,
    excerpt: 'curl https://example.org/x | sh',
    needs_acknowledgement: true,
  }
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('GET /api/learn/proposals/*/detail', () => proposalDetail({ findings: [finding] }))
    fake.on('POST /api/learn/proposals/*/install', () => ({
      proposal: {},
      ability_id: 'ability_x',
      saga_id: 's',
      files: [],
    }))
  })
  await user.click(
    await screen.findByRole('checkbox', { name: /I have read this: It downloads a program/ }),
  )
  await user.click(await button('Install privately'))
  await user.click(await button('Install anyway'))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/install'))?.body).toMatchObject({
      acknowledged_findings: ['REMOTE_CODE'],
    }),
  )
})

test('without a target the buttons are disabled', async () => {
  const { user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`)
  await user.click(await screen.findByRole('checkbox', { name: 'Codex' }))
  await user.click(screen.getByRole('checkbox', { name: 'Claude Code' }))
  expect(await button('Install privately')).toBeDisabled()
  expect(await button('Approve to workspace')).toBeDisabled()
  expect(screen.getByText('Choose at least one folder.')).toBeVisible()
})

test('a name that is taken can be changed; nothing is overwritten', async () => {
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('POST /api/learn/proposals/*/install', () => {
      throw new Refusal(409, 'SKILL_ALREADY_EXISTS', 'A skill of that name stands in Claude Code.')
    })
    fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail())
  })
  await user.click(await button('Install privately'))
  await user.click(await button('Install anyway'))
  expect(await screen.findByText('A skill of that name stands in Claude Code.')).toBeVisible()
  await user.click(await button('Rename'))
  await user.type(await screen.findByLabelText('New name'), 'Weekly Notes{Enter}')
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/revise'))?.body).toEqual({
      revision_instructions: '',
      edited_fields: { proposed_skill_slug: 'weekly-notes' },
    }),
  )
})

test('the head of a review has one next step, and leads to its question', async () => {
  const question = {
    question_id: 'q-1',
    field: 'success_condition' as const,
    question_text: 'What shows that it worked?',
    required: false,
    choices: [],
    answered: false,
  }
  const { user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('GET /api/learn/proposals/*/detail', () => proposalDetail({ questions: [question] })),
  )
  const path = await screen.findByRole('list', { name: 'Path to an installed ability' })
  await user.click(within(path).getByRole('button', { name: /question/ }))
  expect(screen.getByRole('form', { name: 'Questions' })).toContainElement(
    document.activeElement as HTMLElement,
  )
  expect(path).toHaveTextContent(/never rehearsed/)
})

test('what goes into the sandbox alone is installed without asking', async () => {
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    const { targets, ...rest } = proposalDetail()
    const rows = targets.map((row) => ({ ...row, preselected: false }))
    const sandbox = { ...rows[0], target_id: 'sandbox', label: 'Practice sandbox', enabled: false }
    fake.on('GET /api/learn/proposals/*/detail', () => ({
      ...rest,
      targets: [...rows, { ...sandbox, preselected: true, writable: true, occupied: false }],
    }))
    fake.on('POST /api/learn/proposals/*/install', () => ({
      proposal: {},
      ability_id: 'ability_x',
      saga_id: 's',
      files: [],
    }))
  })
  expect(await screen.findByRole('checkbox', { name: 'Practice sandbox' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Claude Code' })).not.toBeChecked()
  await user.click(await button('Install privately'))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/install'))?.body).toMatchObject({
      targets: ['sandbox'],
    }),
  )
})

test('a browser that was closed is said to be, and opened again', async () => {
  const { fake, user } = await renderApp('capturing', '/learn/active', (fake) => {
    const told = detail()
    const scope = told.observation_scope!
    const adapters = scope.adapters.map((adapter) =>
      adapter.kind === 'browser_dom'
        ? { ...adapter, healthy: false, last_error_code: 'ADAPTER_LOST' }
        : adapter,
    )
    fake.on('GET /api/learn/sessions/*/detail', () => ({
      ...told,
      observation_scope: { ...scope, adapters },
    }))
    fake.on('POST /api/learn/sessions/*/pause', () => ({ session: session({ state: 'paused' }) }))
    fake.on('POST /api/learn/sessions/*/resume', () => ({ session: session() }))
  })
  const banner = await screen.findByRole('region', { name: 'Observation' })
  expect(banner).toHaveTextContent(/Watching Terminal.*The browser was closed\./)
  expect(screen.getByText(/Watching the terminal\. Not watching: anything else\./)).toBeVisible()
  await user.click(within(banner).getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(fake.calls.some((call) => call.path.endsWith('/resume'))).toBe(true))
})

test('rejecting needs a reason', async () => {
  const { fake, user, path } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('POST /api/learn/proposals/*/reject', () => proposalDetail()),
  )
  await user.click(await button('Reject'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('button', { name: 'Reject' })).toBeDisabled()
  await user.type(within(dialog).getByLabelText('Why?'), 'Too narrow')
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(path()).toBe('/learn/pending'))
  expect(fake.calls.find((call) => call.path.endsWith('/reject'))?.body).toEqual({
    reason: 'Too narrow',
  })
})

test('a dialog of the header has the system menu for its text, not that of the header', async () => {
  const { user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`)
  await user.click(await button('Reject'))
  const why = within(await screen.findByRole('dialog')).getByRole('textbox')
  expect(fireEvent.contextMenu(why), 'the menu with Paste comes').toBe(true)
  fireEvent.keyDown(why, { key: 'ContextMenu' })
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.contextMenu(
    await screen.findByRole('heading', { level: 2, name: 'Post the weekly release notes' }),
  )
  expect(await screen.findByRole('menuitem', { name: 'Copy the name' })).toBeVisible()
})

test('rejecting a draft does not ask about unsaved text', async () => {
  const { user, path } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('POST /api/learn/proposals/*/reject', () => proposalDetail()),
  )
  await user.click(await button('Revise'))
  await user.type(
    within(await screen.findByRole('form', { name: 'Revise' })).getByLabelText(
      'Checkpoint 1: goal',
    ),
    ' today',
  )
  await user.click(await button('Reject'))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Why?'), 'Too narrow')
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(path()).toBe('/learn/pending'))
})

test('a value that is always the same is corrected with one key, and taken back', async () => {
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('PUT /api/learn/proposals/*/values', () => proposalDetail()),
  )
  const table = await screen.findByRole('region', { name: 'What changes next time?' })
  const choice = within(table).getByRole('radiogroup', { name: 'Next time, “Week 47”' })
  within(choice).getByRole('radio', { name: 'Changes' }).focus()
  await user.keyboard('{Enter}')
  const said = () => fake.calls.filter((call) => call.path.endsWith('/values'))
  await waitFor(() => expect(said()).toHaveLength(1))
  const before = { example: '2026-11-13', name: 'since', changes: 'derived' }
  expect(said()[0]?.body).toEqual({
    values: [before, { example: 'Week 47', name: 'week', changes: 'same' }],
  })
  await user.click(within(table).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(said()).toHaveLength(2))
  expect(said()[1]?.body).toEqual({ values: [before] })

  await user.click(within(table).getByRole('button', { name: 'Where “Week 47” comes from' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Read while doing it' }))
  await waitFor(() => expect(said()).toHaveLength(3))
  const name = within(table).getByLabelText('Name of “2026-11-13”')
  await user.clear(name)
  await user.type(name, 'First day{Enter}')
  await waitFor(() => expect(said()).toHaveLength(4))
  expect(said()[3]?.body).toMatchObject({
    values: expect.arrayContaining([{ ...before, name: 'first_day' }]),
  })
})

test('a draft without values says so', async () => {
  await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({ values: [], variables: [] }),
    ),
  )
  expect(await screen.findByText(/Nothing was typed, chosen or picked/)).toBeVisible()
})

test('only changed fields of a draft are sent', async () => {
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail())
  })
  await user.click(await button('Revise'))
  const form = await screen.findByRole('form', { name: 'Revise' })
  expect(within(form).getByRole('button', { name: 'Save changes' })).toBeDisabled()
  const goal = within(form).getByLabelText('Checkpoint 1: goal')
  await user.clear(goal)
  expect(within(form).getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await user.type(goal, 'All merges are listed')
  await user.click(within(form).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Revise' })).toBeNull())
  const sent = fake.calls.find((call) => call.path.endsWith('/revise'))?.body as {
    edited_fields: { checkpoints: Array<{ goal: string }> }
  }
  expect(Object.keys(sent.edited_fields)).toEqual(['checkpoints'])
  expect(sent.edited_fields.checkpoints[0]?.goal).toBe('All merges are listed')
})

test('a page with unsaved text asks before it is left', async () => {
  const { user, path, fake } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail()),
  )
  const here = path()
  await user.click(await button('Revise'))
  await user.type(
    within(await screen.findByRole('form', { name: 'Revise' })).getByLabelText(
      'Checkpoint 1: goal',
    ),
    ' today',
  )
  expect(await button('Install privately'), 'what is installed is what was saved').toBeDisabled()

  await user.click(screen.getByRole('link', { name: 'Back to Pending Abilities' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole(
      'button',
      { name: 'Stay' },
    ),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(path()).toBe(here)
  expect(screen.getByLabelText('Checkpoint 1: goal')).toHaveDisplayValue(/ today$/)

  await user.click(screen.getByRole('link', { name: 'Back to Pending Abilities' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole(
      'button',
      { name: 'Leave' },
    ),
  )
  await waitFor(() => expect(path()).toBe('/learn/pending'))
  expect(fake.calls.some((call) => call.path.endsWith('/revise'))).toBe(false)
})

test('a page without unsaved text is left immediately', async () => {
  const { user, path } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail()),
  )
  await user.click(await button('Revise'))
  await user.type(
    within(await screen.findByRole('form', { name: 'Revise' })).getByLabelText(
      'Checkpoint 1: goal',
    ),
    ' today',
  )
  await user.click(await button('Save changes'))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Revise' })).toBeNull())
  await user.click(screen.getByRole('link', { name: 'Back to Pending Abilities' }))
  await waitFor(() => expect(path()).toBe('/learn/pending'))
})

test('a rehearsal is started, followed, marked by hand and finished', async () => {
  let running = false
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('GET /api/learn/proposals/*/rehearsal', () => (running ? rehearsal() : null))
    fake.on(
      'POST /api/learn/proposals/*/validate',
      () => ((running = true), { validation_run: {}, runs: [], schema_version: 1 }),
    )
    fake.on('POST /api/learn/proposals/*/rehearsal/mark', () => rehearsal())
    fake.on(
      'POST /api/learn/proposals/*/rehearsal/finish',
      () => ((running = false), rehearsal({ running: false, overall_result: 'passed' })),
    )
  })
  await user.click(await button('Rehearse'))
  await user.type(await screen.findByLabelText('Start address'), 'wiki.example.org')
  const values = screen.getByRole('group', { name: 'Values for this rehearsal' })
  expect(within(values).getByLabelText('--since')).toHaveAttribute('placeholder', '2026-11-13')
  expect(within(values).queryByLabelText('API key')).toBeNull()
  await user.type(within(values).getByLabelText('Title'), 'Week 49')
  await user.click(await button('Start rehearsal'))
  const drawer = await screen.findByRole('complementary', { name: 'Rehearsal' })
  expect(fake.calls.find((call) => call.path.endsWith('/validate'))?.body).toEqual({
    selected_tests: ['rehearsal'],
    start_url: 'https://wiki.example.org',
    inputs: { week: 'Week 49' },
  })
  expect(within(drawer).getByText('2 of 4')).toBeVisible()
  await user.click(within(drawer).getByRole('button', { name: /Reviewers are mentioned/ }))
  await user.click(within(drawer).getByRole('button', { name: 'Mark by hand' }))
  await user.click(await screen.findByRole('menuitem', { name: 'I skipped it' }))
  await user.type(await screen.findByLabelText('Why?'), 'Nobody to name')
  await user.click(await button('Mark'))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/mark'))?.body).toEqual({
      checkpoint_id: 'cp-03',
      status: 'skipped',
      evidence: 'Nobody to name',
      reason: 'Nobody to name',
    }),
  )
  await user.click(within(drawer).getByRole('button', { name: 'Finish rehearsal' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/finish'))?.body).toEqual({
      cancel: false,
    }),
  )
})

const preview = (over: Partial<Schemas['RevisionPreviewResponse']> = {}) => ({
  changes: [],
  needs_confirmation: [],
  refused: [],
  unclear: [],
  offers: [],
  no_author: 'Choose who writes in Settings.',
  kinds: ['a value: “region always stays EMEA”'],
  ...over,
})

test('a finding of a rehearsal offers what would settle it; one click does it', async () => {
  const instruction = 'checkpoint 4 is optional'
  const { fake, user } = await renderApp(
    'rehearsed',
    `/learn/pending/${PROPOSAL}?rehearsal=true`,
    (fake) => {
      fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail())
      fake.on('POST /api/learn/proposals/*/revise/preview', () =>
        preview({ offers: [{ instruction, words: 'It is not always needed: make it optional.' }] }),
      )
    },
  )
  await user.click(await button('Revise with this finding'))
  await user.click(await button('It is not always needed: make it optional.'))
  const finding = { checkpoint_id: 'cp-04', why: 'The page is not published.' }
  const sent = (end: string) => fake.calls.find((call) => call.path.endsWith(end))?.body
  await waitFor(() =>
    expect(sent('/revise')).toMatchObject({
      revision_instructions: instruction,
      confirm_weaker: true,
      findings: expect.arrayContaining([finding]),
    }),
  )
  expect(sent('/revise/preview')).toMatchObject({
    findings: expect.arrayContaining([finding]),
  })
  expect(await screen.findByRole('form', { name: 'Revise' }), 'and is edited there').toBeVisible()
})

test('instructions say before what they change, and what nobody understands cannot be sent', async () => {
  const { fake, user } = await renderApp('ready', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('POST /api/learn/proposals/*/revise', () => proposalDetail())
    fake.on('POST /api/learn/proposals/*/revise/preview', ({ body }) => {
      const { revision_instructions: words } = body as Schemas['ProposalReviseRequest']
      if (words === 'friendlier')
        return preview({ unclear: [{ words, why: 'No rule understands these words.' }] })
      if (words === 'drop checkpoint 2')
        return preview({ changes: ['It is dropped.'], needs_confirmation: ['It is dropped.'] })
      return preview()
    })
  })
  await user.click(await button('Revise'))
  const field = await screen.findByLabelText('Anything else to change')
  expect(await screen.findByText(/The rules understand a value.*Choose who writes/)).toBeVisible()
  fireEvent.change(field, { target: { value: 'friendlier' } })
  expect(await screen.findByText(/No rule understands these words/)).toBeVisible()
  expect(await button('Save changes')).toBeDisabled()
  expect(field, 'nothing typed is lost').toHaveValue('friendlier')
  fireEvent.change(field, { target: { value: 'drop checkpoint 2' } })
  expect(await screen.findByRole('list', { name: 'Will change' })).toHaveTextContent(
    'It is dropped.',
  )
  expect(await button('Save changes')).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: /although it weakens the skill/ }))
  await user.click(await button('Save changes'))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.path.endsWith('/revise'))?.body).toMatchObject({
      revision_instructions: 'drop checkpoint 2',
      confirm_weaker: true,
    }),
  )
})

test('coaching makes a draft of the typed outline', async () => {
  const { fake, user, path } = await renderApp('empty', '/learn/new?mode=coaching_agent', (fake) =>
    byHand(fake),
  )
  await user.type(await screen.findByLabelText('Goal'), 'Send the report')
  expect(await button('Make the draft')).toBeDisabled()
  await user.type(screen.getByLabelText('Outline'), 'Open it{Enter}{Enter}Send it')
  await user.type(screen.getByLabelText('Limits'), 'Ask before sending')
  await user.click(await button('Make the draft'))
  await waitFor(() => expect(path()).toContain('/learn/pending'))
  const created = fake.calls.find(
    (call) => call.method === 'POST' && call.path === '/api/learn/sessions',
  )
  expect(created?.body).toEqual({
    entry_mode: 'coaching_agent',
    observation_mode: 'none',
    goal: 'Send the report',
    watch: [],
    outline: { steps: ['Open it', 'Send it'], hints: [], limits: ['Ask before sending'] },
  })
})

const ABILITY = ability().ability_id
const IMPROVE = `/learn/new?mode=improving_existing_skill&skill=${ABILITY}`
const now = (state: 'armed' | 'capturing' | 'stopped' | 'drafting_proposal') =>
  session({ ...IMPROVING, state, proposal_id: state === 'drafting_proposal' ? PROPOSAL : null })
/** A fake engine that brings a session without watching to its draft. */
function byHand(fake: Fake): void {
  fake.on('POST /api/learn/sessions', () => ({
    session: now('armed'),
    ui_mode: 'drawer',
    next_action: 'show_skill_delta_editor',
  }))
  fake.on('POST /api/learn/sessions/*/start', () => ({
    session: now('capturing'),
    observation_active: false,
    adapters_armed: [],
  }))
  fake.on('POST /api/learn/sessions/*/stop', () => ({
    session: now('stopped'),
    captured_event_count: 0,
    captured_trace_ids: [],
    next_action: 'generate_proposal',
  }))
  fake.on('POST /api/learn/sessions/*/generate-proposal', () => ({
    session: now('drafting_proposal'),
    proposal_id: PROPOSAL,
  }))
  fake.on('POST /api/learn/sessions/*/cancel', () => ({
    session: session({ ...IMPROVING, state: 'cancelled' }),
  }))
}
const posts = (fake: Fake): string[] =>
  fake.calls
    .filter((call) => call.method === 'POST')
    .map((call) => call.path.split('/').at(-1) ?? '')

test('an ability is improved by hand: one click opens a draft of it, and nothing is watched', async () => {
  const { fake, user, path } = await renderApp('installed', IMPROVE, byHand)
  expect(await button('Ability: Post the weekly release notes')).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Off: edit the draft' })).toBeChecked()
  expect(screen.queryByRole('group', { name: 'What is watched' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Edit a draft' }))
  await waitFor(() => expect(path()).toBe(`/learn/pending/${PROPOSAL}`))
  expect(fake.calls.find((call) => call.method === 'POST')?.body).toEqual({
    entry_mode: 'improving_existing_skill',
    target_kind: 'existing_skill',
    target_skill_id: ABILITY,
    observation_mode: 'none',
    watch: [],
  })
  expect(posts(fake)).toEqual(['sessions', 'start', 'stop', 'generate-proposal'])
})

test('an ability is chosen by search and demonstrated again with the same options', async () => {
  const { fake, user, path, search } = await renderApp('installed', '/learn/new', (fake) => {
    fake.on('GET /api/abilities/availability', () => ({
      abilities: [
        ability(),
        ability({ ability_id: 'ability_tidy', title: 'Tidy the inbox' }),
        ability({ ability_id: 'ability_their', title: 'Somebody’s', source: 'imported' }),
      ],
      snapshot_as_of: '',
      stale: false,
      schema_version: 1,
    }))
    fake.on('POST /api/learn/sessions', () => ({
      session: session({ state: 'armed' }),
      ui_mode: 'overlay',
      next_action: 'wait_for_first_meaningful_event',
    }))
    fake.on('POST /api/learn/sessions/*/start', started)
  })
  await user.click(await button('Improving Existing Skill'))
  expect(await button('Edit a draft'), 'of nothing no draft can be made').toBeDisabled()
  await user.click(await button('Ability: Choose an ability'))
  const box = await screen.findByRole('dialog', { name: 'Abilities' })
  expect(
    within(box)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Post the weekly release notesWorkspace', 'Tidy the inboxWorkspace'])
  await user.type(within(box).getByRole('combobox'), 'tidy{Enter}')
  expect(await button('Ability: Tidy the inbox')).toBeVisible()
  expect(search()).toEqual({ mode: 'improving_existing_skill', skill: 'ability_tidy' })
  await user.click(screen.getByRole('radio', { name: 'On: demonstrate again' }))
  await user.click(
    within(screen.getByRole('group', { name: 'What is watched' })).getByRole('button', {
      name: 'Terminal',
    }),
  )
  await user.type(screen.getByLabelText('Start address'), 'mail.example.org')
  await user.click(screen.getByRole('button', { name: 'Start demonstration' }))
  await waitFor(() => expect(path()).toBe('/learn/active'))
  expect(fake.calls.find((call) => call.method === 'POST')?.body).toMatchObject({
    entry_mode: 'improving_existing_skill',
    target_kind: 'existing_skill',
    target_skill_id: 'ability_tidy',
    observation_mode: 'outside_agent',
    watch: ['browser'],
    start_url: 'https://mail.example.org',
    build_policy: 'build_then_review',
  })
})

test('without a taught ability there is nothing to improve, and teaching is offered', async () => {
  const { user } = await renderApp('empty', '/learn/new?mode=improving_existing_skill')
  expect(await screen.findByRole('heading', { name: 'No ability to improve yet' })).toBeVisible()
  const [, offer] = screen.getAllByRole('button', { name: 'Demonstrating Skill' })
  await user.click(offer as HTMLElement)
  expect(await button('Start demonstration')).toBeEnabled()
})

test('a missing ability is reported at its field; a failed draft does not hold the slot', async () => {
  const { fake, user } = await renderApp(
    'installed',
    '/learn/new?mode=improving_existing_skill&skill=ability_gone',
    byHand,
  )
  expect(
    await screen.findByText(
      'You have not taught an ability “ability_gone”. Choose one that you taught.',
    ),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Edit a draft' })).toBeDisabled()
  await user.click(await button('Ability: Choose an ability'))
  await user.click(await screen.findByRole('option', { name: /^Post the weekly/ }))
  fake.on('POST /api/learn/sessions/*/generate-proposal', () => {
    throw new Refusal(
      404,
      'ABILITY_NOT_FOUND',
      'There is no ability ability_weekly-release-notes any more.',
    )
  })
  await user.click(await button('Edit a draft'))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Ability:/ })).toHaveAccessibleDescription(
      'There is no ability ability_weekly-release-notes any more.',
    ),
  )
  expect(posts(fake)).toEqual(['sessions', 'start', 'stop', 'generate-proposal', 'cancel'])
})

test('an interrupted improvement continues to its draft, and no banner says that it is watched', async () => {
  const halfway = session({ ...IMPROVING, state: 'capturing' })
  const { fake, user, path } = await renderApp('empty', '/learn/active', (fake) => {
    byHand(fake)
    fake.on('GET /api/learn/sessions', () => ({
      sessions: [halfway],
      total: 1,
      page: 1,
      page_size: 100,
    }))
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({ session: halfway, captured_event_count: 0 }),
    )
  })
  await user.click(await button('Edit a draft'))
  expect(screen.queryByRole('region', { name: 'Observation' })).toBeNull()
  await waitFor(() => expect(path()).toBe(`/learn/pending/${PROPOSAL}`))
  expect(posts(fake)).toEqual(['stop', 'generate-proposal'])
})

test('the review of an improvement names the ability and shows the changes first', async () => {
  const { user, path, search } = await renderApp('improving', `/learn/pending/${PROPOSAL}`)
  expect(await screen.findByRole('tab', { name: 'Diff', selected: true })).toBeVisible()
  await user.click(
    await screen.findByRole('link', { name: 'Improves Post the weekly release notes' }),
  )
  await waitFor(() => expect(path()).toBe('/skills'))
  expect(search()).toMatchObject({ open: ABILITY })
})

test('an improvement without changes opens in the editor, and typing stays there', async () => {
  await renderApp('improving', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({ installed_skill_md: SKILL_MD }),
    ),
  )
  expect(await screen.findByRole('tab', { name: 'Source', selected: true })).toBeVisible()
  const { EditorView } = await import('@codemirror/view')
  EditorView.findFromDOM(await screen.findByRole('textbox', { name: 'SKILL.md' }))?.dispatch({
    changes: { from: SKILL_MD.length, insert: 'More.' },
  })
  expect(await button('Save')).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Source', selected: true })).toBeVisible()
})

test('a draft that can no longer be changed keeps unsaved text visible and says why it is not saved', async () => {
  let state: Schemas['ProposalState'] = 'ready_for_review'
  const { fake } = await renderApp('improving', `/learn/pending/${PROPOSAL}`, (fake) =>
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({
        proposal: proposal({ proposal_state: state }),
        installed_skill_md: SKILL_MD,
      }),
    ),
  )
  expect(await screen.findByRole('tab', { name: 'Source', selected: true })).toBeVisible()
  const { EditorView } = await import('@codemirror/view')
  act(() =>
    EditorView.findFromDOM(screen.getByRole('textbox', { name: 'SKILL.md' }))?.dispatch({
      changes: { from: SKILL_MD.length, insert: 'Typed meanwhile.' },
    }),
  )
  expect(await button('Save')).toBeEnabled()
  state = 'installed_private'
  act(() =>
    fake.emit({
      data: {
        seq: 9,
        event_kind: 'learn.validation.completed',
        session_id: SESSION,
        timestamp: '',
        payload: {},
      },
    }),
  )
  expect(await screen.findByText('Not saved; the draft cannot be changed now')).toBeVisible()
  expect(await button('Save')).toBeDisabled()
  expect(screen.getByText(/Typed meanwhile\./)).toBeVisible()
})

test('a new ability opens rendered, even if another skill of its name is installed', async () => {
  await renderApp('installed', `/learn/pending/${PROPOSAL}`)
  expect(await screen.findByRole('tab', { name: 'Rendered', selected: true })).toBeVisible()
  expect(screen.queryByText(/^Improves/)).toBeNull()
})

test('a superseded draft is read-only and links to the newer one', async () => {
  const newer = '01900000-0000-7000-8000-000000000099'
  const { user, path } = await renderApp('installed', `/learn/pending/${PROPOSAL}`, (fake) => {
    fake.on('GET /api/learn/proposals/*/detail', ({ id }) =>
      proposalDetail({
        proposal: proposal({
          proposal_id: id,
          proposal_state: 'approved',
          superseded_by: id === PROPOSAL ? newer : null,
        }),
      }),
    )
  })
  expect(await screen.findByText(/This draft is read-only/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Rehearse' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Open the newer draft' }))
  await waitFor(() => expect(path()).toBe(`/learn/pending/${newer}`))
  expect(await button('Rehearse')).toBeEnabled()
})

test('capture_already_stopped_error_rendered: a late Stop is reported, and the session is fetched again', async () => {
  const sentence = 'This capture was stopped already. Look at what was captured.'
  const { fake, user, shownErrors } = await renderApp('capturing', '/learn/active', (fake) =>
    fake.on('POST /api/learn/sessions/*/stop', () => {
      fake.on('GET /api/learn/sessions/*/detail', () =>
        detail({ session: session({ state: 'stopped' }) }),
      )
      throw new Refusal(409, 'CAPTURE_ALREADY_STOPPED', sentence)
    }),
  )
  const asked = () =>
    fake.calls.filter(
      (call) => call.method === 'GET' && call.path === `/api/learn/sessions/${SESSION}/detail`,
    ).length
  const stop = await button('Stop')
  const before = asked()
  await user.click(stop)
  await waitFor(() => expect(shownErrors).toEqual([sentence]))
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
})
