import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DEFAULT_POLICY } from '#ui/test/fixtures'
import type { Fake } from '#ui/test/fakeBackend'
import { renderApp } from '#ui/test/renderApp'

const section = async () =>
  within((await screen.findByRole('heading', { name: 'Test policy' })).closest('section')!)
const saved = (fake: Fake): unknown =>
  (
    fake.calls.findLast(({ path, method }) => method === 'PUT' && path === '/api/settings')
      ?.body as { default_test_policy?: unknown } | undefined
  )?.default_test_policy

test('the default test policy is chosen in Settings, and a wrong one is not saved', async () => {
  const { fake, user } = await renderApp('empty', '/settings')
  const box = await section()
  const save = box.getByRole('button', { name: 'Save the test policy' })
  expect(save, 'nothing differs').toBeDisabled()
  await user.selectOptions(box.getByLabelText('How far it may go'), 'Safe targets only')
  await user.click(save)
  expect(await box.findByText('Name at least one folder or site.')).toBeVisible()
  expect(saved(fake)).toBeUndefined()
  await user.selectOptions(box.getByLabelText('How far it may go'), 'Read only')
  await user.clear(box.getByLabelText('Actions at most'))
  await user.type(box.getByLabelText('Actions at most'), '12')
  await user.click(box.getByRole('checkbox', { name: 'It may send something to others' }))
  await user.click(save)
  await waitFor(() =>
    expect(saved(fake)).toEqual({
      ...DEFAULT_POLICY,
      mode: 'read_only',
      max_actions: 12,
      forbid_external_send: false,
    }),
  )
})

test('the safe default is one press away', async () => {
  const { user } = await renderApp('empty', '/settings')
  const box = await section()
  const safe = box.getByRole('button', { name: 'Use the safe default' })
  expect(safe).toBeDisabled()
  await user.selectOptions(box.getByLabelText('How far it may go'), 'Read only')
  await user.click(safe)
  expect(box.getByLabelText('How far it may go')).toHaveValue('controlled_live_test')
})

test('the palette leads to it', async () => {
  const { user, path } = await renderApp('empty', '/tasks')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'default test policy')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe('/settings'))
  expect((await section()).getByLabelText('How far it may go')).toBeVisible()
})
