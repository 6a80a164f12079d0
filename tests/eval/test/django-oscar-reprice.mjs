// A product is found by a search; two numbers of a row of fields behind a tab are changed.

import { menu, openProduct } from '../apps/django-oscar.mjs'

async function fill(person, { title, price, stock }) {
  const { page } = person
  await openProduct(person, title)
  await person.click(page.getByRole('link', { name: 'Stock and pricing' }))
  if (stock) await person.type('input[name=stockrecords-0-num_in_stock]', stock)
  if (price) await person.type('input[name=stockrecords-0-price]', price)
}

async function save(person, { title }) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Save', exact: true }))
  await page.getByText(`Updated product '${title}'`).first().waitFor()
}

async function change(person, app, values) {
  await fill(person, values)
  await save(person, values)
}

/** Looks at the stored numbers, and leaves the form. */
async function changeAndLook(person, app, values) {
  const { page } = person
  await change(person, app, values)
  await fill(person, { title: values.title })
  await person.click(page.getByRole('link', { name: 'Cancel', exact: true }))
  await page.getByRole('heading', { name: 'Products', level: 1, exact: true }).waitFor()
}

const asked = { title: 'Tea pot', price: '68.00', stock: '11' }

const setBehind = (title, column, value) => (app) =>
  app.sql(
    `update partner_stockrecord set ${column} = ? where product_id = (select id from catalogue_product where title = ?) returning id`,
    ...[value, title],
  )

export default {
  app: 'django-oscar',
  kinds: ['semantic HTML', 'tabs', 'rows of fields', 'sign-in'],
  goal: 'Set the price of a product and how many of it there are',
  values: { title: 'Milk jug', price: '33.50', stock: '25' },
  perform: changeAndLook,
  truth: {
    inputs: [
      { name: 'title', value: 'Milk jug', source: 'given', changes: true },
      { name: 'price', value: '33.50', source: 'given', changes: true },
      { name: 'stock', value: '25', source: 'given', changes: true },
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
      {
        name: 'the product has the price and the number in stock',
        kind: 'changed',
        values: ['title', 'price', 'stock'],
      },
    ],
    expected: (before, { title, price, stock }) => ({
      ...before,
      products: before.products.map((one) =>
        one.title === title
          ? { ...one, price: price ? String(Number(price)) : one.price, stock: Number(stock) }
          : one,
      ),
    }),
    done: 'The product shows the new price and the new number in stock under stock and pricing',
  },
  right: [
    { name: 'another product', values: asked },
    {
      name: 'one of two similar titles',
      values: { title: 'Blue bowl', price: '26.00', stock: '40' },
    },
    {
      name: 'another way: the price first, in the list without a search',
      values: asked,
      perform: async (person, app, { title, price, stock }) => {
        const { page } = person
        await menu(person, 'Catalogue', 'Products')
        await person.click(page.getByRole('table').getByRole('link', { name: title, exact: true }))
        await person.click(page.getByRole('link', { name: 'Stock and pricing' }))
        await person.type('input[name=stockrecords-0-price]', price)
        await person.type('input[name=stockrecords-0-num_in_stock]', stock)
        await save(person, { title })
      },
    },
  ],
  faults: [
    {
      name: 'the old price is still there',
      kind: 'says saved but is not',
      values: asked,
      behind: setBehind('Tea pot', 'price', '64.00'),
    },
    {
      name: 'the number in stock is left as it was',
      kind: 'half done',
      values: asked,
      does: { stock: undefined },
    },
    {
      name: 'the numbers are typed and given up',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.click(page.getByRole('link', { name: 'Cancel', exact: true }))
        await page.getByRole('heading', { name: 'Products', level: 1, exact: true }).waitFor()
      },
    },
    {
      name: 'the price is mistyped',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { price: '86.00' },
    },
    {
      name: 'the number goes into the field beside it',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, { ...values, stock: undefined })
        await person.type('input[name=stockrecords-0-low_stock_threshold]', values.stock)
        await save(person, values)
      },
    },
    {
      name: 'the larger bowl is changed',
      kind: 'wrong record',
      needs: 'request',
      values: { title: 'Blue bowl', price: '26.00', stock: '40' },
      does: { title: 'Blue bowl, large' },
    },
    {
      name: 'the old number is put back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await change(person, app, { title: values.title, stock: '3' })
      },
    },
    {
      name: 'another product is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: setBehind('Oil jug', 'num_in_stock', 50),
    },
  ],
}
