// A record is searched, opened and changed: a box is unticked, and a reason is written.

async function find(person, customer) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Customers', exact: true }).first())
  await person.type(page.getByRole('textbox', { name: 'Search', exact: true }), customer)
  await person.click(page.getByRole('button', { name: 'Search', exact: true }))
  await person.click(page.getByRole('link', { name: customer, exact: true }))
}

async function change(person, { customer, reason }) {
  const { page } = person
  await find(person, customer)
  await person.tick(page.getByRole('checkbox', { name: 'Active' }))
  await person.type(page.getByRole('textbox', { name: 'Notes:' }), reason)
}

async function save(person) {
  await person.click(person.page.getByRole('button', { name: 'Save', exact: true }))
  await person.sees('was changed successfully')
}

async function retire(person, app, values) {
  await change(person, values)
  await save(person)
}

const asked = { customer: 'Tomas Novak', reason: 'Closed the shop in Brno' }

export default {
  app: 'django-admin',
  kinds: ['semantic HTML', 'search', 'sign-in'],
  goal: 'Set a customer to inactive and note the reason',
  values: { customer: 'Milan Kovac', reason: 'Moved abroad in spring' },
  perform: retire,
  truth: {
    inputs: [
      { name: 'customer', value: 'Milan Kovac', source: 'given', changes: true },
      { name: 'reason', value: 'Moved abroad in spring', source: 'given', changes: true },
      { name: 'user', value: 'manager', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the customer is inactive, with the reason',
        kind: 'changed',
        values: ['customer', 'reason'],
      },
    ],
    expected: (before, { customer, reason }) => ({
      ...before,
      customers: before.customers.map((one) =>
        one.name === customer ? { ...one, active: 0, notes: reason } : one,
      ),
    }),
    done: 'The customer is not active, and the notes have the reason',
  },
  right: [
    { name: 'another customer', values: asked },
    {
      name: 'another way: from the list without a search, the reason first',
      values: { customer: 'Sofia Lindgren', reason: 'Asked to be forgotten' },
      perform: async (person, app, { customer, reason }) => {
        const { page } = person
        await person.open(`${app.address}/admin/shop/customer/`)
        await person.click(page.getByRole('link', { name: customer, exact: true }))
        await person.type(page.getByRole('textbox', { name: 'Notes:' }), reason)
        await person.tick(page.getByRole('checkbox', { name: 'Active' }))
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the customer is active again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { customer }) =>
        app.sql(`update shop_customer set active = 1 where name = '${customer}'`),
    },
    {
      name: 'the reason is not stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { customer }) =>
        app.sql(`update shop_customer set notes = '' where name = '${customer}'`),
    },
    {
      name: 'only the reason is written',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { customer, reason }) => {
        await find(person, customer)
        await person.type(person.page.getByRole('textbox', { name: 'Notes:' }), reason)
        await save(person)
      },
    },
    {
      name: 'the form is left without saving',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, values)
        await person.click(
          person.page.getByRole('link', { name: 'Customers', exact: true }).first(),
        )
        await person.sees('Select customer to change')
      },
    },
    {
      name: 'another customer is retired',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { customer: 'Ines Duarte' },
    },
    {
      name: 'another customer loses the address',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sql("update shop_customer set email = '' where name = 'Ines Duarte'"),
    },
  ],
}
