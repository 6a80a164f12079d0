// Learn New Ability: choosing a way, starting, and what refuses a start.

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal } from '#ui/test/fakeBackend'
import { PROJECTS, SESSION, detail, session } from '#ui/test/fixtures'
import { byHand, started } from '#ui/test/learnFixtures'
import { renderApp } from '#ui/test/renderApp'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
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
    fake.on('GET /api/projects', () => PROJECTS)
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
