import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Fake } from '#ui/test/fakeBackend'
import * as world from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const REVIEW = `/learn/pending/${world.PROPOSAL}`
const AUTHOR = `/api/learn/proposals/${world.PROPOSAL}/author`

beforeEach(() => localStorage.clear())

const open = async (prepare?: (fake: Fake) => void) => {
  const app = await renderApp('ready', REVIEW, prepare)
  const panel = within(await screen.findByRole('region', { name: 'Who wrote this draft' }))
  const sent = (method: string, path = AUTHOR) =>
    app.fake.calls.filter((call) => call.method === method && call.path === path)
  return { ...app, panel, sent }
}

const server = (fake: Fake): void => fake.on('GET /api/learn/author', () => world.SERVER)

const codex = (fake: Fake): void =>
  fake.on('GET /api/learn/author', () => world.authorSettings({ agents: ['codex'] }))

test('without a model one quiet line says where to choose one', async () => {
  const { panel, user, path } = await open()
  expect(panel.queryByRole('button')).toBeNull()
  await user.click(panel.getByRole('link', { name: 'choose one in Settings' }))
  expect(path()).toBe('/settings')
})

test('an agent that was found is offered once, and nothing is sent before it is shown', async () => {
  let settings = world.authorSettings({ agents: ['claude'] })
  const { panel, user, sent } = await open((fake) => {
    fake.on('GET /api/learn/author', () => settings)
    fake.on('PUT /api/learn/author', ({ body }) => {
      settings = { ...settings, settings: body as (typeof settings)['settings'] }
      return settings
    })
    fake.on('POST /api/learn/proposals/*/author', () => world.authorStatus({ writing: true }))
  })
  await user.click(await panel.findByRole('button', { name: 'Show what would be sent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'What is sent' }))
  expect(sent('POST')).toHaveLength(0)
  expect(settings.settings).toMatchObject({ provider: 'agent', agent: 'claude' })
  await user.click(await dialog.findByRole('button', { name: 'Send it to Claude Code' }))
  await waitFor(() => expect(sent('POST')).toHaveLength(1))
})

test('an offer that was declined does not come again', async () => {
  const first = await open(codex)
  await first.user.click(await first.panel.findByRole('button', { name: 'Not now' }))
  expect(first.panel.getByRole('link', { name: 'choose one in Settings' })).toBeVisible()
  first.unmount()
  const second = await open(codex)
  expect(second.panel.queryByText(/can improve this draft\./)).toBeNull()
})

test('what is sent is shown to the letter, with its size and what was masked', async () => {
  const { panel, user } = await open(server)
  await user.click(await panel.findByRole('button', { name: 'Show what is sent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'What is sent' }))
  const text = () => dialog.getByLabelText('Text that is sent').textContent
  await dialog.findByText(/14,230 characters, about 3,557 tokens/)
  expect(text()).toBe(world.AUTHOR_PREVIEW.user)
  expect(dialog.getByText(/1 masked value/)).toHaveTextContent('Masked: Password.')
  await user.click(dialog.getByRole('tab', { name: 'Instructions' }))
  expect(text()).toBe(world.AUTHOR_PREVIEW.system)
  await user.click(dialog.getByRole('tab', { name: 'Form of the answer' }))
  expect(text()).toBe(world.AUTHOR_PREVIEW.schema)
})

test('the writing is followed by events and can be cancelled by key', async () => {
  let status = world.authorStatus()
  const { panel, user, fake, sent } = await open((backend) => {
    server(backend)
    backend.on('GET /api/learn/proposals/*/author', () => status)
    backend.on('POST /api/learn/proposals/*/author', () => {
      status = world.authorStatus({ writing: true, started_at: new Date().toISOString() })
      return status
    })
    backend.on('DELETE /api/learn/proposals/*/author', () => {
      status = world.authorStatus({ failure: 'It was cancelled. The draft of the rules remains.' })
      return status
    })
  })
  await panel.findByRole('button', { name: 'Let a model write it' })
  await user.keyboard('rw')
  expect(await panel.findByRole('progressbar')).toBeVisible()
  await user.keyboard('rc')
  expect(await panel.findByRole('alert')).toHaveTextContent('It was cancelled.')
  expect(sent('DELETE')).toHaveLength(1)

  const reads = sent('GET').length
  status = world.authorStatus({
    failure: 'There was no answer within 180 seconds. The draft of the rules remains.',
    remedy: 'Try again, or choose a faster model.',
  })
  fake.emit({
    data: {
      seq: 0,
      event_kind: 'author.changed',
      session_id: world.uuid(0),
      payload: {},
      timestamp: new Date().toISOString(),
    },
  })
  expect(await panel.findByText('Try again, or choose a faster model.')).toBeVisible()
  expect(sent('GET').length).toBeGreaterThan(reads)
})

test('the result says what was taken, what was left out and why, and can be undone', async () => {
  const { panel, user, sent } = await open((fake) => {
    server(fake)
    fake.on('GET /api/learn/proposals/*/detail', () =>
      world.proposalDetail({ author: world.AUTHOR_MARK }),
    )
    fake.on('POST /api/learn/proposals/*/author/undo', () => world.authorStatus())
  })
  expect(await panel.findByText('3 parts taken')).toBeVisible()
  expect(panel.getByText(/house rule “Only notes of released/)).toBeVisible()
  expect(panel.getByText('it does away with a guard')).toBeVisible()
  expect(panel.getByText(/8,214 tokens in, 1,120 out/)).toHaveTextContent('$0.042')
  await user.click(panel.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByRole('dialog', { name: 'What the model changed' })).toBeVisible()
  await user.keyboard('{Escape}')
  await user.click(panel.getByRole('button', { name: 'Back to the rules’ draft' }))
  await waitFor(() => expect(sent('POST', `${AUTHOR}/undo`)).toHaveLength(1))
})

test('what prevents a request is said with the way to the settings', async () => {
  const { panel } = await open((fake) =>
    fake.on('GET /api/learn/author', () => ({
      ...world.SERVER,
      problem: 'There is no key for this server. Give it in Settings.',
    })),
  )
  expect(await panel.findByText(/There is no key for this server/)).toBeVisible()
  expect(panel.getByRole('link', { name: 'Who writes the draft' })).toBeVisible()
  expect(panel.queryByRole('button', { name: 'Let a model write it' })).toBeNull()
})
