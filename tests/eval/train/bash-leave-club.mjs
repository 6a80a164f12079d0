// A member leaves a club: the database gets the day, open fees are cancelled, and a list is exported.

const ids = { 'Ida Moser': 3, 'Tom Berger': 5, 'Lea Vogt': 7 }
const db = (sql) => `sqlite3 club.db "${sql}"`

async function leave(person, { name, day }) {
  await person.command(db(`update members set left_on = '${day}' where name = '${name}'`))
}

async function cancel(person, { name }) {
  await person.command(
    db(
      `update fees set state = 'cancelled' where state = 'open' and member = (select id from members where name = '${name}')`,
    ),
  )
}

async function list(person) {
  await person.command(
    'sqlite3 -header -csv club.db "select name, town from members where left_on is null order by name" > members.csv',
  )
}

async function end(person, app, values) {
  await person.command(db(`select * from members where name = '${values.name}'`))
  await leave(person, values)
  await cancel(person, values)
  await list(person)
}

async function read(app) {
  const rows = async (sql) => JSON.parse((await app.sh(`sqlite3 -json club.db "${sql}"`)) || '[]')
  const { 'members.csv': list } = await app.read()
  return {
    members: await rows('select * from members order by id'),
    fees: await rows('select * from fees order by id'),
    list: list.replaceAll('\r', ''),
  }
}

function expected(before, { name, day }) {
  const members = before.members.map((one) => (one.name === name ? { ...one, left_on: day } : one))
  const rows = members
    .filter((one) => !one.left_on)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((one) => `${/ /.test(one.name) ? `"${one.name}"` : one.name},${one.town}\n`)
  return {
    members,
    fees: before.fees.map((one) =>
      one.member === ids[name] && one.state === 'open' ? { ...one, state: 'cancelled' } : one,
    ),
    list: `name,town\n${rows.join('')}`,
  }
}

const asked = { name: 'Tom Berger', day: '2031-10-31' }
const lea = { name: 'Lea Vogt', day: '2031-12-01' }

export default {
  app: 'shell',
  kinds: ['bash', 'database', 'CSV'],
  watch: ['terminal'],
  goal: 'Let a member leave the club on a day, and write the list of members anew',
  prepare: (app) =>
    app.sh(`sqlite3 club.db <<'END'
create table members (id integer primary key, name text, town text, left_on text);
create table fees (id integer primary key, member int, year int, state text);
insert into members values (1,'Ann Roth','Linz',null),(3,'Ida Moser','Wels',null),(4,'Max Berger','Linz',null),(5,'Tom Berger','Steyr',null),(7,'Lea Vogt','Linz',null);
insert into fees values (1,3,2030,'paid'),(2,3,2031,'open'),(3,4,2031,'open'),(4,5,2030,'open'),(5,5,2031,'open'),(6,7,2031,'open'),(7,7,2030,'paid');
END
sqlite3 -header -csv club.db "select name, town from members where left_on is null order by name" > members.csv`),
  read,
  values: { name: 'Ida Moser', day: '2031-09-30' },
  perform: end,
  truth: {
    inputs: [
      { name: 'name', value: 'Ida Moser', source: 'given', changes: true },
      { name: 'day', value: '2031-09-30', source: 'given', changes: true },
      { name: 'open', value: 'open', source: 'constant', changes: false },
      { name: 'cancelled', value: 'cancelled', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the member has left', kind: 'changed', values: ['name', 'day'] },
      { name: 'open fees are cancelled', kind: 'changed', values: ['name'] },
      { name: 'the list has the member no longer', kind: 'file', values: ['name'] },
    ],
    expected,
    done: 'The member has the day, none of its fees is open, and the list does not have it',
  },
  right: [
    { name: 'somebody with two open fees and a namesake', values: asked },
    {
      name: 'another way: by number, in a transaction',
      values: lea,
      perform: async (person, app, { name, day }) => {
        await person.command(
          `sqlite3 club.db <<END\nbegin;\nupdate members set left_on = '${day}' where id = ${ids[name]};\nupdate fees set state = 'cancelled' where member = ${ids[name]} and state = 'open';\ncommit;\nEND`,
        )
        await list(person)
      },
    },
  ],
  faults: [
    {
      name: 'the fees stay open',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await leave(person, values)
        await list(person)
      },
    },
    {
      name: 'everybody of the family leaves',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(
          db(`update members set left_on = '${values.day}' where name like '%Berger'`),
        )
        await cancel(person, values)
        await list(person)
      },
    },
    {
      name: 'fees that are paid are cancelled as well',
      kind: 'other record touched',
      values: lea,
      perform: async (person, app, values) => {
        await leave(person, values)
        await person.command(
          db(
            `update fees set state = 'cancelled' where member = (select id from members where name = '${values.name}')`,
          ),
        )
        await list(person)
      },
    },
    {
      name: 'the list is written first',
      kind: 'empty or old file',
      values: lea,
      perform: async (person, app, values) => {
        await list(person)
        await leave(person, values)
        await cancel(person, values)
      },
    },
    {
      name: 'the day is of another month',
      kind: 'one field wrong',
      values: asked,
      does: { day: '2031-11-30' },
    },
    {
      name: 'the member is there again behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) =>
        app.sh(db(`update members set left_on = null where name = '${name}'`)),
    },
  ],
}
