import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#ui/test/renderApp'

const rowOf = (label: RegExp): HTMLElement => {
  const list = screen.getByRole('list', { name: 'Keys' })
  const row = within(list)
    .getAllByRole('listitem')
    .find((item) => label.test(item.textContent))
  if (!row) throw new Error(`no row ${label}`)
  return row
}

test('a key is changed in Settings, works at once, and is reset', async () => {
  const { user, path } = await renderApp('ready', '/settings')
  await screen.findByRole('list', { name: 'Keys' })
  await user.click(screen.getByRole('button', { name: 'Change the keys of “History”' }))
  await user.keyboard('jh')
  await waitFor(() => expect(rowOf(/^History/)).toHaveTextContent('JH'))
  await user.click(screen.getByRole('button', { name: 'Change the keys of “Inbox”' }))
  // A reserved key says why, and changes nothing.
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Lists, fields or the browser need')
  await user.keyboard('{Escape}')
  expect(rowOf(/^Inbox/)).toHaveTextContent('GB')
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('gh')
  expect(path()).toBe('/settings')
  await user.keyboard('jh')
  await waitFor(() => expect(path()).toBe('/learn/history'))
})

test('keys that another command has are warned about, and all can be reset', async () => {
  const { user } = await renderApp('ready', '/settings')
  await screen.findByRole('list', { name: 'Keys' })
  await user.type(screen.getByRole('searchbox', { name: 'Search commands' }), 'Smaller text')
  await user.click(screen.getByRole('button', { name: 'Change the keys of “Smaller text”' }))
  await user.keyboard('{Control>}b{/Control}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Also used by Collapse the sidebar.')
  await user.click(screen.getByRole('button', { name: 'Reset all keys' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(rowOf(/^Smaller text/)).toHaveTextContent('no key')
})
