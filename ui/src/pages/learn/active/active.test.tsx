// A demonstration: its banner, its timeline, its end, and the questions after it.

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal } from '#ui/test/fakeBackend'
import {
  PROPOSAL,
  QUESTIONS,
  SESSION,
  action,
  detail,
  proposal,
  proposalDetail,
  session,
} from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const button = (name: string | RegExp) => screen.findByRole('button', { name })

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
