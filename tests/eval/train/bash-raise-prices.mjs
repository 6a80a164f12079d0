// Rows of a database are updated, the change is noted in another table, and a list is written from both.

const PRODUCTS = [
  ['L-10', 'desk lamp', 'Nordlicht', 4900],
  ['L-11', 'floor lamp', 'Nordlicht', 12900],
  ['L-12', 'shade', 'Nordlicht', 1900],
  ['T-20', 'oak table', 'Holzer', 39900],
  ['T-21', 'stool', 'Holzer', 7900],
  ['C-30', 'carpet', 'Tepp', 24900],
]

const raised = (cents, percent) => Math.floor((cents * (100 + Number(percent))) / 100)

async function raise(person, { supplier, percent }) {
  await person.command(
    `sqlite3 shop.db "update products set cents = cents * ${100 + Number(percent)} / 100 where supplier = '${supplier}'"`,
  )
}

async function note(person, { supplier, percent, day }) {
  await person.command(
    `sqlite3 shop.db "insert into changes values ('${day}', '${supplier}', ${percent})"`,
  )
}

async function list(person, { supplier }) {
  await person.command(
    `sqlite3 -header -csv shop.db "select sku, cents from products where supplier = '${supplier}' order by sku" > lists/${supplier}.csv`,
  )
}

async function change(person, app, values) {
  await raise(person, values)
  await note(person, values)
  await list(person, values)
}

/** The rows of the database instead of its bytes. */
async function read(app) {
  const { 'shop.db': _, ...files } = await app.read()
  const rows = async (table) =>
    (await app.sh(`sqlite3 shop.db "select * from ${table} order by rowid"`)).trim().split('\n')
  return { files, products: await rows('products'), changes: await rows('changes') }
}

function expected(before, { supplier, percent, day }) {
  const after = PRODUCTS.map(([sku, name, from, cents]) => [
    sku,
    name,
    from,
    from === supplier ? raised(cents, percent) : cents,
  ])
  const lines = after
    .filter(([, , from]) => from === supplier)
    .map(([sku, , , cents]) => `${sku},${cents}\n`)
  return {
    files: { ...before.files, [`lists/${supplier}.csv`]: `sku,cents\n${lines.sort().join('')}` },
    products: after.map((row) => row.join('|')),
    changes: [...before.changes, `${day}|${supplier}|${percent}`],
  }
}

export default {
  app: 'shell',
  kinds: ['bash', 'sqlite'],
  watch: ['terminal'],
  goal: 'Raise the prices of a supplier from a day on, and write the new price list',
  prepare: async (app) => {
    await app.sh(
      'mkdir lists; sqlite3 shop.db "create table products (sku, name, supplier, cents integer); create table changes (day, supplier, percent)"',
    )
    for (const row of PRODUCTS)
      await app.sh(
        `sqlite3 shop.db "insert into products values ('${row.slice(0, 3).join("', '")}', ${row[3]})"`,
      )
    await app.sh(`sqlite3 shop.db "insert into changes values ('2031-01-01', 'Tepp', 3)"`)
    await app.sh("printf 'sku,cents\\nC-30,24900\\n' > lists/Tepp.csv")
  },
  read,
  values: { supplier: 'Nordlicht', percent: '6', day: '2031-10-01' },
  perform: change,
  truth: {
    inputs: [
      { name: 'supplier', value: 'Nordlicht', source: 'given', changes: true },
      { name: 'percent', value: '6', source: 'given', changes: true },
      { name: 'factor', value: '106', source: 'derived', changes: true },
      { name: 'day', value: '2031-10-01', source: 'given', changes: true },
      { name: 'database', value: 'shop.db', source: 'constant', changes: false },
    ],
    literals: ['Nordlicht.csv'],
    effects: [
      { name: 'the prices are raised', kind: 'bulk', values: ['supplier'] },
      { name: 'the change is noted', kind: 'created', values: ['supplier', 'percent', 'day'] },
      { name: 'the price list is written', kind: 'file', values: ['supplier'] },
    ],
    expected,
    done: 'The products of the supplier have the new prices, the change is in the database, and the list holds the new prices',
  },
  right: [
    {
      name: 'another supplier',
      values: { supplier: 'Holzer', percent: '4', day: '2031-11-15' },
    },
    {
      name: 'the list of the supplier exists already',
      values: { supplier: 'Tepp', percent: '10', day: '2032-01-01' },
    },
    {
      name: 'another way: all statements in one go',
      values: { supplier: 'Holzer', percent: '8', day: '2031-12-01' },
      perform: async (person, app, values) => {
        const { supplier, percent, day } = values
        await person.command(
          `sqlite3 shop.db <<'END'
begin;
insert into changes values ('${day}', '${supplier}', ${percent});
update products set cents = cents + cents * ${percent} / 100 where supplier = '${supplier}';
commit;
END`,
        )
        await list(person, values)
      },
    },
  ],
  faults: [
    {
      name: 'the prices are raised twice',
      kind: 'done twice',
      values: { supplier: 'Holzer', percent: '4', day: '2031-11-15' },
      perform: async (person, app, values) => {
        await raise(person, values)
        await change(person, app, values)
      },
    },
    {
      name: 'the prices of every supplier are raised',
      kind: 'other record touched',
      values: { supplier: 'Holzer', percent: '4', day: '2031-11-15' },
      perform: async (person, app, values) => {
        await person.command('sqlite3 shop.db "update products set cents = cents * 104 / 100"')
        await note(person, values)
        await list(person, values)
      },
    },
    {
      name: 'the list is written before the prices are raised',
      kind: 'empty or old file',
      values: { supplier: 'Tepp', percent: '10', day: '2032-01-01' },
      perform: async (person, app, values) => {
        await list(person, values)
        await raise(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the supplier is misspelt, so no price is raised',
      kind: 'says saved but is not',
      values: { supplier: 'Holzer', percent: '4', day: '2031-11-15' },
      perform: async (person, app, values) => {
        await raise(person, { ...values, supplier: 'Hölzer' })
        await note(person, values)
        await list(person, values)
      },
    },
    {
      name: 'the change is not noted',
      kind: 'half done',
      values: { supplier: 'Holzer', percent: '4', day: '2031-11-15' },
      perform: async (person, app, values) => {
        await raise(person, values)
        await list(person, values)
      },
    },
    {
      name: 'the note has another day',
      kind: 'one field wrong',
      values: { supplier: 'Holzer', percent: '4', day: '2031-11-15' },
      perform: async (person, app, values) => {
        await raise(person, values)
        await note(person, { ...values, day: '2031-11-51' })
        await list(person, values)
      },
    },
    {
      name: 'the prices of another supplier are raised',
      kind: 'wrong record',
      needs: 'request',
      values: { supplier: 'Tepp', percent: '10', day: '2032-01-01' },
      does: { supplier: 'Holzer' },
    },
    {
      name: 'the prices are put back behind the screen',
      kind: 'undone after',
      values: { supplier: 'Holzer', percent: '4', day: '2031-11-15' },
      behind: (app) =>
        app.sh(
          `sqlite3 shop.db "update products set cents = 39900 where sku = 'T-20'; update products set cents = 7900 where sku = 'T-21'"`,
        ),
    },
  ],
}
