// A delivery in CSV is loaded into a database, the stock goes up by it, and a list of what is short is
// written by a query.

const DELIVERIES = {
  'd-4102': { nails: 200, hinges: 12 },
  'd-4107': { hinges: 30, screws: 150, oil: 2 },
  'd-4111': { oil: 9, nails: 50 },
}
const STOCK = { hinges: 8, nails: 90, oil: 3, screws: 400 }

async function load(person, { delivery }) {
  await person.command(
    `sqlite3 stock.db '.mode csv' '.import --skip 1 in/${delivery}.csv arrivals' "update arrivals set delivery = '${delivery}' where delivery = ''"`,
  )
}

async function raise(person, { delivery }) {
  await person.command(
    `sqlite3 stock.db "update stock set amount = amount + (select amount from arrivals a where a.item = stock.item and a.delivery = '${delivery}') where item in (select item from arrivals where delivery = '${delivery}')"`,
  )
}

async function report(person, { least }) {
  await person.command(
    `sqlite3 -header -csv stock.db 'select item, amount from stock where amount < ${least} order by item' > short.csv`,
  )
}

async function receive(person, app, values) {
  await person.command(`cat in/${values.delivery}.csv`)
  await load(person, values)
  await raise(person, values)
  await report(person, values)
}

const query = async (app, sql) =>
  JSON.parse((await app.sh(`sqlite3 -json stock.db "${sql}"`)) || '[]')

async function read(app) {
  const files = await app.read()
  delete files['stock.db']
  return {
    files,
    stock: await query(app, 'select * from stock order by item'),
    arrivals: await query(app, 'select * from arrivals order by delivery, item'),
  }
}

function expected(before, { delivery, least }) {
  const stock = before.stock.map(({ item, amount }) => ({
    item,
    amount: amount + (DELIVERIES[delivery][item] ?? 0),
  }))
  const short = stock.filter(({ amount }) => amount < Number(least))
  const lines = short.map(({ item, amount }) => `${item},${amount}\n`).join('')
  return {
    files: {
      ...before.files,
      'short.csv': short.length ? `item,amount\n${lines}` : '',
    },
    stock,
    arrivals: [
      ...before.arrivals,
      ...Object.entries(DELIVERIES[delivery]).map(([item, amount]) => ({ item, amount, delivery })),
    ].sort((a, b) => (`${a.delivery} ${a.item}` < `${b.delivery} ${b.item}` ? -1 : 1)),
  }
}

const asked = { delivery: 'd-4107', least: '100' }
const oil = { delivery: 'd-4111', least: '40' }

export default {
  app: 'shell',
  kinds: ['bash', 'SQLite', 'CSV'],
  watch: ['terminal'],
  goal: 'Load a delivery into the stock and list what is below a number',
  prepare: async (app) => {
    await app.sh(`mkdir in
sqlite3 stock.db 'create table stock (item text primary key, amount int); create table arrivals (item text, amount int, delivery text)' "insert into arrivals values ('oil', 1, 'd-4001')"
printf 'item,amount\\nhinges,8\\n' > short.csv`)
    for (const [item, amount] of Object.entries(STOCK))
      await app.sh(`sqlite3 stock.db "insert into stock values ('${item}', ${amount})"`)
    for (const [name, items] of Object.entries(DELIVERIES)) {
      const rows = Object.entries(items).map((row) => `${row.join(',')},\n`)
      await app.sh(`cat > in/${name}.csv <<'END'\nitem,amount,delivery\n${rows.join('')}END`)
    }
  },
  read,
  values: { delivery: 'd-4102', least: '25' },
  perform: receive,
  truth: {
    inputs: [
      { name: 'delivery', value: 'd-4102', source: 'given', changes: true },
      { name: 'least', value: '25', source: 'given', changes: true },
      { name: 'database', value: 'stock.db', source: 'constant', changes: false },
    ],
    literals: ['in/d-4102.csv'],
    effects: [
      { name: 'the arrivals are stored', kind: 'file', values: ['delivery'] },
      { name: 'what is short is listed', kind: 'file', values: ['least'] },
    ],
    expected,
    done: 'The stock is higher by the delivery, its arrivals are stored once, and short.csv lists what is below the number',
  },
  right: [
    { name: 'another delivery', values: asked },
    {
      name: 'another way: Python, and one list by a program of its own',
      values: oil,
      perform: async (person, app, { delivery, least }) => {
        await person.command(
          `python3 -c 'import csv, sqlite3, sys; db = sqlite3.connect("stock.db"); rows = [(r["item"], int(r["amount"])) for r in csv.DictReader(open("in/" + sys.argv[1] + ".csv"))]; [db.execute("insert into arrivals values (?, ?, ?)", (*r, sys.argv[1])) for r in rows]; [db.execute("update stock set amount = amount + ? where item = ?", (r[1], r[0])) for r in rows]; db.commit()' ${delivery}`,
        )
        await person.command(
          `sqlite3 -csv -header stock.db "select * from stock where amount < ${least} order by 1" > short.csv`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'the stock is not raised',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await load(person, values)
        await report(person, values)
      },
    },
    {
      name: 'the stock is raised twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await load(person, values)
        await raise(person, values)
        await raise(person, values)
        await report(person, values)
      },
    },
    {
      name: 'the list is written before the stock is raised',
      kind: 'empty or old file',
      values: oil,
      perform: async (person, app, values) => {
        await load(person, values)
        await report(person, values)
        await raise(person, values)
      },
    },
    {
      name: 'the list has the number of the demonstration',
      kind: 'one field wrong',
      values: asked,
      does: { least: '25' },
    },
    {
      name: 'every item is raised by the first amount',
      kind: 'other record touched',
      values: oil,
      perform: async (person, app, values) => {
        await load(person, values)
        await person.command(
          `sqlite3 stock.db "update stock set amount = amount + (select amount from arrivals where delivery = '${values.delivery}')"`,
        )
        await report(person, values)
      },
    },
    {
      name: 'an amount is changed behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) =>
        app.sh(`sqlite3 stock.db "update stock set amount = amount - 1 where item = 'screws'"`),
    },
  ],
}
