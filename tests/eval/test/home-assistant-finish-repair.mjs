// An entry of a list opens in a dialog, where a remark is written and the entry is ticked; both are saved together.

import { itemRow, openList } from '../apps/home-assistant.mjs'

const name = (page) => page.getByRole('textbox', { name: 'Task name*' })
const remarkOf = (page) => page.getByRole('textbox', { name: 'Description' })

async function openItem(person, { list, item }) {
  const { page } = person
  await openList(person, list)
  await reopen(person, item)
}

async function reopen(person, item) {
  const { page } = person
  await person.click(itemRow(page, item).getByText(item, { exact: true }))
  await name(page).waitFor()
}

const tickIt = (person) => person.tick(person.page.locator('ha-dialog ha-checkbox').first())

async function save(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Save item' }))
  await name(page).waitFor({ state: 'hidden' })
}

async function finish(person, app, values) {
  await openItem(person, values)
  await person.type(remarkOf(person.page), values.remark)
  await tickIt(person)
  await save(person)
}

const asked = {
  list: 'House repairs',
  item: 'Replace the attic lamp',
  remark: 'The socket is new as well.',
}

/** The whole list as it is after one entry was changed. */
const changed = (before, list, item, change) => ({
  ...before,
  lists: {
    ...before.lists,
    [list]: before.lists[list].map((one) => (one.summary === item ? { ...one, ...change } : one)),
  },
})

export default {
  app: 'home-assistant',
  kinds: ['single-page app', 'web components', 'dialogs', 'sign-in'],
  goal: 'Mark an entry of a list of the house as done, with a remark',
  values: { list: 'House repairs', item: 'Oil the garage door', remark: 'Used the thin oil.' },
  perform: finish,
  truth: {
    inputs: [
      { name: 'list', value: 'House repairs', source: 'given', changes: true },
      { name: 'entry', value: 'Oil the garage door', source: 'given', changes: true },
      { name: 'remark', value: 'Used the thin oil.', source: 'given', changes: true },
      { name: 'user', value: 'ida', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'the entry is done', kind: 'changed', values: ['list', 'entry', 'remark'] }],
    expected: (before, { list, item, remark }) =>
      changed(before, list, item, {
        status: 'completed',
        ...(remark ? { description: remark } : {}),
      }),
    done: 'The list shows the entry as completed, with the remark below it',
  },
  right: [
    { name: 'an entry that has a remark', values: asked },
    {
      name: 'an entry of another list',
      values: { list: 'Groceries', item: 'Apples', remark: 'Two bags from the market.' },
    },
    {
      name: 'another way: the remark in the dialog, the tick in the list',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await openItem(person, values)
        await person.type(remarkOf(page), values.remark)
        await save(person)
        await page.getByText(values.remark).waitFor()
        await person.tick(itemRow(page, values.item).locator('ha-checkbox, mwc-checkbox').first())
      },
    },
  ],
  faults: [
    {
      name: 'the entry is open all the same',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { list, item }) => app.item('update', list, item, { status: 'needs_action' }),
    },
    {
      name: 'another remark is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { list, item }) =>
        app.item('update', list, item, { description: 'E27, warm white' }),
    },
    {
      name: 'the remark is written and nothing is ticked',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await openItem(person, values)
        await person.type(remarkOf(person.page), values.remark)
        await save(person)
      },
    },
    {
      name: 'everything is entered and the dialog is closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await openItem(person, values)
        await person.type(remarkOf(page), values.remark)
        await tickIt(person)
        await person.click(page.getByRole('button', { name: 'Close' }))
        await name(page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'another entry is done',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { item: 'Clean the gutters' },
    },
    {
      name: 'the name of the entry is written over as well',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await openItem(person, values)
        await person.type(name(person.page), 'Replace the cellar lamp')
        await person.type(remarkOf(person.page), values.remark)
        await tickIt(person)
        await save(person)
      },
    },
    {
      name: 'the tick is taken away again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await finish(person, app, values)
        await reopen(person, values.item)
        await tickIt(person)
        await save(person)
      },
    },
    {
      name: 'another entry is done as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.item('update', 'House repairs', 'Clean the gutters', { status: 'completed' }),
    },
  ],
}
