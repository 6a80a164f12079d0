// A form with rows of another table in it: each line is added by a script and has a drawn list of choices.

async function choose(person, at, product) {
  const { page } = person
  await person.click(page.locator(`#s2id_lines-${at}-product .select2-choice`))
  await person.click(page.locator('#select2-drop').getByRole('option', { name: product }))
}

async function fill(person, { number, customer, delivery, lines }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Orders', exact: true }))
  await person.click(page.getByRole('link', { name: 'Create', exact: true }))
  await person.type(page.getByRole('textbox', { name: /^Number/ }), number)
  await person.type(page.getByRole('textbox', { name: /^Customer/ }), customer)
  if (delivery) await person.type(page.getByRole('textbox', { name: /^Delivery/ }), delivery)
  for (const [at, [product, quantity]] of lines.entries()) {
    await person.click(page.getByRole('button', { name: 'Add Lines' }))
    await choose(person, at, product)
    await person.type(page.locator(`#lines-${at}-quantity`), quantity)
  }
}

async function add(person, app, values) {
  await fill(person, values)
  await person.click(person.page.getByRole('button', { name: 'Save', exact: true }))
  await person.sees(/Record was successfully created/)
}

const byNumber = (a, b) => (a.number < b.number ? -1 : 1)
const byProduct = (a, b) =>
  a.number === b.number ? (a.product < b.product ? -1 : 1) : byNumber(a, b)

const asked = {
  number: 'O-1006',
  customer: 'Gasthof Adler',
  delivery: '2031-03-18',
  lines: [
    ['Assam', '8'],
    ['Glass pot', '2'],
  ],
}
const other = {
  number: 'O-1007',
  customer: 'Buero Fink',
  delivery: '2031-03-21',
  lines: [
    ['Rooibos', '5'],
    ['Blue cup', '12'],
  ],
}

export default {
  app: 'flask-admin',
  kinds: ['drawn lists of choices', 'rows inside of a form'],
  goal: 'Add the order of a customer with its lines',
  values: asked,
  perform: add,
  truth: {
    inputs: [
      { name: 'number', value: 'O-1006', source: 'given', changes: true },
      { name: 'customer', value: 'Gasthof Adler', source: 'given', changes: true },
      { name: 'delivery', value: '2031-03-18', source: 'given', changes: true },
      { name: 'products', value: ['Assam', 'Glass pot'], source: 'given', changes: true },
      { name: 'quantities', value: ['8', '2'], source: 'given', changes: true },
      { name: 'status', value: 'open', source: 'constant', changes: false },
    ],
    loops: [{ over: ['products', 'quantities'], kind: 'loop' }],
    effects: [
      { name: 'the order is stored', kind: 'created', values: ['number', 'customer', 'delivery'] },
      { name: 'its lines are stored', kind: 'created', values: ['products', 'quantities'] },
    ],
    expected: (before, { number, customer, delivery, lines }) => ({
      ...before,
      orders: [
        ...before.orders,
        { number, customer, delivery: delivery || null, status: 'open' },
      ].sort(byNumber),
      lines: [
        ...before.lines,
        ...lines.map(([product, quantity]) => ({
          number,
          product,
          quantity: Number(quantity),
          note: '',
        })),
      ].sort(byProduct),
    }),
    done: 'The list has the open order of the customer, and its form shows each product with the quantity',
  },
  right: [
    { name: 'another order', values: other },
    {
      name: 'an order with one line',
      values: { ...other, number: 'O-1008', lines: [['Sencha', '30']] },
    },
    { name: 'the day of delivery is left out', values: { ...other, delivery: '' } },
    {
      name: 'another way: saved first, and the lines added by editing',
      values: other,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, { ...values, lines: [] })
        await person.click(page.getByRole('button', { name: 'Save and Continue Editing' }))
        await person.sees(/Record was successfully created/)
        for (const [at, [product, quantity]] of values.lines.entries()) {
          await person.click(page.getByRole('button', { name: 'Add Lines' }))
          await choose(person, at, product)
          await person.type(page.locator(`#lines-${at}-quantity`), quantity)
        }
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await person.sees(/Record was successfully saved/)
      },
    },
  ],
  faults: [
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: other,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'the order has no lines',
      kind: 'half done',
      values: other,
      perform: (person, app, values) => add(person, app, { ...values, lines: [] }),
    },
    {
      name: 'a line has another quantity than was typed',
      kind: 'one field wrong',
      values: other,
      behind: (app) =>
        app.sql(
          'update order_line set quantity = 1 where order_id = (select max(id) from "order") and quantity = 12',
        ),
    },
    {
      name: 'the order is gone again',
      kind: 'says saved but is not',
      values: other,
      behind: (app) =>
        app.sql(
          'delete from order_line where order_id = (select id from "order" where number = \'O-1007\'); delete from "order" where number = \'O-1007\'',
        ),
    },
    {
      name: 'the order is deleted in the list afterwards',
      kind: 'undone after',
      values: other,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        const row = page.getByRole('row').filter({ hasText: values.number })
        await person.answering(true, () => person.click(row.getByRole('button')))
        await person.sees(/Record was successfully deleted/)
      },
    },
    {
      name: 'a line of another order is lost',
      kind: 'other record touched',
      values: other,
      behind: (app) =>
        app.sql(
          'delete from order_line where quantity = 6 and order_id = (select id from "order" where number = \'O-1002\')',
        ),
    },
    {
      name: 'the first line is stored twice',
      kind: 'done twice',
      values: other,
      perform: (person, app, values) =>
        add(person, app, { ...values, lines: [values.lines[0], ...values.lines] }),
    },
    {
      name: 'another product is chosen',
      kind: 'wrong record',
      needs: 'request',
      values: other,
      does: {
        lines: [
          ['Sencha', '5'],
          ['Blue cup', '12'],
        ],
      },
    },
  ],
}
