// What is understood of a demonstration while it is recorded.

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LiveDraft } from '#ui/backend/types'
import { ACTIONS, SESSION } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'
import { Refusal } from '#ui/test/fakeBackend'
import { newsOf } from './LiveDraft'

const LIVE = 'GET /api/learn/sessions/*/live-draft'

const draft = (with_: Partial<LiveDraft> = {}): LiveDraft => ({
  learn_session_id: SESSION,
  title: 'Publish release notes',
  inputs: [
    { name: 'title', label: 'Title', example: 'Week 47', list: false },
    { name: 'api_key', label: 'API key', example: null, list: false },
  ],
  checkpoints: [{ checkpoint_id: 'cp-01', goal: 'The page “Week 47” is shown' }],
  unnamed: [],
  actions: 3,
  stopped_at: null,
  ...with_,
})

const changed = {
  event: 'live_draft.changed',
  data: JSON.stringify({
    seq: 0,
    event_kind: 'live_draft.changed',
    session_id: '00000000-0000-0000-0000-000000000000',
    timestamp: '',
    payload: {},
  }),
}

const section = () => screen.findByRole('region', { name: 'Understood so far' })

test('it is empty at first, fills while the person demonstrates, and says what is new', async () => {
  let live: LiveDraft | null = null
  const { fake } = await renderApp('capturing', '/learn/active', (fake) => {
    fake.on(LIVE, () => ({ live_draft: live }))
  })
  const box = await section()
  expect(await within(box).findByText(/Nothing yet/)).toBeVisible()
  live = draft()
  fake.emit(changed)
  const inputs = await within(box).findByRole('list', { name: 'Inputs' })
  expect(within(inputs).getByText('Title').closest('li')).toHaveTextContent('Title Week 47')
  expect(within(inputs).getByText('API key').closest('li')).toHaveTextContent('API key masked')
  expect(within(box).getByRole('list', { name: 'Checkpoints' })).toHaveTextContent('Week 47')
  const news = within(box).getByRole('status')
  expect(news).toHaveAttribute('aria-live', 'polite')
  expect(news).toHaveTextContent('New input: Title, API key. 1 new checkpoint.')
  live = draft({
    inputs: [
      ...draft().inputs,
      { name: 'text', label: 'Text', example: 'a'.repeat(2000), list: false },
    ],
  })
  fake.emit(changed)
  await waitFor(() => expect(news).toHaveTextContent('New input: Text.'))
  expect(news, 'what was said before is not said again').not.toHaveTextContent('Title')
})

test('what has no name is asked about, and its action opens', async () => {
  const last = ACTIONS.at(-1)
  if (!last) throw new Error('no action')
  const { user } = await renderApp('capturing', '/learn/active', (fake) => {
    const unnamed = [
      {
        event_id: last.event_id,
        question: 'Which field was that?',
        action_label: 'Filled a field without a name',
        window_title: 'Wiki',
      },
    ]
    fake.on(LIVE, () => ({ live_draft: draft({ unnamed }) }))
  })
  const asked = await within(await section()).findByRole('list', { name: 'Without a name' })
  expect(asked).toHaveTextContent('Which field was that?')
  await user.click(within(asked).getByRole('button', { name: 'Filled a field without a name' }))
  expect(await screen.findByRole('complementary', { name: 'Action' })).toBeVisible()
})

test('a very long session says that it is not updated any more', async () => {
  await renderApp('capturing', '/learn/active', (fake) => {
    fake.on(LIVE, () => ({ live_draft: draft({ stopped_at: 2000 }) }))
  })
  expect(await within(await section()).findByText(/more than 2,000 actions/)).toBeVisible()
})

test('a failure is shown, and tried again', async () => {
  let fails = true
  const { user } = await renderApp('capturing', '/learn/active', (fake) => {
    fake.on(LIVE, () => {
      if (fails) throw new Refusal(500, 'INTERNAL', 'The disk is gone.')
      return { live_draft: draft() }
    })
  })
  const box = await section()
  const again = await within(box).findByRole('button', { name: /again/i }, { timeout: 8000 })
  fails = false
  await user.click(again)
  expect(await within(box).findByText('Publish release notes')).toBeVisible()
}, 15_000)

test('it is gone when nothing is recorded', async () => {
  await renderApp('stopped', '/learn/active')
  await screen.findByRole('list', { name: 'Timeline' })
  expect(screen.queryByRole('region', { name: 'Understood so far' })).toBeNull()
})

test('the news of the same draft are none', () => {
  expect(newsOf(draft(), draft())).toBe('')
  expect(newsOf(null, draft({ inputs: [], checkpoints: [] }))).toBe('')
})
