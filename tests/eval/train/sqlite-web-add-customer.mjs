// A record is added by a labelled form.

const link = (person, name) => person.page.getByRole('link', { name, exact: true }).first()
const field = (person, name) => person.page.getByRole('textbox', { name, exact: true })

async function fill(person, { name, email, city }) {
  await person.click(link(person, 'customers'))
  await person.click(link(person, 'Insert'))
  await person.type(field(person, 'name'), name)
  if (email) await person.type(field(person, 'email'), email)
  if (city) await person.type(field(person, 'city'), city)
}

async function add(person, app, values) {
  await fill(person, values)
  await person.click(person.page.getByRole('button', { name: 'Insert', exact: true }))
  await person.sees('Successfully inserted record')
}

async function removeLast(person, name) {
  await person.click(link(person, 'customers'))
  await person.click(link(person, 'Content'))
  const row = person.page.getByRole('row').filter({ hasText: name })
  await person.click(row.getByRole('link', { name: 'Delete' }))
  await person.click(person.page.getByRole('button', { name: 'Delete', exact: true }))
  await person.sees('Successfully deleted')
}

export default {
  app: 'sqlite-web',
  kinds: ['semantic HTML'],
  goal: 'Add a customer',
  values: { name: 'Ada Lovelace', email: 'ada@engine.example', city: 'London' },
  perform: add,
  truth: {
    inputs: [
      { name: 'name', value: 'Ada Lovelace', source: 'given', changes: true },
      { name: 'email', value: 'ada@engine.example', source: 'given', changes: true },
      { name: 'city', value: 'London', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the customer is stored', kind: 'created', values: ['name', 'email', 'city'] },
    ],
    expected: (before, { name, email, city }) => ({
      ...before,
      customers: [...before.customers, { name, email: email || '', city: city || '' }],
    }),
    done: 'The customer is in the list of customers with the right name, e-mail address and city',
  },
  right: [
    {
      name: 'other values',
      values: { name: 'Katherine Johnson', email: 'katherine@orbit.example', city: 'Hampton' },
    },
    {
      name: 'another way: the row is inserted with SQL',
      values: { name: 'Mary Jackson', email: 'mary@tunnel.example', city: 'Norfolk' },
      perform: async (person, app, { name, email, city }) => {
        await person.type(
          person.page.getByRole('textbox', { name: 'SQL query' }),
          `insert into customers (name, email, city) values ('${name}', '${email}', '${city}')`,
        )
        await person.click(person.page.getByRole('button', { name: 'Execute' }))
        await person.page.waitForLoadState()
      },
    },
    {
      name: 'fields in another order',
      values: { name: 'Annie Easley', email: 'annie@centaur.example', city: 'Birmingham' },
      perform: async (person, app, { name, email, city }) => {
        await person.open(`${app.address}/customers/insert/`)
        await person.type(field(person, 'city'), city)
        await person.type(field(person, 'email'), email)
        await person.type(field(person, 'name'), name)
        await person.click(person.page.getByRole('button', { name: 'Insert', exact: true }))
        await person.sees('Successfully inserted record')
      },
    },
  ],
  faults: [
    {
      name: 'the record is gone again',
      kind: 'says saved but is not',
      values: { name: 'Joan Clarke', email: 'joan@park.example', city: 'Oxford' },
      behind: (app, { name }) => app.sql(`delete from customers where name = '${name}'`),
    },
    {
      name: 'the address is stored wrong',
      kind: 'one field wrong',
      values: { name: 'Dorothy Vaughan', email: 'dorothy@west.example', city: 'Hampton' },
      behind: (app, { name }) =>
        app.sql(`update customers set email = 'somebody@else.example' where name = '${name}'`),
    },
    {
      name: 'another city is typed than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: { name: 'Hedy Lamarr', email: 'hedy@hop.example', city: 'Vienna' },
      does: { city: 'Graz' },
    },
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: { name: 'Radia Perlman', email: 'radia@tree.example', city: 'Portsmouth' },
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'the customer is added twice',
      kind: 'done twice',
      values: { name: 'Karen Jones', email: 'karen@idf.example', city: 'Leeds' },
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, values)
      },
    },
    {
      name: 'the customer is deleted again',
      kind: 'undone after',
      values: { name: 'Frances Allen', email: 'fran@opt.example', city: 'Peru' },
      perform: async (person, app, values) => {
        await add(person, app, values)
        await removeLast(person, values.name)
      },
    },
    {
      name: 'another customer loses the address',
      kind: 'other record touched',
      values: { name: 'Evelyn Boyd', email: 'evelyn@yale.example', city: 'Washington' },
      behind: (app) => app.sql(`update customers set email = '' where name = 'Barbara Liskov'`),
    },
  ],
}
