import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { keepUndo, offerUndo, undoLast } from '#ui/lib/undo'
import { PROPOSAL } from '#ui/test/fixtures'
import { type RenderedApp, renderApp } from '#ui/test/renderApp'

/** jsdom has no pointer events. */
const point = (on: Element | Window, type: string, x = 0, y = 0): boolean =>
  fireEvent(on, new MouseEvent(type, { bubbles: true, button: 0, clientX: x, clientY: y }))

const changesOf = ({ fake }: RenderedApp): unknown[] =>
  fake.calls.filter(({ path }) => path.endsWith('/items')).map(({ body }) => body)

test('the newest thing is taken back first, and each once', () => {
  const done: string[] = []
  const first = keepUndo('one', () => done.push('one'))
  offerUndo('two', () => done.push('two'))
  undoLast()
  undoLast()
  undoLast()
  first.run()
  expect(done).toEqual(['two', 'one'])
})

test('Ctrl+Z takes a change of categories back, but not while somebody types', async () => {
  const app = await renderApp('ready', '/learn/pending')
  const { user } = app
  app.fake.on('POST /api/categories/*/items', () => ({}))
  const row = await screen.findByRole('button', { name: /Post the weekly release notes.*Browser/ })
  await screen.findByRole('button', { name: 'Litigation' })
  fireEvent.contextMenu(row)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to Category…' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Henderson' }))
  await waitFor(() => expect(changesOf(app)).toHaveLength(1))
  await user.keyboard('{Escape}{Escape}{Escape}')
  const search = screen.getByRole('searchbox', { name: 'Search pending abilities' })
  await user.click(search)
  await user.keyboard('{Control>}z{/Control}')
  expect(changesOf(app)).toHaveLength(1)
  row.focus()
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(changesOf(app)).toHaveLength(2))
  const [given, taken] = changesOf(app) as Array<{ assigned: boolean; items: unknown }>
  expect(taken).toEqual({ ...given, assigned: given?.assigned !== true })
})

test('keeping a recording can be taken back from its notice', async () => {
  const { user, fake } = await renderApp('ready', '/learn/pending')
  fake.on('POST /api/learn/sessions/*/retain', () => ({ session: null }))
  const row = await screen.findByRole('button', { name: /Post the weekly.*Ready|Ready.*Post the/ })
  fireEvent.contextMenu(row)
  await user.click(await screen.findByRole('menuitem', { name: 'Keep the recording' }))
  const notices = within(screen.getByRole('region', { name: 'Notices' }))
  await user.click(await notices.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(
      fake.calls.filter(({ path }) => path.endsWith('/retain')).map(({ body }) => body),
    ).toEqual([{ retain: true }, { retain: false }]),
  )
})

test('a row that is dropped on a category is put into it, and back', async () => {
  const app = await renderApp('ready', '/learn/pending')
  const { user } = app
  const row = await screen.findByRole('button', { name: /Add a customer.*Private, only you/ })
  const target = await screen.findByRole('button', { name: 'Litigation' })
  document.elementFromPoint = () => target
  point(row, 'pointerdown', 300, 200)
  point(window, 'pointermove', 100, 200)
  // The target is visible.
  await waitFor(() => expect(target.closest('[data-over]')).not.toBeNull())
  point(window, 'pointerup')
  await waitFor(() => expect(changesOf(app)).toHaveLength(1))
  expect(changesOf(app)[0]).toMatchObject({ assigned: true })
  const notices = within(screen.getByRole('region', { name: 'Notices' }))
  expect(notices.getByText('Add a customer to the register added to Litigation.')).toBeVisible()
  await user.click(notices.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(changesOf(app)[1]).toMatchObject({ assigned: false }))
})

test('Escape ends a drag, and a small move is a click', async () => {
  const app = await renderApp('ready', '/learn/pending')
  const row = await screen.findByRole('button', { name: /Add a customer.*Private, only you/ })
  const target = await screen.findByRole('button', { name: 'Litigation' })
  const under = vi.fn<() => Element>(() => target)
  document.elementFromPoint = under
  point(row, 'pointerdown', 300, 200)
  point(window, 'pointermove', 303, 202)
  expect(under).not.toHaveBeenCalled()
  point(window, 'pointermove', 100, 200)
  expect(target.closest('[data-drop]')).not.toBeNull()
  expect(under).toHaveBeenCalled()
  fireEvent.keyDown(window, { key: 'Escape' })
  point(window, 'pointerup')
  expect(changesOf(app)).toEqual([])
})

test('a first installation offers to uninstall again', async () => {
  const { user, fake } = await renderApp('ready', `/learn/pending/${PROPOSAL}`)
  fake.on('POST /api/skills/remove', () => ({ results: [] }))
  fake.on('POST /api/learn/proposals/*/install', () => ({
    proposal: {},
    ability_id: 'ability_x',
    saga_id: 's',
    files: ['/home/ada/.claude/skills/x/SKILL.md'],
  }))
  await user.click(await screen.findByRole('button', { name: 'Install privately' }))
  await user.click(await screen.findByRole('button', { name: 'Install anyway' }))
  const notices = within(screen.getByRole('region', { name: 'Notices' }))
  await user.click(await notices.findByRole('button', { name: 'Uninstall' }))
  await waitFor(() =>
    expect(fake.calls.find(({ path }) => path === '/api/skills/remove')?.body).toMatchObject({
      paths: ['ability_x'],
      apply: true,
    }),
  )
})
