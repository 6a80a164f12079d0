// A single-page app: icons as buttons, fields without labels, the text in a frame, saved by itself.

import { confirm } from '../apps/tiddlywiki.mjs'

const editor = (page) => page.locator('.tc-tiddler-edit-frame').first()
const body = (page) => editor(page).frameLocator('iframe').locator('textarea')

async function fill(person, { title, tag, text }) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'new tiddler' }).first())
  await person.type(editor(page).locator('input.tc-titlebar'), title)
  if (tag) {
    await person.type(editor(page).getByPlaceholder('tag name'), tag)
    await person.press('Enter')
  }
  await person.type(body(page), text)
}

async function write(person, app, values) {
  await fill(person, values)
  await confirm(person, app)
}

async function remove(person, app, title) {
  const { page } = person
  const note = page.locator(`[data-tiddler-title="${title}"]`)
  await person.click(note.getByRole('button', { name: 'Edit this tiddler' }))
  await person.answering(true, () =>
    person.click(page.getByRole('button', { name: 'Delete this tiddler' })),
  )
  await app.saved(person)
}

export default {
  app: 'tiddlywiki',
  kinds: ['single-page app', 'nameless fields'],
  goal: 'Write a note with a tag in the notebook',
  values: { title: 'White tea', tag: 'Tea', text: 'Brew at 80 degrees for three minutes.' },
  perform: write,
  truth: {
    inputs: [
      { name: 'title', value: 'White tea', source: 'given', changes: true },
      { name: 'tag', value: 'Tea', source: 'given', changes: true },
      {
        name: 'text',
        value: 'Brew at 80 degrees for three minutes.',
        source: 'given',
        changes: true,
      },
    ],
    effects: [{ name: 'the note is stored', kind: 'created', values: ['title', 'tag', 'text'] }],
    expected: (before, { title, tag, text }) =>
      sorted({ ...before, [title]: { tags: tag ?? '', text } }),
    done: 'The note is in the notebook with its tag and its text',
  },
  right: [
    { name: 'other values', values: { title: 'Red cup', tag: 'Crockery', text: 'Holds 350 ml.' } },
    {
      name: 'no tag',
      values: { title: 'Opening hours', tag: undefined, text: 'From nine to five.' },
    },
    {
      name: 'another way: the text first, the tag last',
      values: { title: 'Oolong', tag: 'Tea', text: 'Brew at 85 degrees.' },
      perform: async (person, app, { title, tag, text }) => {
        const { page } = person
        await person.click(page.getByRole('button', { name: 'new tiddler' }).first())
        await person.type(body(page), text)
        await person.type(editor(page).locator('input.tc-titlebar'), title)
        await person.type(editor(page).getByPlaceholder('tag name'), tag)
        await person.click(editor(page).getByRole('button', { name: 'add', exact: true }).first())
        await confirm(person, app)
      },
    },
  ],
  faults: [
    {
      name: 'the note is gone again',
      kind: 'says saved but is not',
      values: { title: 'Rooibos', tag: 'Tea', text: 'No caffeine.' },
      behind: (app, { title }) => app.put(title),
    },
    {
      name: 'the text is stored wrong',
      kind: 'one field wrong',
      values: { title: 'Mate', tag: 'Tea', text: 'Much caffeine.' },
      behind: (app, { title, tag }) => app.put(title, { tags: tag, text: 'No caffeine.' }),
    },
    {
      name: 'the note is written and not confirmed',
      kind: 'half done',
      values: { title: 'Chai', tag: 'Tea', text: 'With milk.' },
      perform: async (person, app, values) => {
        await fill(person, values)
        await app.saved(person)
      },
    },
    {
      name: 'the note is deleted again',
      kind: 'undone after',
      values: { title: 'Pu-erh', tag: 'Tea', text: 'Aged.' },
      perform: async (person, app, values) => {
        await write(person, app, values)
        await remove(person, app, values.title)
      },
    },
    {
      name: 'another title is typed than was asked for',
      kind: 'wrong record',
      needs: 'request',
      values: { title: 'Jasmine', tag: 'Tea', text: 'Flowers.' },
      does: { title: 'Yasmin' },
    },
    {
      name: 'another note is changed',
      kind: 'other record touched',
      values: { title: 'Genmaicha', tag: 'Tea', text: 'With rice.' },
      behind: (app) =>
        app.put('Green tea', { tags: 'Tea', text: 'Brew at 100 degrees.', price: '9' }),
    },
  ],
}

const sorted = (notes) =>
  Object.fromEntries(Object.entries(notes).sort(([a], [b]) => (a < b ? -1 : 1)))
