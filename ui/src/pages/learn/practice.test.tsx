import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import {
  PRACTISING,
  PROPOSAL,
  RUNTIMES,
  agentPractice,
  detail,
  practiceTry,
  session,
} from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'
import {
  EMPTY_PRACTICE,
  canPractise,
  practicePolicy,
  practiceProblems,
  resultsOf,
  restsOnWord,
} from './new/practicePlan'
import { SAFE_DEFAULT } from '#ui/domain/agentRuns/testPolicy'

const NEW = '/learn/new?mode=autonomous_agent_practice'
const field = (name: string): HTMLElement => screen.getByLabelText(name)

const of = (state: 'armed' | 'capturing') => session({ ...PRACTISING, state })

/** A fake engine in which a practice can be begun. */
function beginnable(fake: Fake): void {
  fake.on('POST /api/learn/sessions', () => ({
    session: of('armed'),
    ui_mode: 'exploratory',
    next_action: 'launch_exploration',
  }))
  fake.on('POST /api/learn/sessions/*/set-test-policy', () => ({ session: of('armed') }))
  fake.on('POST /api/learn/sessions/*/start', () => ({
    session: of('capturing'),
    observation_active: false,
    adapters_armed: [],
  }))
}

/** A fake engine in which an agent practises, or has practised. */
function practising(
  fake: Fake,
  state: 'capturing' | 'stopped' = 'capturing',
  change: Parameters<typeof agentPractice>[0] = {},
): void {
  const actions =
    state === 'capturing'
      ? (['cancel', 'stop', 'retain'] as const)
      : (['cancel', 'generate_proposal', 'retain'] as const)
  const now = session({ ...PRACTISING, state, actions: [...actions] })
  fake.on('GET /api/learn/sessions', () => ({
    sessions: [now],
    total: 1,
    page: 1,
    page_size: 100,
  }))
  fake.on('GET /api/learn/sessions/*/detail', () => detail({ session: now, actions: [...actions] }))
  fake.on('GET /api/learn/sessions/*/practice', () => agentPractice(change))
}

test('a practice is asked for with what must be true, and starts', async () => {
  const { fake, user, path } = await renderApp('empty', NEW, beginnable)
  const start = await screen.findByRole('button', { name: 'Start practice' })
  expect(screen.getByRole('button', { name: 'Autonomous Agent Practice' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await user.click(start)
  expect(screen.getByText('Say what the agent should be able to do.')).toBeVisible()
  expect(screen.getByText(/Name at least one file/)).toBeVisible()
  expect(screen.getByText('Choose an agent.')).toBeVisible()
  await waitFor(() => expect(field('Goal')).toHaveFocus())
  expect(
    fake.calls.some(({ method }) => method === 'POST'),
    'nothing was sent',
  ).toBe(false)
  await user.type(field('Goal'), 'Copy the table')
  await user.type(
    field('Files that must be there at the end'),
    'clean.csv => 1,2{Enter}out/log.txt',
  )
  await user.type(field('What only you can judge'), 'It is tidy')
  await user.type(field('Example folder'), '/home/ada/tables')
  await user.type(field('Hints'), 'Keep the header')
  await user.type(field('Tries at most'), '2')
  await user.click(screen.getByRole('radio', { name: /Claude Code/ }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(path()).toBe('/learn/active'))
  const posts = fake.calls.filter(({ method }) => method === 'POST')
  expect(posts.map((call) => call.path.split('/').at(-1))).toEqual(['sessions', 'start'])
  expect(posts[0]?.body).toEqual({
    entry_mode: 'autonomous_agent_practice',
    observation_mode: 'inside_agent',
    goal: 'Copy the table',
    practice: {
      agent: 'claude',
      hints: ['Keep the header'],
      limits: [],
      results: [
        { kind: 'file_contains', path: 'clean.csv', text: '1,2' },
        { kind: 'file_exists', path: 'out/log.txt' },
        { kind: 'on_your_word', text: 'It is tidy' },
      ],
      folder: '/home/ada/tables',
      tries: 2,
      use_author: false,
      without_isolation: false,
    },
  })
})

test('a test policy is set before the start, and a refusal cancels the session', async () => {
  const { fake, user } = await renderApp('empty', NEW, (fake) => {
    beginnable(fake)
    fake.on('POST /api/learn/sessions/*/start', () => {
      throw new Refusal(409, 'CONFLICT', 'An agent runs already.')
    })
    fake.on('POST /api/learn/sessions/*/cancel', () => ({
      session: session({ ...PRACTISING, state: 'cancelled' }),
    }))
  })
  await user.type(await screen.findByLabelText('Goal'), 'Tidy up')
  await user.type(field('What only you can judge'), 'It is tidy')
  expect(screen.getByText(/rests on your word/)).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /Claude Code/ }))
  await user.click(await screen.findByText(/^Test policy: Controlled live test, the safe default/))
  expect(screen.getByText(/This task was not recorded/)).toBeVisible()
  await user.selectOptions(field('How far it may go'), 'A copy')
  await user.click(screen.getByRole('button', { name: 'Start practice' }))
  expect(screen.getByText(/Name the folder that is copied/)).toBeVisible()
  expect(fake.calls.some(({ method }) => method === 'POST')).toBe(false)
  await user.type(field('Example folder'), '/home/ada/tables')
  await user.click(screen.getByRole('checkbox', { name: /remove files/ }))
  await user.click(screen.getByRole('button', { name: 'Start practice' }))
  expect(await screen.findByText(/An agent runs already/)).toBeVisible()
  const posts = fake.calls.filter(({ method }) => method === 'POST')
  expect(posts.map((call) => call.path.split('/').at(-1))).toEqual([
    'sessions',
    'set-test-policy',
    'start',
    'cancel',
  ])
  expect(posts[1]?.body).toMatchObject({
    test_policy: {
      mode: 'copy_artifact',
      forbid_destructive_writes: false,
      forbid_external_send: true,
      max_actions: 40,
    },
  })
})

test('without an agent the form says what can be installed', async () => {
  await renderApp('empty', NEW, (fake) =>
    fake.on('GET /api/agents/runtimes', () => ({
      runtimes: RUNTIMES.filter(({ presence }) => presence !== 'found'),
      isolation: { kind: 'none', holds: [], open: [] },
    })),
  )
  expect(await screen.findByText('No agent was found on this machine.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Start practice' })).toBeNull()
})

test('the tries are shown as they happen, and the keys choose one and stop', async () => {
  const { fake, user } = await renderApp('empty', '/learn/active', (fake) => {
    practising(fake)
    fake.on('POST /api/learn/sessions/*/stop', () => ({
      session: session({ ...PRACTISING, state: 'stopped' }),
      captured_event_count: 0,
      captured_trace_ids: [],
      next_action: 'review_captured',
    }))
  })
  const tries = await screen.findByRole('radiogroup', { name: 'Tries' })
  const [first, second] = within(tries).getAllByRole('radio')
  expect(first).toHaveAccessibleName(/Try 1 Failed the best .*2 actions/)
  expect(second).toHaveAccessibleName(/Try 2 Working/)
  expect(second).toBeChecked()
  const told = await screen.findByRole('list', { name: 'Advice given for this try' })
  expect(told).toHaveTextContent('look at the end that it is right')
  expect(screen.getByText('3 tries of 10 minutes')).toBeVisible()
  await user.click(first as HTMLElement)
  const checks = await screen.findByRole('list', { name: 'What was read' })
  expect(checks).toHaveTextContent('not trueclean.csv contains “1,2” The file lacked “1,2”.')
  expect(checks).toHaveTextContent('on your wordThe table is easy to read')
  await waitFor(() =>
    expect(
      fake.calls.some(
        ({ path, query }) => path.endsWith('/practice') && query.get('try_number') === '1',
      ),
    ).toBe(true),
  )
  const banner = screen.getByRole('region', { name: 'Observation' })
  expect(banner).toHaveTextContent('An agent practises “Copy the table”')
  await user.keyboard('{Control>}.{/Control}')
  await waitFor(() =>
    expect(fake.calls.some(({ method, path }) => method === 'POST' && path.endsWith('/stop'))).toBe(
      true,
    ),
  )
})

test('a practice that failed says why, keeps what it learned and offers its best try', async () => {
  const { fake, user } = await renderApp('empty', '/learn/active', (fake) => {
    practising(fake, 'stopped', {
      tries: [practiceTry(), practiceTry({ number: 2, entries: [] })],
      outcome: 'no_progress',
      message: 'The last two tries failed in the same way, so there is no further one.',
    })
    fake.on('POST /api/learn/sessions/*/generate-proposal', () => ({
      session: session({ ...PRACTISING, state: 'drafting_proposal' }),
      proposal_id: PROPOSAL,
    }))
  })
  const outcome = await screen.findByRole('status', { name: 'Outcome' })
  expect(outcome).toHaveTextContent('No progress')
  expect(outcome).toHaveTextContent('failed in the same way')
  expect(screen.getByText(/An agent practised in a separate folder/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Learned so far' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Build a draft of the best try' }))
  await waitFor(() =>
    expect(fake.calls.some(({ path }) => path.endsWith('/generate-proposal'))).toBe(true),
  )
})

test('a breach is said once, and a try without a verdict says why', async () => {
  const breach = 'Destructive, which the policy forbids: rm -rf tables'
  await renderApp('empty', '/learn/active', (fake) =>
    practising(fake, 'stopped', {
      tries: [
        practiceTry({ passed: null, end: { kind: 'timed_out', message: 'It took 10 minutes.' } }),
        practiceTry({ number: 2, end: { kind: 'policy_violation', message: breach } }),
      ],
      outcome: 'policy_breach',
      message: `The last try broke the test policy: ${breach}.`,
    }),
  )
  const outcome = await screen.findByRole('status', { name: 'Outcome' })
  expect(outcome).toHaveTextContent('Test policy broken')
  const [first] = screen.getAllByRole('radio', { name: /^Try/ })
  expect(first).toHaveAccessibleName(/Try 1 Out of time/)
  expect(screen.getAllByText(/rm -rf tables/)).toHaveLength(1)
})

test('a practice whose first try has not begun says so', async () => {
  await renderApp('empty', '/learn/active', (fake) =>
    practising(fake, 'capturing', { tries: [], lessons: [], best_try: null }),
  )
  expect(await screen.findByText('The first try begins.', { exact: false })).toHaveTextContent(
    'Claude Code practises. The first try begins.',
  )
})

test('before the first try there is none to see', async () => {
  await renderApp('empty', '/learn/active', (fake) => {
    practising(fake)
    fake.on('GET /api/learn/sessions/*/practice', () => {
      throw new Refusal(404, 'NOT_FOUND', 'No agent has practised in this session.')
    })
  })
  expect(await screen.findByText(/No try was made yet/)).toBeVisible()
})

test('every problem names its field', () => {
  const [isolated, open] = RUNTIMES
  const good = { ...EMPTY_PRACTICE, goal: 'Copy', files: 'a.csv' }
  expect(canPractise(practiceProblems(good, isolated))).toBe(true)
  expect(practiceProblems(good, open).withoutIsolation).toBeTruthy()
  for (const [change, name] of [
    [{ goal: ' ' }, 'goal'],
    [{ files: '' }, 'files'],
    [{ files: '/etc/passwd' }, 'files'],
    [{ files: 'a/../../b' }, 'files'],
    [{ files: '=> x' }, 'files'],
    [{ files: 'a =>' }, 'files'],
    [{ files: Array(9).fill('a').join('\n') }, 'files'],
    [{ hints: 'x'.repeat(241) }, 'hints'],
    [{ limits: Array(13).fill('a').join('\n') }, 'limits'],
    [{ folder: 'tables' }, 'folder'],
    [{ minutes: '0' }, 'minutes'],
    [{ tries: '11' }, 'tries'],
  ] as const) {
    const problems = practiceProblems({ ...good, ...change }, isolated)
    expect({ change, problem: problems[name] }).toEqual({ change, problem: expect.any(String) })
    expect(canPractise(problems)).toBe(false)
  }
  const policy = { ...SAFE_DEFAULT, actions: '201' }
  expect(practiceProblems({ ...good, policy }, isolated).policy.actions).toContain('1 to 200')
  expect(canPractise(practiceProblems({ ...good, policy }, isolated))).toBe(false)
  const sites = { ...SAFE_DEFAULT, sites: 'example.org' }
  const free = { ...good, withoutIsolation: true, policy: sites }
  expect(practiceProblems(free, open).policy.sites, 'it is not isolated').toBeTruthy()
  expect(resultsOf({ ...good, files: 'a => b => c' })).toEqual([
    { kind: 'file_contains', path: 'a', text: 'b => c' },
  ])
  expect(restsOnWord({ ...good, files: '', words: 'It is nice' })).toBe(true)
  expect(practicePolicy(good, 'id')).toBeUndefined()
})
