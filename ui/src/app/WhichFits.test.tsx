import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PROJECTS } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

test('the box of the Skills page says which ability fits, which does not, and why', async () => {
  const { user, path, fake } = await renderApp('installed', '/skills')
  await user.click(await screen.findByRole('button', { name: 'Which ability fits this?' }))
  const box = await screen.findByRole('dialog', { name: 'Which ability fits this?' })
  await user.type(within(box).getByLabelText('The request'), 'please add a customer')
  const fits = await within(box).findByRole('region', { name: 'Fits' })
  expect(within(fits).getByText('Your words contain its trigger “add a customer”.')).toBeVisible()
  expect(within(fits).getByText('Not usable now')).toBeVisible()
  const others = within(box).getByRole('region', { name: 'Shares words, but does not fit' })
  expect(
    within(others).getByText('It is not meant for “add”, which is one of its negative triggers.'),
  ).toBeVisible()
  const asked = fake.calls.findLast((call) => call.path === '/api/abilities/lookup')
  expect(asked?.body).toEqual({ user_query: 'please add a customer', explain: true })
  await user.click(within(fits).getByRole('button', { name: /^Add a customer/ }))
  await waitFor(() => expect(path()).toBe('/skills'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the palette offers what was typed to the box, and nothing that fits can be taught', async () => {
  const { user, path } = await renderApp('installed', '/skills')
  await screen.findByRole('button', { name: 'Which ability fits this?' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Commands' }), 'bake some bread')
  await user.keyboard('{Enter}')
  const box = await screen.findByRole('dialog', { name: 'Which ability fits this?' })
  expect(within(box).getByLabelText('The request')).toHaveValue('bake some bread')
  await user.click(await within(box).findByRole('button', { name: 'Teach it' }))
  await waitFor(() => expect(path()).toBe('/learn/new'))
})

test('the box asks for a project of the settings, when one is chosen', async () => {
  const { user, fake } = await renderApp('installed', '/skills', (prepared) =>
    prepared.on('GET /api/projects', () => PROJECTS),
  )
  await user.click(await screen.findByRole('button', { name: 'Which ability fits this?' }))
  const box = await screen.findByRole('dialog', { name: 'Which ability fits this?' })
  await user.click(await within(box).findByRole('button', { name: 'shop' }))
  await user.type(within(box).getByLabelText('The request'), 'please add a customer')
  const asked = (): unknown =>
    fake.calls.findLast((call) => call.path === '/api/abilities/lookup')?.body
  const request = { user_query: 'please add a customer', explain: true }
  await waitFor(() => expect(asked()).toEqual({ ...request, project_id: 'shop' }))
  await user.click(within(box).getByRole('button', { name: 'All projects' }))
  await waitFor(() => expect(asked()).toEqual(request))
})
