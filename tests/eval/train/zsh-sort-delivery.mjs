// Files of several kinds are sorted into folders by their endings, and pictures get a date in their names.

const INBOX = {
  'IMG 0412.jpg': 'picture one\n',
  'IMG 0413.jpg': 'picture two\n',
  'plan.pdf': 'plan\n',
  'offer.PDF': 'offer\n',
  'costs.csv': 'part,euros\nroof,900\n',
  'read me.txt': 'thanks\n',
}

async function pictures(person, { client, day }) {
  await person.command(
    `for f in inbox/*.jpg; do mv "$f" clients/${client}/images/${day}_\${\${f:t}// /-}; done`,
  )
}

async function others(person, { client }) {
  await person.command(`mv inbox/*.(pdf|PDF) clients/${client}/documents/`)
  await person.command(`mv inbox/*.csv clients/${client}/tables/`)
}

const folders = (person, { client }) =>
  person.command(`mkdir -p clients/${client}/{images,documents,tables}`)

async function list(person, { client, day }) {
  await person.command(`find clients/${client} -type f | sort > lists/${client}-${day}.txt`)
}

async function sort(person, app, values) {
  await folders(person, values)
  await pictures(person, values)
  await others(person, values)
  await list(person, values)
}

function expected(before, { client, day }) {
  const state = { ...before }
  for (const [name, text] of Object.entries(INBOX)) {
    if (name === 'read me.txt') continue
    delete state[`inbox/${name}`]
    const place = name.endsWith('.jpg')
      ? `images/${day}_${name.replaceAll(' ', '-')}`
      : name.endsWith('.csv')
        ? `tables/${name}`
        : `documents/${name}`
    state[`clients/${client}/${place}`] = text
  }
  const ours = Object.keys(state).filter((name) => name.startsWith(`clients/${client}/`))
  state[`lists/${client}-${day}.txt`] = `${ours.sort().join('\n')}\n`
  return state
}

export default {
  app: 'shell',
  kinds: ['zsh', 'rename'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Sort the files that a client has sent on a day, and list what we have of the client',
  prepare: async (app) => {
    await app.sh(
      'mkdir -p inbox lists clients/weber/documents; echo old > clients/weber/documents/contract.pdf; echo clients/weber/documents/contract.pdf > lists/weber-2031-01-20.txt',
    )
    for (const [name, text] of Object.entries(INBOX))
      await app.sh(`cat > 'inbox/${name}' <<'END'\n${text}END\n`)
  },
  values: { client: 'brandt', day: '2031-11-04' },
  perform: sort,
  truth: {
    inputs: [
      { name: 'client', value: 'brandt', source: 'given', changes: true },
      { name: 'day', value: '2031-11-04', source: 'given', changes: true },
      { name: 'inbox', value: 'inbox', source: 'constant', changes: false },
    ],
    literals: ['brandt-2031-11-04', 'clients/brandt'],
    effects: [
      { name: 'the pictures have the day in their names', kind: 'file', values: ['client', 'day'] },
      { name: 'documents and tables are in their folders', kind: 'file', values: ['client'] },
      { name: 'the files of the client are listed', kind: 'file', values: ['client', 'day'] },
    ],
    expected,
    done: 'The pictures, documents and tables are in the folders of the client, the inbox keeps only the rest, and the list names all files of the client',
  },
  right: [
    { name: 'another client', values: { client: 'okafor', day: '2031-11-18' } },
    {
      name: 'a client who has files already',
      values: { client: 'weber', day: '2031-12-01' },
    },
    {
      name: 'another way: file by file',
      values: { client: 'solberg', day: '2031-12-09' },
      perform: async (person, app, values) => {
        const { client, day } = values
        for (const folder of ['documents', 'tables', 'images'])
          await person.command(`mkdir -p clients/${client}/${folder}`)
        await person.command(`mv inbox/offer.PDF inbox/plan.pdf clients/${client}/documents`)
        await person.command(`mv inbox/costs.csv clients/${client}/tables`)
        await person.command(`mv inbox/IMG\\ 0412.jpg clients/${client}/images/${day}_IMG-0412.jpg`)
        await person.command(`mv 'inbox/IMG 0413.jpg' clients/${client}/images/${day}_IMG-0413.jpg`)
        await list(person, values)
      },
    },
  ],
  faults: [
    {
      name: 'the pictures keep their names',
      kind: 'one field wrong',
      values: { client: 'okafor', day: '2031-11-18' },
      perform: async (person, app, values) => {
        await folders(person, values)
        await person.command('mv inbox/*.jpg clients/okafor/images/')
        await others(person, values)
        await list(person, values)
      },
    },
    {
      name: 'a document in capitals stays in the inbox',
      kind: 'half done',
      values: { client: 'okafor', day: '2031-11-18' },
      perform: async (person, app, values) => {
        await folders(person, values)
        await pictures(person, values)
        await person.command('mv inbox/*.pdf clients/okafor/documents/')
        await person.command('mv inbox/*.csv clients/okafor/tables/')
        await list(person, values)
      },
    },
    {
      name: 'the folder is missing, so that one document becomes a file of its name',
      kind: 'one field wrong',
      values: { client: 'okafor', day: '2031-11-18' },
      perform: async (person, app, values) => {
        await person.command('mkdir -p clients/okafor/{images,documents}')
        await pictures(person, values)
        await person.command('mv inbox/*.(pdf|PDF) clients/okafor/documents/')
        await person.command('mv inbox/*.csv clients/okafor/tables')
        await list(person, values)
      },
    },
    {
      name: 'the list is made before the files are there',
      kind: 'empty or old file',
      values: { client: 'weber', day: '2031-12-01' },
      perform: async (person, app, values) => {
        await list(person, values)
        await folders(person, values)
        await pictures(person, values)
        await others(person, values)
      },
    },
    {
      name: 'the pictures go to the folder of another client',
      kind: 'wrong record',
      values: { client: 'okafor', day: '2031-11-18' },
      perform: async (person, app, values) => {
        await folders(person, values)
        await folders(person, { client: 'weber' })
        await pictures(person, { ...values, client: 'weber' })
        await others(person, values)
        await list(person, values)
      },
    },
    {
      name: 'everything is sorted to another client',
      kind: 'wrong record',
      needs: 'request',
      values: { client: 'okafor', day: '2031-11-18' },
      does: { client: 'weber' },
    },
    {
      name: 'the whole inbox is emptied as well',
      kind: 'other record touched',
      values: { client: 'okafor', day: '2031-11-18' },
      perform: async (person, app, values) => {
        await sort(person, app, values)
        await person.command("rm 'inbox/read me.txt'")
      },
    },
    {
      name: 'a picture is put back into the inbox',
      kind: 'undone after',
      values: { client: 'okafor', day: '2031-11-18' },
      perform: async (person, app, values) => {
        await sort(person, app, values)
        await person.command(
          'mv clients/okafor/images/2031-11-18_IMG-0413.jpg "inbox/IMG 0413.jpg"',
        )
      },
    },
    {
      name: 'a table arrives empty',
      kind: 'empty or old file',
      values: { client: 'okafor', day: '2031-11-18' },
      behind: (app) => app.sh(': > clients/okafor/tables/costs.csv'),
    },
  ],
}
