import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Refusal } from '#ui/test/fakeBackend'
import { renderApp } from '#ui/test/renderApp'

const section = async () => screen.findByRole('list', { name: 'Agent definitions' })

test('definitions are listed with where they come from, what is wrong, and what hides them', async () => {
  await renderApp('installed', '/settings')
  const rows = within(await section()).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('explore your own'),
    expect.stringMatching(/reviewer of an agent.*has errors.*cannot be the id of a model/),
    expect.stringMatching(/explore built in.*hidden/),
  ])
  expect(screen.getAllByRole('button', { name: 'Show explore' })).toHaveLength(1)
})

test('the detail shows the tools, what was found, and the instructions', async () => {
  const { user } = await renderApp('installed', '/settings')
  await user.click(within(await section()).getByRole('button', { name: 'Show explore' }))
  const dialog = await screen.findByRole('dialog', { name: 'explore' })
  expect(await within(dialog).findByText('read_file, search_files')).toBeVisible()
  expect(within(dialog).getByText(/calls a tool so/)).toBeVisible()
  expect(within(dialog).getByText(/Name the file and line/)).toBeVisible()
})

test('what cannot be read is said, and can be tried again', async () => {
  const { fake, user } = await renderApp('installed', '/settings', (fake) =>
    fake.on('GET /api/agents/definitions', () => {
      throw new Refusal(500, 'INTERNAL', 'The disk does not answer.')
    }),
  )
  expect(await screen.findByText(/The disk does not answer/)).toBeVisible()
  fake.on('GET /api/agents/definitions', () => ({
    definitions: [],
    places: [],
    installed: [],
    schema_version: 1,
  }))
  const again = screen.getAllByRole('button', { name: /again/i })
  await user.click(again[0]!)
  expect(await section()).toBeVisible()
})
