import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { batchResult } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'

test('a skill that was removed long ago is restored from the palette, and a refusal is shown in its row', async () => {
  let times = 0
  const { user, fake } = await renderApp('ready', '/skills', (fake) => {
    fake.on('POST /api/skills/restore', ({ body }) => {
      const answer = batchResult(
        { paths: (body as { undo: string[] }).undo, apply: true },
        'It is back.',
      )
      times += 1
      if (times === 1) Object.assign(answer.results[0] ?? {}, { ok: false, code: 'OCCUPIED' })
      return answer
    })
  })
  await screen.findByRole('grid')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'restore removed{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Removed skills' })
  const restore = await within(dialog).findByRole('button', { name: 'Restore old-notes' })
  await user.click(restore)
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Its folder already contains something else.',
  )
  await user.click(restore)
  await waitFor(() => expect(within(dialog).queryByRole('alert')).toBeNull())
  expect(fake.calls.findLast((call) => call.path === '/api/skills/restore')?.body).toMatchObject({
    undo: ['old-notes-1'],
    operation_id: expect.stringMatching(/./),
  })
})

test('an edit that was not restored with its ability is reported', async () => {
  const lost =
    'Old notes is back. The edited copy of /home/ada/.claude/skills/old-notes did not come back: Something else is there.'
  const { user } = await renderApp('ready', '/skills', (fake) => {
    fake.on('POST /api/skills/restore', ({ body }) => {
      const answer = batchResult({ paths: (body as { undo: string[] }).undo }, lost)
      Object.assign(answer.results[0] ?? {}, { code: 'EDITS_NOT_BACK' })
      return answer
    })
  })
  await screen.findByRole('grid')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'restore removed{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Restore old-notes' }))
  expect(await screen.findByText(lost)).toBeVisible()
})

test('of many removed skills some are rendered, and the search finds the others', async () => {
  const removed = Array.from({ length: 2500 }, (_, n) => ({
    undo: `skill-${n}-1`,
    name: `skill-${n}`,
    path: `/home/ada/.claude/skills/skill-${n}`,
    removed_at: '2026-11-20T10:00:00Z',
    kept_until: '2026-12-20T10:00:00Z',
    bytes: 1,
  }))
  const { user } = await renderApp('ready', '/skills', (fake) =>
    fake.on('GET /api/skills/removed', () => ({ removed })),
  )
  await screen.findByRole('grid')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'restore removed{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Removed skills' })
  const list = within(dialog).getByRole('list', { name: 'Skills that can be restored' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(100))
  expect(within(dialog).getByText('2,400 more skills. Type another word.')).toBeVisible()
  await user.type(
    within(dialog).getByRole('searchbox', { name: 'Search removed skills' }),
    'skill-2499',
  )
  expect(await within(dialog).findByRole('button', { name: 'Restore skill-2499' })).toBeVisible()
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
})
