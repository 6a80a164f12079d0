// Files get names by a date and a number, a list of them is written, and a copy of all goes into an archive.

async function name(person, { day, title }) {
  await person.command('mkdir -p named')
  await person.command(
    `n=1; for f in scans/*.txt; do mv $f named/${day}-${title}-$n.txt; n=$((n + 1)); done`,
  )
}

async function list(person, { day, title }) {
  await person.command(`ls named | grep ${day}-${title} > ${title}.list`)
}

async function pack(person, app, values) {
  await name(person, values)
  await list(person, values)
  await person.command(`tar cf ${values.day}-${values.title}.tar named`)
}

/** What an archive holds instead of its bytes. */
async function read(app) {
  const files = await app.read()
  for (const file of Object.keys(files))
    if (file.endsWith('.tar')) {
      const names = await app.sh(`tar tf ${file} | grep -v /$ | sort`).catch(() => 'damaged')
      files[file] = names.trim().split('\n')
    }
  return files
}

const texts = ['first bill', 'second bill', 'third bill']
const asked = { day: '2031-07-02', title: 'bills' }

export default {
  app: 'shell',
  kinds: ['zsh', 'tar'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Name the scans of a day, list them and pack them',
  prepare: async (app) => {
    await app.sh('mkdir scans && echo kept > scans/KEEP')
    for (const [at, text] of texts.entries())
      await app.sh(`echo '${text}' > scans/img-${at + 1}.txt`)
  },
  read,
  values: { day: '2031-06-30', title: 'offers' },
  perform: pack,
  truth: {
    inputs: [
      { name: 'day', value: '2031-06-30', source: 'given', changes: true },
      { name: 'title', value: 'offers', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the scans have their names', kind: 'file', values: ['day', 'title'] },
      { name: 'they are listed', kind: 'file', values: ['title'] },
      { name: 'they are packed', kind: 'file', values: ['day', 'title'] },
    ],
    expected: (before, { day, title }) => {
      const names = texts.map((_, at) => `${day}-${title}-${at + 1}.txt`)
      const files = {
        'scans/KEEP': before['scans/KEEP'],
        [`${title}.list`]: `${names.join('\n')}\n`,
        [`${day}-${title}.tar`]: names.map((one) => `named/${one}`),
      }
      for (const [at, one] of names.entries()) files[`named/${one}`] = `${texts[at]}\n`
      return Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
    },
    done: 'named has the scans by day, title and number, and the list and the archive name each',
  },
  right: [
    { name: 'another day', values: asked },
    {
      name: 'another way: each by itself',
      values: { day: '2031-08-09', title: 'letters' },
      perform: async (person, app, { day, title }) => {
        await person.command('mkdir named')
        for (const at of [1, 2, 3])
          await person.command(`mv scans/img-${at}.txt named/${day}-${title}-${at}.txt`)
        await person.command(`ls named > ${title}.list`)
        await person.command(`tar -c -f ${day}-${title}.tar named`)
      },
    },
  ],
  faults: [
    {
      name: 'it is packed and not listed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await name(person, values)
        await person.command(`tar cf ${values.day}-${values.title}.tar named`)
      },
    },
    {
      name: 'the list is empty',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(`touch ${values.title}.list`)
        await name(person, values)
        await person.command(`tar cf ${values.day}-${values.title}.tar named`)
      },
    },
    {
      name: 'another day is typed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { day: '2031-07-20' },
    },
    {
      name: 'the archive is damaged',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { day, title }) => app.sh(`echo x > ${day}-${title}.tar`),
    },
    {
      name: 'a scan is deleted afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await pack(person, app, values)
        await person.command(`rm named/${values.day}-${values.title}-2.txt`)
      },
    },
    {
      name: 'a scan has the text of another',
      kind: 'other record touched',
      values: asked,
      behind: (app, { day, title }) =>
        app.sh(`cp named/${day}-${title}-1.txt named/${day}-${title}-3.txt`),
    },
  ],
}
