import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SETTINGS } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const open = async () => {
  let now = SETTINGS
  const { fake, user } = await renderApp('ready', '/settings', (prepared) => {
    prepared.on('GET /api/settings', () => now)
    prepared.on('PUT /api/settings', ({ body }) => {
      now = { ...now, settings: { ...now.settings, ...(body as typeof now.settings) } }
      return now
    })
  })
  const saved = (hooks: object) =>
    waitFor(() =>
      expect(fake.calls.findLast((call) => call.method === 'PUT')?.body).toMatchObject({ hooks }),
    )
  return { user, saved }
}

test('commands of rules are off until they are switched on and listed', async () => {
  const { user, saved } = await open()
  const commands = await screen.findByRole('switch', { name: 'Rules may start commands' })
  expect(commands).not.toBeChecked()
  expect(screen.queryByLabelText('Commands that rules may start')).toBeNull()
  await user.click(commands)
  await saved({ commands: true, allowed_commands: [] })
  await user.type(
    await screen.findByLabelText('Commands that rules may start'),
    './check.py *{Enter}',
  )
  await saved({ commands: true, allowed_commands: ['./check.py *'] })
})

test('the person is asked of tools outside a skill, and hooks are switched off', async () => {
  const { user, saved } = await open()
  const group = 'Tools that a skill in use does not list'
  await screen.findByRole('radiogroup', { name: group })
  await user.click(screen.getByRole('radio', { name: 'Ask me' }))
  await saved({ outside_skill_tools: 'ask' })
  await user.click(screen.getByRole('switch', { name: 'Answer hooks' }))
  await saved({ enabled: false })
  await waitFor(() => expect(screen.queryByRole('radiogroup', { name: group })).toBeNull())
})
