// The members of a town become a file in JSON by a line of Python; an index of towns gets a line.

async function convert(person, { town, file }) {
  await person.command(
    `python3 -c 'import csv, json, sys; json.dump([r for r in csv.DictReader(open("members.csv")) if r["town"] == sys.argv[1]], sys.stdout, indent=1)' ${/ /.test(town) ? `"${town}"` : town} > towns/${file}.json`,
  )
}

async function index(person, { town, file }) {
  await person.command(`echo "${town};${file}.json" >> towns/index.txt`)
  await person.command('sort -o towns/index.txt towns/index.txt')
}

async function write(person, app, values) {
  await person.command('cut -d, -f3 members.csv | sort | uniq -c')
  await convert(person, values)
  await index(person, values)
  await person.command(`jq length towns/${values.file}.json`)
}

const MEMBERS = [
  ['1', 'Ann Roth', 'Linz'],
  ['2', 'Ben Graf', 'Wels'],
  ['3', 'Ida Moser', 'Bad Ischl'],
  ['4', 'Max Berger', 'Linz'],
  ['5', 'Tom Berger', 'Steyr'],
  ['6', 'Lea Vogt', 'Bad Ischl'],
]

async function read(app) {
  const files = await app.read()
  for (const name of Object.keys(files))
    if (name.endsWith('.json'))
      try {
        files[name] = JSON.parse(files[name])
      } catch {
        files[name] = 'damaged'
      }
  return files
}

const asked = { town: 'Bad Ischl', file: 'ischl' }
const steyr = { town: 'Steyr', file: 'steyr' }

export default {
  app: 'shell',
  kinds: ['bash', 'Python', 'CSV', 'JSON'],
  watch: ['terminal'],
  goal: 'Write the members of a town into a file of its own, and name it in the index',
  prepare: (app) =>
    app.sh(`mkdir towns
cat > members.csv <<'END'
id,name,town
${MEMBERS.map((row) => `${row.join(',')}\n`).join('')}END
echo '[]' > towns/wels.json
echo 'Wels;wels.json' > towns/index.txt`),
  read,
  values: { town: 'Linz', file: 'linz' },
  perform: write,
  truth: {
    inputs: [
      { name: 'town', value: 'Linz', source: 'given', changes: true },
      { name: 'file', value: 'linz', source: 'given', changes: true, optional: true },
    ],
    effects: [
      { name: 'the members are written', kind: 'file', values: ['town'] },
      { name: 'the index names the file', kind: 'file', values: ['town'] },
    ],
    expected: (before, { town, file }) =>
      Object.fromEntries(
        Object.entries({
          ...before,
          [`towns/${file}.json`]: MEMBERS.filter((row) => row[2] === town).map(
            ([id, name, town]) => ({ id, name, town }),
          ),
          'towns/index.txt': [before['towns/index.txt'].trim(), `${town};${file}.json`]
            .sort()
            .map((line) => `${line}\n`)
            .join(''),
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    done: 'The file has each member of the town and no other, and the index names it in its place',
  },
  right: [
    { name: 'a town of two words', values: asked },
    {
      name: 'another way: awk and jq',
      values: steyr,
      perform: async (person, app, { town, file }) => {
        await person.command(
          `awk -F, '$3 == "${town}"' members.csv | jq -R 'split(",") | {id: .[0], name: .[1], town: .[2]}' | jq -s . > towns/${file}.json`,
        )
        await person.command(`sed -i '1i ${town};${file}.json' towns/index.txt`)
      },
    },
  ],
  faults: [
    {
      name: 'all members are written',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(
          `python3 -c 'import csv, json, sys; json.dump(list(csv.DictReader(open("members.csv"))), sys.stdout, indent=1)' > towns/${values.file}.json`,
        )
        await index(person, values)
      },
    },
    {
      name: 'the file is empty, because the town has another letter',
      kind: 'empty or old file',
      values: steyr,
      perform: async (person, app, values) => {
        await convert(person, { ...values, town: 'steyr' })
        await index(person, values)
      },
    },
    {
      name: 'the index is not sorted',
      kind: 'half done',
      values: steyr,
      perform: async (person, app, values) => {
        await convert(person, values)
        await person.command(`echo "${values.town};${values.file}.json" >> towns/index.txt`)
      },
    },
    {
      name: 'the index names it twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await convert(person, values)
        await index(person, values)
        await index(person, values)
      },
    },
    {
      name: 'the index is written over',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await convert(person, values)
        await person.command(`echo "${values.town};${values.file}.json" > towns/index.txt`)
      },
    },
    {
      name: 'a member is lost behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: async (app, { file }) => {
        await app.sh(`jq '.[1:]' towns/${file}.json > t && mv t towns/${file}.json`)
      },
    },
  ],
}
