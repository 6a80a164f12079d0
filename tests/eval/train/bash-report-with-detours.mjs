// A demonstration with a mistyped command, a look around, and something made and removed again.

async function report(person, app, { month }) {
  await person.command(`mkdir -p reports`)
  await person.command(`sort -t, -k2 -nr data/${month}.csv > reports/${month}-sorted.csv`)
  await person.command(`head -n 2 reports/${month}-sorted.csv > reports/${month}-top.csv`)
}

async function withDetours(person, app, { month }) {
  await person.command('ls data')
  await person.command('mkdir scratchpad')
  await person.command('rmdir scratchpad')
  await person.command(`mkdir -p reports`)
  await person.command(`srot data/${month}.csv`)
  await person.command(`sort -t, -k2 -nr data/${month}.csv > reports/${month}-sorted.csv`)
  await person.command(`cat reports/${month}-sorted.csv`)
  await person.command(`head -n 2 reports/${month}-sorted.csv > reports/${month}-top.csv`)
}

const rows = {
  april: 'tea,30\ncups,12\nmilk,55\n',
  june: 'tea,21\ncups,80\nmilk,3\n',
  july: 'tea,9\ncups,7\nmilk,8\n',
}

function expected(before, { month }) {
  const sorted = rows[month]
    .trim()
    .split('\n')
    .sort((a, b) => b.split(',')[1] - a.split(',')[1])
  return Object.fromEntries(
    Object.entries({
      ...before,
      [`reports/${month}-sorted.csv`]: `${sorted.join('\n')}\n`,
      [`reports/${month}-top.csv`]: `${sorted.slice(0, 2).join('\n')}\n`,
    }).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

export default {
  app: 'shell',
  kinds: ['bash', 'detour'],
  watch: ['terminal'],
  goal: 'Make the sales report of a month',
  prepare: async (app) => {
    await app.sh('mkdir data')
    for (const [month, text] of Object.entries(rows))
      await app.sh(`cat > data/${month}.csv <<'END'\n${text}END`)
  },
  values: { month: 'april' },
  perform: withDetours,
  truth: {
    inputs: [{ name: 'month', value: 'april', source: 'given', changes: true }],
    literals: ['srot', 'scratchpad', 'april-sorted.csv'],
    effects: [
      { name: 'the sorted rows are written', kind: 'file', values: ['month'] },
      { name: 'the first two are written', kind: 'file', values: ['month'] },
    ],
    expected,
    done: 'The two files of the month exist; the second one has the two largest rows',
  },
  right: [
    { name: 'another month, without detours', values: { month: 'june' }, perform: report },
    { name: 'another month, with detours', values: { month: 'july' } },
    {
      name: 'another way: one line',
      values: { month: 'july' },
      perform: async (person, app, { month }) => {
        await person.command(
          `mkdir reports; sort -t, -k2 -nr data/${month}.csv | tee reports/${month}-sorted.csv | head -n 2 > reports/${month}-top.csv`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'the sorting is left out',
      kind: 'half done',
      values: { month: 'june' },
      perform: async (person, app, { month }) => {
        await person.command('mkdir -p reports')
        await person.command(`head -n 2 data/${month}.csv > reports/${month}-top.csv`)
      },
    },
    {
      name: 'the rows are sorted the wrong way round',
      kind: 'one field wrong',
      values: { month: 'june' },
      perform: async (person, app, { month }) => {
        await person.command('mkdir -p reports')
        await person.command(`sort -t, -k2 -n data/${month}.csv > reports/${month}-sorted.csv`)
        await person.command(`head -n 2 reports/${month}-sorted.csv > reports/${month}-top.csv`)
      },
    },
    {
      name: 'the report is empty',
      kind: 'empty or old file',
      values: { month: 'june' },
      behind: (app, { month }) => app.sh(`: > reports/${month}-top.csv`),
    },
    {
      name: 'another month is reported',
      kind: 'wrong record',
      needs: 'request',
      values: { month: 'june' },
      does: { month: 'july' },
      perform: report,
    },
    {
      name: 'the data is overwritten',
      kind: 'other record touched',
      values: { month: 'june' },
      perform: report,
      behind: (app) => app.sh('echo lost > data/july.csv'),
    },
  ],
}
