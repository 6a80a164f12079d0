// A record is opened in a list, and the one that it contains in a list on its page; two numbers are changed there.

import { openList, openRow, update } from '../apps/vendure.mjs'

const price = (page) => page.locator('vdr-currency-input').getByRole('spinbutton')
const stock = (page) => page.getByRole('spinbutton', { name: 'Default Stock Location: Stock' })

async function opened(person) {
  const { page } = person
  await page.waitForURL(/\/variants\/\d+$/)
  await price(page).waitFor()
}

async function open(person, product) {
  await openList(person)
  await openRow(person, product)
  // Its only variant has the same name.
  await openRow(person, product)
  await opened(person)
}

async function fill(person, values) {
  const { page } = person
  await open(person, values.product)
  await person.type(price(page), values.price)
  if (values.stock) await person.type(stock(page), values.stock)
}

async function change(person, app, values) {
  await fill(person, values)
  await update(person)
}

const asked = { product: 'Smoke House', price: '11.30', stock: '95' }

export default {
  app: 'vendure',
  kinds: ['single-page app', 'component library', 'sign-in'],
  goal: 'Change the price and the stock of a product of the shop',
  values: { product: 'Green Terrace', price: '9.70', stock: '140' },
  perform: change,
  truth: {
    inputs: [
      { name: 'product', value: 'Green Terrace', source: 'given', changes: true },
      { name: 'price', value: '9.70', source: 'given', changes: true, forms: ['€9.70', '9.7'] },
      { name: 'stock', value: '140', source: 'given', changes: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the product has the price and the stock',
        kind: 'changed',
        values: ['product', 'price', 'stock'],
      },
    ],
    expected: (before, values) => ({
      products: before.products.map((one) =>
        one.name === values.product
          ? {
              ...one,
              variants: one.variants.map((variant) => ({
                ...variant,
                price: Math.round(Number(values.price) * 100),
                stock: values.stock ? Number(values.stock) : variant.stock,
              })),
            }
          : one,
      ),
    }),
    done: 'The list of variants on the page of the product shows the price and the stock',
  },
  right: [
    { name: 'another product', values: asked },
    {
      name: 'the stock stays as it is',
      values: { product: 'Cup, plain', price: '10.50', stock: undefined },
    },
    {
      name: 'another way: from the list of all variants, the stock first',
      values: { product: 'Kettle, blue', price: '45.00', stock: '30' },
      perform: async (person, app, values) => {
        const { page } = person
        await openList(person)
        await person.click(page.getByRole('link', { name: 'Product variants', exact: true }))
        await page.waitForURL(/\/products\/variants/)
        await openRow(person, values.product)
        await opened(person)
        await person.type(stock(page), values.stock)
        await person.type(price(page), values.price)
        await update(person)
      },
    },
  ],
  faults: [
    {
      name: 'the price is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { product }) => app.changeVariant(product, { price: 990 }),
    },
    {
      name: 'another stock is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { product }) => app.changeVariant(product, { stock: 59 }),
    },
    {
      name: 'another price is entered than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { price: '13.10' },
    },
    {
      name: 'another product is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { product: 'Hedge Row' },
    },
    {
      name: 'the numbers are entered and the page is left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await openList(person)
      },
    },
    {
      name: 'the old price is entered again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await person.type(price(person.page), '9.90')
        await update(person)
      },
    },
    {
      name: 'the SKU is typed over on the way',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.type(person.page.getByLabel('SKU', { exact: true }), 'TEA-150')
        await update(person)
      },
    },
    {
      name: 'the stock of another product is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.changeVariant('White Orchard', { stock: 95 }),
    },
  ],
}
