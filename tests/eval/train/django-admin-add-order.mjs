// A record with rows of its own: chosen customer, a date, and a product with a quantity in each row.

const box = (page, row, field) => page.locator(`[name="lines-${row}-${field}"]`)

async function open(person) {
  await person.click(person.page.getByRole('link', { name: 'Orders', exact: true }).first())
  await person.click(person.page.getByRole('link', { name: 'Add order', exact: true }))
}

async function rows(person, { products, quantities }) {
  const { page } = person
  for (const [row, product] of products.entries()) {
    if (row >= 2) await person.click(page.getByRole('button', { name: 'Add another Line' }))
    await person.choose(box(page, row, 'product'), product)
    await person.type(box(page, row, 'quantity'), quantities[row])
  }
}

async function head(person, { number, customer, due }) {
  const { page } = person
  await person.type(page.getByRole('textbox', { name: 'Number:' }), number)
  await person.choose(page.getByRole('combobox', { name: 'Customer:' }), customer)
  if (due) await person.type(page.getByRole('textbox', { name: 'Due:' }), due)
}

async function save(person) {
  await person.click(person.page.getByRole('button', { name: 'Save', exact: true }))
  await person.sees('was added successfully')
}

async function add(person, app, values) {
  await open(person)
  await head(person, values)
  await rows(person, values)
  await save(person)
}

const other = {
  number: 'SO-4202',
  customer: 'Milan Kovac',
  due: '2031-07-15',
  products: ['Teapot', 'Strainer'],
  quantities: ['3', '9'],
}

export default {
  app: 'django-admin',
  kinds: ['semantic HTML', 'rows in a form', 'sign-in'],
  goal: 'Enter an order of a customer with its products',
  values: {
    number: 'SO-4201',
    customer: 'Sofia Lindgren',
    due: '2031-06-18',
    products: ['Kettle', 'Tray'],
    quantities: ['2', '5'],
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'number', value: 'SO-4201', source: 'given', changes: true },
      { name: 'customer', value: 'Sofia Lindgren', source: 'given', changes: true },
      {
        name: 'due',
        value: '2031-06-18',
        forms: ['June 18, 2031'],
        source: 'given',
        changes: true,
      },
      { name: 'products', value: ['Kettle', 'Tray'], source: 'given', changes: true },
      { name: 'quantities', value: ['2', '5'], source: 'given', changes: true },
      { name: 'user', value: 'manager', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['products', 'quantities'], kind: 'loop' }],
    effects: [
      { name: 'the order is stored', kind: 'created', values: ['number', 'customer', 'due'] },
      { name: 'its lines are stored', kind: 'created', values: ['products', 'quantities'] },
    ],
    expected: (before, { number, customer, due, products, quantities }) => ({
      ...before,
      orders: [
        ...before.orders,
        {
          number,
          customer,
          status: 'new',
          due: due || null,
          lines: products.map((product, at) => ({ product, quantity: Number(quantities[at]) })),
        },
      ].sort((a, b) => (a.number < b.number ? -1 : 1)),
    }),
    done: 'The order is in the list with its customer and its day, and shows a line for each product with the quantity',
  },
  right: [
    { name: 'other values', values: other },
    {
      name: 'three products',
      values: {
        ...other,
        number: 'SO-4203',
        products: ['Tray', 'Teapot', 'Kettle'],
        quantities: ['6', '4', '1'],
      },
    },
    { name: 'without a day', values: { ...other, number: 'SO-4204', due: undefined } },
    {
      name: 'another way: the rows first, saved and kept open',
      values: { ...other, number: 'SO-4205', customer: 'Tomas Novak' },
      perform: async (person, app, values) => {
        await person.open(`${app.address}/admin/shop/order/add/`)
        await rows(person, values)
        await head(person, values)
        await person.click(
          person.page.getByRole('button', { name: 'Save and continue editing', exact: true }),
        )
        await person.sees('was added successfully')
      },
    },
  ],
  faults: [
    {
      name: 'the order is gone again',
      kind: 'says saved but is not',
      values: other,
      behind: (app, { number }) =>
        app.sql(
          `delete from shop_line where order_id in (select id from shop_order where number = '${number}'); delete from shop_order where number = '${number}';`,
        ),
    },
    {
      name: 'one line has another quantity',
      kind: 'one field wrong',
      values: other,
      behind: (app, { number }) =>
        app.sql(
          `update shop_line set quantity = 8 where quantity = 9 and order_id in (select id from shop_order where number = '${number}')`,
        ),
    },
    {
      name: 'the second product is left out',
      kind: 'half done',
      needs: 'request',
      values: other,
      does: { products: ['Teapot'], quantities: ['3'] },
    },
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await open(person)
        await head(person, values)
        await rows(person, values)
      },
    },
    {
      name: 'another customer is chosen than was asked for',
      kind: 'wrong record',
      needs: 'request',
      values: other,
      does: { customer: 'Tomas Novak' },
    },
    {
      name: 'another day is stored',
      kind: 'one field wrong',
      values: other,
      behind: (app, { number }) =>
        app.sql(`update shop_order set due = '2031-07-16' where number = '${number}'`),
    },
    {
      name: 'the order is entered twice, with another number',
      kind: 'done twice',
      values: other,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, { ...values, number: 'SO-4299' })
      },
    },
    {
      name: 'a line of another order is lost',
      kind: 'other record touched',
      values: other,
      behind: (app) =>
        app.sql(
          "delete from shop_line where quantity = 2 and order_id in (select id from shop_order where number = 'SO-4102')",
        ),
    },
  ],
}
