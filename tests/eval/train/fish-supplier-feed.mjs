// The price list of a supplier, in an old encoding and with commas in its numbers, becomes a JSON feed with
// prices of the shop.

/** Prices are multiples of four euros and factors of a quarter, so that no cent is rounded. */
const SUPPLIERS = {
  lumen: [
    ['L-10', 'Stehlampe groß', 84],
    ['L-11', 'Hängelampe', 120],
    ['L-14', 'Glühbirne', 4],
    ['L-20', 'Lampenschirm grün', 36],
  ],
  nordholz: [
    ['N-2', 'Küchentisch', 248],
    ['N-3', 'Bücherregal', 160],
    ['N-9', 'Hocker', 44],
  ],
  papetier: [
    ['P-1', 'Cahier à carreaux', 4],
    ['P-4', 'Règle en bois', 8],
    ['P-5', 'Boîte à crayons', 12],
    ['P-7', 'Agenda', 20],
    ['P-8', 'Étui', 16],
  ],
}

const euros = (price) => `${price},00`
const csv = (supplier) =>
  `nummer;name;preis\n${SUPPLIERS[supplier].map(([id, name, price]) => `${id};${name};${euros(price)}\n`).join('')}`
const feed = (supplier, factor) =>
  SUPPLIERS[supplier].map(([id, name, price]) => ({ id, name, price: price * factor }))

const PROGRAM = (factor) =>
  `import csv, json, sys; print(json.dumps([dict(id=r['nummer'], name=r['name'], price=round(float(r['preis'].replace(',', '.')) * ${factor}, 2)) for r in csv.DictReader(sys.stdin, delimiter=';')], ensure_ascii=False))`

async function decode(person, { supplier }, encoding = 'latin1') {
  await person.command(`iconv -f ${encoding} -t utf-8 lists/${supplier}.csv > ${supplier}.utf8`)
}

async function write(person, { supplier, factor }) {
  await person.command(
    `python3 -c "${PROGRAM(factor)}" < ${supplier}.utf8 > feeds/${supplier}.json`,
  )
}

async function clear(person, { supplier }) {
  await person.command(`rm ${supplier}.utf8`)
}

async function note(person, { supplier, factor }) {
  await person.command(
    `echo ${supplier},${factor},(jq length feeds/${supplier}.json) >> feeds/index.csv`,
  )
}

async function publish(person, app, values) {
  const { supplier } = values
  await person.command(`head -n 3 lists/${supplier}.csv`)
  await decode(person, values)
  await person.command(`head -n 3 ${supplier}.utf8`)
  await write(person, values)
  await person.command(`jq -r '.[] | "\\(.id) \\(.price)"' feeds/${supplier}.json`)
  await clear(person, values)
  await note(person, values)
}

/** The feeds as values, however they are laid out. */
async function read(app) {
  const files = await app.read()
  for (const name of Object.keys(files))
    if (name.endsWith('.json')) {
      try {
        files[name] = JSON.parse(files[name])
      } catch {}
    }
  return files
}

function expected(before, { supplier, factor }) {
  const rows = feed(supplier, Number(factor))
  return {
    ...before,
    [`feeds/${supplier}.json`]: rows,
    'feeds/index.csv': `${before['feeds/index.csv']}${supplier},${factor},${rows.length}\n`,
  }
}

const asked = { supplier: 'nordholz', factor: '1.75' }
const paper = { supplier: 'papetier', factor: '2.25' }

export default {
  app: 'shell',
  kinds: ['fish', 'python', 'json'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Turn the price list of a supplier into a JSON feed with the prices of the shop',
  prepare: async (app) => {
    await app.sh('mkdir lists feeds')
    for (const supplier of Object.keys(SUPPLIERS))
      await app.sh(
        `iconv -f utf-8 -t latin1 > lists/${supplier}.csv <<'END'\n${csv(supplier)}END\n`,
      )
    await app.sh(
      `echo '[{"id": "G-1", "name": "Vase", "price": 15}]' > feeds/glaswerk.json; echo glaswerk,1.5,1 > feeds/index.csv`,
    )
  },
  read,
  values: { supplier: 'lumen', factor: '1.25' },
  perform: publish,
  truth: {
    inputs: [
      { name: 'supplier', value: 'lumen', source: 'given', changes: true },
      { name: 'factor', value: '1.25', source: 'given', changes: true },
      { name: 'number', value: '4', source: 'derived', changes: true },
      { name: 'encoding', value: 'latin1', source: 'constant', changes: false },
      { name: 'index', value: 'feeds/index.csv', source: 'constant', changes: false },
    ],
    literals: ['lumen.utf8', 'lists/lumen.csv', 'feeds/lumen.json'],
    effects: [
      { name: 'the feed is written', kind: 'file', values: ['supplier', 'factor'] },
      { name: 'the index has a line of it', kind: 'file', values: ['supplier', 'factor'] },
    ],
    expected,
    done: 'The feed has every article of the list with readable names and prices times the factor, and the index says how many',
  },
  right: [
    { name: 'another supplier', values: asked },
    { name: 'the same supplier with other prices', values: { factor: '1.5' } },
    {
      name: 'another way: without a file in between, by jq',
      values: paper,
      perform: async (person, app, values) => {
        const { supplier, factor } = values
        await person.command(
          `iconv -f iso-8859-1 lists/${supplier}.csv | tail -n +2 | tr , . | jq -R -s '[splits("\\n") | select(. != "") | split(";") | {id: .[0], name: .[1], price: ((.[2] | tonumber) * ${factor})}]' > feeds/${supplier}.json`,
        )
        await note(person, values)
      },
    },
  ],
  faults: [
    {
      name: 'the encoding is misspelt, nothing is converted, and the feed stays empty',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await decode(person, values, 'latn1')
        await write(person, values)
        await clear(person, values)
        await note(person, values)
      },
    },
    {
      name: 'another encoding garbles the names',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await decode(person, values, 'cp437')
        await write(person, values)
        await clear(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the prices stay those of the supplier',
      kind: 'one field wrong',
      values: paper,
      perform: async (person, app, values) => {
        await decode(person, values)
        await write(person, { ...values, factor: '1' })
        await clear(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the index has no line of it',
      kind: 'half done',
      values: paper,
      perform: async (person, app, values) => {
        await decode(person, values)
        await write(person, values)
        await clear(person, values)
      },
    },
    {
      name: 'the file in between is left behind',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await decode(person, values)
        await write(person, values)
        await note(person, values)
      },
    },
    {
      name: 'it is noted twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await publish(person, app, values)
        await note(person, values)
      },
    },
    {
      name: 'the feed of another supplier is overwritten',
      kind: 'other record touched',
      values: paper,
      perform: async (person, app, values) => {
        await publish(person, app, values)
        await person.command(`cp feeds/${values.supplier}.json feeds/glaswerk.json`)
      },
    },
    {
      name: 'the list of another supplier is used',
      kind: 'wrong record',
      needs: 'request',
      values: paper,
      does: { supplier: 'lumen' },
    },
    {
      name: 'the feed is taken away again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await publish(person, app, values)
        await person.command(`rm feeds/${values.supplier}.json`)
      },
    },
    {
      name: 'the first article goes missing behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { supplier }) =>
        app.sh(
          `jq '.[1:]' feeds/${supplier}.json > cut.json && mv cut.json feeds/${supplier}.json`,
        ),
    },
  ],
}
