// The letters of a year go from many folders into one archive; folders that are empty then are deleted.

async function collect(person, { year }) {
  await person.command(`mkdir -p archive/${year}`)
  await person.command(`find letters -name '${year}-*.txt' -exec mv '{}' archive/${year}/ ';'`)
}

async function tidy(person) {
  await person.command('find letters -type d -empty -delete')
}

async function list(person, { year }) {
  await person.command(`find archive/${year} -type f | sort > archive/${year}.list`)
}

async function archive(person, app, values) {
  await person.command(`find letters -name '${values.year}-*.txt'`)
  await collect(person, values)
  await tidy(person)
  await list(person, values)
}

const LETTERS = {
  bank: ['2028-01-loan', '2029-03-rate', '2030-11-card'],
  'tax/city': ['2029-05-dog', '2029-06-dog'],
  'tax/state': ['2028-07-income', '2030-07-income'],
  landlord: ['2028-02-heating'],
}

async function read(app) {
  return {
    files: await app.read(),
    folders: (await app.sh('find . -type d | sort')).trim().split('\n'),
  }
}

function expected(before, { year }) {
  const files = {}
  const names = []
  for (const [path, text] of Object.entries(before.files)) {
    const name = path.split('/').at(-1)
    const moved = path.startsWith('letters/') && name.startsWith(`${year}-`)
    files[moved ? `archive/${year}/${name}` : path] = text
    if (moved) names.push(`archive/${year}/${name}\n`)
  }
  files[`archive/${year}.list`] = names.sort().join('')
  const folders = new Set(['.', './archive', './letters', `./archive/${year}`])
  for (const path of Object.keys(files)) {
    const parts = path.split('/').slice(0, -1)
    parts.forEach((_, at) => folders.add(`./${parts.slice(0, at + 1).join('/')}`))
  }
  return {
    files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))),
    folders: [...folders].sort(),
  }
}

const asked = { year: '2029' }

export default {
  app: 'shell',
  kinds: ['fish', 'find'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Archive the letters of a year and list them',
  prepare: async (app) => {
    await app.sh('mkdir archive')
    for (const [folder, names] of Object.entries(LETTERS)) {
      await app.sh(`mkdir -p letters/${folder}`)
      for (const name of names) await app.sh(`echo 'About ${name}' > letters/${folder}/${name}.txt`)
    }
  },
  read,
  values: { year: '2028' },
  perform: archive,
  truth: {
    inputs: [{ name: 'year', value: '2028', source: 'given', changes: true }],
    effects: [
      { name: 'the letters are in the archive', kind: 'bulk', values: ['year'] },
      { name: 'they are listed', kind: 'file', values: ['year'] },
    ],
    expected,
    done: 'No letter of the year is left among the letters, the archive has them all, and the list names each',
  },
  right: [
    { name: 'another year', values: asked },
    {
      name: 'another way: a loop',
      values: { year: '2030' },
      perform: async (person, app, { year }) => {
        await person.command(`mkdir archive/${year}`)
        await person.command(`for f in letters/**/${year}-*.txt; mv $f archive/${year}/; end`)
        await person.command('find letters -depth -type d -empty -exec rmdir {} +')
        await person.command(`printf '%s\\n' archive/${year}/*.txt > archive/${year}.list`)
      },
    },
  ],
  faults: [
    {
      name: 'letters in deeper folders are left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(`mkdir -p archive/${values.year}`)
        await person.command(`mv letters/*/${values.year}-*.txt archive/${values.year}/`)
        await tidy(person)
        await list(person, values)
      },
    },
    {
      name: 'empty folders stay',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await collect(person, values)
        await list(person, values)
      },
    },
    {
      name: 'they are copied and not moved',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(`mkdir -p archive/${values.year}`)
        await person.command(
          `find letters -name '${values.year}-*.txt' -exec cp '{}' archive/${values.year}/ ';'`,
        )
        await tidy(person)
        await list(person, values)
      },
    },
    {
      name: 'the list is made before they are moved',
      kind: 'empty or old file',
      values: { year: '2030' },
      perform: async (person, app, values) => {
        await person.command(`mkdir -p archive/${values.year}`)
        await list(person, values)
        await collect(person, values)
        await tidy(person)
      },
    },
    {
      name: 'a letter of another year is lost behind the screen',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sh('rm letters/bank/2030-11-card.txt'),
    },
    {
      name: 'a letter is overwritten behind the screen',
      kind: 'says saved but is not',
      values: { year: '2030' },
      behind: (app, { year }) => app.sh(`echo gone > archive/${year}/2030-11-card.txt`),
    },
  ],
}
