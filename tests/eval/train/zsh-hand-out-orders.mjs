// A table is split by one of its columns: awk makes a file for each value that it meets, a loop counts them.

const HEADER = 'order,depot,courier,street,parcels'
const ORDERS = {
  '2031-09-01': ['4100,north,ali,Dock 1,1', '4101,south,gwen,Mill Lane 8,2'],
  '2031-09-02': [
    '4102,north,ali,Quay 4,2',
    '4103,south,gwen,Mill Lane 2,1',
    '4104,north,bea,Hill 17,5',
    '4105,north,ali,Quay 9,1',
    '4106,south,hugo,Park 3,2',
    '4107,north,cem,Gate 6,1',
  ],
  '2031-09-03': [
    '4108,south,gwen,Mill Lane 5,3',
    '4109,south,hugo,Park 8,1',
    '4110,north,bea,Hill 2,2',
    '4111,south,gwen,Brook 1,1',
  ],
  '2031-09-04': ['4112,north,cem,Gate 1,4', '4113,north,ali,Dock 2,1', '4114,south,gwen,Brook 9,2'],
}

const parts = ({ day, depot }) => {
  const tours = {}
  for (const line of ORDERS[day]) {
    const [, from, courier] = line.split(',')
    if (from === depot) (tours[courier] ??= []).push(line)
  }
  return Object.entries(tours).sort(([a], [b]) => (a < b ? -1 : 1))
}

async function split(person, { day, depot }, { column = '$3', rows = '$2 == depot' } = {}) {
  await person.command(`mkdir -p tours/${day}-${depot}`)
  await person.command(
    `awk -F, -v depot=${depot} -v out=tours/${day}-${depot} 'NR == 1 { head = $0; next } ${rows} { f = out "/" ${column} ".csv"; if (!(f in seen)) { print head > f; seen[f] } print > f }' orders/${day}.csv`,
  )
}

async function count(person, { day, depot }) {
  await person.command(
    `for f in tours/${day}-${depot}/*.csv; do echo "\${f:t:r},$(($(wc -l < $f) - 1))"; done > tours/${day}-${depot}.csv`,
  )
}

async function handOut(person, app, values) {
  await person.command(`head -n 3 orders/${values.day}.csv`)
  await split(person, values)
  await count(person, values)
}

function expected(before, values) {
  const { day, depot } = values
  const state = { ...before }
  const tours = parts(values)
  for (const [courier, lines] of tours)
    state[`tours/${day}-${depot}/${courier}.csv`] = `${[HEADER, ...lines].join('\n')}\n`
  state[`tours/${day}-${depot}.csv`] = tours
    .map(([courier, lines]) => `${courier},${lines.length}\n`)
    .join('')
  return state
}

const other = { day: '2031-09-03', depot: 'south' }

export default {
  app: 'shell',
  kinds: ['zsh', 'awk', 'split'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Hand out the orders of a day from one depot: a file for each courier, and how many each has',
  prepare: async (app) => {
    await app.sh('mkdir -p orders tours/2031-09-01-north')
    for (const [day, lines] of Object.entries(ORDERS))
      await app.sh(`cat > orders/${day}.csv <<'END'\n${[HEADER, ...lines].join('\n')}\nEND\n`)
    await app.sh(
      `printf '${HEADER}\\n4100,north,ali,Dock 1,1\\n' > tours/2031-09-01-north/ali.csv; echo ali,1 > tours/2031-09-01-north.csv`,
    )
  },
  values: { day: '2031-09-02', depot: 'north' },
  perform: handOut,
  truth: {
    inputs: [
      { name: 'day', value: '2031-09-02', source: 'given', changes: true },
      { name: 'depot', value: 'north', source: 'given', changes: true },
      { name: 'couriers', value: ['ali', 'bea', 'cem'], source: 'read', changes: true },
      { name: 'orders', value: 'orders', source: 'constant', changes: false },
    ],
    literals: ['2031-09-02-north', '2031-09-02.csv'],
    effects: [
      { name: 'each courier has a file of orders', kind: 'file', values: ['day', 'depot'] },
      { name: 'the orders are counted', kind: 'file', values: ['day', 'depot'] },
    ],
    expected,
    done: 'The folder of the day and depot has a file with header and orders for every courier, and the table beside it says how many',
  },
  right: [
    { name: 'another day and depot', values: other },
    { name: 'the same day from the other depot', values: { depot: 'south' } },
    {
      name: 'another way: grep for each courier',
      values: { day: '2031-09-04', depot: 'north' },
      perform: async (person, app, { day, depot }) => {
        await person.command(`mkdir tours/${day}-${depot}`)
        await person.command(
          `for c in $(grep ,${depot}, orders/${day}.csv | cut -d, -f3 | sort -u); do { head -n 1 orders/${day}.csv; grep ",${depot},$c," orders/${day}.csv } > tours/${day}-${depot}/$c.csv; done`,
        )
        await person.command(
          `grep ,${depot}, orders/${day}.csv | cut -d, -f3 | sort | uniq -c | awk '{ print $2 "," $1 }' > tours/${day}-${depot}.csv`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'the orders are split by the street',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await split(person, values, { column: '$4' })
        await count(person, values)
      },
    },
    {
      name: 'the orders of both depots are handed out',
      kind: 'other record touched',
      values: other,
      perform: async (person, app, values) => {
        await split(person, values, { rows: 'NR > 1' })
        await count(person, values)
      },
    },
    {
      name: 'the orders of the day before are handed out',
      kind: 'wrong record',
      values: other,
      perform: async (person, app, { day, depot }) => {
        await person.command(`mkdir -p tours/${day}-${depot}`)
        await person.command(
          `awk -F, -v out=tours/${day}-${depot} 'NR == 1 { head = $0; next } $2 == "${depot}" { f = out "/" $3 ".csv"; if (!(f in seen)) { print head > f; seen[f] } print > f }' orders/2031-09-02.csv`,
        )
        await count(person, { day, depot })
      },
    },
    {
      name: 'the depot is misspelt, so nobody gets an order',
      kind: 'says saved but is not',
      values: other,
      perform: async (person, app, { day, depot }) => {
        await person.command(`mkdir -p tours/${day}-${depot}`)
        await person.command(
          `awk -F, -v depot=souht -v out=tours/${day}-${depot} 'NR == 1 { head = $0; next } $2 == depot { f = out "/" $3 ".csv"; if (!(f in seen)) { print head > f; seen[f] } print > f }' orders/${day}.csv`,
        )
        await person.command(`touch tours/${day}-${depot}.csv`)
      },
    },
    {
      name: 'the orders are not counted',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => split(person, values),
    },
    {
      name: 'the header counts as an order',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        const { day, depot } = values
        await split(person, values)
        await person.command(
          `for f in tours/${day}-${depot}/*.csv; do echo "\${f:t:r},$(($(wc -l < $f)))"; done > tours/${day}-${depot}.csv`,
        )
      },
    },
    {
      name: 'an old table of numbers stays in place',
      kind: 'empty or old file',
      values: other,
      prepare: (app) => app.sh('echo hugo,9 > tours/2031-09-03-south.csv'),
      perform: async (person, app, values) => split(person, values),
    },
    {
      name: 'one courier has the orders twice',
      kind: 'done twice',
      values: other,
      perform: async (person, app, values) => {
        const folder = `tours/${values.day}-${values.depot}`
        await handOut(person, app, values)
        await person.command(`grep ,hugo, orders/${values.day}.csv >> ${folder}/hugo.csv`)
      },
    },
    {
      name: 'the file of one courier is removed again',
      kind: 'undone after',
      values: other,
      perform: async (person, app, values) => {
        await handOut(person, app, values)
        await person.command(`rm tours/${values.day}-${values.depot}/hugo.csv`)
      },
    },
    {
      name: 'a file of the orders is emptied behind the screen',
      kind: 'empty or old file',
      values: other,
      behind: (app) => app.sh(': > tours/2031-09-03-south/gwen.csv'),
    },
    {
      name: 'the orders of another day are handed out as that day',
      kind: 'wrong record',
      needs: 'request',
      values: other,
      does: { day: '2031-09-02' },
    },
  ],
}
