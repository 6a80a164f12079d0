import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#ui/test/renderApp'

test('Space previews a skill without opening it, and hides it again', async () => {
  const { user, search } = await renderApp('installed', '/skills')
  const grid = within(await screen.findByRole('grid', { name: 'Skills' }))
  const row = (await grid.findAllByRole('row'))[1]
  row?.focus()
  await user.keyboard(' ')
  const preview = await screen.findByRole('region', { name: /^Preview of/ })
  expect(within(preview).getByText('Agents')).toBeVisible()
  // The text comes from the file.
  expect(await within(preview).findByRole('heading', { name: 'Goal' })).toBeVisible()
  expect(search()).toEqual({})
  expect(row).toHaveFocus()
  await user.keyboard(' ')
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Preview/ })).toBeNull())
})
