// A form that is drawn from the columns of a table: labels that are bound to no field, a list of choices and a
// calendar in layers of their own, and icons as buttons.

import { discard, head, labelled, openOrder, pick, row, save } from '../apps/directus.mjs'

async function pickDay(person, day) {
  const { page } = person
  const [month, , year] = day.split(/,? /)
  await person.click(labelled(page, 'Deliver On').locator('.v-input'))
  const calendar = page.locator('.flatpickr-calendar')
  await person.choose(calendar.getByLabel('Month'), month)
  await person.type(calendar.getByLabel('Year'), year)
  await person.click(calendar.getByLabel(day, { exact: true }))
}

async function openForm(person) {
  const { page } = person
  await person.click(page.getByRole('banner').getByRole('link', { name: 'add' }))
  await labelled(page, 'Customer').waitFor()
}

async function fill(person, { customer, product, quantity, day, note }) {
  const { page } = person
  await openForm(person)
  await person.type(labelled(page, 'Customer').getByRole('textbox'), customer)
  await pick(person, 'Product', product)
  await person.type(labelled(page, 'Quantity').getByRole('spinbutton'), String(quantity))
  if (day) await pickDay(person, day)
  if (note) await person.type(labelled(page, 'Note').getByRole('textbox'), note)
}

async function add(person, app, values) {
  await fill(person, values)
  await save(person)
  await row(person.page, values.customer).first().waitFor()
}

const asked = {
  customer: 'Hedy Lamarr',
  product: 'Tea pots',
  quantity: 3,
  day: 'June 5, 2031',
  note: 'Blue ones only.',
}

export default {
  app: 'directus',
  kinds: ['single-page app', 'component library', 'calendar', 'icons without a name'],
  goal: 'Enter an order of a customer',
  values: {
    customer: 'Rosalind Franklin',
    product: 'Tea tins',
    quantity: 18,
    day: 'March 21, 2031',
    note: 'Call before you come.',
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'customer', value: 'Rosalind Franklin', source: 'given', changes: true },
      { name: 'product', value: 'Tea tins', source: 'given', changes: true },
      { name: 'quantity', value: '18', source: 'given', changes: true },
      {
        name: 'day',
        value: 'March 21, 2031',
        source: 'given',
        changes: true,
        forms: ['March 21st, 2031', '2031-03-21'],
      },
      {
        name: 'note',
        value: 'Call before you come.',
        source: 'given',
        changes: true,
        optional: true,
      },
    ],
    effects: [
      {
        name: 'the order is in the list',
        kind: 'created',
        values: ['customer', 'product', 'quantity', 'day', 'note'],
      },
    ],
    expected: (before, { customer, product, quantity, day, note }) => ({
      orders: [
        ...before.orders,
        {
          ...{ customer, product, quantity, status: 'New' },
          deliver_on: new Date(`${day} UTC`).toISOString().slice(0, 10),
          gift: false,
          note: note ?? '',
        },
      ],
    }),
    done: 'The list of orders shows the new order with its product, quantity and day',
  },
  right: [
    { name: 'another order', values: asked },
    {
      name: 'no note',
      values: {
        customer: 'Mary Somerville',
        product: 'Tea cups',
        quantity: 40,
        day: 'January 12, 2032',
        note: undefined,
      },
    },
    {
      name: 'another way: in another order, and saved by keys',
      values: {
        customer: 'Lise Meitner',
        product: 'Tea cups',
        quantity: 5,
        day: 'August 30, 2031',
        note: 'On the way home.',
      },
      perform: async (person, app, { customer, product, quantity, day, note }) => {
        const { page } = person
        await openForm(person)
        await person.type(labelled(page, 'Note').getByRole('textbox'), note)
        await pickDay(person, day)
        await person.type(labelled(page, 'Quantity').getByRole('spinbutton'), String(quantity))
        await pick(person, 'Product', product)
        await person.type(labelled(page, 'Customer').getByRole('textbox'), customer)
        await person.press('Control+S')
        await page.waitForURL(/orders\/\d+$/)
      },
    },
  ],
  faults: [
    {
      name: 'the order is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { customer }) =>
        app.sql('delete from orders where customer = ? returning id', customer),
    },
    {
      name: 'another quantity is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { customer }) => app.change(customer, { quantity: 30 }),
    },
    {
      name: 'another day is chosen than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { day: 'June 6, 2031' },
    },
    {
      name: 'the order of another customer is entered',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { customer: 'Henry Lamarr' },
    },
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await discard(person)
      },
    },
    {
      name: 'the order is entered twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, values)
      },
    },
    {
      name: 'the order is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await openOrder(person, values.customer)
        const { page } = person
        await person.click(head(page, 'delete'))
        await person.click(page.getByRole('button', { name: 'Delete', exact: true }))
        await row(page, values.customer).waitFor({ state: 'hidden' })
        await row(page, 'Alan Turing').waitFor()
      },
    },
    {
      name: 'another order is changed',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Alan Turing', { quantity: 3 }),
    },
  ],
}
