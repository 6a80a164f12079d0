import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { PROJECTS, SETTINGS } from '#ui/test/fixtures'
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

test('a project gets other names and folders, and says what a name of several finds', async () => {
  const other = { project_id: 'website', aliases: ['Web'], folders: ['/srv/web'] }
  const held = { ...SETTINGS.settings, project_bindings: [other] }
  const { fake, user } = await renderApp('ready', '/settings', (prepared) => {
    prepared.on('GET /api/projects', () => PROJECTS)
    prepared.on('GET /api/settings', () => ({ ...SETTINGS, settings: held }))
    prepared.on('PUT /api/settings', () => ({ ...SETTINGS, settings: held }))
  })
  const sent = (): unknown => fake.calls.findLast((call) => call.method === 'PUT')?.body
  const plain = {
    project_id: 'shop',
    aliases: [],
    folders: [],
    ambiguity_policy: 'require_disambiguation',
  }
  const asks = (now: unknown[]): Promise<void> =>
    waitFor(() => expect((sent() as Schemas['Settings']).project_bindings).toEqual(now))
  const shop = within(await screen.findByRole('region', { name: 'Project shop' }))
  await user.type(shop.getByLabelText('Also called'), 'The Shop{Enter}')
  await asks([other, { ...plain, aliases: ['The Shop'] }])
  await user.type(shop.getByLabelText('Folders'), '/srv/shop{Enter}')
  await asks([other, { ...plain, folders: ['/srv/shop'] }])
  await user.click(shop.getByRole('switch', { name: /finds the abilities of each: shop/ }))
  await asks([other, { ...plain, ambiguity_policy: 'return_all' }])
  held.project_bindings = [{ ...plain, project_id: 'website', folders: ['/home/ada/website'] }]
  const website = within(screen.getByRole('region', { name: 'Project website' }))
  await user.click(website.getByRole('button', { name: /\/home\/ada\/website/ }))
  await asks([])
})
