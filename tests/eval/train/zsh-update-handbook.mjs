// An archive is unpacked, two of its files are changed, and it is packed again under another name.

const HANDBOOK = {
  'title.txt': 'Handbook of the workshop\nEdition 2031\n',
  'contact.txt': 'Phone: 0316 40 11\nMail: office@workshop.example\n',
  'rules/order.txt': 'Tidy up at six.\n',
  'rules/fire.txt': 'Use the stairs.\n',
}

async function unpack(person) {
  await person.command('unzip -q handbook-2031.zip -d work')
  await person.command('cd work')
}

async function change(person, { phone, edition }) {
  await person.command(`sed -i 's/^Phone: .*/Phone: ${phone}/' contact.txt`)
  await person.command(`sed -i 's/2031/${edition}/' title.txt`)
}

async function pack(person, { edition }) {
  await person.command(`zip -qr ../handbook-${edition}.zip .`)
  await person.command('cd ..')
  await person.command('rm -r work')
}

async function link(person, { edition }) {
  await person.command(`ln -sf handbook-${edition}.zip handbook.zip`)
}

async function update(person, app, values) {
  await unpack(person)
  await change(person, values)
  await pack(person, values)
  await link(person, values)
}

/** What an archive holds instead of its bytes. */
async function read(app) {
  const files = await app.read()
  for (const [file, bytes] of Object.entries(files)) {
    if (!file.endsWith('.zip') || bytes.startsWith('->')) continue
    const names = await app.sh(`unzip -Z1 ${file}`).catch(() => undefined)
    if (names === undefined) files[file] = 'damaged'
    else files[file] = {}
    for (const name of (names ?? '').trim().split('\n').filter(Boolean))
      if (!name.endsWith('/')) files[file][name] = await app.sh(`unzip -p ${file} ${name}`)
  }
  return files
}

function expected(before, { edition, phone }) {
  return {
    ...before,
    [`handbook-${edition}.zip`]: {
      ...HANDBOOK,
      'title.txt': `Handbook of the workshop\nEdition ${edition}\n`,
      'contact.txt': `Phone: ${phone}\nMail: office@workshop.example\n`,
    },
    'handbook.zip': `-> handbook-${edition}.zip`,
  }
}

export default {
  app: 'shell',
  kinds: ['zsh', 'zip'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Make a new edition of the handbook with another telephone number',
  prepare: async (app) => {
    await app.sh('mkdir -p work/rules')
    for (const [name, text] of Object.entries(HANDBOOK))
      await app.sh(`cat > work/${name} <<'END'\n${text}END\n`)
    await app.sh('cd work && zip -qr ../handbook-2031.zip . && cd .. && rm -r work')
    await app.sh('echo notes > notes.txt')
  },
  read,
  values: { edition: '2032', phone: '0316 44 20 55' },
  perform: update,
  truth: {
    inputs: [
      { name: 'edition', value: '2032', source: 'given', changes: true },
      { name: 'phone', value: '0316 44 20 55', source: 'given', changes: true },
      { name: 'old edition', value: '2031', source: 'read', changes: true },
      { name: 'working folder', value: 'work', source: 'constant', changes: false },
    ],
    literals: ['handbook-2032.zip'],
    effects: [
      { name: 'the archive has the number', kind: 'file', values: ['edition', 'phone'] },
      { name: 'the link leads to the new edition', kind: 'file', values: ['edition'] },
    ],
    expected,
    done: 'The new archive holds every file of the old one with the new number and edition, and handbook.zip leads to it',
  },
  right: [
    { name: 'another edition and number', values: { edition: '2033', phone: '0662 81 90' } },
    {
      name: 'there is a link to the old edition already',
      values: { edition: '2034', phone: '01 503 22' },
      prepare: (app) => app.sh('ln -s handbook-2031.zip handbook.zip'),
    },
    {
      name: 'another way: only the changed files are replaced in a copy',
      values: { edition: '2032b', phone: '0512 66 07' },
      perform: async (person, app, values) => {
        const { edition } = values
        await person.command(`cp handbook-2031.zip handbook-${edition}.zip`)
        await person.command('unzip -q handbook-2031.zip contact.txt title.txt')
        await change(person, values)
        await person.command(`zip -q handbook-${edition}.zip contact.txt title.txt`)
        await person.command('rm contact.txt title.txt')
        await person.command(`ln -s handbook-${edition}.zip handbook.zip`)
      },
    },
  ],
  faults: [
    {
      name: 'the title keeps the old edition',
      kind: 'half done',
      values: { edition: '2033', phone: '0662 81 90' },
      perform: async (person, app, values) => {
        await unpack(person)
        await person.command("sed -i 's/^Phone: .*/Phone: 0662 81 90/' contact.txt")
        await pack(person, values)
        await link(person, values)
      },
    },
    {
      name: 'the number is not changed, because the word is misspelt',
      kind: 'says saved but is not',
      values: { edition: '2033', phone: '0662 81 90' },
      perform: async (person, app, values) => {
        await unpack(person)
        await person.command("sed -i 's/^Fone: .*/Fone: 0662 81 90/' contact.txt")
        await person.command("sed -i 's/2031/2033/' title.txt")
        await pack(person, values)
        await link(person, values)
      },
    },
    {
      name: 'the folder of the rules is not packed',
      kind: 'half done',
      values: { edition: '2033', phone: '0662 81 90' },
      perform: async (person, app, values) => {
        await unpack(person)
        await change(person, values)
        await person.command('zip -q ../handbook-2033.zip *.txt')
        await person.command('cd ..')
        await person.command('rm -r work')
        await link(person, values)
      },
    },
    {
      name: 'the link leads to the old edition',
      kind: 'wrong record',
      values: { edition: '2033', phone: '0662 81 90' },
      perform: async (person, app, values) => {
        await unpack(person)
        await change(person, values)
        await pack(person, values)
        await link(person, { edition: '2031' })
      },
    },
    {
      name: 'the old edition is overwritten',
      kind: 'other record touched',
      values: { edition: '2033', phone: '0662 81 90' },
      perform: async (person, app, values) => {
        await update(person, app, values)
        await person.command('cp handbook-2033.zip handbook-2031.zip')
      },
    },
    {
      name: 'the new archive is damaged',
      kind: 'empty or old file',
      values: { edition: '2033', phone: '0662 81 90' },
      behind: (app) => app.sh('head -c 60 handbook-2033.zip > cut && mv cut handbook-2033.zip'),
    },
    {
      name: 'the new archive is removed, and the link leads nowhere',
      kind: 'undone after',
      values: { edition: '2033', phone: '0662 81 90' },
      perform: async (person, app, values) => {
        await update(person, app, values)
        await person.command('rm handbook-2033.zip')
      },
    },
    {
      name: 'another number is written',
      kind: 'one field wrong',
      needs: 'request',
      values: { edition: '2033', phone: '0662 81 90' },
      does: { phone: '0662 81 09' },
    },
  ],
}
