import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import { renderApp } from '#ui/test/renderApp'

const open = async (prepare?: (fake: Fake) => void) => {
  const { fake, user } = await renderApp('installed', '/settings', prepare)
  return { backend: fake, user }
}

test('an agent is connected by exactly the previewed change', async () => {
  const { backend, user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Connect Gemini CLI' }))
  const dialog = await screen.findByRole('dialog', { name: 'Connect Gemini CLI' })
  expect(await within(dialog).findByRole('group', { name: /Change to/ })).toHaveTextContent(
    '"command": "/usr/bin/apprentice"',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = backend.calls.find((call) => call.path === '/api/agents/gemini/connection')
  expect(sent?.body).toEqual({ change: 'connect', digest: '0'.repeat(64) })
})

test('a connected agent can be disconnected, an outdated one repaired, and an unreadable one says why', async () => {
  await open()
  expect(await screen.findByRole('button', { name: 'Disconnect Claude Code' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Repair Codex' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Disconnect Codex' })).toBeEnabled()
  expect(screen.getByText(/not valid YAML/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /goose|OpenClaw/ })).toBeNull()
})

test('without the program nothing can be connected, and the page says so', async () => {
  await open((fake) =>
    fake.on('GET /api/agents/connections', () => ({
      connections: [{ agent_id: 'gemini', label: 'Gemini CLI', state: 'absent', actions: [] }],
      command: [],
    })),
  )
  expect(await screen.findByText(/agents cannot start it/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Connect Gemini CLI' })).toBeNull()
})

test('a file that changed in the meantime is not written; for a file that cannot be edited the entry is offered', async () => {
  const { backend, user } = await open()
  backend.on('POST /api/agents/*/connection', () => {
    throw new Refusal(
      409,
      'CONFLICT',
      'settings.json changed since it was shown. Look at the change again.',
    )
  })
  await user.click(await screen.findByRole('button', { name: 'Connect Gemini CLI' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('group')
  await user.click(within(dialog).getByRole('button', { name: 'Connect' }))
  expect(await within(dialog).findByText(/changed since it was shown/)).toBeVisible()
  await user.keyboard('{Escape}')
  backend.on('POST /api/agents/*/connection/preview', () => {
    throw new Refusal(409, 'CONFLICT', 'config.toml is not changed.', {
      entry: '[mcp_servers.apprentice]',
    })
  })
  await user.click(screen.getByRole('button', { name: 'Repair Codex' }))
  expect(await screen.findByText('[mcp_servers.apprentice]')).toBeVisible()
})

test('an address that names the section scrolls to it', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  await renderApp('installed', '/settings#connect')
  await screen.findByRole('button', { name: 'Connect Gemini CLI' })
  expect(shown.mock.contexts).toContain(document.querySelector('#connect'))
  shown.mockRestore()
})
