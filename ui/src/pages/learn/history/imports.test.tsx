import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as world from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

const listed = {
  items: [
    world.importRecord({
      import_id: world.uuid(1),
      skill_name: 'claim-forms',
      stage_state: 'approved',
    }),
    world.importRecord({
      import_id: world.uuid(2),
      skill_name: 'odd-jobs',
      stage_state: 'rejected',
    }),
    world.importRecord({
      import_id: world.uuid(3),
      skill_name: 'old-notes',
      stage_state: 'expired',
    }),
  ],
  total: 3,
  page: 1,
  page_size: 100,
  warnings: {},
  schema_version: 1,
}

test('imports are rows of History with their outcome, and open where they are decided', async () => {
  const { user, path } = await renderApp('ready', '/learn/history', (fake) =>
    fake.on('GET /api/skills/import/list', () => listed),
  )
  await user.click(await screen.findByRole('tab', { name: 'Imports' }))
  const list = await screen.findByRole('list', { name: 'Imports' })
  expect(within(list).getByText('Approved')).toBeVisible()
  await user.click(
    within(screen.getByRole('group', { name: 'Outcome' })).getByRole('button', {
      name: /^Rejected/,
    }),
  )
  await waitFor(() => expect(within(list).queryByText('claim-forms')).toBeNull())
  expect(within(list).getByText('odd-jobs')).toBeVisible()
  await user.click(within(list).getByText('odd-jobs'))
  await waitFor(() => expect(path()).toBe('/skills/import'))
})
