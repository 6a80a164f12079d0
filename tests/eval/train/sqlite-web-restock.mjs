// Two fields of one record change. Each has to be allowed by a check box of its own that has no name.

async function open(person, { product }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'products', exact: true }).first())
  await person.click(page.getByRole('link', { name: 'Content', exact: true }))
  const row = page.getByRole('row').filter({ hasText: product })
  await person.click(row.getByRole('link', { name: 'Edit' }))
}

async function set(person, field, value) {
  const { page } = person
  const line = page
    .locator('.form-group, .mb-3, .row')
    .filter({ has: page.locator(`[name=${field}]`) })
    .last()
  await person.tick(line.getByRole('checkbox'))
  await person.type(page.locator(`[name=${field}]`), value)
}

async function restock(person, app, { product, stock, price }) {
  await open(person, { product })
  await set(person, 'stock', stock)
  if (price) await set(person, 'price', price)
  await person.click(person.page.getByRole('button', { name: 'Update' }))
  await person.sees('Successfully updated')
}

const changed = (before, product, change) => ({
  ...before,
  products: before.products.map((row) => (row.title === product ? { ...row, ...change } : row)),
})

export default {
  app: 'sqlite-web',
  kinds: ['tables with nameless fields'],
  goal: 'Set the stock and the price of a product',
  values: { product: 'Assam', stock: '55', price: '8' },
  perform: restock,
  truth: {
    inputs: [
      { name: 'product', value: 'Assam', source: 'given', changes: true },
      { name: 'stock', value: '55', source: 'given', changes: true },
      { name: 'price', value: '8', source: 'given', changes: true },
    ],
    effects: [
      {
        name: 'the product has the stock and the price',
        kind: 'changed',
        values: ['product', 'stock', 'price'],
      },
    ],
    expected: (before, { product, stock, price }) =>
      changed(before, product, {
        stock: Number(stock),
        ...(price ? { price: Number(price) } : {}),
      }),
    done: 'The row of the product shows the stock and the price',
  },
  right: [
    { name: 'another product', values: { product: 'Cup, blue', stock: '18', price: '15' } },
    { name: 'the price stays', values: { product: 'Sencha', stock: '60', price: undefined } },
    {
      name: 'another way: the price first',
      values: { product: 'Sencha', stock: '61', price: '10' },
      perform: async (person, app, { product, stock, price }) => {
        await open(person, { product })
        await set(person, 'price', price)
        await set(person, 'stock', stock)
        await person.click(person.page.getByRole('button', { name: 'Update' }))
        await person.sees('Successfully updated')
      },
    },
  ],
  faults: [
    {
      name: 'the stock is as before',
      kind: 'says saved but is not',
      values: { product: 'Sencha', stock: '61', price: '10' },
      behind: (app) => app.sql("update products set stock = 40 where title = 'Sencha'"),
    },
    {
      name: 'the price is stored wrong',
      kind: 'one field wrong',
      values: { product: 'Sencha', stock: '61', price: '10' },
      behind: (app) => app.sql("update products set price = 100 where title = 'Sencha'"),
    },
    {
      name: 'another product is changed',
      kind: 'wrong record',
      needs: 'request',
      values: { product: 'Sencha', stock: '61', price: '10' },
      does: { product: 'Assam' },
    },
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: { product: 'Sencha', stock: '61', price: '10' },
      perform: async (person, app, { product, stock, price }) => {
        await open(person, { product })
        await set(person, 'stock', stock)
        await set(person, 'price', price)
      },
    },
    {
      name: 'the stock is put back',
      kind: 'undone after',
      values: { product: 'Sencha', stock: '61', price: '10' },
      perform: async (person, app, values) => {
        await restock(person, app, values)
        await restock(person, app, { product: 'Sencha', stock: '40', price: '9' })
      },
    },
    {
      name: 'every product gets the price',
      kind: 'other record touched',
      values: { product: 'Sencha', stock: '61', price: '10' },
      behind: (app) => app.sql('update products set price = 10'),
    },
  ],
}
