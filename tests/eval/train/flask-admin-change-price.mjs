// A record is found by searching, and one number of its form is changed.

async function open(person, { product }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Products', exact: true }))
  await person.type(page.getByRole('textbox', { name: /sku, name/i }), product)
  await person.press('Enter')
  await page.waitForURL(/search=/)
  const row = page.getByRole('row').filter({ hasText: product })
  await person.click(row.getByRole('link').first())
  await page.waitForURL(/edit/)
}

const price = (person, value) =>
  person.type(person.page.getByRole('spinbutton', { name: /^Price/ }), value)

async function save(person) {
  await person.click(person.page.getByRole('button', { name: 'Save', exact: true }))
  await person.sees(/Record was successfully saved/)
}

async function change(person, app, values) {
  await open(person, values)
  await price(person, values.price)
  await save(person)
}

export default {
  app: 'flask-admin',
  kinds: ['semantic HTML', 'search'],
  goal: 'Change the price of a product',
  values: { product: 'Rooibos', price: '6.40' },
  perform: change,
  truth: {
    inputs: [
      { name: 'product', value: 'Rooibos', source: 'given', changes: true },
      { name: 'price', value: '6.40', source: 'given', changes: true },
    ],
    effects: [{ name: 'the product has the price', kind: 'changed', values: ['product', 'price'] }],
    expected: (before, values) => ({
      ...before,
      products: before.products.map((row) =>
        row.name === values.product ? { ...row, price: Number(values.price).toFixed(2) } : row,
      ),
    }),
    done: 'The list of products shows the new price in the row of the product',
  },
  right: [
    { name: 'another product', values: { product: 'Blue cup', price: '15.50' } },
    {
      name: 'another way: from the list, without searching',
      values: { product: 'Glass pot', price: '29.90' },
      perform: async (person, app, values) => {
        const { page } = person
        await person.open(`${app.address}/admin/product/`)
        const row = page.getByRole('row').filter({ hasText: values.product })
        await person.click(row.getByRole('link').first())
        await page.waitForURL(/edit/)
        await price(person, values.price)
        await save(person)
      },
    },
    {
      name: 'a mistyped price is mended before it is saved',
      values: { product: 'Sencha', price: '10.25' },
      perform: async (person, app, values) => {
        await open(person, values)
        await price(person, '1025')
        await price(person, values.price)
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the price is typed and not saved',
      kind: 'half done',
      values: { product: 'Blue cup', price: '15.50' },
      perform: async (person, app, values) => {
        await open(person, values)
        await price(person, values.price)
      },
    },
    {
      name: 'the price is the old one again',
      kind: 'says saved but is not',
      values: { product: 'Blue cup', price: '15.50' },
      behind: (app) => app.sql("update product set price = 14 where sku = 'CUP-1'"),
    },
    {
      name: 'the old price is typed again later',
      kind: 'undone after',
      values: { product: 'Blue cup', price: '15.50' },
      perform: async (person, app, values) => {
        await change(person, app, values)
        await change(person, app, { ...values, price: '14.00' })
      },
    },
    {
      name: 'the point is lost',
      kind: 'one field wrong',
      needs: 'request',
      values: { product: 'Blue cup', price: '15.50' },
      does: { price: '1550' },
    },
    {
      name: 'another product gets the price',
      kind: 'wrong record',
      needs: 'request',
      values: { product: 'Blue cup', price: '15.50' },
      does: { product: 'Glass pot' },
    },
    {
      name: 'the number is typed into the stock as well',
      kind: 'other record touched',
      values: { product: 'Blue cup', price: '15.50' },
      perform: async (person, app, values) => {
        await open(person, values)
        await price(person, values.price)
        await person.type(person.page.locator('#stock'), '15')
        await save(person)
      },
    },
    {
      name: 'another product becomes cheaper behind the screen',
      kind: 'other record touched',
      values: { product: 'Blue cup', price: '15.50' },
      behind: (app) => app.sql("update product set price = 1 where sku = 'TEA-1'"),
    },
  ],
}
