import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as world from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

test('a pack shows its skills, and its title and description can be changed', async () => {
  const { fake, user } = await renderApp('ready', `/skills/import?id=${world.IMPORT}`, (fake) =>
    fake.on('GET /api/skills/import/*', () =>
      world.importDetail({
        import_record: world.importRecord({ stage_state: 'approved', skill_pack: 'matters' }),
      }),
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'matters' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pack matters' })
  expect(await within(dialog).findByText('claim-forms')).toBeVisible()
  expect(within(dialog).getByText('not installed')).toBeVisible()
  const title = within(dialog).getByLabelText('Title')
  await user.clear(title)
  await user.type(title, 'New matters')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = fake.calls.find(
    (call) => call.method === 'POST' && call.path === '/api/skills/packs',
  )
  expect(sent?.body).toMatchObject({ pack_id: 'matters', title: 'New matters' })
})
