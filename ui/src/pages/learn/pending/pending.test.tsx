// Pending Abilities: which are listed, in which state, and how they open.

import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Schemas } from '#ui/backend/types'
import { type Fake } from '#ui/test/fakeBackend'
import { INSTALLED, PROPOSAL, SESSION, session, uuid } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

/** Two sessions; the ability of the second is installed. */
function listed(fake: Fake, pending: Schemas['PendingAbilityUiState'] | undefined): void {
  const sessions = [
    session({ state: 'ready_for_review', proposal_id: PROPOSAL }),
    session({
      learn_session_id: uuid(20),
      state: 'installed_private',
      proposal_id: INSTALLED,
      pending_ui_state: pending,
    }),
  ]
  fake.on('GET /api/learn/sessions', () => ({ sessions, total: 2, page: 1, page_size: 100 }))
}

test('pending abilities are filtered by state, text and category, and retested from their row', async () => {
  const { fake, user } = await renderApp(
    'ready',
    '/learn/pending?category=01900000-0000-7000-8000-000000001002',
    (fake) => fake.on('POST /api/learn/proposals/*/request-more-tests', () => ({})),
  )
  const list = await screen.findByRole('list', { name: 'Pending abilities' })
  const titles = (): string[] =>
    within(list)
      .queryAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent ?? '')
  await waitFor(() => expect(titles()).toEqual(['Add a customer to the register']))
  await user.click(screen.getByRole('button', { name: 'Remove Henderson' }))
  await waitFor(() => expect(titles()).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Ready for review 1' }))
  expect(titles()).toEqual(['Post the weekly release notes'])
  await user.type(screen.getByRole('searchbox'), 'customer')
  await waitFor(() => expect(titles()).toEqual([]))
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
  await waitFor(() => expect(titles()).toHaveLength(2))
  await user.click(
    within(list).getByRole('button', { name: 'Options for Post the weekly release notes' }),
  )
  await user.click(await screen.findByRole('menuitem', { name: 'Request More Tests' }))
  await waitFor(() =>
    expect(fake.calls.some((call) => call.path.endsWith(`${PROPOSAL}/request-more-tests`))).toBe(
      true,
    ),
  )
})

test('pending abilities show their state and open with Enter', async () => {
  const { user, path } = await renderApp('ready', '/learn/pending')
  const list = await screen.findByRole('list', { name: 'Pending abilities' })
  const rows = (): HTMLElement[] =>
    within(list).getAllByRole('button', { name: /^(?!Options for)/ })
  await waitFor(() =>
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Ready for review.*Post the weekly release notes/),
      expect.stringMatching(/Private active.*Add a customer/),
    ]),
  )
  rows()[1]?.focus()
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(rows()[0]).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe(`/learn/pending/${PROPOSAL}`))
})

test('a session is pending only if the engine lists it', async () => {
  const { fake } = await renderApp('ready', '/learn/pending', (prepared) =>
    listed(prepared, undefined),
  )
  const list = await screen.findByRole('list', { name: 'Pending abilities' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  expect(within(list).queryByText('Private active')).toBeNull()
  // The counts in the sidebar come from the same list.
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Pending Abilities 1' })).toBeVisible(),
  )
  expect(
    within(screen.getByRole('link', { name: 'Learn' })).getByText('', { selector: '[data-count]' }),
  ).toHaveAttribute('data-count', '1')
  // Its ability is restored.
  listed(fake, 'private_active')
  fake.emit({
    event: 'ability.snapshot.updated',
    data: JSON.stringify({
      seq: 9,
      event_kind: 'ability.snapshot.updated',
      session_id: SESSION,
      timestamp: '',
      payload: {},
    }),
  })
  expect(await within(list).findByText('Private active')).toBeVisible()
})
