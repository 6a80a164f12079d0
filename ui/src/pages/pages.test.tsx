// The other pages, and the frame around all pages.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal } from '#ui/test/fakeBackend'
import { HISTORY, SESSION, SETTINGS, detail, session, skillList } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

test('the sidebar has its groups and names', async () => {
  await renderApp('ready', '/learn/new')
  const main = screen.getByRole('navigation', { name: 'Main' })
  expect(
    within(main)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/active', '/tasks', '/automations', '/skills', '/connectors', '/learn', '/settings'])
  for (const name of ['Active', 'Tasks', 'Automations', 'Skills', 'Connectors', 'Learn'])
    expect(within(main).getByRole('link', { name })).toBeVisible()
  const tabs = await screen.findByRole('navigation', { name: 'Learn' })
  expect(
    within(tabs)
      .getAllByRole('link')
      .map((tab) => tab.firstChild?.textContent),
  ).toEqual(['Learn New Ability', 'Active Capability Learning', 'Pending Abilities', 'History'])
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ability Learning')
})

test('folding the sidebar keeps the names of its links', async () => {
  const { user } = await renderApp('empty', '/learn/new')
  await user.click(screen.getByRole('button', { name: 'Collapse the sidebar' }))
  expect(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Skills' }),
  ).toBeInTheDocument()
  expect(localStorage.getItem('apprentice.ui.sidebar-folded')).toBe('true')
})

test('the palette lists every command and runs it', async () => {
  const { user, path } = await renderApp('ready', '/learn/new')
  await screen.findByRole('heading', { name: 'Create new ability by:' })
  await user.keyboard('{Control>}k{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Commands' })
  await user.type(within(dialog).getByRole('combobox'), 'receipts')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe('/learn/history'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('“?” lists the shortcuts, and they work only outside of fields', async () => {
  const { user, path } = await renderApp('empty', '/learn/new')
  await user.type(await screen.findByLabelText('What should your agents be able to do?'), 'gs?')
  expect(path()).toBe('/learn/new')
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => (document.activeElement as HTMLElement).blur())
  await user.keyboard('?')
  expect(
    within(await screen.findByRole('dialog', { name: 'Keyboard' })).getByText('Pending Abilities'),
  ).toBeVisible()
  await user.keyboard('{Escape}')
  await user.keyboard('gs')
  await waitFor(() => expect(path()).toBe('/skills'))
  await waitFor(() =>
    expect(document.getElementById('main')).toContainElement(document.activeElement as HTMLElement),
  )
})

test('a stream that is down is reported, and the pages recover by themselves', async () => {
  const { fake } = await renderApp('empty', '/learn/new')
  await screen.findByRole('heading', { name: 'Create new ability by:' })
  act(() => fake.drop())
  expect(await screen.findByText('Real-time updates unavailable')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Real-time updates unavailable')).toBeNull(), {
    timeout: 3000,
  })
})

test('a choice in another window is applied', async () => {
  let theme: 'light' | 'dark' = 'light'
  const { fake } = await renderApp('ready', '/settings', (fake) =>
    fake.on('GET /api/settings', () => ({
      ...SETTINGS,
      settings: { ...SETTINGS.settings, theme },
    })),
  )
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('light'))
  theme = 'dark'
  act(() =>
    fake.emit({
      data: { seq: 0, event_kind: 'settings.changed', session_id: '', payload: {}, timestamp: '' },
    }),
  )
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
  expect(await screen.findByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('an event “error” is a visible note', async () => {
  const { fake, user } = await renderApp('capturing', '/learn/active')
  await screen.findByRole('list', { name: 'Timeline' })
  act(() =>
    fake.emit({
      event: 'error',
      data: {
        seq: 1,
        event_kind: 'error',
        session_id: 's',
        timestamp: '',
        payload: { code: 'BROWSER_LOST', message: 'The watched window was closed.' },
      },
    }),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The watched window was closed. What was captured so far is safe.',
  )
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['/tasks', 'Tasks', /reads them and changes nothing/, ['Refresh']],
  ['/automations', 'Automations', /reads them and changes nothing/, ['Refresh']],
])('%s says what it does not do', async (path, title, words, buttons) => {
  await renderApp('empty', path)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await screen.findByText(words)).toBeVisible()
  expect(
    within(screen.getByRole('main'))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual([...buttons, expect.stringContaining('Search or run a command'), 'Inbox'])
})

test('Active lists what runs and links to it', async () => {
  const { user, path } = await renderApp('rehearsing', '/active')
  const list = await screen.findByRole('list', { name: 'Running now' })
  const rows = await within(list).findAllByRole('button')
  expect(rows[0]).toHaveTextContent(/Rehearsal.*2 of 4.*Rehearsing/)
  await user.click(rows[0] as HTMLElement)
  await waitFor(() => expect(path()).toMatch(/^\/learn\/pending\//))
})

test('skills: thousands of rows, few of them rendered; search and the drawer', async () => {
  const { user } = await renderApp('ready', '/skills')
  const table = await screen.findByRole('grid', { name: 'Skills' })
  expect(table).toHaveAttribute('aria-rowcount', '148')
  expect(within(table).getAllByRole('row').length).toBeLessThan(60)
  await user.type(screen.getByRole('searchbox', { name: 'Search skills' }), 'inbox sender')
  await waitFor(() =>
    expect(screen.getByRole('grid', { name: 'Skills' })).toHaveAttribute('aria-rowcount', '15'),
  )
  await user.click(within(screen.getByRole('grid', { name: 'Skills' })).getByText('tidy-inbox'))
  const drawer = await screen.findByRole('complementary', { name: 'tidy-inbox' })
  await user.click(await within(drawer).findByRole('tab', { name: 'Findings (1)' }))
  expect(await within(drawer).findByText(/does not say when to use it/)).toBeVisible()
  await user.click(within(drawer).getByRole('tab', { name: 'Files' }))
  expect(await within(drawer).findByText('scripts/notes.sh')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() =>
    expect(screen.queryByRole('complementary', { name: 'tidy-inbox' })).toBeNull(),
  )
})

test('skills that changed on disk are updated', async () => {
  const { fake } = await renderApp('ready', '/skills?sort=updated')
  const table = await screen.findByRole('grid', { name: 'Skills' })
  expect(await within(table).findByText('tidy-inbox')).toBeVisible()
  const whole = skillList(1)
  fake.on('GET /api/skills', () => ({
    ...whole,
    as_of: 'another.1',
    skills: whole.skills.map((row) => ({ ...row, name: 'made-by-hand' })),
  }))
  fake.emit({
    data: JSON.stringify({
      seq: 9,
      event_kind: 'skills.changed',
      session_id: SESSION,
      payload: {},
      timestamp: '2026-11-20T10:00:00Z',
    }),
  })
  expect(await within(table).findByText('made-by-hand')).toBeVisible()
  expect(within(table).queryByText('tidy-inbox')).toBeNull()
})

test('a focused row stays in the DOM when it is scrolled away, and Tab always finds one', async () => {
  const { user } = await renderApp('ready', '/skills')
  const table = await screen.findByRole('grid', { name: 'Skills' })
  const rows = within(table).getAllByRole('row').slice(1)
  rows[0]?.focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(rows[1]).toHaveFocus())
  const scroller = table.parentElement as HTMLElement
  scroller.scrollTop = 3000
  fireEvent.scroll(scroller)
  await waitFor(() => expect(table.querySelector('[data-index="80"]')).not.toBeNull())
  expect(table.querySelector('[data-index="30"]'), 'what is out of sight does not exist').toBeNull()
  expect(rows[1]).toHaveFocus()
  expect(table.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
})

/** The rows of a list, without their menu buttons. */
const rowsOf = (list: string): HTMLElement[] =>
  within(screen.getByRole('list', { name: list })).getAllByRole('button', {
    name: /^(?!Options for)/,
  })

test('history filters by outcome and lists receipts', async () => {
  const { user } = await renderApp('ready', '/learn/history')
  await user.click(await screen.findByRole('button', { name: 'Rejected 1' }))
  await waitFor(() => expect(rowsOf('Sessions')).toHaveLength(1))
  await user.click(screen.getByRole('tab', { name: 'Receipts' }))
  expect(await screen.findByText('Observation stopped with 7 actions.')).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Search receipts' }), 'dry run')
  await waitFor(() => expect(rowsOf('Receipts')).toHaveLength(1))
})

test('the recording of a session is kept, or no longer, from its row and its details', async () => {
  let retain = false
  const known = () =>
    session({ learn_session_id: HISTORY[0]?.learn_session_id ?? '', state: 'approved', retain })
  const { user } = await renderApp('ready', '/learn/history', (fake) => {
    fake.on('GET /api/learn/sessions', () => ({
      sessions: [known()],
      total: 1,
      page: 1,
      page_size: 100,
    }))
    fake.on('GET /api/learn/sessions/*/detail', () => detail({ session: known() }))
    fake.on(
      'POST /api/learn/sessions/*/retain',
      ({ body }) => ((retain = (body as { retain: boolean }).retain), { session: known() }),
    )
  })
  const list = await screen.findByRole('list', { name: 'Sessions' })
  const [first] = await within(list).findAllByRole('button', { name: /^(?!Options for)/ })
  fireEvent.contextMenu(first as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: 'Keep the recording' }))
  await waitFor(() => expect(retain).toBe(true))
  expect(await screen.findByText('The recording is kept until you delete it.')).toBeVisible()
  await user.click(first as HTMLElement)
  expect(await screen.findByText('Kept until you delete it')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop keeping the recording' }))
  await waitFor(() => expect(retain).toBe(false))
})

test('receipts are filtered by kind, session, days and category', async () => {
  const { user, fake } = await renderApp(
    'ready',
    '/learn/history?list=receipts&category=01900000-0000-7000-8000-000000001003',
  )
  await screen.findByText('Observation stopped with 7 actions.')
  const asked = (): Record<string, string> =>
    Object.fromEntries(
      fake.calls.findLast((call) => call.path === '/api/learn/receipts')?.query ?? [],
    )
  expect(asked()).toMatchObject({ category_id: '01900000-0000-7000-8000-000000001003' })
  await user.click(screen.getByRole('button', { name: /^Kind: any/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Observation stopped' }))
  await waitFor(() => expect(asked()).toMatchObject({ kind: 'observation_stopped' }))
  await user.click(screen.getByRole('button', { name: /^Options for Observation stopped/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Only this session' }))
  await waitFor(() =>
    expect(asked()).toMatchObject({
      kind: 'observation_stopped',
      session_id: '01900000-0000-7000-8000-000000000001',
    }),
  )
  await user.click(screen.getByRole('button', { name: /^Time: any time/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Between two days…' }))
  await user.type(await screen.findByRole('textbox', { name: 'From' }), '2026-02-30')
  expect(screen.getByText('Use the form 2026-11-20.')).toBeVisible()
  await user.clear(screen.getByRole('textbox', { name: 'From' }))
  await user.type(screen.getByRole('textbox', { name: 'From' }), '2026-11-01')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(asked()).toMatchObject({ from: new Date(2026, 10, 1).toISOString() }))
  for (const chip of ['One session', 'Litigation'])
    await user.click(screen.getByRole('button', { name: `Remove ${chip}` }))
  await waitFor(() =>
    expect(Object.keys(asked()).toSorted()).toEqual(['from', 'kind', 'page', 'page_size']),
  )
})

test('the engine exports the receipts that match the filters', async () => {
  const { user, fake } = await renderApp(
    'ready',
    '/learn/history?list=receipts&kind=session_created',
  )
  await screen.findByText(/Session begun/)
  for (const format of ['JSON', 'CSV']) {
    await user.click(screen.getByRole('button', { name: `Export ${format}` }))
    await waitFor(() =>
      expect(fake.saved.has(`apprentice-receipts.${format.toLowerCase()}`)).toBe(true),
    )
  }
  const asked = fake.calls
    .filter((call) => call.path === '/api/learn/receipts/export')
    .map((call) => Object.fromEntries(call.query))
  expect(asked).toEqual([
    { format: 'json', kind: 'session_created' },
    { format: 'csv', kind: 'session_created' },
  ])
  expect(JSON.parse(fake.saved.get('apprentice-receipts.json') ?? '').receipts).toHaveLength(6)
  expect(fake.saved.get('apprentice-receipts.csv')).toBe('created_at,kind\r\n')
})

test('sessions are exported with every page of the list', async () => {
  const { user, fake } = await renderApp('ready', '/learn/history', (fake) => {
    fake.on('GET /api/learn/history', ({ query }) => {
      const page = Number(query.get('page'))
      return {
        items: [
          {
            learn_session_id: String(page),
            entry_mode: 'demonstrating_skill',
            state: 'rejected',
            title: `Page ${page}`,
            created_at: '2026-11-20T10:00:00Z',
            outcome: 'rejected',
          },
        ],
        total: 200,
        outcome_counts: { rejected: 200 },
        page,
        page_size: 100,
      }
    })
  })
  await screen.findByText('Page 1')
  await user.click(screen.getByRole('button', { name: 'Export JSON' }))
  await waitFor(() => expect([...fake.saved.keys()]).toEqual(['apprentice-sessions.json']))
  expect(
    JSON.parse(fake.saved.get('apprentice-sessions.json') ?? '').sessions.map(
      (item: { title: string }) => item.title,
    ),
  ).toEqual(['Page 1', 'Page 2'])
})

test('settings: switching an agent on keeps everything else', async () => {
  const { fake, user } = await renderApp('ready', '/settings')
  await user.click(await screen.findByRole('switch', { name: 'Gemini CLI' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.method === 'PUT')?.body).toEqual({
      ...SETTINGS.settings,
      enabled_targets: ['claude-code', 'codex', 'gemini'],
    }),
  )
  expect(screen.getByRole('switch', { name: 'OpenClaw' }), 'not writable').toBeDisabled()
})

test('a change of the settings keeps what another program changed in the meantime', async () => {
  const { fake, user } = await renderApp('ready', '/settings')
  const switched = await screen.findByRole('switch', { name: 'Gemini CLI' })
  fake.on('GET /api/settings', () => ({
    ...SETTINGS,
    settings: { ...SETTINGS.settings, first_run_done: true, agent_display_name: 'Robin' },
  }))
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.method === 'PUT')?.body).toMatchObject({
      theme: 'dark',
      agent_display_name: 'Robin',
    }),
  )
  expect(switched).toBeVisible()
})

test('an agent that another window switched on in the meantime stays on', async () => {
  const { fake, user } = await renderApp('ready', '/settings')
  const switched = await screen.findByRole('switch', { name: 'Codex' })
  fake.on('GET /api/settings', () => ({
    ...SETTINGS,
    settings: {
      ...SETTINGS.settings,
      first_run_done: true,
      enabled_targets: ['claude-code', 'codex', 'gemini'],
    },
  }))
  await user.click(switched)
  await waitFor(() =>
    expect(fake.calls.find((call) => call.method === 'PUT')?.body).toMatchObject({
      enabled_targets: ['claude-code', 'gemini'],
    }),
  )
})

test('the theme is saved and applied', async () => {
  const { fake, user } = await renderApp('ready', '/settings')
  await user.click(await screen.findByRole('radio', { name: 'Dark' }))
  await waitFor(() =>
    expect(fake.calls.find((call) => call.method === 'PUT')?.body).toMatchObject({ theme: 'dark' }),
  )
  expect(document.documentElement.dataset.theme).toBe('dark')
})

test('the first run leads from agents to a practice demonstration', async () => {
  const { fake, user, path } = await renderApp('first-run', '/', (fake) => {
    fake.on('POST /api/learn/sessions', () => ({
      session: session({ state: 'armed' }),
      ui_mode: 'overlay',
      next_action: 'wait_for_first_meaningful_event',
    }))
    fake.on('POST /api/learn/sessions/*/start', () => ({
      session: session(),
      observation_active: true,
      adapters_armed: [],
    }))
  })
  await waitFor(() => expect(path()).toBe('/welcome'))
  expect(
    await screen.findByRole('switch', { name: 'Claude Code' }),
    'found, so it is suggested',
  ).toBeChecked()
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('/home/ada/.claude/skills/your-ability/SKILL.md')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Start the practice' }))
  await waitFor(() => expect(path()).toBe('/learn/active'))
  expect(fake.calls.findLast((call) => call.method === 'PUT')?.body).toMatchObject({
    first_run_done: true,
    enabled_targets: expect.not.arrayContaining(['sandbox']),
  })
  expect(
    fake.calls.find((call) => call.path === '/api/learn/sessions' && call.method === 'POST')?.body,
  ).toMatchObject({ start_url: 'practice', watch: ['browser'] })
})

test('a browser without the token is shown where to find it', async () => {
  const { findByRole } = await (async () => {
    const { fakeBackend } = await import('#ui/test/fakeBackend')
    const { render } = await import('@testing-library/react')
    const { setTransport } = await import('#ui/backend/transport')
    const { makeQueryClient } = await import('#ui/backend/queryClient')
    const { makeRouter } = await import('#ui/app/router')
    const { App } = await import('#ui/app/App')
    const fake = fakeBackend('empty')
    fake.on('GET /api/settings', () => {
      throw new Refusal(401, 'UNAUTHORIZED', 'No key.')
    })
    setTransport(fake)
    return render(<App client={makeQueryClient(() => {})} router={makeRouter()} />)
  })()
  expect(await findByRole('heading', { name: 'An access token is needed' })).toBeVisible()
})

test('an engine that does not answer is reported, with what is safe', async () => {
  await renderApp('empty', '/learn/history', (fake) =>
    fake.on('GET /api/learn/history', () => {
      throw new Refusal(500, 'INTERNAL', 'The history could not be read.')
    }),
  )
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The history could not be read.')
  expect(alert).toHaveTextContent('Your data is unchanged.')
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeVisible()
})
