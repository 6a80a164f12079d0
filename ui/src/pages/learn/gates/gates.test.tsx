import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { canTry, EMPTY_GATE, gateProblems, gateRequest } from '#ui/domain/gates/gateRequest'
import { SAFE_DEFAULT } from '#ui/domain/agentRuns/testPolicy'
import { differenceWords, gateWord } from '#ui/domain/gates/gateWords'
import { Refusal } from '#ui/test/fakeBackend'
import { PROPOSAL, RUNTIMES, endedGate, gate, proposalDetail, uuid } from '#ui/test/fixtures'
import { type RenderedApp, renderApp } from '#ui/test/renderApp'

const REVIEW = `/learn/pending/${PROPOSAL}`
const GATE = `/learn/gates/${uuid(63)}`
const dialog = (): Promise<HTMLElement> =>
  screen.findByRole('dialog', { name: 'Does it help my agent?' })
const body = ({ fake }: RenderedApp, path: string): unknown =>
  fake.calls.find((call) => call.method === 'POST' && call.path === path)?.body

test('a draft is tried with and without, and the tries open', async () => {
  const app = await renderApp('ready', REVIEW)
  const { user } = app
  const box = await screen.findByRole('region', { name: 'Does it help my agent?' })
  expect(await within(box).findByText('Not tried yet.')).toBeVisible()
  await user.keyboard('rg')
  const form = await dialog()
  const claude = await within(form).findByRole('radio', { name: /Claude Code/ })
  await user.click(within(form).getByRole('button', { name: 'Start the tries' }))
  expect(within(form).getByText('Choose an agent.')).toBeVisible()
  expect(body(app, '/api/agents/gates'), 'nothing was sent').toBeUndefined()
  expect(within(form).queryByLabelText('What must be true at the end')).toBeNull()
  await user.click(claude)
  await user.click(within(form).getByRole('button', { name: 'Use those of the demonstration' }))
  await user.type(within(form).getByLabelText('Tries of each'), '4')
  await user.click(within(form).getByRole('button', { name: 'Start the tries' }))
  expect(within(form).getByText('A whole number from 5 to 30.')).toBeVisible()
  await user.clear(within(form).getByLabelText('Tries of each'))
  await user.type(within(form).getByLabelText('Tries of each'), '8')
  await user.click(
    within(form).getByRole('checkbox', { name: 'Also try with the recording alone' }),
  )
  await user.click(within(form).getByRole('button', { name: 'Start the tries' }))
  await waitFor(() => expect(app.path()).toBe(GATE))
  expect(body(app, '/api/agents/gates')).toMatchObject({
    agent: 'claude',
    proposal_id: PROPOSAL,
    results: [],
    tries: 8,
    without_trace: true,
    without_isolation: false,
  })
})

test('a gate has a test policy of its own, and none that its agent cannot be kept to', async () => {
  const app = await renderApp('ready', REVIEW)
  const { user } = app
  await screen.findByRole('region', { name: 'Does it help my agent?' })
  await user.keyboard('rg')
  const form = await dialog()
  await user.click(await within(form).findByRole('radio', { name: /OpenClaw/ }))
  await user.click(within(form).getByRole('button', { name: 'Use those of the demonstration' }))
  await user.click(within(form).getByRole('checkbox', { name: 'Run it without isolation' }))
  await user.click(within(form).getByText(/^Test policy: Controlled live test, the safe default/))
  const mode = within(form).getByLabelText('How far it may go')
  expect(mode).toHaveAccessibleDescription(/only to these tries/)
  await user.selectOptions(mode, 'Read only')
  await user.click(within(form).getByRole('button', { name: 'Start the tries' }))
  expect(within(form).getByText(/Only a run that is isolated can be kept to this/)).toBeVisible()
  expect(body(app, '/api/agents/gates'), 'nothing was sent').toBeUndefined()
  await user.click(within(form).getByRole('radio', { name: /Claude Code/ }))
  await user.click(within(form).getByRole('button', { name: 'Start the tries' }))
  await waitFor(() => expect(app.path()).toBe(GATE))
  expect(body(app, '/api/agents/gates')).toMatchObject({
    test_policy: { mode: 'read_only', forbid_destructive_writes: true, max_actions: 40 },
  })
  expect(
    app.fake.calls.some(({ path }) => path.endsWith('/set-test-policy')),
    'it is for the tries alone',
  ).toBe(false)
})

test('a policy that cannot be read is said instead of a form', async () => {
  const { user } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('GET /api/learn/sessions/*/detail', () => {
      throw new Refusal(500, 'INTERNAL', 'The disk is full.')
    }),
  )
  await screen.findByRole('region', { name: 'Does it help my agent?' })
  await user.keyboard('rg')
  expect(await within(await dialog()).findByText(/The disk is full/)).toBeVisible()
})

test('the palette has it, and a refusal that names what is missing asks for it', async () => {
  let asked: Schemas['StartGateRequest'] | undefined
  const { user, shownErrors } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('POST /api/agents/gates', ({ body: sent }) => {
      asked = sent as Schemas['StartGateRequest']
      if (asked.results?.length) return gate()
      throw new Refusal(400, 'INVALID_REQUEST', 'results: there is nothing to judge a try by.', {
        field: 'results',
      })
    }),
  )
  await screen.findByRole('region', { name: 'Does it help my agent?' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'does it help')
  await user.click(await screen.findByRole('option', { name: /Does it help my agent\?/ }))
  const form = await dialog()
  await user.click(await within(form).findByRole('radio', { name: /Claude Code/ }))
  await user.click(within(form).getByRole('button', { name: 'Use those of the demonstration' }))
  await user.click(within(form).getByRole('button', { name: 'Start the tries' }))
  expect(await within(form).findByRole('alert')).toHaveTextContent('nothing to judge a try by')
  await user.type(
    await within(form).findByLabelText('What must be true at the end'),
    'clean.csv => Ada',
  )
  await user.click(within(form).getByRole('button', { name: 'Start the tries' }))
  await waitFor(() =>
    expect(asked?.results).toEqual([{ kind: 'file_contains', path: 'clean.csv', text: 'Ada' }]),
  )
  expect(shownErrors).toEqual([])
})

test('tries that go on are shown, and stopped at once', async () => {
  let stopped = false
  const { user } = await renderApp('ready', GATE, (fake) => {
    fake.on('GET /api/agents/gates/*', () =>
      stopped ? endedGate({ outcome: 'cancelled', message: 'It was cancelled.' }) : gate(),
    )
    fake.on('POST /api/agents/gates/*/cancel', () => {
      stopped = true
      return endedGate({ outcome: 'cancelled', message: 'It was cancelled.' })
    })
  })
  const tries = await screen.findByRole('region', { name: 'Tries' })
  expect(within(tries).getByText('3 of 15')).toBeVisible()
  expect(within(tries).getByText('Working')).toBeVisible()
  expect(within(tries).getByText('did it')).toBeVisible()
  await user.click(within(tries).getByText('did not'))
  expect(within(tries).getByText(/it was not there/)).toBeVisible()
  const main = screen.getByRole('heading', { name: 'Does “Write the weekly notes” help?' })
  const head = main.closest('header')
  if (!head) throw new Error('it has a head')
  await user.click(within(head).getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('It was cancelled.')).toBeVisible()
  expect(within(head).queryByRole('button', { name: 'Stop' })).toBeNull()
})

test('the result is a table with intervals, and says what the agent said of itself', async () => {
  await renderApp('ready', GATE, (fake) =>
    fake.on('GET /api/agents/gates/*', () => endedGate({ notes: ['The recording was left out.'] })),
  )
  const table = await screen.findByRole('table')
  const [, without, withSkill] = within(table).getAllByRole('row')
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(without).toHaveTextContent('Without the skill0 of 50 to 43 %')
  expect(withSkill).toHaveTextContent('With the skill5 of 557 to 100 %')
  expect(withSkill).toHaveTextContent('0.02 USD')
  expect(screen.getByText('+100 points (95 % interval +39 to +100)')).toBeVisible()
  expect(screen.getByText('The recording was left out.')).toBeVisible()
  expect(screen.getByText(/the agent’s own word/)).toBeVisible()
})

test('every page tells that an agent tries, and stops it', async () => {
  const { user, fake } = await renderApp('ready', '/skills', (prepared) =>
    prepared.on('GET /api/agents/gates', () => ({ gates: [gate()], schema_version: 1 })),
  )
  const show = await screen.findByRole('button', { name: 'Show the tries' })
  expect(screen.getByText(/whether “Write the weekly notes” helps/)).toBeVisible()
  expect(screen.getByText(/try 3 of 15/)).toBeVisible()
  await user.keyboard('{Control>}.{/Control}')
  await waitFor(() =>
    expect(fake.calls.some(({ path }) => path === `/api/agents/gates/${uuid(63)}/cancel`)).toBe(
      true,
    ),
  )
  expect(show).not.toBeVisible()
})

test('the review says what the lane asks for, and shows what was found', async () => {
  await renderApp('ready', REVIEW, (fake) => {
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({ gate: { setting: 'require', message: 'No gate has tried this version.' } }),
    )
    fake.on('GET /api/agents/gates', () => ({ gates: [endedGate()], schema_version: 1 }))
  })
  expect(await screen.findByText('No gate has tried this version.')).toBeVisible()
  const known = await screen.findByRole('list', { name: 'Earlier tries' })
  expect(within(known).getByText('It helps')).toBeVisible()
  expect(within(known).getByRole('link')).toHaveAttribute('href', expect.stringContaining(GATE))
})

test('a skill that was not taught here needs a task and a file', () => {
  const asks = { goal: true, results: true }
  const runtime = RUNTIMES.find(({ presence }) => presence === 'found')
  if (!runtime) throw new Error('one is found')
  const problems = (change: Partial<typeof EMPTY_GATE>) =>
    gateProblems({ ...EMPTY_GATE, ...change }, [], asks, runtime)
  expect(problems({}).goal).toBeDefined()
  expect(problems({}).files).toContain('nothing else to judge')
  expect(problems({ files: '../x' }).files).toContain('inside the folder')
  expect(problems({ folder: 'tables' }).folder).toContain('whole path')
  expect(problems({ maxMinutes: '0' }).maxMinutes).toContain('from 1')
  const good = { ...EMPTY_GATE, goal: 'Write a table', files: 'a.csv', withoutIsolation: true }
  expect(canTry(gateProblems(good, [], asks, runtime))).toBe(true)
  expect(problems({ policy: SAFE_DEFAULT }).policy.mode).toBeUndefined()
  const blank = { ...SAFE_DEFAULT, mode: 'blank_artifact' as const }
  expect(problems({ policy: blank, folder: '/home/me/a' }).folder).toContain('empty folder')
  expect(gateRequest({ ability: 'x' }, good, asks, runtime, 'id').test_policy).toBeUndefined()
  expect(gateRequest({ ability: 'x' }, good, asks, runtime, 'id')).toMatchObject({
    ability: 'x',
    goal: 'Write a table',
    results: [{ kind: 'file_exists', path: 'a.csv' }],
  })
})

test('words have no minus zero, and an early end has its reason', () => {
  expect(differenceWords({ difference: -0.4, interval: { low: -0.8, high: -0.001 } })).toBe(
    '−40 points (95 % interval −80 to 0)',
  )
  expect(gateWord({ verdict: 'unclear', outcome: 'interrupted' }).word).toBe('Interrupted')
  expect(gateWord({}).word).toBe('Trying')
})
