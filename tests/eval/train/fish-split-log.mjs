// The lines of one service are taken from a log, counted by level, and packed.

const SERVICES = ['mail', 'shop', 'till', 'door']
const LEVELS = { mail: [3, 1, 2], shop: [5, 2, 0], till: [1, 0, 4], door: [2, 2, 1] }
const lines = (service) =>
  ['INFO', 'WARN', 'ERROR'].flatMap((level, at) =>
    Array.from({ length: LEVELS[service][at] }, (_, n) => `06:1${n} ${level} ${service} step-${n}`),
  )

async function take(person, { service, file }) {
  await person.command(`grep " ${service} " all.log > parts/${file}.log`)
}

async function count(person, { file }) {
  await person.command(
    `awk '{ n[$2]++ } END { for (l in n) print l, n[l] }' parts/${file}.log | sort > ${file}.count`,
  )
}

async function pack(person, { file }) {
  await person.command(`gzip parts/${file}.log`)
}

async function split(person, app, values) {
  await take(person, values)
  await count(person, values)
  await pack(person, values)
}

/** The text in each packed file instead of its bytes. */
async function read(app) {
  const files = await app.read()
  for (const name of Object.keys(files))
    if (name.endsWith('.gz')) files[name] = await app.sh(`zcat ${name}`).catch(() => 'damaged')
  return files
}

const counted = (service) =>
  ['ERROR', 'INFO', 'WARN']
    .map((level) => [level, LEVELS[service][['INFO', 'WARN', 'ERROR'].indexOf(level)]])
    .filter(([, number]) => number)
    .map((pair) => `${pair.join(' ')}\n`)
    .join('')

const asked = { service: 'till', file: 'till-june' }

export default {
  app: 'shell',
  kinds: ['fish', 'awk'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Take the lines of a service from the log, count them by level and pack them',
  prepare: async (app) => {
    const all = SERVICES.flatMap(lines).map((line) => `'${line}'`)
    await app.sh(
      `mkdir parts && echo kept > parts/KEEP && printf '%s\\n' ${all.join(' ')} > all.log`,
    )
  },
  read,
  values: { service: 'mail', file: 'mail-june' },
  perform: split,
  truth: {
    inputs: [
      { name: 'service', value: 'mail', source: 'given', changes: true },
      {
        name: 'file',
        value: 'mail-june',
        forms: ['mail-june.log'],
        source: 'given',
        changes: true,
      },
    ],
    effects: [
      { name: 'the lines are packed', kind: 'file', values: ['service', 'file'] },
      { name: 'they are counted', kind: 'file', values: ['file'] },
    ],
    expected: (before, { service, file }) =>
      Object.fromEntries(
        Object.entries({
          ...before,
          [`parts/${file}.log.gz`]: `${lines(service).join('\n')}\n`,
          [`${file}.count`]: counted(service),
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    done: 'parts has the packed lines of the service, and the count has a number for each level',
  },
  right: [
    { name: 'another service', values: asked },
    {
      name: 'another way: awk, and packed in a pipe',
      values: { service: 'shop', file: 'shop-week-24' },
      perform: async (person, app, { service, file }) => {
        await person.command(`awk '$3 == "${service}"' all.log | gzip > parts/${file}.log.gz`)
        await person.command(
          `zcat parts/${file}.log.gz | cut -d' ' -f2 | sort | uniq -c | awk '{ print $2, $1 }' > ${file}.count`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'it is not counted',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await take(person, values)
        await pack(person, values)
      },
    },
    {
      name: 'the service is misspelt and nothing is found',
      kind: 'empty or old file',
      values: asked,
      perform: (person, app, values) => split(person, app, { ...values, service: 'tills' }),
    },
    {
      name: 'the count is of another service',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await take(person, { ...values, service: 'door' })
        await count(person, values)
        await take(person, values)
        await pack(person, values)
      },
    },
    {
      name: 'another service is taken',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { service: 'door' },
    },
    {
      name: 'the packed file is empty',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { file }) => app.sh(`: | gzip > parts/${file}.log.gz`),
    },
    {
      name: 'the log itself is cut',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sh("sed -i '1,3d' all.log"),
    },
  ],
}
