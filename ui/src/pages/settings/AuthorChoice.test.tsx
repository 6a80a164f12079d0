import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import * as world from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

type Response = Schemas['AuthorSettingsResponse']

const open = async (change: Partial<Response> = {}, prepare?: (fake: Fake) => void) => {
  let now = world.authorSettings(change)
  const app = await renderApp('ready', '/settings#author', (fake) => {
    fake.on('GET /api/learn/author', () => now)
    fake.on('PUT /api/learn/author', ({ body }) => {
      now = { ...now, settings: body as Response['settings'], goes_to: 'where it goes' }
      return now
    })
    fake.on('PUT /api/learn/author/key', () => {
      now = { ...now, has_key: true, key_in: 'keychain' }
      return now
    })
    fake.on('DELETE /api/learn/author/key', () => {
      now = { ...now, has_key: false, key_in: null }
      return now
    })
    prepare?.(fake)
  })
  const section = (await screen.findByRole('heading', { name: 'Who writes the draft' })).closest(
    'section',
  )
  const inside = within(section as HTMLElement)
  await inside.findByRole('radio', { name: 'Rules only' })
  const sent = (method: string, path: string) =>
    app.fake.calls.filter((call) => call.method === method && call.path === path)
  return { ...app, inside, sent }
}

test('a server is chosen with its key, which is sent once and not shown again', async () => {
  const { inside, user, sent } = await open()
  expect(inside.queryByLabelText('Key')).toBeNull()
  await user.click(inside.getByRole('radio', { name: 'OpenAI-compatible' }))
  expect(inside.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(inside.getByRole('button', { name: 'Save' })).toHaveAttribute(
    'title',
    'Give the name of the model.',
  )
  await user.type(inside.getByLabelText('Model'), 'large-1')
  const key = inside.getByLabelText('Key')
  expect(key).toHaveAttribute('type', 'password')
  await user.type(key, 'sk-1')
  await user.click(inside.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent('PUT', '/api/learn/author/key')).toHaveLength(1))
  expect(sent('PUT', '/api/learn/author')[0]?.body).toEqual({
    provider: 'openai_compatible',
    agent: null,
    model: 'large-1',
    address: null,
  })
  expect(sent('PUT', '/api/learn/author/key')[0]?.body).toEqual({ key: 'sk-1' })
  expect(await inside.findByText(/A key is kept in your keychain/)).toBeVisible()
  expect(inside.getByLabelText('Key')).toHaveValue('')
  await user.click(inside.getByRole('button', { name: 'Forget key' }))
  expect(await inside.findByText(/It goes into your keychain/)).toBeVisible()
})

test('an agent of this machine is chosen; without one the section says so', async () => {
  const { inside, user, sent } = await open({ agents: ['codex', 'claude'] })
  await user.click(inside.getByRole('radio', { name: 'Your agent' }))
  await user.click(inside.getByRole('radio', { name: 'Claude Code' }))
  expect(inside.queryByLabelText('Key')).toBeNull()
  await user.click(inside.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent('PUT', '/api/learn/author')[0]?.body).toEqual({
      provider: 'agent',
      agent: 'claude',
      model: null,
      address: null,
    }),
  )
})

test('where no agent is, and where no keychain is, the section names what to do', async () => {
  const { inside, user } = await open({
    no_keychain: 'there is no desktop session here, and so no keychain',
  })
  await user.click(inside.getByRole('radio', { name: 'Your agent' }))
  expect(inside.getByText(/None was found: Claude Code, Codex/)).toBeVisible()
  await user.click(inside.getByRole('radio', { name: 'Anthropic' }))
  expect(inside.getByLabelText('Key')).toBeDisabled()
  expect(inside.getByText(/APPRENTICE_AUTHOR_KEY set to the key/)).toBeVisible()
})

test('the test says who answered, how fast and what; or why not, and what to do', async () => {
  let answer: Schemas['AuthorTestResponse'] = {
    answered: true,
    words: '{"word": "ready"}',
    model: 'large-1',
    milliseconds: 1240,
  }
  const { inside, user, fake } = await open(world.SERVER)
  fake.on('POST /api/learn/author/test', () => answer)
  await user.click(inside.getByRole('button', { name: 'Test' }))
  expect(await inside.findByText(/answered in 1\.2 s/)).toHaveTextContent(
    'large-1 answered in 1.2 s: {"word": "ready"}',
  )
  answer = {
    answered: false,
    words: 'It does not accept the key.',
    remedy: 'Give a key that this server accepts.',
    milliseconds: 90,
  }
  await user.click(inside.getByRole('button', { name: 'Test' }))
  const alert = await inside.findByRole('alert')
  expect(alert).toHaveTextContent('It does not accept the key.Give a key that this server accepts.')
  await user.type(inside.getByLabelText('Model'), '2')
  expect(inside.getByRole('button', { name: 'Test' })).toBeDisabled()
  expect(inside.queryByRole('alert')).toBeNull()
})

test('what is refused is said in place, and nothing is lost', async () => {
  const { inside, user } = await open({}, (fake) =>
    fake.on('PUT /api/learn/author', () => {
      throw new Refusal(400, 'INVALID_REQUEST', 'address: plain HTTP is for this machine alone')
    }),
  )
  await user.click(inside.getByRole('radio', { name: 'Ollama' }))
  await user.type(inside.getByLabelText('Model'), 'small-1')
  await user.type(inside.getByLabelText('Address (optional)'), 'http://example.org')
  await user.click(inside.getByRole('button', { name: 'Save' }))
  expect(await inside.findByRole('alert')).toHaveTextContent('plain HTTP is for this machine alone')
  expect(inside.getByLabelText('Model')).toHaveValue('small-1')
})
