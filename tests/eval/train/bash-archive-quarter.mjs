// A quarter's reports are packed and listed: one word of the request is in four places.

const at = (quarter) => ({ quarter, title: quarter.replace('-', ' ').toUpperCase() })

async function pack(person, app, { quarter }) {
  await person.command(`mkdir -p out/${quarter}`)
  await person.command(`cp reports/*-${quarter}.txt out/${quarter}/`)
  await person.command(`tar czf ${quarter}.tar.gz -C out ${quarter}`)
  await person.command(`tar tzf ${quarter}.tar.gz > ${quarter}.list`)
}

const quarters = ['q3-2031', 'q4-2031', 'q1-2032', 'q2-2032']

/** What the folder holds, and what every archive holds. */
async function read(app) {
  const files = await app.read()
  const state = {}
  for (const [name, text] of Object.entries(files)) {
    if (!name.endsWith('.tar.gz')) state[name] = text
    else state[name] = await app.sh(`tar tzf ${name} | sort`).catch(() => 'damaged')
  }
  return state
}

function expected(before, { quarter }) {
  const reports = Object.entries(before).filter(
    ([name]) => name.startsWith('reports/') && name.endsWith(`-${quarter}.txt`),
  )
  const copies = reports.map(([name, text]) => [name.replace('reports', `out/${quarter}`), text])
  const listing = [`${quarter}/`, ...copies.map(([name]) => name.replace('out/', ''))].sort()
  return {
    ...before,
    ...Object.fromEntries(copies),
    [`${quarter}.tar.gz`]: `${listing.join('\n')}\n`,
  }
}

export default {
  app: 'shell',
  kinds: ['bash'],
  watch: ['terminal'],
  goal: 'Archive the reports of a quarter',
  prepare: async (app) => {
    await app.sh('mkdir reports')
    for (const quarter of quarters)
      for (const part of ['north', 'south'])
        await app.sh(`printf '${part} of ${quarter}\\n' > reports/${part}-${quarter}.txt`)
  },
  read,
  values: at('q4-2031'),
  perform: pack,
  truth: {
    inputs: [
      { name: 'quarter', value: 'q4-2031', forms: ['Q4 2031'], source: 'given', changes: true },
      { name: 'reports', value: 'reports', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the archive holds the reports', kind: 'file', values: ['quarter'] },
      { name: 'the listing is written', kind: 'file', values: ['quarter'] },
    ],
    expected: (before, values, after) => {
      const state = expected(before, values)
      // The order of a listing is that of the folder.
      const name = `${values.quarter}.list`
      const lines = (text) => text.trim().split('\n').sort().join('\n')
      const same = after[name] && lines(after[name]) === lines(state[`${values.quarter}.tar.gz`])
      return { ...state, [name]: same ? after[name] : 'a listing of the archive' }
    },
    done: 'The archive of the quarter exists and contains its reports',
  },
  right: [
    { name: 'another quarter', values: at('q1-2032') },
    {
      name: 'another way: options in another order, from the folder',
      values: at('q2-2032'),
      perform: async (person, app, { quarter }) => {
        await person.command(`mkdir -p out/${quarter}`)
        await person.command(
          `cp reports/north-${quarter}.txt reports/south-${quarter}.txt out/${quarter}`,
        )
        await person.command(`cd out && tar -c -z -f ../${quarter}.tar.gz ${quarter} && cd ..`)
        await person.command(`tar -t -f ${quarter}.tar.gz > ${quarter}.list`)
      },
    },
  ],
  faults: [
    {
      name: 'the archive is empty',
      kind: 'empty or old file',
      values: at('q1-2032'),
      behind: (app, { quarter }) => app.sh(`: > ${quarter}.tar.gz`),
    },
    {
      name: 'the archive holds only half of the reports',
      kind: 'half done',
      values: at('q1-2032'),
      behind: (app, { quarter }) =>
        app.sh(`tar czf ${quarter}.tar.gz -C out ${quarter}/north-${quarter}.txt`),
    },
    {
      name: 'another quarter is archived',
      kind: 'wrong record',
      needs: 'request',
      values: at('q1-2032'),
      does: at('q3-2031'),
    },
    {
      name: 'an old archive is left in place',
      kind: 'empty or old file',
      values: at('q2-2032'),
      prepare: (app, { quarter }) =>
        app.sh(`printf old > old.txt; tar czf ${quarter}.tar.gz old.txt; rm old.txt`),
      perform: async (person, app, { quarter }) => {
        await person.command(`mkdir -p out/${quarter}`)
        await person.command(`cp reports/*-${quarter}.txt out/${quarter}/`)
        await person.command(`tar tzf ${quarter}.tar.gz > ${quarter}.list`)
      },
    },
    {
      name: 'the archive is removed afterwards',
      kind: 'undone after',
      values: at('q2-2032'),
      perform: async (person, app, values) => {
        await pack(person, app, values)
        await person.command(`rm ${values.quarter}.tar.gz`)
      },
    },
    {
      name: 'a report is overwritten on the way',
      kind: 'other record touched',
      values: at('q1-2032'),
      behind: (app) => app.sh('printf changed > reports/north-q3-2031.txt'),
    },
  ],
}
