// The menu of a row, whose button has no name, opens a dialog in which a value is replaced.

import { dialog, press } from '../apps/prefect.mjs'

const menu = (page, name) =>
  page.getByRole('row').filter({ hasText: name }).getByRole('button').last()

async function write(person, { name, value }) {
  const { page } = person
  await person.click(menu(page, name))
  await person.click(page.getByRole('button', { name: 'Edit', exact: true }))
  await person.type(dialog(page).getByRole('textbox').nth(1), value)
}

async function change(person, app, values) {
  await write(person, values)
  await press(person, 'Save')
  await person.sees(values.value)
}

const asked = { name: 'page_size', value: '80' }

export default {
  app: 'prefect',
  kinds: ['single-page app', 'framework: Vue', 'menu of a row'],
  goal: 'Change the value of a variable',
  values: { name: 'region', value: '"south"' },
  perform: change,
  truth: {
    inputs: [
      { name: 'name', value: 'region', source: 'given', changes: true },
      { name: 'value', value: '"south"', forms: ['south'], source: 'given', changes: true },
    ],
    effects: [{ name: 'the value is stored', kind: 'changed', values: ['name', 'value'] }],
    expected: (before, { name, value }) => ({
      ...before,
      variables: before.variables.map((one) =>
        one.name === name ? { ...one, value: JSON.parse(value) } : one,
      ),
    }),
    done: 'The row of the variable shows the new value',
  },
  right: [
    { name: 'another variable', values: asked },
    {
      name: 'another way: found by the search',
      values: { name: 'sender', value: '"sales@shop.example"' },
      perform: async (person, app, values) => {
        const { page } = person
        await person.type(page.getByRole('searchbox', { name: 'Search variables' }), values.name)
        await page.getByText('page_size').waitFor({ state: 'hidden' })
        await change(person, app, values)
      },
    },
  ],
  faults: [
    {
      name: 'the value is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) => app.api('PATCH', `/variables/name/${name}`, { value: 50 }),
    },
    {
      name: 'the value is written and the dialog is closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await write(person, values)
        await press(person, 'Close')
      },
    },
    {
      name: 'another variable is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { name: 'region' },
    },
    {
      name: 'the number is stored as a text',
      kind: 'one field wrong',
      values: asked,
      perform: (person, app, values) => change(person, app, { ...values, value: '"80"' }),
    },
    {
      name: 'the old value is written back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await change(person, app, { ...values, value: '50' })
      },
    },
    {
      name: 'another variable changes as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.api('PATCH', '/variables/name/sender', { value: 'nobody' }),
    },
  ],
}
