// A template is copied and its blanks are filled in by sed. On the way something is forgotten, and done again.

const TEMPLATE = `Contract with @NAME@

@NAME@ (called @NAME@ below) works @HOURS@ hours a week.
It begins on @START@.
`
const fill = (text, { person: name, start, hours }) =>
  text.replaceAll('@NAME@', name).replaceAll('@START@', start).replaceAll('@HOURS@', hours)

async function copy(person, { file }) {
  await person.command(`cp templates/contract.txt contracts/${file}.txt`)
  await person.command('cd contracts')
}

async function name(person, { file, person: who }, flags = 'g') {
  await person.command(`sed -i 's/@NAME@/${who}/${flags}' ${file}.txt`)
}

async function terms(person, { file, start, hours }) {
  await person.command(`sed -i -e 's/@START@/${start}/' -e 's/@HOURS@/${hours}/' ${file}.txt`)
}

async function note(person, { file, person: who, start }) {
  await person.command('cd ..')
  await person.command(`echo "${file};${who};${start}" >> contracts/list.csv`)
}

async function write(person, app, values) {
  await copy(person, values)
  await name(person, values)
  await terms(person, values)
  await person.command(`cat ${values.file}.txt`)
  await note(person, values)
}

/** First sed only prints, then it takes one blank of a line; the third time it is right. */
async function withMistakes(person, app, values) {
  await copy(person, values)
  await person.command(`sed 's/@NAME@/${values.person}/' ${values.file}.txt`)
  await name(person, values, '')
  await person.command(`grep -n @ ${values.file}.txt`)
  await name(person, values)
  await terms(person, values)
  await person.command(`cat ${values.file}.txt`)
  await note(person, values)
}

function expected(before, values) {
  const { file, person: who, start } = values
  return {
    ...before,
    [`contracts/${file}.txt`]: fill(TEMPLATE, values),
    'contracts/list.csv': `${before['contracts/list.csv']}${file};${who};${start}\n`,
  }
}

const other = { file: 'brandl', person: 'Otto Brandl', start: '15 May 2031', hours: '38' }

export default {
  app: 'shell',
  kinds: ['bash', 'template', 'detour'],
  watch: ['terminal'],
  goal: 'Write the contract of somebody from the template, and enter it in the list',
  prepare: async (app) => {
    await app.sh('mkdir templates contracts')
    await app.sh(`cat > templates/contract.txt <<'END'\n${TEMPLATE}END\n`)
    await app.sh('echo "Contract with Ines Auer" > contracts/auer.txt')
    await app.sh('echo "auer;Ines Auer;1 June 2029" > contracts/list.csv')
  },
  values: { file: 'weiss', person: 'Nora Weiss', start: '1 March 2031', hours: '30' },
  perform: withMistakes,
  truth: {
    inputs: [
      { name: 'file', value: 'weiss', source: 'given', changes: true },
      { name: 'person', value: 'Nora Weiss', source: 'given', changes: true },
      { name: 'start', value: '1 March 2031', source: 'given', changes: true },
      { name: 'hours', value: '30', source: 'given', changes: true },
      { name: 'template', value: 'templates/contract.txt', source: 'constant', changes: false },
      { name: 'list', value: 'list.csv', source: 'constant', changes: false },
    ],
    literals: ['weiss.txt'],
    effects: [
      {
        name: 'the contract is filled in',
        kind: 'file',
        values: ['file', 'person', 'start', 'hours'],
      },
      { name: 'the contract is listed', kind: 'file', values: ['file', 'person', 'start'] },
    ],
    expected,
    done: 'The contract has the name, the start and the hours, no blank is left in it, and the list has a line',
  },
  right: [
    { name: 'another person, without mistakes', values: other, perform: write },
    {
      name: 'another person, with mistakes',
      values: { file: 'oduya', person: 'Amara Oduya', start: '1 July 2031', hours: '20' },
    },
    {
      name: 'another way: sed reads the template, printf writes the line',
      values: { file: 'lindqvist', person: 'Per Lindqvist', start: '2 June 2031', hours: '12' },
      perform: async (person, app, { file, person: who, start, hours }) => {
        await person.command(
          `sed "s/@NAME@/${who}/g; s/@START@/${start}/; s/@HOURS@/${hours}/" templates/contract.txt > contracts/${file}.txt`,
        )
        await person.command(
          `printf '%s;%s;%s\\n' ${file} '${who}' '${start}' >> contracts/list.csv`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'sed only prints the name',
      kind: 'says saved but is not',
      values: other,
      perform: async (person, app, values) => {
        await copy(person, values)
        await person.command(`sed 's/@NAME@/${values.person}/g' ${values.file}.txt`)
        await terms(person, values)
        await note(person, values)
      },
    },
    {
      name: 'a blank stays, because sed takes one of a line',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await copy(person, values)
        await name(person, values, '')
        await terms(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the hours stand where the start should be',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await copy(person, values)
        await name(person, values)
        await terms(person, { ...values, start: values.hours, hours: values.start })
        await note(person, values)
      },
    },
    {
      name: 'the list has another start than the contract',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await copy(person, values)
        await name(person, values)
        await terms(person, values)
        await note(person, { ...values, start: '15 March 2031' })
      },
    },
    {
      name: 'the contract is not listed',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await copy(person, values)
        await name(person, values)
        await terms(person, values)
      },
    },
    {
      name: 'it is listed twice',
      kind: 'done twice',
      values: other,
      perform: async (person, app, values) => {
        await write(person, app, values)
        await person.command(
          `echo "${values.file};${values.person};${values.start}" >> contracts/list.csv`,
        )
      },
    },
    {
      name: 'the template itself is filled in',
      kind: 'other record touched',
      values: other,
      perform: async (person, app, values) => {
        const { file, person: who, start, hours } = values
        await person.command(
          `sed -i "s/@NAME@/${who}/g; s/@START@/${start}/; s/@HOURS@/${hours}/" templates/contract.txt`,
        )
        await person.command(`cp templates/contract.txt contracts/${file}.txt`)
        await person.command(`echo "${file};${who};${start}" >> contracts/list.csv`)
      },
    },
    {
      name: 'an older contract of the person stays in place',
      kind: 'empty or old file',
      values: other,
      prepare: (app) =>
        app.sh('echo "Contract with Otto Brandl, 20 hours a week" > contracts/brandl.txt'),
      perform: async (person, app, values) => {
        await person.command(`cp -n templates/contract.txt contracts/${values.file}.txt`)
        await person.command('cd contracts')
        await name(person, values)
        await terms(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the contract is copied from the template again',
      kind: 'undone after',
      values: other,
      perform: async (person, app, values) => {
        await write(person, app, values)
        await person.command(`cp templates/contract.txt contracts/${values.file}.txt`)
      },
    },
    {
      name: 'the contract gets other hours than were asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: other,
      does: { hours: '35' },
    },
  ],
}
