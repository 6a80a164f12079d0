// A record is found by a search that an icon unfolds, opened by its row, and gets another choice in a form.

import { discard, labelled, openOrder, pick, row, save } from '../apps/directus.mjs'

async function find(person, customer) {
  const { page } = person
  const search = page.getByRole('search')
  await person.click(search.getByRole('button', { name: 'search' }))
  await person.type(search.getByRole('searchbox'), customer)
  // The heading of the table is a row as well.
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
  await openOrder(person, customer)
}

async function change(person, app, { customer, status }) {
  await find(person, customer)
  await pick(person, 'Status', status)
  await save(person)
  await row(person.page, customer).filter({ hasText: status }).waitFor()
}

const asked = { customer: 'Alan Turing', status: 'Packed' }

export default {
  app: 'directus',
  kinds: ['single-page app', 'component library', 'search', 'icons without a name'],
  goal: 'Change the status of the order of a customer',
  values: { customer: 'Katherine Johnson', status: 'Sent' },
  perform: change,
  truth: {
    inputs: [
      { name: 'customer', value: 'Katherine Johnson', source: 'given', changes: true },
      { name: 'status', value: 'Sent', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the order has the status', kind: 'changed', values: ['customer', 'status'] },
    ],
    expected: (before, { customer, status }) => ({
      orders: before.orders.map((one) => (one.customer === customer ? { ...one, status } : one)),
    }),
    done: 'The list of orders shows the new status in the row of the customer',
  },
  right: [
    { name: 'another customer', values: asked },
    { name: 'a third one', values: { customer: 'Emmy Noether', status: 'Returned' } },
    {
      name: 'another way: opened from the whole list, and saved by keys',
      values: { customer: 'Edsger Dijkstra', status: 'Sent' },
      perform: async (person, app, { customer, status }) => {
        const { page } = person
        await openOrder(person, customer)
        await pick(person, 'Status', status)
        const saved = page.waitForResponse((one) => one.request().method() === 'PATCH')
        await person.press('Control+S')
        await saved
      },
    },
  ],
  faults: [
    {
      name: 'the status is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { customer }) => app.change(customer, { status: 'New' }),
    },
    {
      name: 'another status is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { customer }) => app.change(customer, { status: 'Sent' }),
    },
    {
      name: 'another status is chosen than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { status: 'Sent' },
    },
    {
      name: 'the order of another customer is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { customer: 'Edsger Dijkstra' },
    },
    {
      name: 'the status is chosen and the form is left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { customer, status }) => {
        await find(person, customer)
        await pick(person, 'Status', status)
        await discard(person)
      },
    },
    {
      name: 'the old status is chosen again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await openOrder(person, values.customer)
        await pick(person, 'Status', 'New')
        await save(person)
        await row(person.page, values.customer).filter({ hasText: 'New' }).waitFor()
      },
    },
    {
      name: 'the quantity is typed over on the way',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, { customer, status }) => {
        await find(person, customer)
        await pick(person, 'Status', status)
        await person.type(labelled(person.page, 'Quantity').getByRole('spinbutton'), '3')
        await save(person)
      },
    },
    {
      name: 'another order is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Ada Lovelace', { status: 'Packed' }),
    },
  ],
}
