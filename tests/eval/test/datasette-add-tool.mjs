// A dialog over the table has a field for each column; a column with a default gets its field by a button.

import { action, confirm, dialog, field } from '../apps/datasette.mjs'

async function fill(person, { name, shelf, state, deposit, note }) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Insert row' }).first())
  await person.type(field(page, 'name'), name)
  await person.type(field(page, 'shelf'), shelf)
  await person.type(field(page, 'state'), state)
  await person.type(field(page, 'deposit'), deposit)
  if (!note) return
  await person.click(dialog(page).getByRole('button', { name: 'Set value for note' }))
  await person.type(field(page, 'note'), note)
}

async function add(person, app, values) {
  await fill(person, values)
  await confirm(person, 'Insert row', 'Inserted')
  await action(person.page, 'Edit', values.name).waitFor()
}

const asked = {
  name: 'Wood splitter',
  shelf: 'C2',
  state: 'ready',
  deposit: '95',
  note: 'Only with goggles',
}

export default {
  app: 'datasette',
  start: '/library/tools',
  kinds: ['semantic HTML', 'dialogs', 'requests with JSON'],
  goal: 'Add a tool to the library, with its shelf, its deposit and a note',
  values: {
    name: 'Post driver',
    shelf: 'B2',
    state: 'ready',
    deposit: '18',
    note: 'Heavy',
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'name', value: 'Post driver', source: 'given', changes: true },
      { name: 'shelf', value: 'B2', source: 'given', changes: true },
      { name: 'state', value: 'ready', source: 'constant', changes: false, optional: true },
      { name: 'deposit', value: '18', source: 'given', changes: true },
      { name: 'note', value: 'Heavy', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the tool is there', kind: 'created', values: ['name', 'shelf', 'deposit', 'note'] },
    ],
    expected: (before, { name, shelf, state, deposit, note }) => [
      ...before,
      { name, shelf, state, deposit: Number(deposit), note: note ?? '' },
    ],
    done: 'The table has a row with the name, the shelf, the deposit and the note, and the state ready',
  },
  right: [
    { name: 'another tool', values: asked },
    {
      name: 'no note',
      values: { name: 'Chalk line', shelf: 'A1', deposit: '5', note: undefined },
    },
    {
      name: 'another way: the note first, and sent by the key Enter',
      values: asked,
      perform: async (person, app, { note, ...values }) => {
        const { page } = person
        await person.click(page.getByRole('button', { name: 'Insert row' }).first())
        await person.click(dialog(page).getByRole('button', { name: 'Set value for note' }))
        await person.type(field(page, 'note'), note)
        await person.type(field(page, 'deposit'), values.deposit)
        await person.type(field(page, 'state'), values.state)
        await person.type(field(page, 'shelf'), values.shelf)
        await person.type(field(page, 'name'), values.name)
        await person.press('Enter')
        await action(page, 'Edit', values.name).waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'the tool is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) => app.sql('delete from tools where name = ? returning id', name),
    },
    {
      name: 'another deposit is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { name }) => app.change(name, 'deposit', 59),
    },
    {
      name: 'it stands on another shelf',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { shelf: 'C1' },
    },
    {
      name: 'the note is left out',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { note: undefined },
    },
    {
      name: 'it is added as lent',
      kind: 'one field wrong',
      values: asked,
      does: { state: 'lent' },
    },
    {
      name: 'the dialog is filled and cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.click(dialog(page).getByRole('button', { name: 'Cancel' }))
        await dialog(page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'it is added twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, values)
      },
    },
    {
      name: 'it is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        await person.click(action(page, 'Delete', values.name))
        await confirm(person, 'Delete row', 'Deleted')
      },
    },
    {
      name: 'another tool is moved as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Pipe wrench', 'shelf', 'C2'),
    },
  ],
}
