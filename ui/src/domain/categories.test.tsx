import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Fake, Refusal } from '#ui/test/fakeBackend'
import { ASSIGNMENTS, CATEGORIES, IMPORT, PROPOSAL, detail, session, uuid } from '#ui/test/fixtures'
import { renderApp } from '#ui/test/renderApp'
import { applyChanges } from './categories'

const [daily, henderson, litigation] = CATEGORIES
if (!daily || !henderson || !litigation) throw new Error('fixture')
const notes = { item_kind: 'proposal' as const, item_id: PROPOSAL }
const told = { categories: CATEGORIES, limit: 200, assignments: ASSIGNMENTS }

/** An engine that keeps what it is told; `refuse` may throw first. */
function keeping(fake: Fake, refuse: (route: string) => void = () => undefined): void {
  let all = [...CATEGORIES]
  let given = ASSIGNMENTS.map(({ category_id, item_kind, item_id }) => ({
    category_id,
    item_kind,
    item_id,
  }))
  fake.on('GET /api/categories', () => ({
    categories: all,
    item_counts: {},
    total: all.length,
    limit: 200,
  }))
  fake.on('GET /api/categories/assignments', () => ({ assignments: given }))
  fake.on('POST /api/categories/*/items', ({ id, body }) => {
    refuse('assign')
    const { items, assigned } = body as { items: Array<typeof notes>; assigned: boolean }
    given = given.filter(
      (one) =>
        one.category_id !== id ||
        !items.some((item) => item.item_kind === one.item_kind && item.item_id === one.item_id),
    )
    if (assigned) given = [...given, ...items.map((item) => ({ category_id: id, ...item }))]
    return { changed: items.length }
  })
  fake.on('POST /api/categories', ({ body }) => {
    refuse('create')
    const category = {
      ...daily,
      ...(body as { title: string; color: string }),
      category_id: uuid(1999),
    }
    all = [...all, category] as typeof all
    return { category }
  })
  fake.on('PUT /api/categories/*', ({ id, body }) => {
    refuse('update')
    all = all.map((category) =>
      category.category_id === id ? { ...category, ...(body as object) } : category,
    )
    return { category: all.find((category) => category.category_id === id) }
  })
  fake.on('DELETE /api/categories/*', ({ id }) => {
    all = all.filter((category) => category.category_id !== id)
    given = given.filter((one) => one.category_id !== id)
    return { deleted: true }
  })
}

/** Opens “Add to Category…” of the first pending ability by right click. */
async function openPanel(): Promise<HTMLElement> {
  const row = await screen.findByRole('button', { name: /Post the weekly release notes.*Browser/ })
  await screen.findByRole('button', { name: 'Litigation' })
  fireEvent.contextMenu(row)
  const trigger = await screen.findByRole('menuitem', { name: 'Add to Category…' })
  fireEvent.click(trigger)
  await screen.findByRole('menuitem', { name: 'New Category' })
  return screen.getAllByRole('menu').at(-1) as HTMLElement
}

const marks = (panel: HTMLElement): string[] =>
  within(panel)
    .getAllByRole('menuitemcheckbox')
    .map((entry) => `${entry.getAttribute('aria-checked')} ${entry.textContent}`)

test('what is under way lies over what was told, and nothing of it stays when it is refused', () => {
  const { all, members } = applyChanges(told, [
    { what: 'update', id: henderson.category_id, title: 'Zulu', color: '#000000' },
    { what: 'assign', id: henderson.category_id, items: [notes], on: true },
    { what: 'assign', id: litigation.category_id, items: [notes], on: false },
    { what: 'delete', id: daily.category_id },
    { what: 'create', title: 'Courts', color: '#ffffff', items: [notes] },
  ])
  expect(all.map(({ title, count, pending }) => [title, count, pending])).toEqual([
    ['Courts', 1, true],
    ['Litigation', 0, undefined],
    ['Zulu', 2, undefined],
  ])
  expect(members.has(daily.category_id)).toBe(false)
  expect(applyChanges(told, []).all.map(({ title, count }) => [title, count])).toEqual([
    ['Daily Tasks', 2],
    ['Henderson', 1],
    ['Litigation', 1],
  ])
  const again = applyChanges(
    {
      ...told,
      categories: [...CATEGORIES, { ...daily, category_id: uuid(1999), title: 'Courts' }],
    },
    [{ what: 'create', title: 'courts ', color: '#ffffff', items: [notes] }],
  )
  expect(again.all.filter(({ title }) => title === 'Courts')).toEqual([
    expect.objectContaining({ id: uuid(1999), count: 1 }),
  ])
})

test('a right click shows the categories with marks, and a click toggles', async () => {
  const { fake, user } = await renderApp('ready', '/learn/pending', (fake) => keeping(fake))
  const panel = await openPanel()
  expect(panel).toHaveTextContent(/^Add to Category…Daily TasksHendersonLitigationNew Category$/)
  expect(marks(panel)).toEqual(['true Daily Tasks', 'false Henderson', 'true Litigation'])
  await user.click(within(panel).getByRole('menuitemcheckbox', { name: 'Henderson' }))
  await user.click(within(panel).getByRole('menuitemcheckbox', { name: 'Litigation' }))
  await waitFor(() =>
    expect(marks(panel)).toEqual(['true Daily Tasks', 'true Henderson', 'false Litigation']),
  )
  await waitFor(() =>
    expect(
      fake.calls
        .filter((call) => call.path.endsWith('/items'))
        .map((call) => [call.id, (call.body as { assigned: boolean }).assigned]),
    ).toEqual([
      [henderson.category_id, true],
      [litigation.category_id, false],
    ]),
  )
})

test.each([
  [
    'what runs now',
    'capturing',
    '/active',
    async () =>
      (
        await within(await screen.findByRole('list', { name: 'Running now' })).findAllByRole(
          'button',
        )
      )[0],
  ],
  [
    'the head of a draft',
    'ready',
    `/learn/pending/${PROPOSAL}`,
    () => screen.findByRole('heading', { level: 2, name: /Post the weekly release notes/ }),
  ],
  [
    'the head of an import',
    'ready',
    `/skills/import?id=${IMPORT}`,
    () => screen.findByRole('heading', { level: 2, name: 'claim-forms' }),
  ],
] as const)('a right click on %s offers the categories', async (_what, scene, at, find) => {
  await renderApp(scene, at, (fake) => {
    keeping(fake)
    if (scene === 'capturing')
      fake.on('GET /api/learn/sessions', () => ({
        sessions: [session({ state: 'capturing', proposal_id: PROPOSAL })],
        total: 1,
        page: 1,
        page_size: 100,
      }))
    if (scene === 'capturing')
      fake.on('GET /api/learn/sessions/*/detail', () =>
        detail({ session: session({ state: 'capturing', proposal_id: PROPOSAL }) }),
      )
  })
  fireEvent.contextMenu((await find()) ?? document.body)
  expect(await screen.findByRole('menuitem', { name: 'Add to Category…' })).toBeVisible()
})

test('an assignment that is refused goes back and is told', async () => {
  let answer: (() => void) | undefined
  const { told, user } = await renderApp('ready', '/learn/pending', (fake) => {
    keeping(fake)
    fake.on('POST /api/categories/*/items', async () => {
      await new Promise<void>((done) => (answer = done))
      throw new Refusal(507, 'DISK_FULL', 'The disk is full.')
    })
  })
  const panel = await openPanel()
  await user.click(within(panel).getByRole('menuitemcheckbox', { name: 'Henderson' }))
  expect(marks(panel), 'it shows at once').toContain('true Henderson')
  await waitFor(() => expect(answer).toBeDefined())
  answer?.()
  await waitFor(() => expect(marks(panel)).toContain('false Henderson'))
  expect(told).toEqual(['The disk is full.'])
})

test('New Category opens a name and a colour in place, and puts the item into it', async () => {
  const { fake, user } = await renderApp('ready', '/learn/pending', (fake) => keeping(fake))
  const panel = await openPanel()
  await user.click(within(panel).getByRole('menuitem', { name: 'New Category' }))
  const form = await screen.findByRole('form', { name: 'New Category' })
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'litigation')
  expect(within(form).getByText('There is a category “Litigation” already.')).toBeVisible()
  expect(within(form).getByRole('button', { name: 'New Category' })).toBeDisabled()
  await user.clear(within(form).getByRole('textbox', { name: 'Name' }))
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Courts')
  await user.click(within(form).getByRole('radio', { name: 'Teal' }))
  await user.keyboard('{Enter}')
  await user
    .click(within(form).getByRole('button', { name: 'New Category' }))
    .catch(() => undefined)
  await waitFor(() =>
    expect(fake.calls.filter((call) => call.method === 'POST').map((call) => call.body)).toEqual([
      { title: 'Courts', color: '#14B8A6' },
      { items: [notes], assigned: true },
    ]),
  )
  expect(await screen.findByRole('button', { name: 'Courts', hidden: true })).toBeInTheDocument()
})

test('category_limit_reached_error_rendered', async () => {
  const { fake, told, user } = await renderApp('ready', '/learn/pending', (fake) =>
    keeping(fake, (route) => {
      if (route === 'create')
        throw new Refusal(
          409,
          'CATEGORY_LIMIT_REACHED',
          'There are 200 categories, as many as there can be. Delete one first.',
          { limit: 200 },
        )
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'New Category' }))
  const form = await screen.findByRole('form', { name: 'New Category' })
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'One too many{Enter}')
  await waitFor(() =>
    expect(told).toEqual(['There are 200 categories, as many as there can be. Delete one first.']),
  )
  await waitFor(() =>
    expect(
      screen.queryByRole('button', { name: 'One too many' }),
      'what was shown beforehand is gone',
    ).toBeNull(),
  )
  await user.click(screen.getByRole('button', { name: 'New Category' }))
  expect(await screen.findByRole('note')).toHaveTextContent(
    'There are 200 categories, as many as there can be. Delete one first.',
  )
  expect(screen.queryByRole('form')).toBeNull()
  await user.keyboard('{Escape}')
  const panel = await openPanel()
  expect(within(panel).getByRole('menuitem', { name: 'New Category' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await user.keyboard('{Escape}{Escape}')
  expect(
    fake.calls.filter((call) => call.method === 'POST' && call.path === '/api/categories'),
  ).toHaveLength(1)

  // Room is made: then it can be tried again.
  fireEvent.contextMenu(screen.getByRole('button', { name: 'Henderson' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(
    await screen.findByText('1 item will no longer be in it. The items themselves stay.'),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Henderson' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'New Category' }))
  expect(await screen.findByRole('form', { name: 'New Category' })).toBeVisible()
})

test('a list that is full offers no further one', async () => {
  const { user } = await renderApp('ready', '/learn/pending', (fake) =>
    fake.on('GET /api/categories', () => ({
      categories: CATEGORIES,
      item_counts: {},
      total: 3,
      limit: 3,
    })),
  )
  await user.click(await screen.findByRole('button', { name: 'New Category' }))
  expect(await screen.findByRole('note')).toHaveTextContent(
    'There are 3 categories, as many as there can be.',
  )
})

test('the sidebar renames, recolours and filters the list that is open', async () => {
  const { fake, user, path } = await renderApp('ready', '/learn/pending', (fake) => keeping(fake))
  const entry = await screen.findByRole('button', { name: 'Henderson' })
  await waitFor(() => expect(screen.getByText('Post the weekly release notes')).toBeVisible())
  await user.click(entry)
  await waitFor(() => expect(screen.queryByText('Post the weekly release notes')).toBeNull())
  expect(entry).toHaveAttribute('aria-pressed', 'true')
  expect(path()).toBe('/learn/pending')
  await user.click(entry)
  await waitFor(() => expect(screen.getByText('Post the weekly release notes')).toBeVisible())
  await user.click(screen.getByRole('button', { name: 'Options of Henderson' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Henderson v. Smith')
  const color = screen.getByRole('textbox', { name: 'Other colour' })
  await user.clear(color)
  await user.type(color, '#12345')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.type(color, '6{Enter}')
  expect(await screen.findByRole('button', { name: 'Henderson v. Smith' })).toBeVisible()
  await waitFor(() =>
    expect(fake.calls.find((call) => call.method === 'PUT')?.body).toEqual({
      title: 'Henderson v. Smith',
      color: '#123456',
    }),
  )
})

test('without the routes nothing speaks of categories', async () => {
  const { user } = await renderApp('ready', '/learn/pending', (fake) => {
    for (const route of ['GET /api/categories', 'GET /api/categories/assignments']) {
      fake.on(route, () => {
        throw new Refusal(404, 'NOT_FOUND', 'There is nothing at /api/categories.')
      })
    }
  })
  const row = await screen.findByRole('button', { name: /Post the weekly release notes.*Browser/ })
  expect(screen.queryByRole('heading', { name: 'Categories' })).toBeNull()
  fireEvent.contextMenu(row)
  expect(await screen.findByRole('menuitem', { name: /^Open/ })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Add to Category…' })).toBeNull()
  await user.keyboard('{Escape}')
})

test('the menu key opens the menu of the row that has the focus', async () => {
  await renderApp('ready', '/learn/pending')
  const row = await screen.findByRole('button', { name: /Post the weekly release notes.*Browser/ })
  row.focus()
  fireEvent.keyDown(row, { key: 'F10', shiftKey: true })
  expect(await screen.findByRole('menuitem', { name: /^Open/ })).toBeVisible()
})

test('two quick clicks on one mark do not overtake each other', async () => {
  const answers: Array<() => void> = []
  const { fake } = await renderApp('ready', '/learn/pending', (fake) => {
    keeping(fake)
    fake.on('POST /api/categories/*/items', async () => {
      await new Promise<void>((done) => answers.push(done))
      return { changed: 1 }
    })
  })
  const panel = await openPanel()
  const sent = (): unknown[] =>
    fake.calls
      .filter((call) => call.path.endsWith('/items'))
      .map((call) => (call.body as { assigned: boolean }).assigned)
  fireEvent.click(within(panel).getByRole('menuitemcheckbox', { name: 'Henderson' }))
  await waitFor(() => expect(marks(panel)).toContain('true Henderson'))
  fireEvent.click(within(panel).getByRole('menuitemcheckbox', { name: 'Henderson' }))
  await waitFor(() => expect(marks(panel)).toContain('false Henderson'))
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(sent()).toEqual([true])
  answers[0]?.()
  await waitFor(() => expect(sent()).toEqual([true, false]))
  answers[1]?.()
})

test('who leaves the form of a new category is back among the entries', async () => {
  const { user } = await renderApp('ready', '/learn/pending', (fake) => keeping(fake))
  const panel = await openPanel()
  await user.click(within(panel).getByRole('menuitem', { name: 'New Category' }))
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull())
  expect(panel).toContainElement(document.activeElement as HTMLElement)
})

test('a category that was deleted elsewhere is taken out of the address, and nothing is lost', async () => {
  const { fake, search } = await renderApp(
    'ready',
    `/skills?category=${daily.category_id}&filter=learned`,
  )
  expect(await screen.findByRole('button', { name: 'Remove Daily Tasks' })).toBeVisible()
  fake.on('GET /api/categories', () => ({
    categories: [henderson, litigation],
    item_counts: {},
    total: 2,
    limit: 200,
  }))
  fake.emit({
    data: { seq: 0, event_kind: 'categories.changed', session_id: '', payload: {}, timestamp: '' },
  })
  expect(await screen.findByText(/Nothing that was in it is lost/)).toBeVisible()
  await waitFor(() => expect(search()).toEqual({ filter: 'learned' }))
})

const entry = () => screen.queryByRole('button', { name: /^Daily Tasks/ })

test('a deletion that is refused leaves the filter, and nobody is told that it is gone', async () => {
  let answer: (() => void) | undefined
  const { told, user, search } = await renderApp(
    'ready',
    `/skills?category=${daily.category_id}`,
    (fake) => {
      keeping(fake)
      fake.on('DELETE /api/categories/*', async () => {
        await new Promise<void>((done) => (answer = done))
        throw new Refusal(507, 'DISK_FULL', 'The disk is full.')
      })
    },
  )
  await waitFor(() => expect(entry()).toHaveAttribute('aria-pressed', 'true'))
  await user.click(screen.getByRole('button', { name: 'Options of Daily Tasks' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(entry()).toBeNull())
  expect(search()).toEqual({ category: daily.category_id })
  answer?.()
  await waitFor(() => expect(told).toEqual(['The disk is full.']))
  await waitFor(() => expect(entry()).toHaveAttribute('aria-pressed', 'true'))
})

test('a long press opens the menu of a category', async () => {
  await renderApp('ready', '/skills')
  const entry = await screen.findByRole('button', { name: /^Henderson/ })
  fireEvent.pointerDown(entry, { pointerType: 'touch', button: 0 })
  expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeVisible()
})

test('a long press opens the menu of a row with the categories', async () => {
  await renderApp('ready', '/learn/pending')
  const list = await screen.findByRole('list', { name: 'Pending abilities' })
  const [first] = await within(list).findAllByRole('button', { name: /^(?!Options of)/ })
  fireEvent.pointerDown(first as HTMLElement, { pointerType: 'touch', button: 0 })
  expect(await screen.findByRole('menuitem', { name: 'Add to Category…' })).toBeVisible()
})
