import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal } from '#ui/test/fakeBackend'
import {
  PROPOSAL,
  RUNTIMES,
  SESSION,
  agentRun,
  brokenRun,
  detail,
  endedRun,
  rehearsal,
  session,
  uuid,
} from '#ui/test/fixtures'
import { type RenderedApp, renderApp } from '#ui/test/renderApp'

const REVIEW = `/learn/pending/${PROPOSAL}`
const RUN = `/learn/runs/${uuid(6)}`
const dialog = (): Promise<HTMLElement> => screen.findByRole('dialog', { name: 'Rehearse' })
const body = ({ fake }: RenderedApp, path: string): unknown =>
  fake.calls.find((call) => call.method === 'POST' && call.path === path)?.body

test('a draft is rehearsed by a chosen agent, with values, and its run opens', async () => {
  const app = await renderApp('ready', REVIEW)
  const { user } = app
  await user.click(await screen.findByRole('button', { name: 'Rehearse' }))
  const box = await dialog()
  await user.click(within(box).getByRole('radio', { name: 'Your agent' }))
  const agents = await within(box).findByRole('radiogroup', { name: 'Agent' })
  const claude = within(agents).getByRole('radio', { name: /Claude Code/ })
  expect(claude).toHaveAccessibleName('Claude Code 2.4.1')
  expect(claude).toHaveAccessibleDescription(/found.*isolated.*sign in/i)
  await user.click(within(box).getByRole('button', { name: 'Start rehearsal' }))
  expect(within(box).getByText('Choose an agent.')).toBeVisible()
  expect(within(box).getAllByText('The agent needs a value.')).toHaveLength(2)
  expect(body(app, '/api/agents/runs'), 'nothing was sent').toBeUndefined()
  await waitFor(() => expect(claude, 'the cursor is where something is missing').toHaveFocus())
  await user.click(claude)
  await user.type(within(box).getByLabelText('--since'), '2026-11-13')
  await user.type(within(box).getByLabelText('Title'), 'Week 48')
  await user.type(within(box).getByLabelText('Folder'), '/home/ada/notes')
  await user.type(within(box).getByLabelText('Additional instructions'), 'Use the short form.')
  await user.click(within(box).getByRole('button', { name: 'Start rehearsal' }))
  await waitFor(() => expect(app.path()).toBe(RUN))
  expect(body(app, '/api/agents/runs')).toEqual({
    agent: 'claude',
    proposal_id: PROPOSAL,
    inputs: { since: '2026-11-13', week: 'Week 48' },
    folder: '/home/ada/notes',
    message: 'Use the short form.',
    minutes: null,
    without_isolation: false,
  })
})

test('the keys open the dialog for the agent, and a refusal is shown where it was asked', async () => {
  const { user, shownErrors } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('POST /api/agents/runs', () => {
      throw new Refusal(409, 'CONFLICT', 'Another run goes on. Wait for it, or cancel it.')
    }),
  )
  await screen.findByRole('button', { name: 'Rehearse' })
  await user.keyboard('ra')
  const box = await dialog()
  await user.click(await within(box).findByRole('radio', { name: /Claude Code/ }))
  await user.click(within(box).getByRole('button', { name: 'Use those of the demonstration' }))
  expect(within(box).getByLabelText('Title')).toHaveValue('Week 47')
  await user.click(within(box).getByRole('button', { name: 'Start rehearsal' }))
  expect(await within(box).findByRole('alert')).toHaveTextContent('Another run goes on.')
  expect(shownErrors).toEqual([])
})

test('without an agent the dialog says what can be installed, and looks again', async () => {
  let found = false
  const { user } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('GET /api/agents/runtimes', () => ({
      runtimes: RUNTIMES.filter(({ presence }) => found || presence !== 'found'),
      isolation: { kind: 'none', holds: [], open: [] },
    })),
  )
  await screen.findByRole('button', { name: 'Rehearse' })
  await user.keyboard('ra')
  const box = await dialog()
  expect(await within(box).findByText('No agent was found on this machine.')).toBeVisible()
  expect(within(box).getByText('adapter missing')).toBeVisible()
  expect(within(box).getByText('npm install --global @google/gemini-cli')).toBeVisible()
  expect(within(box).queryByRole('button', { name: 'Start rehearsal' })).toBeNull()
  found = true
  await user.click(within(box).getByRole('button', { name: 'Look again' }))
  expect(await within(box).findByRole('radio', { name: /Claude Code/ })).toBeVisible()
})

test('an agent without walls needs a tick, which names what it can do', async () => {
  const app = await renderApp('ready', REVIEW)
  const { user } = app
  await screen.findByRole('button', { name: 'Rehearse' })
  await user.keyboard('ra')
  const box = await dialog()
  await user.click(await within(box).findByRole('radio', { name: /OpenClaw/ }))
  await user.click(within(box).getByRole('button', { name: 'Use those of the demonstration' }))
  await user.click(within(box).getByRole('button', { name: 'Start rehearsal' }))
  expect(within(box).getByText('Tick it, or choose another agent.')).toBeVisible()
  await user.click(within(box).getByRole('checkbox', { name: 'Run it without isolation' }))
  await user.click(within(box).getByRole('button', { name: 'Start rehearsal' }))
  await waitFor(() =>
    expect(body(app, '/api/agents/runs')).toMatchObject({
      agent: 'openclaw',
      without_isolation: true,
    }),
  )
})

test('no agent is offered a task of a browser', async () => {
  const { user } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({ session: session({ state: 'ready_for_review', watch: ['browser'] }) }),
    ),
  )
  await screen.findByRole('button', { name: 'Rehearse' })
  await user.keyboard('ra')
  expect(await within(await dialog()).findByText(/done in a browser/)).toBeVisible()
})

test('a run shows plan, transcript, cost, and what was said beside what was read', async () => {
  await renderApp('ready', RUN)
  const progress = await screen.findByRole('region', { name: 'Checkpoint Progress' })
  const first = within(progress).getAllByRole('listitem')[0] as HTMLElement
  expect(first).toHaveTextContent(/The agent said.*Reached.*git log printed 14 merges/)
  expect(first).toHaveTextContent(/Apprentice read.*Not yet\./)
  expect(within(first).getByText('Not yet reached'), 'a claim is no proof').toBeVisible()
  expect(within(progress).getByText('0 of 4')).toBeVisible()
  const facts = screen.getByRole('complementary', { name: 'Facts' })
  expect(facts).toHaveTextContent('2 of 40')
  expect(facts).toHaveTextContent('$0.0213')
  expect(facts).toHaveTextContent('Write the page (in progress)')
  const log = screen.getByRole('log', { name: 'What the agent does' })
  expect(within(log).getByText(/git log --merges/)).toBeVisible()
  expect(within(log).getByText('allowed')).toBeVisible()
})

test('the transcript can be narrowed to messages or tools', async () => {
  const { user } = await renderApp('ready', RUN)
  await user.click(await screen.findByRole('radio', { name: 'Tools' }))
  const log = screen.getByRole('log')
  expect(within(log).queryByText(/I wrote the page/)).toBeNull()
  expect(within(log).getByText(/git log --merges/)).toBeVisible()
})

test('Stop ends the run, and its end is shown without a verdict', async () => {
  let ended = false
  const app = await renderApp('ready', RUN, (fake) => {
    const over = agentRun({
      phase: 'ended',
      overall_result: 'cancelled',
      end: { kind: 'cancelled', message: 'You cancelled it.' },
      ended_at: '2026-11-20T10:43:10Z',
    })
    fake.on('GET /api/agents/runs/*', () => (ended ? over : agentRun()))
    fake.on('POST /api/agents/runs/*/cancel', () => ((ended = true), over))
  })
  await app.user.click(await screen.findByRole('button', { name: 'Stop' }))
  const verdict = await screen.findByRole('status', { name: 'Verdict' })
  expect(verdict).toHaveTextContent('Stopped, without a verdict.')
  expect(verdict).toHaveTextContent('You cancelled it.')
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Run it again' })).toBeVisible()
})

test('a lie is refuted beside what was read, and the draft can be revised', async () => {
  const app = await renderApp('ready', RUN, (fake) =>
    fake.on('GET /api/agents/runs/*', () => endedRun()),
  )
  const progress = await screen.findByRole('region', { name: 'Checkpoint Progress' })
  const rows = within(progress).getAllByRole('listitem')
  expect(within(rows[3] as HTMLElement).getByText('claim refuted')).toBeVisible()
  expect(rows[3]).toHaveTextContent(/notes\/week-48.md says “Draft”/)
  expect(within(rows[0] as HTMLElement).getByText('read again')).toBeVisible()
  expect(rows[2], 'nothing was read of it').toHaveTextContent('the agent’s word is no proof')
  expect(screen.getByRole('status', { name: 'Verdict' })).toHaveTextContent(
    'Claude Code said that it was done',
  )
  expect(screen.getByRole('complementary', { name: 'Facts' })).toHaveTextContent('notes/week-48.md')
  await app.user.click(await screen.findByRole('button', { name: 'Revise the draft' }))
  await waitFor(() => expect(app.path()).toBe(REVIEW))
  expect(app.search()).toEqual({ rehearsal: true })
})

test('a breach of the test policy is named with its code', async () => {
  await renderApp('ready', RUN, (fake) => fake.on('GET /api/agents/runs/*', () => brokenRun()))
  const verdict = await screen.findByRole('status', { name: 'Verdict' })
  expect(verdict).toHaveTextContent('Claude Code broke the test policy, so the run failed.')
  expect(verdict).toHaveTextContent('rm -r notes')
  expect(verdict).toHaveTextContent('TEST_POLICY_VIOLATION')
  expect(within(screen.getByRole('log')).getByText('forbidden')).toBeVisible()
})

test('a run that is gone leads back instead of being tried again', async () => {
  const app = await renderApp('ready', RUN, (fake) =>
    fake.on('GET /api/agents/runs/*', () => {
      throw new Refusal(404, 'NOT_FOUND', 'There is no such run.')
    }),
  )
  await app.user.click(await screen.findByRole('button', { name: 'Show Pending Abilities' }))
  await waitFor(() => expect(app.path()).toBe('/learn/pending'))
})

test('a run is done again with its agent and values filled in', async () => {
  const app = await renderApp('ready', RUN, (fake) =>
    fake.on('GET /api/agents/runs/*', () => endedRun({ overall_result: 'passed' })),
  )
  await app.user.click(await screen.findByRole('button', { name: 'Run it again' }))
  const box = await screen.findByRole('dialog', { name: 'Run it again' })
  expect(await within(box).findByRole('radio', { name: /Claude Code/ })).toBeChecked()
  expect(within(box).getByLabelText('Title')).toHaveValue('Week 48')
  await app.user.click(within(box).getByRole('button', { name: 'Start rehearsal' }))
  await waitFor(() =>
    expect(body(app, '/api/agents/runs')).toMatchObject({
      agent: 'claude',
      inputs: { week: 'Week 48' },
    }),
  )
})

test('while an agent rehearses, the banner names it and stops it, and nothing asks the person to do the task', async () => {
  const working = rehearsal({ agent: 'Claude Code' })
  const app = await renderApp('ready', REVIEW, (fake) => {
    fake.on('GET /api/learn/proposals/*/rehearsal', () => working)
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({
        session: session({ state: 'ready_for_review', proposal_id: PROPOSAL }),
        rehearsal: working,
      }),
    )
  })
  const banner = await screen.findByRole('region', { name: 'Observation' })
  expect(banner).toHaveTextContent('Claude Code works')
  expect(screen.queryByText(/Do the task again/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Finish rehearsal' })).toBeNull()
  expect(await screen.findByText('Claude Code is rehearsing this draft.')).toBeVisible()
  await app.user.keyboard('{Control>}.{/Control}')
  await waitFor(() =>
    expect(app.fake.calls.some((call) => call.path === `/api/agents/runs/${uuid(6)}/cancel`)).toBe(
      true,
    ),
  )
  await waitFor(() => expect(app.path()).toBe(RUN))
})

test('earlier rehearsals are listed with who did them, and a run of an agent opens', async () => {
  const app = await renderApp('ready', REVIEW)
  const list = await screen.findByRole('list', { name: 'Rehearsals' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    expect.stringMatching(/Claude Code.*Failed/),
    expect.stringMatching(/OpenClaw.*Passed/),
    expect.stringMatching(/You.*Passed/),
    expect.stringMatching(/Claude Code.*Cancelled/),
  ])
  await app.user.click(within(list).getByRole('link', { name: /OpenClaw/ }))
  await waitFor(() => expect(app.path()).toBe(`/learn/runs/${uuid(62)}`))
})

test('the sidebar counts a session of an agent once', async () => {
  await renderApp('ready', '/active', (fake) =>
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({
        session: session({
          learn_session_id: SESSION,
          state: 'ready_for_review',
          proposal_id: PROPOSAL,
        }),
        rehearsal: rehearsal({ agent: 'Claude Code' }),
      }),
    ),
  )
  expect(await screen.findByText('Done by Claude Code')).toBeVisible()
})
