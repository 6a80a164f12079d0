// A kind is chosen in a dialog, which turns into a form with fields for a number; a row appears in a table.

import { part } from '../apps/home-assistant.mjs'

const field = (page, name) => page.getByRole('textbox', { name: `${name}*` })
const number = (page, name) => page.getByRole('spinbutton', { name: `${name} value` })
const button = (page, name) => page.getByRole('button', { name, exact: true })
const row = (page, name) => page.getByRole('row').filter({ hasText: name })

async function openForm(person) {
  const { page } = person
  await part(person, /^Settings/)
  await person.click(page.getByText('Devices & services', { exact: true }))
  await person.click(page.getByRole('tab', { name: 'Helpers' }))
  await row(page, 'Holiday').waitFor()
  await chooseKind(person)
}

async function chooseKind(person) {
  const { page } = person
  await person.click(button(page, 'Create helper'))
  await person.click(page.locator('dialog-helper-detail').getByText('Number', { exact: true }))
  await field(page, 'Name').waitFor()
}

async function fill(person, { name, minimum, maximum }) {
  const { page } = person
  await person.type(field(page, 'Name'), name)
  if (minimum) await person.type(number(page, 'Minimum'), minimum)
  await person.type(number(page, 'Maximum'), maximum)
}

async function send(person, name) {
  const { page } = person
  await person.click(button(page, 'Create'))
  await field(page, 'Name').waitFor({ state: 'hidden' })
  await row(page, name).last().waitFor()
}

async function create(person, app, values) {
  await openForm(person)
  await fill(person, values)
  await send(person, values.name)
}

const asked = { name: 'Water in the barrel', minimum: '5', maximum: '220' }

export default {
  app: 'home-assistant',
  kinds: ['single-page app', 'web components', 'dialogs', 'table', 'sign-in'],
  goal: 'Create a number of the house with its smallest and its largest value',
  values: { name: 'Bath temperature', minimum: '28', maximum: '42' },
  perform: create,
  truth: {
    inputs: [
      { name: 'name', value: 'Bath temperature', source: 'given', changes: true },
      { name: 'minimum', value: '28', source: 'given', changes: true },
      { name: 'maximum', value: '42', source: 'given', changes: true },
      { name: 'kind', value: 'Number', source: 'constant', changes: false },
      { name: 'user', value: 'ida', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the number is there', kind: 'created', values: ['name', 'minimum', 'maximum'] },
    ],
    expected: (before, { name, minimum = '0', maximum }) => {
      const one = { name, min: Number(minimum), max: Number(maximum), step: 1, mode: 'slider' }
      const numbers = [...before.helpers.input_number, { ...one, state: `${one.min}.0` }]
      return { ...before, helpers: { ...before.helpers, input_number: numbers } }
    },
    done: 'The table of helpers shows the name as a number, and its settings show both values',
  },
  right: [
    { name: 'another number', values: asked },
    {
      name: 'the smallest value stays as it is offered',
      values: { name: 'Logs in the shed', minimum: undefined, maximum: '600' },
    },
    {
      name: 'another way: the values first, the name last',
      values: asked,
      perform: async (person, app, { name, minimum, maximum }) => {
        const { page } = person
        await openForm(person)
        await person.type(number(page, 'Maximum'), maximum)
        await person.type(number(page, 'Minimum'), minimum)
        await person.type(field(page, 'Name'), name)
        await send(person, name)
      },
    },
  ],
  faults: [
    {
      name: 'the number is not there',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) => app.number(name, null),
    },
    {
      name: 'another largest value is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { name }) => app.number(name, { max: 202 }),
    },
    {
      name: 'the smallest value is not entered',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { minimum: undefined },
    },
    {
      name: 'it gets another name',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { name: 'Water in the cellar' },
    },
    {
      name: 'the form is filled and closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await openForm(person)
        await fill(person, values)
        await person.click(button(page, 'Close'))
        await field(page, 'Name').waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'it is created twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await create(person, app, values)
        await chooseKind(person)
        await fill(person, values)
        await send(person, values.name)
        await row(person.page, values.name).nth(1).waitFor()
      },
    },
    {
      name: 'it is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await create(person, app, values)
        await person.click(row(page, values.name))
        await person.click(button(page, 'Settings'))
        await person.click(button(page, 'Delete'))
        await person.click(button(page, 'OK'))
        await row(page, values.name).waitFor({ state: 'detached' })
      },
    },
    {
      name: 'the largest value of another number is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.number('Heating target', { max: 30 }),
    },
  ],
}
