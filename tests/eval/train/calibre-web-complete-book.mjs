// The dialog of a book leads to a long form: fields that suggest what is known, and stars that are drawn.

import { openBook } from '../apps/calibre-web.mjs'

/** Opens the form of a book from its dialog or page, and waits until its fields suggest something. */
async function openForm(person, place) {
  const { page } = person
  await person.click(place.getByRole('button', { name: 'Edit Metadata' }))
  await page.locator('#series').waitFor()
  await page.waitForLoadState()
}

/** Fills a field that suggests what is known, and takes the suggestion where there is one. */
async function fillKnown(person, field, text) {
  const { page } = person
  const told = page.waitForResponse((one) => new URL(one.url()).searchParams.get('q') === text)
  await person.type(field, text)
  const known = await (await told).json()
  if (!known.some((one) => one.name === text)) return
  await person.click(page.locator('.tt-menu.tt-open').getByText(text, { exact: true }))
}

async function fill(person, { book, series, number, publisher, stars }) {
  const { page } = person
  const dialog = await openBook(person, book)
  await openForm(person, dialog)
  await fillKnown(person, '#series', series)
  if (number) await person.type('#series_index', number)
  if (publisher) await fillKnown(person, '#publisher', publisher)
  if (stars) await person.click(star(page, stars))
}

const star = (page, stars) => page.locator(`.rating-input [data-value="${stars}"]`)

async function save(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Save', exact: true }))
  await page.locator('#book_edit_frm').waitFor({ state: 'detached' })
}

async function complete(person, app, values) {
  await fill(person, values)
  await save(person)
}

/** Changes a book behind the screen. */
const link = (app, table, column, title, id) =>
  app.books(
    `update books_${table}_link set ${column} = ${id} where book = (select id from books where title = ?) returning id`,
    title,
  )

const asked = {
  book: 'The Clockmaker of Graz',
  series: 'Towns at Night',
  number: '4',
  publisher: 'Harbour Press',
  stars: '5',
}

export default {
  app: 'calibre-web',
  kinds: ['semantic HTML', 'dialogs', 'long form', 'suggestions', 'drawn stars', 'sign-in'],
  goal: 'Put a book of the library into its series, with its number, publisher and stars',
  values: {
    book: 'The Last Caravan',
    series: 'The Tea Road',
    number: '3',
    publisher: 'Lantern Books',
    stars: '4',
  },
  perform: complete,
  truth: {
    inputs: [
      { name: 'book', value: 'The Last Caravan', source: 'given', changes: true },
      { name: 'series', value: 'The Tea Road', source: 'given', changes: true },
      { name: 'number', value: '3', source: 'given', changes: true },
      { name: 'publisher', value: 'Lantern Books', source: 'given', changes: true },
      { name: 'stars', value: '4', source: 'given', changes: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the book has the series, the number, the publisher and the stars',
        kind: 'changed',
        values: ['book', 'series', 'number', 'publisher', 'stars'],
      },
    ],
    expected: (before, { book, series, number, publisher, stars }) => ({
      ...before,
      books: before.books.map((one) =>
        one.title === book
          ? {
              ...one,
              series,
              number: number ? Number(number) : one.number,
              publisher: publisher ?? one.publisher,
              stars: stars ? Number(stars) : one.stars,
            }
          : one,
      ),
    }),
    done: 'The page of the book shows the series with the number, the publisher and the stars',
  },
  right: [
    { name: 'another book, and a series that is new', values: asked },
    {
      name: 'the publisher and the stars stay as they are',
      values: {
        book: 'A Garden under Glass',
        series: 'Seasons',
        number: '2',
        publisher: undefined,
        stars: undefined,
      },
    },
    {
      name: 'another way: found by the search, and the form in another order',
      values: { ...asked, book: 'Bread for Beginners', series: 'The Long Table', stars: '3' },
      perform: async (person, app, { book, series, number, publisher, stars }) => {
        const { page } = person
        await person.type(page.getByPlaceholder('Search Library'), book)
        await person.press('Enter')
        await page.waitForURL((url) => url.pathname.startsWith('/search'))
        const dialog = await openBook(person, book)
        await openForm(person, dialog)
        await person.click(star(page, stars))
        await person.type('#publisher', publisher)
        await person.press('Tab')
        await person.type('#series_index', number)
        await person.type('#series', series)
        await person.press('Tab')
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the series is not stored',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { book }) =>
        app.books(
          'delete from books_series_link where book = (select id from books where title = ?) returning id',
          book,
        ),
    },
    {
      name: 'another number is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { book }) =>
        app.books('update books set series_index = 5 where title = ? returning id', book),
    },
    {
      name: 'another publisher is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { book }) =>
        link(
          app,
          'publishers',
          'publisher',
          book,
          "(select id from publishers where name = 'Kettle House')",
        ),
    },
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.click('#edit_cancel')
        await page.locator('#book_edit_frm').waitFor({ state: 'detached' })
      },
    },
    {
      name: 'another book of the author is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { book: 'Salt of the Harbour' },
    },
    {
      name: 'the series is taken away again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await complete(person, app, values)
        await openForm(person, page)
        await person.type('#series', '')
        await person.press('Tab')
        await save(person)
      },
    },
    {
      name: 'another book is put into the series as well',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await complete(person, app, values)
        await person.click(page.locator('#nav_new').getByRole('link'))
        await complete(person, app, { book: 'Bread for Beginners', series: values.series })
      },
    },
  ],
}
