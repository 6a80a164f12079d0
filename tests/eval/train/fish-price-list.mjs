// A price list for dealers: a discount on every price of a list, the stock joined, the dearest first.

async function prices(person, { factor, dealer }) {
  await person.command(
    `awk -F, -v f=${factor} 'NR > 1 { printf "%s,%.2f\\n", $1, $3 * f }' articles.csv | sort > /tmp/prices-${dealer}.csv`,
  )
}

async function list(person, { dealer }) {
  await person.command(
    `join -t, /tmp/prices-${dealer}.csv stock.csv | sort -t, -k2,2nr > dealers/${dealer}.csv`,
  )
}

async function make(person, app, values) {
  await person.command('head -n 3 articles.csv stock.csv')
  await prices(person, values)
  await list(person, values)
  await person.command(`wc -l dealers/${values.dealer}.csv`)
}

const ARTICLES = [
  ['A1', 'Bench', 120],
  ['A2', 'Lamp', 48.5],
  ['A3', 'Table', 310],
  ['A4', 'Stool', 39.9],
  ['A5', 'Shelf', 89],
]
const STOCK = { A1: 4, A2: 30, A3: 2, A5: 11 }

const rows = (factor) =>
  ARTICLES.filter(([id]) => STOCK[id] !== undefined)
    .map(([id, , price]) => [id, (price * factor).toFixed(2), STOCK[id]])
    .sort((a, b) => b[1] - a[1])
    .map((row) => `${row.join(',')}\n`)
    .join('')

const asked = { dealer: 'holm', factor: '0.75' }
const east = { dealer: 'east-hall', factor: '0.9' }

export default {
  app: 'shell',
  kinds: ['fish', 'CSV'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Make the price list of a dealer with its factor',
  prepare: (app) =>
    app.sh(`mkdir dealers
cat > articles.csv <<'END'
id,name,price
${ARTICLES.map((row) => `${row.join(',')}\n`).join('')}END
cat > stock.csv <<'END'
${Object.entries(STOCK)
  .map((row) => `${row.join(',')}\n`)
  .join('')}END
echo 'A1,100.00,4' > dealers/old.csv`),
  values: { dealer: 'brandt', factor: '0.82' },
  perform: make,
  truth: {
    inputs: [
      { name: 'dealer', value: 'brandt', source: 'given', changes: true },
      { name: 'factor', value: '0.82', source: 'given', changes: true },
    ],
    effects: [{ name: 'the list is written', kind: 'file', values: ['dealer', 'factor'] }],
    expected: (before, { dealer, factor }) =>
      Object.fromEntries(
        Object.entries({ ...before, [`dealers/${dealer}.csv`]: rows(Number(factor)) }).sort(
          ([a], [b]) => (a < b ? -1 : 1),
        ),
      ),
    done: 'The file of the dealer has each article in stock with its reduced price, the dearest first',
  },
  right: [
    { name: 'another dealer', values: asked },
    {
      name: 'another way: one pipeline',
      values: east,
      perform: async (person, app, { dealer, factor }) => {
        await person.command(
          `tail -n +2 articles.csv | join -t, - stock.csv | awk -F, '{ printf "%s,%.2f,%s\\n", $1, $3 * ${factor}, $4 }' | sort -t, -k2 -rn > dealers/${dealer}.csv`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'sorted by letters',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await prices(person, values)
        await person.command(
          `join -t, /tmp/prices-${values.dealer}.csv stock.csv | sort -t, -k2,2r > dealers/${values.dealer}.csv`,
        )
      },
    },
    {
      name: 'the factor of the demonstration is used again',
      kind: 'one field wrong',
      values: asked,
      does: { factor: '0.82' },
    },
    {
      name: 'articles without stock are listed as well',
      kind: 'other record touched',
      values: east,
      perform: async (person, app, values) => {
        await prices(person, values)
        await person.command(
          `join -t, -a1 /tmp/prices-${values.dealer}.csv stock.csv | sort -t, -k2,2nr > dealers/${values.dealer}.csv`,
        )
      },
    },
    {
      name: 'the list is empty, because of a comma that is missing',
      kind: 'empty or old file',
      values: east,
      perform: async (person, app, values) => {
        await prices(person, values)
        await person.command(
          `join /tmp/prices-${values.dealer}.csv stock.csv | sort -t, -k2,2nr > dealers/${values.dealer}.csv`,
        )
      },
    },
    {
      name: 'a row is taken out behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { dealer }) => app.sh(`sed -i 2d dealers/${dealer}.csv`),
    },
    {
      name: 'the list of another dealer is overwritten',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await make(person, app, values)
        await person.command(`cp dealers/${values.dealer}.csv dealers/old.csv`)
      },
    },
  ],
}
