// “Show me how you check”, rendered whole with the fake engine.

import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ShownCheckStatus } from '#ui/backend/types'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import {
  CHECKPOINTS,
  PROPOSAL,
  SESSION,
  detail,
  proposal,
  proposalDetail,
  session,
} from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const REVIEW = `/learn/pending/${PROPOSAL}`
const PAGE = { kind: 'page' as const, url: 'http://wiki.example.org/releases/week-47' }
const COMMAND = { kind: 'output' as const, command: 'git tag', directory: '/home/ada/site' }

const status = (change: Partial<ShownCheckStatus> = {}): ShownCheckStatus => ({
  proposal_id: PROPOSAL,
  started_at: '2026-11-24T10:00:00Z',
  looks: [
    { source: COMMAND, title: 'git tag' },
    { source: PAGE, title: 'Week 47 – Releases' },
  ],
  ...change,
})

/** A fake engine that watches how the person checks, until it is finished. */
function showing(fake: Fake, now: ShownCheckStatus | null = status()): void {
  let shown = now
  fake.on('GET /api/learn/proposals/*/shown-check', () => shown)
  fake.on('POST /api/learn/proposals/*/shown-check', () => {
    shown = status({ looks: [] })
    return shown
  })
  fake.on('POST /api/learn/proposals/*/shown-check/finish', () => {
    shown = null
    return proposalDetail()
  })
}

const finished = (fake: Fake) =>
  fake.calls.find((call) => call.path.endsWith('/shown-check/finish'))?.body

test('an effect that nothing can read offers it, and the watched window opens where it is asked to', async () => {
  const { fake, user } = await renderApp('ready', REVIEW, (fake) => {
    showing(fake, null)
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({
        checkpoints: CHECKPOINTS.map((one) => ({
          ...one,
          role: 'effect' as const,
          evidence: null,
        })),
      }),
    )
  })
  expect((await screen.findAllByText('on your word'))[0]).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Show me how you check' }))
  await user.type(screen.getByLabelText('Start address'), 'localhost:8080/releases')
  await user.click(screen.getByRole('button', { name: 'Start watching' }))
  expect(await screen.findByText('Nothing looked at yet.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Check it there' })).toBeDisabled()
  const start = fake.calls.find(
    (call) => call.method === 'POST' && call.path.endsWith('/shown-check'),
  )
  expect(start?.body).toEqual({ start_url: 'http://localhost:8080/releases' })
})

test('where everything is read again, only the palette and its keys offer it', async () => {
  const { user } = await renderApp('ready', REVIEW, (fake) =>
    fake.on('GET /api/learn/proposals/*/detail', () =>
      proposalDetail({
        checkpoints: CHECKPOINTS.map((one) => ({
          ...one,
          role: 'effect' as const,
          evidence: {
            kind: 'records' as const,
            source: { kind: 'page' as const, url: PAGE.url },
            change: 'added' as const,
            record: 'row' as const,
            cells: [],
            was: [],
            others_unchanged: true,
          },
        })),
      }),
    ),
  )
  expect((await screen.findAllByText('read again'))[0]).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show me how you check' })).toBeNull()
  await user.keyboard('rk')
  expect(await screen.findByRole('dialog', { name: 'Show me how you check' })).toBeVisible()
})

test('the last look counts until another is picked', async () => {
  const { fake, user } = await renderApp('ready', REVIEW, (fake) => showing(fake))
  expect(await screen.findByRole('radio', { name: /git tag/ })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: /Week 47/ }))
  await user.click(screen.getByRole('button', { name: 'Check it there' }))
  await waitFor(() => expect(finished(fake)).toEqual({ cancel: false, source: PAGE }))
  await waitFor(() => expect(screen.queryByRole('radio', { name: /git tag/ })).toBeNull())
})

test('a look that does not help says why, and the looks stay', async () => {
  const message = 'It shows none of the values of your demonstration (“Week 47”).'
  const { user, shownErrors } = await renderApp('ready', REVIEW, (fake) => {
    showing(fake)
    fake.on('POST /api/learn/proposals/*/shown-check/finish', () => {
      throw new Refusal(409, 'CONFLICT', message)
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Check it there' }))
  await waitFor(() => expect(shownErrors).toEqual([message]))
  expect(screen.getByRole('radio', { name: /git tag/ })).toBeChecked()
})

test('every page says that it is watched, and can stop it', async () => {
  const { fake, user } = await renderApp('ready', '/skills', (fake) => {
    showing(fake)
    fake.on('GET /api/learn/sessions/*/detail', () =>
      detail({
        session: session({ learn_session_id: SESSION, state: 'ready_for_review' }),
        proposal: proposal(),
        shown_check: status(),
      }),
    )
  })
  const banner = await screen.findByRole('region', { name: 'Observation' })
  expect(banner).toHaveTextContent('how you check')
  expect(banner).toHaveTextContent('2 looks')
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(finished(fake)).toEqual({ cancel: true }))
})
