// A dialog of a single-page app behind a button without a name; the value is typed in a JSON editor.

import { dialog, press } from '../apps/prefect.mjs'

const add = (page) => page.locator('.page-heading button, header button').first()

async function fill(person, { name, value }) {
  const { page } = person
  await person.click(add(page))
  await person.type(dialog(page).getByRole('textbox').nth(0), name)
  await person.type(dialog(page).getByRole('textbox').nth(1), value)
}

async function create(person, app, values) {
  await fill(person, values)
  await press(person, 'Create')
  await person.page.getByRole('cell', { name: values.name, exact: true }).waitFor()
}

const asked = { name: 'retry_limit', value: '7' }

const named = async (app, name) =>
  (await app.api('POST', '/variables/filter', {})).find((one) => one.name === name)

const byName = (a, b) => (a.name < b.name ? -1 : 1)

export default {
  app: 'prefect',
  kinds: ['single-page app', 'framework: Vue', 'nameless fields'],
  goal: 'Create a variable with a value',
  values: { name: 'batch_size', value: '250' },
  perform: create,
  truth: {
    inputs: [
      { name: 'name', value: 'batch_size', source: 'given', changes: true },
      { name: 'value', value: '250', source: 'given', changes: true },
    ],
    effects: [{ name: 'the variable is stored', kind: 'created', values: ['name', 'value'] }],
    expected: (before, { name, value }) => ({
      ...before,
      variables: [...before.variables, { name, value: JSON.parse(value), tags: [] }].sort(byName),
    }),
    done: 'The list of variables shows the name and its value',
  },
  right: [
    { name: 'other values', values: asked },
    {
      name: 'another way: the value first, a text',
      values: { name: 'reply_to', value: '"office@shop.example"' },
      perform: async (person, app, { name, value }) => {
        const { page } = person
        await person.click(add(page))
        await person.type(dialog(page).getByRole('textbox').nth(1), value)
        await person.type(dialog(page).getByRole('textbox').nth(0), name)
        await press(person, 'Create')
        await page.getByRole('cell', { name, exact: true }).waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'the variable is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) => app.api('DELETE', `/variables/name/${name}`),
    },
    {
      name: 'the value is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { name }) => app.api('PATCH', `/variables/name/${name}`, { value: 70 }),
    },
    {
      name: 'the dialog is filled and closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await press(person, 'Close')
      },
    },
    {
      name: 'the name is misspelt',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { name: 'retry_limits' },
    },
    {
      name: 'it is created twice, with another name',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await create(person, app, values)
        await create(person, app, { ...values, name: 'retry_limit_2' })
      },
    },
    {
      name: 'another variable is lost',
      kind: 'other record touched',
      values: asked,
      behind: async (app) =>
        (await named(app, 'sender')) && app.api('DELETE', '/variables/name/sender'),
    },
  ],
}
