// A table is split into parts of some lines, and each part gets the header of the table.

const MEMBERS = [
  'Ada Lind,ada@post.example',
  'Ben Oka,ben@post.example',
  'Cleo Marr,cleo@mail.example',
  'Dora Fink,dora@post.example',
  'Eli Sand,eli@mail.example',
  'Fay Winter,fay@post.example',
  'Gus Holm,gus@mail.example',
  'Hana Ito,hana@post.example',
  'Ivo Reiss,ivo@mail.example',
]
const HEADER = 'name,mail'

async function split(person, { campaign, size }) {
  await person.command(
    `tail -n +2 members.csv | split -l ${size} -d --additional-suffix=.csv - batches/${campaign}-`,
  )
}

async function head(person, { campaign }) {
  await person.command(
    `for part in batches/${campaign}-*.csv; do sed -i '1i ${HEADER}' $part; done`,
  )
}

async function list(person, { campaign }) {
  await person.command(`ls batches/${campaign}-*.csv | xargs -n 1 basename > ${campaign}.txt`)
}

async function prepareMailing(person, app, values) {
  await split(person, values)
  await head(person, values)
  await list(person, values)
}

function parts(size) {
  const number = Number(size)
  const count = Math.ceil(MEMBERS.length / number)
  return Array.from({ length: count }, (_, at) => MEMBERS.slice(at * number, (at + 1) * number))
}

function expected(before, { campaign, size }) {
  const files = parts(size).map((lines, at) => [
    `${campaign}-${String(at).padStart(2, '0')}.csv`,
    `${[HEADER, ...lines].join('\n')}\n`,
  ])
  return {
    ...before,
    ...Object.fromEntries(files.map(([name, text]) => [`batches/${name}`, text])),
    [`${campaign}.txt`]: files.map(([name]) => `${name}\n`).join(''),
  }
}

export default {
  app: 'shell',
  kinds: ['bash', 'loop', 'split'],
  watch: ['terminal'],
  goal: 'Split the members into batches for a mailing',
  prepare: async (app) => {
    await app.sh(`cat > members.csv <<'END'\n${[HEADER, ...MEMBERS].join('\n')}\nEND\n`)
    await app.sh(
      `mkdir batches; printf '${HEADER}\\nAda Lind,ada@post.example\\n' > batches/winter-00.csv; echo winter-00.csv > winter.txt`,
    )
  },
  values: { campaign: 'spring', size: '4' },
  perform: prepareMailing,
  truth: {
    inputs: [
      { name: 'campaign', value: 'spring', source: 'given', changes: true },
      { name: 'size', value: '4', source: 'given', changes: true },
      { name: 'header', value: HEADER, source: 'constant', changes: false },
      { name: 'members', value: 'members.csv', source: 'constant', changes: false },
    ],
    literals: ['spring.txt'],
    effects: [
      { name: 'the batches hold the members', kind: 'file', values: ['campaign'] },
      { name: 'the batches are listed', kind: 'file', values: ['campaign'] },
    ],
    expected,
    done: 'Each batch of the campaign has the header and at most as many members as asked for, and the list names every batch',
  },
  right: [
    { name: 'another campaign and size', values: { campaign: 'harvest', size: '2' } },
    { name: 'all in one batch', values: { campaign: 'gala', size: '20' } },
    {
      name: 'another way: awk writes the parts',
      values: { campaign: 'summer', size: '3' },
      perform: async (person, app, { campaign, size }) => {
        await person.command(
          `awk -v n=${size} 'NR == 1 { head = $0; next } (NR - 2) % n == 0 { f = sprintf("batches/${campaign}-%02d.csv", (NR - 2) / n); print head > f } { print > f }' members.csv`,
        )
        await person.command(`(cd batches && ls ${campaign}-*) > ${campaign}.txt`)
      },
    },
  ],
  faults: [
    {
      name: 'the parts have no header',
      kind: 'half done',
      values: { campaign: 'harvest', size: '5' },
      perform: async (person, app, values) => {
        await split(person, values)
        await list(person, values)
      },
    },
    {
      name: 'the header is counted as a member',
      kind: 'one field wrong',
      values: { campaign: 'harvest', size: '5' },
      perform: async (person, app, values) => {
        await person.command('split -l 5 -d --additional-suffix=.csv members.csv batches/harvest-')
        await person.command("sed -i '1i name,mail' batches/harvest-01.csv")
        await list(person, values)
      },
    },
    {
      name: 'the header is put in twice',
      kind: 'done twice',
      values: { campaign: 'harvest', size: '5' },
      perform: async (person, app, values) => {
        await split(person, values)
        await head(person, values)
        await head(person, values)
        await list(person, values)
      },
    },
    {
      name: 'the batches of an older campaign get a header as well',
      kind: 'other record touched',
      values: { campaign: 'harvest', size: '5' },
      perform: async (person, app, values) => {
        await split(person, values)
        await person.command("for part in batches/*.csv; do sed -i '1i name,mail' $part; done")
        await list(person, values)
      },
    },
    {
      name: 'the last batch is removed',
      kind: 'undone after',
      values: { campaign: 'harvest', size: '2' },
      perform: async (person, app, values) => {
        await prepareMailing(person, app, values)
        await person.command('rm batches/harvest-04.csv')
      },
    },
    {
      name: 'the batches are larger than asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: { campaign: 'harvest', size: '2' },
      does: { size: '5' },
    },
    {
      name: 'the list is that of another campaign',
      kind: 'wrong record',
      values: { campaign: 'harvest', size: '2' },
      perform: async (person, app, values) => {
        await split(person, values)
        await head(person, values)
        await person.command('ls batches/winter-*.csv | xargs -n 1 basename > harvest.txt')
      },
    },
    {
      name: 'a batch is emptied behind the screen',
      kind: 'empty or old file',
      values: { campaign: 'harvest', size: '5' },
      behind: (app) => app.sh(': > batches/harvest-01.csv'),
    },
  ],
}
