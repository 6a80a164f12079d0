// A form of the server with a list, a long text and a field that makes tags of what is typed, after a look at the books
// of the archive.

import { addTag, menu } from '../apps/lute.mjs'

async function fill(person, { language, title, text, source, tag, words }) {
  const { page } = person
  await menu(person, 'Books', 'Create new Book')
  await person.choose('#language_id', language)
  await person.type(page.getByLabel('Title'), title)
  await person.type(page.locator('#text'), text)
  if (source) await person.type(page.getByLabel('Text source'), source)
  if (tag) await addTag(person, page.locator('tags.tagify .tagify__input'), tag)
  if (words) await person.type(page.getByLabel('Words per page'), words)
}

async function save(person) {
  await person.click(person.page.getByRole('button', { name: 'Save', exact: true }))
  await person.page.waitForURL(/\/read\/\d+/)
  await person.page.locator('.textitem').first().waitFor()
}

async function create(person, app, values) {
  await fill(person, values)
  await save(person)
}

const asked = {
  language: 'French',
  title: 'La boulangerie du port',
  text: 'Le boulanger ouvre la porte. Il fait froid au port.',
  source: 'school reader',
  tag: 'easy',
  words: '120',
}

export default {
  app: 'lute',
  kinds: ['semantic HTML', 'tags', 'long form'],
  goal: 'Add a text to the books that I read in a language',
  values: {
    language: 'Spanish',
    title: 'La cocina de la abuela',
    text: 'La abuela abre la ventana de la cocina. Hoy hay cocido.',
    source: 'letter from Lucia',
    tag: 'family',
    words: '90',
  },
  perform: async (person, app, values) => {
    // First whether it was put away before.
    await menu(person, 'Books', 'Book archive')
    await person.sees('No data available')
    await create(person, app, values)
  },
  truth: {
    inputs: [
      { name: 'language', value: 'Spanish', source: 'given', changes: true },
      { name: 'title', value: 'La cocina de la abuela', source: 'given', changes: true },
      {
        name: 'text',
        value: 'La abuela abre la ventana de la cocina. Hoy hay cocido.',
        source: 'given',
        changes: true,
      },
      { name: 'source', value: 'letter from Lucia', source: 'given', changes: true },
      { name: 'tag', value: 'family', source: 'given', changes: true },
      { name: 'words per page', value: '90', source: 'given', changes: true },
    ],
    effects: [
      {
        name: 'the book is there',
        kind: 'created',
        values: ['language', 'title', 'text', 'source', 'tag'],
      },
    ],
    expected: (before, { language, title, text, source, tag }) => ({
      ...before,
      books: [
        ...before.books,
        {
          language,
          title,
          source: source ?? '',
          archived: 0,
          text: [text],
          tags: tag ? [tag] : [],
        },
      ],
    }),
    done: 'The list of books shows the title, the language and the tag, and the book has the text and its source',
  },
  right: [
    { name: 'another language', values: asked, perform: create },
    {
      name: 'no source, no tag, the words per page as they are',
      values: { ...asked, source: undefined, tag: undefined, words: undefined },
      perform: create,
    },
  ],
  faults: [
    {
      name: 'it is filed under the language above',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      perform: create,
      does: { language: 'German' },
    },
    {
      name: 'the source is forgotten',
      kind: 'half done',
      values: asked,
      perform: create,
      does: { source: undefined },
    },
    {
      name: 'the last sentence is lost',
      kind: 'one field wrong',
      values: asked,
      perform: create,
      behind: (app) =>
        app.sql(
          'update texts set TxText = ? where TxID = (select max(TxID) from texts) returning TxID',
          'Le boulanger ouvre la porte.',
        ),
    },
    {
      name: 'the form is filled and cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.click(page.getByRole('button', { name: 'Cancel', exact: true }))
        await page.getByRole('searchbox').waitFor()
      },
    },
    {
      name: 'it is added twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await create(person, app, values)
        await person.open(app.address)
        await create(person, app, values)
      },
    },
    {
      name: 'it is put into the archive afterwards',
      kind: 'undone after',
      values: asked,
      perform: create,
      behind: (app, { title }) => app.book(title, 'BkArchived', 1),
    },
  ],
}
