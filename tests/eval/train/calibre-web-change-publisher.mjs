// A cell of a table is clicked, becomes a field, and is stored in its place.

import { openBook } from '../apps/calibre-web.mjs'

const table = (page) => page.locator('#books-table')

const row = (page, title) =>
  table(page)
    .locator('tbody tr')
    .filter({ has: page.getByText(title, { exact: true }) })

/** The cell of a book under a heading; headings have the name of their column. */
async function cell(page, title, field) {
  const at = await table(page)
    .locator('thead th')
    .evaluateAll((all, name) => all.findIndex((one) => one.dataset.field === name), field)
  return row(page, title).locator('td').nth(at)
}

async function list(person) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Books List' }))
  await row(page, 'Leaves in Water').waitFor()
}

async function write(person, { book, publisher }) {
  const { page } = person
  const place = await cell(page, book, 'publishers')
  await person.click(place.locator('a.editable'))
  await person.type(place.getByRole('textbox'), publisher)
  return place
}

async function edit(person, values) {
  const { page } = person
  const place = await write(person, values)
  const stored = page.waitForResponse((one) => one.url().includes('/ajax/editbooks/publishers'))
  await person.click(place.locator('.editable-submit'))
  await stored
  await place.getByRole('textbox').waitFor({ state: 'detached' })
}

async function change(person, app, values) {
  await list(person)
  await edit(person, values)
}

/** Gives a book a publisher of the library behind the screen. */
const publish = (app, title, publisher) =>
  app.books(
    'update books_publishers_link set publisher = (select id from publishers where name = ?) where book = (select id from books where title = ?) returning id',
    ...[publisher, title],
  )

const asked = { book: 'Frost and Fern', publisher: 'Lantern Books' }

export default {
  app: 'calibre-web',
  kinds: ['semantic HTML', 'inline editing', 'sign-in'],
  goal: 'Change the publisher of one book in the list of books',
  values: { book: 'Smoke and Steam', publisher: 'Harbour Press' },
  perform: change,
  truth: {
    inputs: [
      { name: 'book', value: 'Smoke and Steam', source: 'given', changes: true },
      { name: 'publisher', value: 'Harbour Press', source: 'given', changes: true },
      { name: 'old publisher', value: 'Kettle House', source: 'read', changes: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the book has the publisher', kind: 'changed', values: ['book', 'publisher'] },
    ],
    expected: (before, { book, publisher }) => ({
      ...before,
      books: before.books.map((one) => (one.title === book ? { ...one, publisher } : one)),
    }),
    done: 'The row of the book shows the new publisher, also after the page is loaded again',
  },
  right: [
    { name: 'another book', values: asked },
    {
      name: 'a publisher that is new, stored by the key Enter',
      values: { book: 'Bread for Beginners', publisher: 'Weir and Sons' },
      perform: async (person, app, values) => {
        const { page } = person
        await list(person)
        const place = await write(person, values)
        const stored = page.waitForResponse((one) =>
          one.url().includes('/ajax/editbooks/publishers'),
        )
        await person.press('Enter')
        await stored
        await place.getByRole('textbox').waitFor({ state: 'detached' })
      },
    },
    {
      name: 'another way: in the form of the book',
      values: { book: 'A Garden under Glass', publisher: 'Kettle House' },
      perform: async (person, app, { book, publisher }) => {
        const { page } = person
        const dialog = await openBook(person, book)
        await person.click(dialog.getByRole('button', { name: 'Edit Metadata' }))
        await person.type('#publisher', publisher)
        await person.press('Tab')
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await page.locator('#book_edit_frm').waitFor({ state: 'detached' })
      },
    },
  ],
  faults: [
    {
      name: 'the publisher is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { book }) => publish(app, book, 'Harbour Press'),
    },
    {
      name: 'another publisher is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { book }) => publish(app, book, 'Kettle House'),
    },
    {
      name: 'the row below is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { book: 'A Garden under Glass' },
    },
    {
      name: 'it is typed and the field is closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await list(person)
        const place = await write(person, values)
        await person.click(place.locator('.editable-cancel'))
        await place.getByRole('textbox').waitFor({ state: 'detached' })
      },
    },
    {
      name: 'the old publisher is typed again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await edit(person, { ...values, publisher: 'Harbour Press' })
      },
    },
    {
      name: 'a second book gets it as well',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await edit(person, { ...values, book: 'Leaves in Water' })
      },
    },
    {
      name: 'the title loses a letter on the way',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { book }) =>
        app.books("update books set title = 'Frost and Fen' where title = ? returning id", book),
    },
  ],
}
