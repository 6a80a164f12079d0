// The lines of an order are ticked, what happens to them is chosen from a list that a script draws, and the order gets its
// next status in a second form of the same page.

import { menu, openOrder, pick } from '../apps/django-oscar.mjs'

/** Writes down the parcel of the ticked lines. `skip` leaves the last line out. */
async function ship(person, { parcel, skip = 0, kind = 'Sent' }) {
  const { page } = person
  const lines = page.locator('input[name=selected_line]')
  const count = await lines.count()
  for (let at = 0; at < count - skip; at++) await person.tick(lines.nth(at))
  await person.tick(page.getByLabel('Create shipping event'))
  await pick(person, 'shipping_event_type_select', kind)
  await person.type(page.getByLabel('with reference'), parcel)
  await person.click(page.getByRole('button', { name: 'Go!' }))
  await page.getByRole('cell', { name: parcel }).first().waitFor()
}

async function close(person, status = 'Sent') {
  const { page } = person
  await pick(person, 'id_new_status', status)
  await person.click(page.getByRole('button', { name: 'Change status' }))
  await page.getByText('Order status changed').first().waitFor()
}

async function send(person, app, values) {
  await openOrder(person, values.order)
  await ship(person, values)
  await close(person)
}

async function sendAndLook(person, app, values) {
  await send(person, app, values)
  await menu(person, 'Fulfilment', 'Orders')
}

const LINES = {
  100042: [
    ['BO-1', 2],
    ['JU-1', 1],
  ],
  100044: [
    ['SA-1', 4],
    ['BO-2', 1],
    ['JU-2', 1],
  ],
  100046: [['TE-1', 1]],
}

const asked = { order: '100042', parcel: 'RM 7720 4415' }

/** Runs a statement about the order that is asked for. */
const behind =
  (statement) =>
  (app, { order }) =>
    app.sql(statement, order)

export default {
  app: 'django-oscar',
  kinds: ['semantic HTML', 'lists drawn by a script', 'two forms on a page', 'sign-in'],
  goal: 'Write down the parcel of a packed order, and mark the order as sent',
  values: { order: '100044', parcel: 'RM 7719 0382' },
  perform: sendAndLook,
  truth: {
    inputs: [
      { name: 'order', value: '100044', source: 'given', changes: true, forms: ['#100044'] },
      { name: 'parcel', value: 'RM 7719 0382', source: 'given', changes: true },
      { name: 'status', value: 'Sent', source: 'constant', changes: false },
      {
        name: 'user',
        value: 'keeper@kiln.example',
        source: 'constant',
        changes: false,
        neutral: true,
      },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the parcel is with the order', kind: 'created', values: ['order', 'parcel'] },
      { name: 'the order is sent', kind: 'changed', values: ['order'] },
    ],
    expected: (before, { order, parcel }) => ({
      ...before,
      orders: before.orders.map((one) =>
        one.number === order
          ? {
              ...{ ...one, status: 'Sent' },
              events: LINES[order].map(([sku, number]) => ({
                ...{ kind: 'Sent', reference: parcel, sku, number },
              })),
            }
          : one,
      ),
    }),
    done: 'The page of the order shows the parcel for every line and the status Sent, and the list of orders shows Sent',
  },
  right: [
    { name: 'another order, with two lines', values: asked },
    { name: 'an order with one line', values: { order: '100046', parcel: 'DX 55103' } },
    {
      name: 'another way: the status first, and the order from the list',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await menu(person, 'Fulfilment', 'Orders')
        const one = page.getByRole('table').getByRole('link', { name: values.order, exact: true })
        await person.click(one)
        await close(person)
        await ship(person, values)
      },
    },
  ],
  faults: [
    {
      name: 'the order is still packed',
      kind: 'says saved but is not',
      values: asked,
      behind: behind(`update order_order set status = 'Packed' where number = ? returning id`),
    },
    {
      name: 'the status is not changed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await openOrder(person, values.order)
        await ship(person, values)
        await menu(person, 'Fulfilment', 'Orders')
      },
    },
    {
      name: 'no parcel is written down',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await openOrder(person, values.order)
        await close(person)
        await menu(person, 'Fulfilment', 'Orders')
      },
    },
    {
      name: 'the last line is not in the parcel',
      kind: 'half done',
      values: asked,
      does: { skip: 1 },
    },
    {
      name: 'the order is cancelled instead',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await openOrder(person, values.order)
        await ship(person, values)
        await close(person, 'Cancelled')
      },
    },
    {
      name: 'the parcel came back',
      kind: 'one field wrong',
      values: asked,
      does: { kind: 'Returned' },
    },
    {
      name: 'another order is sent',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { order: '100046' },
    },
    {
      name: 'the number of the parcel is mistyped',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { parcel: 'RM 7702 4415' },
    },
    {
      name: 'the order comes back at once',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await send(person, app, values)
        await close(person, 'Returned')
      },
    },
    {
      name: 'another order is marked as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.sql(`update order_order set status = 'Sent' where number = '100046' returning id`),
    },
  ],
}
