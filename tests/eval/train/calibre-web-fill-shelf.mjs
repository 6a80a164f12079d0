// A shelf is made, and each of some books is put on it by a menu in the dialog of the book.

import { openBook } from '../apps/calibre-web.mjs'

async function make(person, { shelf, shared }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Create a Shelf' }))
  await person.type(page.getByLabel('Title'), shelf)
  if (shared) await person.tick(page.getByLabel('Share with Everyone'))
  await person.click(page.getByRole('button', { name: 'Save', exact: true }))
  await person.sees(`Shelf ${shelf} created`)
}

const named = (shelf, shared) => (shared ? `${shelf} (Public)` : shelf)

async function put(person, title, name) {
  const { page } = person
  const dialog = await openBook(person, title)
  await person.click(dialog.getByRole('button', { name: 'Add to shelf' }))
  const added = page.waitForResponse((one) => one.url().includes('/shelf/add/'))
  await person.click(dialog.locator('#add-to-shelves').getByText(name, { exact: true }))
  await added
  await dialog.locator('#remove-from-shelves').getByText(name, { exact: true }).waitFor()
  await close(person)
}

async function close(person) {
  const { page } = person
  await person.click('#details_close')
  await page.locator('.modal-backdrop').waitFor({ state: 'detached' })
}

const home = (person) => person.click(person.page.locator('#nav_new').getByRole('link'))

async function fill(person, app, values) {
  await make(person, values)
  await home(person)
  for (const book of values.books) await put(person, book, named(values.shelf, values.shared))
}

const asked = { shelf: 'Reading club', books: ['Frost and Fern', 'Bread for Beginners'] }

const onShelf = (app, shelf, sql, ...values) =>
  app.app(sql.replace('SHELF', '(select id from shelf where name = ?)'), shelf, ...values)

export default {
  app: 'calibre-web',
  kinds: ['semantic HTML', 'dialogs', 'menus', 'repeated', 'sign-in'],
  goal: 'Make a shelf and put some books on it',
  values: {
    shelf: 'For the train',
    books: ['Leaves in Water', 'Salt of the Harbour', 'The Last Caravan'],
  },
  perform: fill,
  truth: {
    inputs: [
      { name: 'shelf', value: 'For the train', source: 'given', changes: true },
      {
        name: 'books',
        value: ['Leaves in Water', 'Salt of the Harbour', 'The Last Caravan'],
        source: 'given',
        changes: true,
      },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['books'], kind: 'loop' }],
    effects: [
      { name: 'the shelf is there', kind: 'created', values: ['shelf'] },
      { name: 'every book is on the shelf', kind: 'bulk', values: ['shelf', 'books'] },
    ],
    expected: (before, { shelf, books, shared }) => ({
      ...before,
      shelves: { ...before.shelves, [shelf]: { shared: Boolean(shared), books } },
    }),
    done: 'The page of the shelf shows these books and no other',
  },
  right: [
    { name: 'another shelf with two books', values: asked },
    {
      name: 'four books on a shelf that is shared',
      values: {
        shelf: 'Gifts of the house',
        shared: true,
        books: [
          'Smoke and Steam',
          'The Clockmaker of Graz',
          'A Garden under Glass',
          'Frost and Fern',
        ],
      },
    },
    {
      name: 'another way: each book on a page of its own',
      values: { shelf: 'Summer box', books: ['The Last Caravan', 'A Garden under Glass'] },
      perform: async (person, app, values) => {
        const { page } = person
        await make(person, values)
        for (const title of values.books) {
          const [{ id }] = await app.books('select id from books where title = ?', title)
          await person.open(`${app.address}/book/${id}`)
          await person.click(page.getByRole('button', { name: 'Add to shelf' }))
          const added = page.waitForResponse((one) => one.url().includes('/shelf/add/'))
          await person.click(
            page.locator('#add-to-shelves').getByText(values.shelf, { exact: true }),
          )
          await added
        }
      },
    },
  ],
  faults: [
    {
      name: 'one book is not on the shelf',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { shelf }) =>
        onShelf(
          app,
          shelf,
          'delete from book_shelf_link where shelf = SHELF and book_id = 8 returning id',
        ),
    },
    {
      name: 'the last book is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { books: ['Frost and Fern'] },
    },
    {
      name: 'the shelf is made and stays empty',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => make(person, values),
    },
    {
      name: 'the books are put on another shelf',
      kind: 'wrong record',
      values: asked,
      perform: async (person, app, values) => {
        await make(person, values)
        await home(person)
        for (const book of values.books) await put(person, book, 'Lent out')
      },
    },
    {
      name: 'a letter of the name is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { shelf }) =>
        app.app("update shelf set name = 'Reading clubs' where name = ? returning id", shelf),
    },
    {
      name: 'one book is taken off again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, app, values)
        const dialog = await openBook(person, values.books[0])
        const removed = page.waitForResponse((one) => one.url().includes('/shelf/remove/'))
        await person.click(
          dialog.locator('#remove-from-shelves').getByText(values.shelf, { exact: true }),
        )
        await removed
        await close(person)
      },
    },
    {
      name: 'another shelf loses a book',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        onShelf(app, 'Lent out', 'delete from book_shelf_link where shelf = SHELF returning id'),
    },
  ],
}
