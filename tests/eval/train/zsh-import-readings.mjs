// A file of the day goes into a database, and a summary of the station into a JSON file.

const READINGS = {
  'north-0611': [
    ['north', '06:00', 14.5],
    ['north', '12:00', 21.0],
    ['north', '18:00', 18.5],
  ],
  'south-0612': [
    ['south', '06:00', 16.0],
    ['south', '12:00', 25.0],
  ],
  'east-0612': [
    ['east', '06:00', 11.5],
    ['east', '12:00', 19.0],
    ['east', '18:00', 16.0],
    ['east', '23:00', 12.5],
  ],
}
const OLD = [['north', '06:00', 13.0]]

const QUERY = (station) =>
  `select station, count(*) as readings, max(degrees) as highest from readings where station = '${station}' group by station`

async function load(person, { file }) {
  await person.command(`sqlite3 weather.db ".import --csv inbox/${file}.csv readings"`)
}

async function summarise(person, { station }) {
  await person.command(
    `sqlite3 -json weather.db "${QUERY(station)}" | jq -c '.[0]' > ${station}.json`,
  )
}

async function process(person, app, values) {
  await load(person, values)
  await person.command(`sqlite3 weather.db "select count(*) from readings"`)
  await summarise(person, values)
  await person.command(`mv inbox/${values.file}.csv done/`)
}

/** The rows of the database instead of its bytes, and the summaries as values. */
async function read(app) {
  const { 'weather.db': _, ...files } = await app.read()
  const rows = await app.sh('sqlite3 -csv weather.db "select * from readings order by 1, 2, 3"')
  for (const name of Object.keys(files))
    if (name.endsWith('.json')) {
      try {
        files[name] = JSON.parse(files[name])
      } catch {}
    }
  return { files, rows: rows.trim().split('\n') }
}

const csv = (rows) => rows.map(([station, hour, degrees]) => `${station},${hour},${degrees}`)
const asked = { file: 'south-0612', station: 'south' }

export default {
  app: 'shell',
  kinds: ['zsh', 'sqlite3', 'jq'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Take the readings of a station into the database and write its summary',
  prepare: async (app) => {
    await app.sh('mkdir inbox done')
    await app.sh(
      'echo kept > done/KEEP; sqlite3 weather.db "create table readings (station text, hour text, degrees real)"',
    )
    for (const [station, hour, degrees] of OLD)
      await app.sh(
        `sqlite3 weather.db "insert into readings values ('${station}', '${hour}', ${degrees})"`,
      )
    for (const [name, rows] of Object.entries(READINGS))
      await app.sh(`printf '%s\\n' ${csv(rows).join(' ')} > inbox/${name}.csv`)
  },
  read,
  values: { file: 'north-0611', station: 'north' },
  perform: process,
  truth: {
    inputs: [
      {
        name: 'file',
        value: 'north-0611',
        forms: ['north-0611.csv'],
        source: 'given',
        changes: true,
      },
      { name: 'station', value: 'north', source: 'given', changes: true },
    ],
    literals: ['inbox/north-0611.csv', 'north.json'],
    effects: [
      { name: 'the readings are in the database', kind: 'command', values: ['station'] },
      { name: 'the summary is written', kind: 'file', values: ['station'] },
      { name: 'the file is moved to done', kind: 'file', values: ['file'] },
    ],
    expected: (before, { file, station }) => {
      const all = [...OLD, ...READINGS[file]].filter(([name]) => name === station)
      const files = { ...before.files }
      files[`done/${file}.csv`] = files[`inbox/${file}.csv`]
      delete files[`inbox/${file}.csv`]
      files[`${station}.json`] = {
        station,
        readings: all.length,
        highest: Math.max(...all.map(([, , degrees]) => degrees)),
      }
      const text = ([name, hour, degrees]) => `${name},${hour},${degrees.toFixed(1)}`
      return {
        files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))),
        rows: [...before.rows, ...READINGS[file].map(text)].sort(),
      }
    },
    done: 'The database has the readings of the file, the summary counts them, and the file lies in done',
  },
  right: [
    { name: 'another station', values: asked },
    {
      name: 'another way: the file is moved first, and the shell of the database reads the commands',
      values: { file: 'east-0612', station: 'east' },
      perform: async (person, app, { file, station }) => {
        await person.command(`mv inbox/${file}.csv done/${file}.csv`)
        await person.command(
          `printf '.mode csv\\n.import done/${file}.csv readings\\n' | sqlite3 weather.db`,
        )
        await person.command(
          `sqlite3 -json weather.db "${QUERY(station)}" | jq '.[]' > ${station}.json`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'the readings are imported twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await load(person, values)
        await process(person, app, values)
      },
    },
    {
      name: 'the summary is of another station',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await load(person, values)
        await person.command(
          `sqlite3 -json weather.db "${QUERY('north')}" | jq -c '.[0]' > ${values.station}.json`,
        )
        await person.command(`mv inbox/${values.file}.csv done/`)
      },
    },
    {
      name: 'the summary is written before the import, and is empty',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await summarise(person, values)
        await load(person, values)
        await person.command(`mv inbox/${values.file}.csv done/`)
      },
    },
    {
      name: 'the file stays in the inbox',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await load(person, values)
        await summarise(person, values)
      },
    },
    {
      name: 'the file of another station is taken',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { file: 'east-0612', station: 'east' },
    },
    {
      name: 'the readings are gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { station }) =>
        app.sh(`sqlite3 weather.db "delete from readings where station = '${station}'"`),
    },
    {
      name: 'the readings of before are lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sh(`sqlite3 weather.db "delete from readings where station = 'north'"`),
    },
  ],
}
