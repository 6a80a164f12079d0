// A customer asks to be forgotten: the number is read in the database, orders stay without a name, and
// the customer, a line of the newsletter and letters are deleted.

const CUSTOMERS = [
  [1, 'Tom Beck', 'tom@post.example'],
  [12, 'Rosa Lind', 'rosa@post.example'],
  [120, 'Rosa Linden', 'rosa.linden@post.example'],
  [31, 'Emil Hart', 'emil@garden.example'],
  [45, 'Nora Vale', 'nora@vale.example'],
]
const ORDERS = [
  [501, 12, 'Mill Lane 4', 39.5],
  [502, 31, 'Quay 9', 12],
  [503, 120, 'Hill 17', 84],
  [504, 12, 'Mill Lane 4', 7.25],
  [505, 1, 'Park 3', 18],
  [506, 31, 'Quay 9', 44],
  [507, 31, 'Gate 6', 6.5],
]
const LETTERS = ['12-offer.txt', '12-reminder.txt', '120-offer.txt', '31-offer.txt', '1-thanks.txt']

const idOf = (mail) => CUSTOMERS.find(([, , one]) => one === mail)[0]

async function look(person, { mail }) {
  await person.command(`sqlite3 shop.db "select id, name from customers where mail = '${mail}'"`)
}

async function strip(person, id) {
  await person.command(
    `sqlite3 shop.db "update orders set customer = null, street = null where customer = ${id}"`,
  )
}

async function remove(person, id) {
  await person.command(`sqlite3 shop.db "delete from customers where id = ${id}"`)
}

async function unsubscribe(person, { mail }) {
  await person.command(`sed -i '/^${mail}$/d' newsletter.txt`)
}

async function burn(person, id) {
  await person.command(`rm -f letters/${id}-*.txt`)
}

async function note(person, { request }, id) {
  await person.command(`echo "${request}: customer ${id} deleted" >> privacy.log`)
}

async function forget(person, app, values) {
  const id = idOf(values.mail)
  await person.command('sqlite3 shop.db .schema')
  await look(person, values)
  await person.command(`sqlite3 -header shop.db "select * from orders where customer = ${id}"`)
  await strip(person, id)
  await remove(person, id)
  await unsubscribe(person, values)
  await person.command('ls letters')
  await burn(person, id)
  await look(person, values)
  await note(person, values, id)
}

/** The rows of the database instead of its bytes. */
async function read(app) {
  const { 'shop.db': _, ...files } = await app.read()
  const rows = async (table) =>
    (await app.sh(`sqlite3 -csv shop.db "select * from ${table} order by id"`))
      .trim()
      .split(/\r?\n/)
  return { files, customers: await rows('customers'), orders: await rows('orders') }
}

function expected(before, { mail, request }) {
  const id = idOf(mail)
  const files = { ...before.files }
  for (const name of Object.keys(files)) if (name.startsWith(`letters/${id}-`)) delete files[name]
  files['newsletter.txt'] = files['newsletter.txt']
    .split('\n')
    .filter((line) => line !== mail)
    .join('\n')
  files['privacy.log'] += `${request}: customer ${id} deleted\n`
  return {
    files,
    customers: before.customers.filter((row) => !row.startsWith(`${id},`)),
    orders: before.orders.map((row) => {
      const [number, customer, , total] = row.split(',')
      return customer === String(id) ? [number, '', '', total].join(',') : row
    }),
  }
}

const asked = { mail: 'emil@garden.example', request: 'DS-23' }
const tom = { mail: 'tom@post.example', request: 'DS-24' }

export default {
  app: 'shell',
  kinds: ['bash', 'sqlite3', 'read value'],
  watch: ['terminal'],
  goal: 'Forget a customer who asks for it, but keep the orders without name and street',
  prepare: async (app) => {
    const text = (value) => (typeof value === 'string' ? `'${value}'` : value)
    const insert = (table, rows) =>
      rows.map((row) => `insert into ${table} values (${row.map(text).join(', ')});`).join('\n')
    await app.sh(`sqlite3 shop.db <<'END'
create table customers (id integer primary key, name text, mail text);
create table orders (id integer primary key, customer integer, street text, total real);
${insert('customers', CUSTOMERS)}
${insert('orders', ORDERS)}
END
mkdir letters
echo 'DS-11: customer 8 deleted' > privacy.log
printf '%s\\n' ada@post.example rosa@post.example tom@post.example rosa.linden@post.example emil@garden.example > newsletter.txt`)
    for (const name of LETTERS) await app.sh(`echo 'Letter ${name}' > letters/${name}`)
  },
  read,
  values: { mail: 'rosa@post.example', request: 'DS-19' },
  perform: forget,
  truth: {
    inputs: [
      { name: 'mail', value: 'rosa@post.example', source: 'given', changes: true },
      { name: 'request', value: 'DS-19', source: 'given', changes: true },
      { name: 'customer', value: '12', source: 'read', changes: true },
      { name: 'log', value: 'privacy.log', source: 'constant', changes: false },
    ],
    literals: ['letters/12-'],
    effects: [
      { name: 'the customer is deleted', kind: 'deleted', values: ['mail'] },
      { name: 'the orders have no name', kind: 'changed', values: ['customer'] },
      { name: 'the newsletter has the address no longer', kind: 'file', values: ['mail'] },
      { name: 'the letters are deleted', kind: 'file', values: ['customer'] },
      { name: 'the request is noted', kind: 'file', values: ['request'] },
    ],
    expected,
    done: 'The address is neither in the database nor in the newsletter, no letter and no order has the number of the customer, and the log has the request',
  },
  right: [
    { name: 'a customer with three orders', values: asked },
    {
      name: 'a customer with neither orders nor letters',
      values: { mail: 'nora@vale.example', request: 'DS-25' },
    },
    {
      name: 'another way: the address in each question, find and grep',
      values: tom,
      perform: async (person, app, values) => {
        const { mail } = values
        await look(person, values)
        await person.command(
          `sqlite3 shop.db "update orders set customer = null, street = null where customer = (select id from customers where mail = '${mail}'); delete from customers where mail = '${mail}';"`,
        )
        await person.command(`find letters -name '${idOf(mail)}-*' -print -delete`)
        await person.command(`grep -vx ${mail} newsletter.txt > newsletter.new`)
        await person.command('mv newsletter.new newsletter.txt')
        await note(person, values, idOf(mail))
      },
    },
  ],
  faults: [
    {
      name: 'the orders of everybody lose their names',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        const id = idOf(values.mail)
        await look(person, values)
        await person.command('sqlite3 shop.db "update orders set customer = null, street = null"')
        await remove(person, id)
        await unsubscribe(person, values)
        await burn(person, id)
        await note(person, values, id)
      },
    },
    {
      name: 'the number of the demonstration is deleted again',
      kind: 'wrong record',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await strip(person, 12)
        await remove(person, 12)
        await unsubscribe(person, values)
        await burn(person, 12)
        await note(person, values, 12)
      },
    },
    {
      name: 'the streets stay in the orders',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        const id = idOf(values.mail)
        await look(person, values)
        await person.command(
          `sqlite3 shop.db "update orders set customer = null where customer = ${id}"`,
        )
        await remove(person, id)
        await unsubscribe(person, values)
        await burn(person, id)
        await note(person, values, id)
      },
    },
    {
      name: 'the address stays in the newsletter',
      kind: 'half done',
      values: tom,
      perform: async (person, app, values) => {
        const id = idOf(values.mail)
        await look(person, values)
        await strip(person, id)
        await remove(person, id)
        await burn(person, id)
        await note(person, values, id)
      },
    },
    {
      name: 'the letters of longer numbers are deleted as well',
      kind: 'other record touched',
      values: tom,
      perform: async (person, app, values) => {
        const id = idOf(values.mail)
        await look(person, values)
        await strip(person, id)
        await remove(person, id)
        await unsubscribe(person, values)
        await person.command(`rm letters/${id}*`)
        await note(person, values, id)
      },
    },
    {
      name: 'the address is misspelt, and nobody is deleted',
      kind: 'says saved but is not',
      values: tom,
      perform: async (person, app, values) => {
        const id = idOf(values.mail)
        await look(person, values)
        await strip(person, id)
        await person.command(
          `sqlite3 shop.db "delete from customers where mail = 'tom@pots.example'"`,
        )
        await unsubscribe(person, values)
        await burn(person, id)
        await note(person, values, id)
      },
    },
    {
      name: 'another customer is forgotten',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { mail: 'rosa.linden@post.example' },
    },
    {
      name: 'the request is noted twice',
      kind: 'done twice',
      values: tom,
      perform: async (person, app, values) => {
        await forget(person, app, values)
        await note(person, values, idOf(values.mail))
      },
    },
    {
      name: 'the address is put into the newsletter again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await forget(person, app, values)
        await person.command(`echo ${values.mail} >> newsletter.txt`)
      },
    },
    {
      name: 'the customer is there again behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { mail }) =>
        app.sh(`sqlite3 shop.db "insert into customers values (31, 'Emil Hart', '${mail}')"`),
    },
  ],
}
