// Two lists are joined, sorted without repetitions, and the lines of one town are taken out of it.

async function join(person, { list }) {
  await person.command(`cat lists/*.csv | sort -u > ${list}.csv`)
}

async function take(person, { list, town }) {
  await person.command(`grep ";${town}$" ${list}.csv > ${list}-${town}.csv`)
}

async function count(person, { list, town }) {
  await person.command(`wc -l < ${list}-${town}.csv > ${list}-${town}.count`)
}

async function merge(person, app, values) {
  await join(person, values)
  await take(person, values)
  await count(person, values)
}

const LISTS = {
  spring: ['Ada;Graz', 'Hedy;Wien', 'Ines;Porto', 'Milan;Split'],
  summer: ['Ada;Graz', 'Grace;Wien', 'Sofia;Porto', 'Tomas;Brno', 'Alan;Wien'],
}
const all = [...new Set([...LISTS.spring, ...LISTS.summer])].sort()
const of = (town) => all.filter((line) => line.endsWith(`;${town}`))
const text = (lines) => lines.map((line) => `${line}\n`).join('')

const asked = { list: 'guests', town: 'Porto' }

export default {
  app: 'shell',
  kinds: ['bash'],
  watch: ['terminal'],
  goal: 'Join the lists of contacts and take out those of a town',
  prepare: async (app) => {
    await app.sh('mkdir lists')
    for (const [name, lines] of Object.entries(LISTS))
      await app.sh(`printf '%s\\n' '${lines.join("' '")}' > lists/${name}.csv`)
  },
  values: { list: 'invited', town: 'Wien' },
  perform: merge,
  truth: {
    inputs: [
      { name: 'list', value: 'invited', source: 'given', changes: true },
      { name: 'town', value: 'Wien', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the joined list is written', kind: 'file', values: ['list'] },
      { name: 'the list of the town is written', kind: 'file', values: ['list', 'town'] },
      { name: 'it is counted', kind: 'file', values: ['list', 'town'] },
    ],
    expected: (before, { list, town }) =>
      Object.fromEntries(
        Object.entries({
          ...before,
          [`${list}.csv`]: text(all),
          [`${list}-${town}.csv`]: text(of(town)),
          [`${list}-${town}.count`]: `${of(town).length}\n`,
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    done: 'The joined list has nobody twice, and the list of the town only people of it',
  },
  right: [
    { name: 'another town', values: asked },
    {
      name: 'another way: awk, and the count by grep',
      values: { list: 'members', town: 'Graz' },
      perform: async (person, app, { list, town }) => {
        await person.command(`sort -u lists/spring.csv lists/summer.csv -o ${list}.csv`)
        await person.command(`awk -F';' '$2 == "${town}"' ${list}.csv > ${list}-${town}.csv`)
        await person.command(`grep -c ";${town}" ${list}.csv > ${list}-${town}.count`)
      },
    },
  ],
  faults: [
    {
      name: 'somebody is in the list twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(`cat lists/*.csv | sort > ${values.list}.csv`)
        await take(person, values)
        await count(person, values)
      },
    },
    {
      name: 'the town is misspelt and nothing is found',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await join(person, values)
        await person.command(`grep ";Prto$" guests.csv > guests-Porto.csv`)
        await count(person, values)
      },
    },
    {
      name: 'it is not counted',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await join(person, values)
        await take(person, values)
      },
    },
    {
      name: 'another town is taken',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { town: 'Brno' },
    },
    {
      name: 'the list of the town is cut',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.sh("sed -i '$d' guests-Porto.csv"),
    },
    {
      name: 'one of the lists is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sh('rm lists/spring.csv'),
    },
  ],
}
