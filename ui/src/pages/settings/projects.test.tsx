import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SETTINGS } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

test('the folder of a project is added in Settings', async () => {
  let now = SETTINGS
  const { fake, user } = await renderApp('ready', '/settings', (prepared) => {
    prepared.on('GET /api/settings', () => now)
    prepared.on('PUT /api/settings', ({ body }) => {
      now = { ...now, settings: { ...now.settings, ...(body as typeof now.settings) } }
      return now
    })
  })
  await user.type(await screen.findByLabelText('Project folders'), '/home/ada/website{Enter}')
  await waitFor(() =>
    expect(fake.calls.findLast((call) => call.method === 'PUT')?.body).toMatchObject({
      project_paths: ['/home/ada/website'],
    }),
  )
  expect(await screen.findByText('/home/ada/website')).toBeVisible()
})
