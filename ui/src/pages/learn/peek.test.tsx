import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#ui/test/renderApp'

const rowsOf = (name: string): HTMLElement[] =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('button')
    .filter((button) => button.dataset.index !== undefined)

test('Space previews a pending ability, the arrows go on, and Escape closes', async () => {
  const { user, path } = await renderApp('ready', '/learn/pending')
  await screen.findByRole('list', { name: 'Pending abilities' })
  const [first, second] = rowsOf('Pending abilities')
  first?.focus()
  await user.keyboard(' ')
  const preview = await screen.findByRole('region', { name: /^Preview of Post the weekly/ })
  expect(await within(preview).findByRole('list', { name: 'Checkpoints' })).toBeVisible()
  expect(first).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('region', { name: /^Preview of Add a customer/ })).toBeVisible()
  await waitFor(() => expect(second).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Preview/ })).toBeNull())
  expect(second).toHaveFocus()
  expect(path()).toBe('/learn/pending')
})

test('Enter opens the row that is previewed', async () => {
  const { user, search } = await renderApp('ready', '/learn/history')
  await screen.findByRole('list', { name: 'Sessions' })
  rowsOf('Sessions')[0]?.focus()
  await user.keyboard(' ')
  await screen.findByRole('region', { name: /^Preview/ })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(search()).toHaveProperty('open'))
  expect(screen.queryByRole('region', { name: /^Preview/ })).toBeNull()
})

test('the palette previews the row too', async () => {
  const { user } = await renderApp('ready', '/learn/history?list=receipts')
  await screen.findByRole('list', { name: 'Receipts' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'Preview the row')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('region', { name: /^Preview/ })).toBeVisible()
})
