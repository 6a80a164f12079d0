// A quoted program with one value in it, and a file that takes its name from it.

const SALES = `day,region,amount
1,north,120
1,south,80
2,north,45
2,west,300
3,south,75
3,north,210
`
const ofRegion = (region) =>
  SALES.trim()
    .split('\n')
    .slice(1)
    .filter((line) => line.split(',')[1] === region)
const sorted = (region) =>
  `${ofRegion(region)
    .sort((a, b) => b.split(',')[2] - a.split(',')[2])
    .join('\n')}\n`

async function extract(person, app, { region }) {
  await person.command(`awk -F, '$2 == "${region}"' sales.csv > ${region}.csv`)
  await person.command(`sort -t, -k3 -nr ${region}.csv -o ${region}.csv`)
  await person.command(`wc -l < ${region}.csv > ${region}.count`)
}

export default {
  app: 'shell',
  kinds: ['bash'],
  watch: ['terminal'],
  goal: 'Extract the sales of a region, largest first, and count them',
  prepare: (app) => app.sh(`cat > sales.csv <<'END'\n${SALES}END`),
  values: { region: 'north' },
  perform: extract,
  truth: {
    inputs: [{ name: 'region', value: 'north', source: 'given', changes: true }],
    literals: ['north.csv'],
    effects: [
      { name: 'the extract holds the rows of the region', kind: 'file', values: ['region'] },
      { name: 'the count is written', kind: 'file', values: ['region'] },
    ],
    expected: (before, { region }) =>
      Object.fromEntries(
        Object.entries({
          ...before,
          [`${region}.csv`]: sorted(region),
          [`${region}.count`]: `${ofRegion(region).length}\n`,
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    done: 'The file of the region contains its rows, largest first',
  },
  right: [
    { name: 'another region', values: { region: 'south' } },
    {
      name: 'another way: grep and a pipe',
      values: { region: 'west' },
      perform: async (person, app, { region }) => {
        await person.command(`grep ,${region}, sales.csv | sort -t, -k3 -n -r > ${region}.csv`)
        await person.command(`cat ${region}.csv | wc -l > ${region}.count`)
      },
    },
  ],
  faults: [
    {
      name: 'the extract is empty',
      kind: 'empty or old file',
      values: { region: 'south' },
      behind: (app, { region }) => app.sh(`: > ${region}.csv`),
    },
    {
      name: 'the rows of another region are in the file',
      kind: 'one field wrong',
      values: { region: 'south' },
      perform: async (person, app, { region }) => {
        await person.command(`awk -F, '$2 == "west"' sales.csv > ${region}.csv`)
        await person.command(`sort -t, -k3 -nr ${region}.csv -o ${region}.csv`)
        await person.command(`wc -l < ${region}.csv > ${region}.count`)
      },
    },
    {
      name: 'the region is misspelt and nothing is found',
      kind: 'empty or old file',
      values: { region: 'south' },
      perform: async (person, app, { region }) => {
        await person.command(`awk -F, '$2 == "suoth"' sales.csv > ${region}.csv`)
        await person.command(`sort -t, -k3 -nr ${region}.csv -o ${region}.csv`)
        await person.command(`wc -l < ${region}.csv > ${region}.count`)
      },
    },
    {
      name: 'it is not counted',
      kind: 'half done',
      values: { region: 'west' },
      perform: async (person, app, { region }) => {
        await person.command(`awk -F, '$2 == "${region}"' sales.csv > ${region}.csv`)
        await person.command(`sort -t, -k3 -nr ${region}.csv -o ${region}.csv`)
      },
    },
    {
      name: 'another region is extracted',
      kind: 'wrong record',
      needs: 'request',
      values: { region: 'west' },
      does: { region: 'south' },
    },
    {
      name: 'the sales themselves are cut',
      kind: 'other record touched',
      values: { region: 'west' },
      behind: (app) => app.sh("sed -i '$d' sales.csv"),
    },
    {
      name: 'the extract is removed afterwards',
      kind: 'undone after',
      values: { region: 'west' },
      perform: async (person, app, values) => {
        await extract(person, app, values)
        await person.command(`rm ${values.region}.csv`)
      },
    },
  ],
}
