// Rows of a list are ticked, and a drawer changes one field of all of them: the field is switched on by a box
// beside its label before a choice can be taken.

import { labelled, openOrder, pick, row, save } from '../apps/directus.mjs'

const drawer = (page) => page.locator('.v-drawer')

async function openDrawer(person, { customers }) {
  const { page } = person
  for (const customer of customers) await person.tick(row(page, customer).getByRole('checkbox'))
  await person.click(page.getByRole('banner').getByRole('button', { name: 'edit', exact: true }))
  await labelled(page, 'Status').waitFor()
}

async function fill(person, values) {
  await openDrawer(person, values)
  const label = labelled(person.page, 'Status').locator('.field-label')
  await person.tick(label.getByRole('checkbox'))
  await pick(person, 'Status', values.status)
}

async function saveDrawer(person, { customers, status }) {
  const { page } = person
  await person.click(drawer(page).getByRole('button', { name: 'check', exact: true }))
  await drawer(page).waitFor({ state: 'hidden' })
  for (const customer of customers)
    await row(page, customer).getByRole('cell', { name: status, exact: true }).waitFor()
}

async function mark(person, app, values) {
  await fill(person, values)
  await saveDrawer(person, values)
}

const asked = { customers: ['Edsger Dijkstra', 'Barbara Liskov'], status: 'Returned' }

export default {
  app: 'directus',
  kinds: ['single-page app', 'component library', 'bulk actions', 'icons without a name'],
  goal: 'Set the status of some orders together',
  values: { customers: ['Ada Lovelace', 'Alan Turing'], status: 'Packed' },
  perform: mark,
  truth: {
    inputs: [
      {
        name: 'customers',
        value: ['Ada Lovelace', 'Alan Turing'],
        source: 'given',
        changes: true,
      },
      { name: 'status', value: 'Packed', source: 'given', changes: true },
    ],
    loops: [{ over: ['customers'], kind: 'list' }],
    effects: [
      { name: 'the orders have the status', kind: 'bulk', values: ['customers', 'status'] },
    ],
    expected: (before, { customers, status }) => ({
      orders: before.orders.map((one) =>
        customers.includes(one.customer) ? { ...one, status } : one,
      ),
    }),
    done: 'The list shows the status in the rows of these customers, and no other row has changed',
  },
  right: [
    { name: 'other customers', values: asked },
    {
      name: 'three customers',
      values: {
        customers: ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson'],
        status: 'Sent',
      },
    },
    {
      name: 'another way: each order in its own form',
      values: { customers: ['Grace Hopper', 'Katherine Johnson'], status: 'Returned' },
      perform: async (person, app, { customers, status }) => {
        for (const customer of customers) {
          await openOrder(person, customer)
          await pick(person, 'Status', status)
          await save(person)
          const cells = row(person.page, customer).getByRole('cell', { name: status, exact: true })
          await cells.waitFor()
        }
      },
    },
  ],
  faults: [
    {
      name: 'one of them is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.change('Barbara Liskov', { status: 'Sent' }),
    },
    {
      name: 'one of them is not ticked',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { customers: ['Edsger Dijkstra'] },
    },
    {
      name: 'another status is chosen than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { status: 'Packed' },
    },
    {
      name: 'another order is ticked',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { customers: ['Edsger Dijkstra', 'Emmy Noether'] },
    },
    {
      name: 'the drawer is filled and closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.click(drawer(page).getByRole('button', { name: 'close', exact: true }))
        await drawer(page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'one of them gets its old status again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await mark(person, app, values)
        await openOrder(person, 'Edsger Dijkstra')
        await pick(person, 'Status', 'New')
        await save(person)
        await row(person.page, 'Edsger Dijkstra').filter({ hasText: 'New' }).waitFor()
      },
    },
    {
      name: 'another order is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Alan Turing', { status: 'Returned' }),
    },
    {
      name: 'the quantity is switched on as well',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        const quantity = labelled(page, 'Quantity')
        await person.tick(quantity.locator('.field-label').getByRole('checkbox'))
        await person.type(quantity.getByRole('spinbutton'), '1')
        await saveDrawer(person, values)
      },
    },
  ],
}
