// One product is opened from a list, and fields in two tabs of a long form are changed: a price, the price that it had
// (which is read there), and a limit.

import { save } from '../apps/pretix.mjs'

async function openProduct(person, product) {
  const { page } = person
  await person.click(page.getByRole('link', { name: product, exact: true }))
  await page.getByRole('tab', { name: 'Price', exact: true }).waitFor()
}

async function openTab(person, name) {
  const { page } = person
  await person.click(page.getByRole('tab', { name, exact: true }))
}

const field = (page, label) => page.locator('.tab-pane.active').getByLabel(label)

async function fillPrice(person, price) {
  const { page } = person
  await openTab(person, 'Price')
  const had = await field(page, 'Default price').inputValue()
  await person.type(field(page, 'Original price'), had)
  await person.type(field(page, 'Default price'), price)
}

async function fillLimit(person, most) {
  const { page } = person
  await openTab(person, 'Availability')
  await person.type(field(page, 'Maximum amount per order'), most)
}

async function fill(person, { product, price, most }) {
  await openProduct(person, product)
  await fillPrice(person, price)
  if (most) await fillLimit(person, most)
}

async function offer(person, app, values) {
  await fill(person, values)
  await save(person)
}

const asked = { product: 'Tea cup', price: '7.20', most: '6' }

export default {
  app: 'pretix',
  kinds: ['semantic HTML', 'long form', 'tabs', 'sign-in'],
  start: '/control/event/desk/fair/items/',
  goal: 'Put a product of the fair on offer: a lower price beside the one that it had, and a limit for each order',
  values: { product: 'Weekend ticket', price: '49.50', most: '4' },
  perform: offer,
  truth: {
    inputs: [
      { name: 'product', value: 'Weekend ticket', source: 'given', changes: true },
      { name: 'price', value: '49.50', source: 'given', changes: true },
      { name: 'price before', value: '58.00', source: 'read', changes: true },
      { name: 'most', value: '4', source: 'given', changes: true },
      {
        name: 'user',
        value: 'ann@desk.example.com',
        source: 'constant',
        changes: false,
        neutral: true,
      },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the product has the price, the price before and the limit',
        kind: 'changed',
        values: ['product', 'price', 'price before', 'most'],
      },
    ],
    expected: (before, { product, price, most }) => ({
      ...before,
      products: before.products.map((one) =>
        one.name === product
          ? {
              ...one,
              price: Number(price),
              instead_of: one.price,
              most: most ? Number(most) : one.most,
            }
          : one,
      ),
    }),
    done: 'The page of the product shows the price and the original price in the tab Price, and the limit in the tab Availability',
  },
  right: [
    { name: 'another product', values: asked },
    {
      name: 'without a limit',
      values: { product: 'Workshop', price: '28.00', most: undefined },
    },
    {
      name: 'another way: the limit first, and saved after each tab',
      values: { product: 'Day ticket', price: '19.90', most: '10' },
      perform: async (person, app, { product, price, most }) => {
        const { page } = person
        await openProduct(person, product)
        await fillLimit(person, most)
        await save(person)
        await openTab(person, 'Price')
        const had = await field(page, 'Default price').inputValue()
        await person.type(field(page, 'Default price'), price)
        await person.type(field(page, 'Original price'), had)
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the price is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { product }) => app.change('item', 'name', product, 'default_price', '9.50'),
    },
    {
      name: 'another limit is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { product }) => app.change('item', 'name', product, 'max_per_order', 60),
    },
    {
      name: 'the new price is entered as the original price as well',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await openTab(person, 'Price')
        await person.type(field(person.page, 'Original price'), values.price)
        await save(person)
      },
    },
    {
      name: 'the fields are filled and not saved',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'another product is put on offer',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { product: 'Workshop' },
    },
    {
      name: 'the price before is entered again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await offer(person, app, values)
        await openTab(person, 'Price')
        await person.type(field(page, 'Default price'), '9.50')
        await save(person)
      },
    },
    {
      name: 'the product is taken off sale on the way',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await openTab(person, 'General')
        await person.tick(field(person.page, 'Active'))
        await save(person)
      },
    },
    {
      name: 'another product gets the price too',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('item', 'name', 'Poster', 'default_price', '7.20'),
    },
  ],
}
