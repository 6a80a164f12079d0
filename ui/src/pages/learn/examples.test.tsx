// *Use as Example*: the button, the page while the example is shown, and what it settled.

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal } from '#ui/test/fakeBackend'
import {
  PROPOSAL,
  SESSION,
  detail,
  proposal,
  proposalDetail,
  session,
  skillList,
  uuid,
} from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const REVIEW = `/learn/pending/${PROPOSAL}`
const EXAMPLE = {
  proposal_id: PROPOSAL,
  title: 'Post the weekly release notes',
  used: false,
}

const created = () => ({
  session: session({ state: 'armed', learn_session_id: uuid(9) }),
  ui_mode: 'overlay' as const,
  next_action: 'wait_for_first_meaningful_event' as const,
})
const begun = () => ({
  session: session({ state: 'capturing', learn_session_id: uuid(9) }),
  observation_active: true,
  adapters_armed: ['browser_dom'],
})

test('one click on a draft shows its task once more, watched as the first time', async () => {
  const { fake, user, path } = await renderApp('ready', REVIEW, (fake) => {
    fake.on('POST /api/learn/sessions', created)
    fake.on('POST /api/learn/sessions/*/start', begun)
  })
  await user.click(await button('Use as Example'))
  await waitFor(() => expect(path()).toBe('/learn/active'))
  const sent = fake.calls.filter((call) => call.method === 'POST')
  expect(sent.map((call) => call.body)[0]).toEqual({
    entry_mode: 'demonstrating_skill',
    example_of: PROPOSAL,
  })
  expect(sent[1]?.path).toBe(`/api/learn/sessions/${uuid(9)}/start`)
})

test('the palette has the command, and a refusal says why', async () => {
  const { user } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('POST /api/learn/sessions', () => {
      throw new Refusal(
        409,
        'INSUFFICIENT_TRACES',
        'The recording of the first showing was deleted.',
      )
    }),
  )
  await button('Use as Example')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'use as example')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('The recording of the first showing was deleted.')).toBeVisible()
})

test('an example of an installed ability begins in its drawer', async () => {
  const taught = skillList(148).skills[6]
  const { fake, user, path } = await renderApp(
    'ready',
    `/skills?open=${encodeURIComponent(taught?.path ?? '')}`,
    (fake) => {
      fake.on('POST /api/learn/sessions', created)
      fake.on('POST /api/learn/sessions/*/start', begun)
    },
  )
  await user.click(await button('Use as Example'))
  await waitFor(() => expect(path()).toBe('/learn/active'))
  expect(fake.calls.find((call) => call.method === 'POST')?.body).toMatchObject({
    example_of: taught?.ability_id,
  })
})

test('while an example is shown, the draft says so and links to the recording', async () => {
  const { user, path } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({ example_session_id: uuid(9) }),
    ),
  )
  expect(await screen.findByText(/Another example is being shown/)).toBeVisible()
  await user.click(await button('Show the recording'))
  await waitFor(() => expect(path()).toBe('/learn/active'))
})

test('the review lists what the examples settled', async () => {
  await renderApp('ready', REVIEW, (fake) =>
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({
        showings: 2,
        settled: [
          { kind: 'input', text: 'Priority was “High” and then “Low”: it is an input now.' },
          { kind: 'same', text: 'Both times Space was “Releases”: it is always the same.' },
        ],
      }),
    ),
  )
  const list = await screen.findByRole('region', { name: 'What the examples settled' })
  expect(within(list).getByText('You showed this task twice.')).toBeVisible()
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Priority was “High” and then “Low”: it is an input now.',
    'Both times Space was “Releases”: it is always the same.',
  ])
})

test('a draft that was shown once says nothing of examples', async () => {
  await renderApp('ready', REVIEW)
  await button('Use as Example')
  expect(screen.queryByRole('region', { name: 'What the examples settled' })).toBeNull()
})

const stopped = () =>
  detail({
    session: session({ state: 'stopped', example_of: EXAMPLE }),
    actions: [
      'cancel',
      'trim',
      'delete_observed_action',
      'use_example',
      'generate_proposal',
      'retain',
    ],
  })

test('after Stop the showing is compared, and its draft opens', async () => {
  let done = false
  const { fake, user, path } = await renderApp('capturing', '/learn/active', (fake) => {
    fake.on('GET /api/learn/sessions/*/detail', () =>
      done ? stopped() : detail({ session: session({ state: 'capturing', example_of: EXAMPLE }) }),
    )
    fake.on('POST /api/learn/sessions/*/stop', () => {
      done = true
      return {
        session: stopped().session,
        captured_event_count: 3,
        captured_trace_ids: [],
        next_action: 'use_example' as const,
      }
    })
    fake.on('POST /api/learn/sessions/*/use-example', () => ({
      session: session({ state: 'cancelled', example_of: { ...EXAMPLE, used: true } }),
      proposal_id: PROPOSAL,
      settled: [],
    }))
  })
  expect(
    await screen.findByText(/Another example of “Post the weekly release notes”/),
  ).toBeVisible()
  await user.click((await screen.findAllByRole('button', { name: /^Stop/ }))[0] as HTMLElement)
  await waitFor(() => expect(path()).toBe(REVIEW))
  expect(
    fake.calls.some((call) => call.path === `/api/learn/sessions/${SESSION}/use-example`),
  ).toBe(true)
})

test('a showing of another task says why, and can become a draft of its own', async () => {
  const why = 'This showing is of another task, so nothing was changed.'
  const { fake, user } = await renderApp('capturing', '/learn/active', (fake) => {
    fake.on('GET /api/learn/sessions', () => ({
      sessions: [session({ state: 'stopped', example_of: EXAMPLE })],
      total: 1,
      page: 1,
      page_size: 100,
    }))
    fake.on('GET /api/learn/sessions/*/detail', stopped)
    fake.on('POST /api/learn/sessions/*/use-example', () => {
      throw new Refusal(409, 'CONFLICT', why)
    })
    fake.on('POST /api/learn/sessions/*/generate-proposal', () => ({
      session: session({ state: 'drafting_proposal' }),
      proposal_id: proposal().proposal_id,
    }))
  })
  await user.click(await button('Use as Example'))
  expect(await screen.findByText(why)).toBeVisible()
  await user.click(await button('Build a draft of its own'))
  await waitFor(() =>
    expect(fake.calls.some((call) => call.path.endsWith('/generate-proposal'))).toBe(true),
  )
})
