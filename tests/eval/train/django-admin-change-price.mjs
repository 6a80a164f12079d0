// A field without a label in the row of a list is changed, and the whole list is saved.

const row = (page, product) => page.getByRole('row').filter({ hasText: product })
const price = (page, product) => row(page, product).locator('.field-price input')

async function write(person, { product, price: amount }) {
  await person.click(person.page.getByRole('link', { name: 'Products', exact: true }).first())
  await person.type(price(person.page, product), amount)
}

async function change(person, app, values) {
  await write(person, values)
  await person.click(person.page.getByRole('button', { name: 'Save', exact: true }))
  await person.sees('was changed successfully')
}

const asked = { product: 'Teapot', price: '27.25' }

export default {
  app: 'django-admin',
  kinds: ['tables with nameless fields', 'sign-in'],
  goal: 'Change the price of a product',
  values: { product: 'Tray', price: '12.75' },
  perform: change,
  truth: {
    inputs: [
      { name: 'product', value: 'Tray', source: 'given', changes: true },
      { name: 'price', value: '12.75', source: 'given', changes: true },
      { name: 'user', value: 'manager', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'the price is stored', kind: 'changed', values: ['product', 'price'] }],
    expected: (before, { product, price: amount }) => ({
      ...before,
      products: before.products.map((one) =>
        one.title === product ? { ...one, price: Number(amount) } : one,
      ),
    }),
    done: 'The row of the product shows the new price, and the other prices are as before',
  },
  right: [
    { name: 'another product', values: asked },
    {
      name: 'another way: in the form of the product',
      values: { product: 'Strainer', price: '5.35' },
      perform: async (person, app, { product, price: amount }) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: 'Products', exact: true }).first())
        await person.click(page.getByRole('link', { name: product, exact: true }))
        await person.type(page.getByRole('spinbutton', { name: 'Price:' }), amount)
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await person.sees('was changed successfully')
      },
    },
  ],
  faults: [
    {
      name: 'the price is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.sql("update shop_product set price = 24.5 where title = 'Teapot'"),
    },
    {
      name: 'the price is written and the list is not saved',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => write(person, values),
    },
    {
      name: 'the price of another product is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { product: 'Kettle' },
    },
    {
      name: 'the number is written into the stock',
      kind: 'one field wrong',
      values: { product: 'Teapot', price: '27' },
      perform: async (person, app, { product, price: amount }) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: 'Products', exact: true }).first())
        await person.type(row(page, product).locator('.field-stock input'), amount)
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await person.sees('was changed successfully')
      },
    },
    {
      name: 'the old price is written back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await change(person, app, { ...values, price: '24.50' })
      },
    },
    {
      name: 'another price changes as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sql("update shop_product set price = 1 where title = 'Kettle'"),
    },
  ],
}
