// The sales of a day go from a JSON file into a database; the total goes into a file, and the file into an archive.

const DAYS = {
  '2031-06-11': [
    ['green', 4],
    ['black', 2],
  ],
  '2031-06-12': [
    ['green', 1],
    ['white', 6],
    ['black', 3],
  ],
  '2031-06-13': [['white', 2]],
}

const total = (day) => DAYS[day].reduce((sum, [, tins]) => sum + tins, 0)

async function load(person, { day }) {
  await person.command(
    `jq -r '.[] | [.day, .tea, .tins] | @csv' inbox/${day}.json | sqlite3 -csv sales.db ".import /dev/stdin sales"`,
  )
}

async function sum(person, { day }) {
  await person.command(
    `sqlite3 sales.db "select sum(tins) from sales where day = '${day}'" > totals/${day}.txt`,
  )
}

async function pack(person, { day }) {
  await person.command(`tar -czf archive/${day}.tar.gz -C inbox ${day}.json`)
  await person.command(`rm inbox/${day}.json`)
}

async function book(person, app, values) {
  await load(person, values)
  await sum(person, values)
  await pack(person, values)
}

/** The rows of the database and the text in each archive instead of their bytes. */
async function read(app) {
  const { 'sales.db': _, ...files } = await app.read()
  const rows = await app.sh('sqlite3 -csv sales.db "select * from sales order by 1, 2, 3"')
  for (const name of Object.keys(files))
    if (name.endsWith('.tar.gz'))
      files[name] = await app.sh(`tar -xOzf ${name}`).catch(() => 'damaged')
  return { files, rows: rows.trim().split('\n') }
}

const json = (day) => JSON.stringify(DAYS[day].map(([tea, tins]) => ({ day, tea, tins })))
const asked = { day: '2031-06-12' }

export default {
  app: 'shell',
  kinds: ['fish', 'sqlite3', 'jq'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Book the sales of a day, write its total and archive the file',
  prepare: async (app) => {
    await app.sh(
      'mkdir inbox totals archive && echo kept > totals/KEEP && echo kept > archive/KEEP',
    )
    await app.sh(
      `sqlite3 sales.db "create table sales (day text, tea text, tins integer); insert into sales values ('2031-06-10', 'green', 5)"`,
    )
    for (const day of Object.keys(DAYS))
      await app.sh(`printf '%s\\n' '${json(day)}' > inbox/${day}.json`)
  },
  read,
  values: { day: '2031-06-11' },
  perform: book,
  truth: {
    inputs: [{ name: 'day', value: '2031-06-11', source: 'given', changes: true }],
    effects: [
      { name: 'the sales are in the database', kind: 'command', values: ['day'] },
      { name: 'the total is written', kind: 'file', values: ['day'] },
      { name: 'the file is in the archive', kind: 'file', values: ['day'] },
    ],
    expected: (before, { day }) => {
      const files = {
        ...before.files,
        [`totals/${day}.txt`]: `${total(day)}\n`,
        [`archive/${day}.tar.gz`]: before.files[`inbox/${day}.json`],
      }
      delete files[`inbox/${day}.json`]
      const rows = DAYS[day].map(([tea, tins]) => `${day},${tea},${tins}`)
      return {
        files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))),
        rows: [...before.rows, ...rows].sort(),
      }
    },
    done: 'The database has the sales of the day, the total is right, and the archive holds the file',
  },
  right: [
    { name: 'another day', values: asked },
    {
      name: 'another way: by a file of its own, the archive first',
      values: { day: '2031-06-13' },
      perform: async (person, app, { day }) => {
        await person.command(`tar czf archive/${day}.tar.gz -C inbox ${day}.json`)
        await person.command(
          `jq -r '.[] | [.day, .tea, .tins] | @csv' < inbox/${day}.json > rows.csv`,
        )
        await person.command(`sqlite3 sales.db ".mode csv" ".import rows.csv sales"`)
        await person.command(`rm rows.csv inbox/${day}.json`)
        await sum(person, { day })
      },
    },
  ],
  faults: [
    {
      name: 'the sales are booked twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await load(person, values)
        await book(person, app, values)
      },
    },
    {
      name: 'the total is of another day',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await load(person, values)
        await person.command(
          `sqlite3 sales.db "select sum(tins) from sales where day = '2031-06-10'" > totals/${values.day}.txt`,
        )
        await pack(person, values)
      },
    },
    {
      name: 'the total is written before the sales, and is empty',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await sum(person, values)
        await load(person, values)
        await pack(person, values)
      },
    },
    {
      name: 'nothing is archived',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await load(person, values)
        await sum(person, values)
        await person.command(`rm inbox/${values.day}.json`)
      },
    },
    {
      name: 'another day is booked',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { day: '2031-06-13' },
    },
    {
      name: 'the sales are gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { day }) => app.sh(`sqlite3 sales.db "delete from sales where day = '${day}'"`),
    },
    {
      name: 'the sales of another day are changed',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.sh(`sqlite3 sales.db "update sales set tins = 50 where day = '2031-06-10'"`),
    },
  ],
}
