// A list of a file is gone through by `while read`: a folder, a file, a link and permissions for each line.

const STARTERS = {
  '2031-08': [['vera', 'support']],
  '2031-09': [
    ['ida', 'sales'],
    ['omar', 'design'],
    ['priya', 'sales'],
  ],
  '2031-10': [
    ['bruno', 'support'],
    ['chloe', 'design'],
  ],
  '2031-11': [
    ['dev', 'design'],
    ['emil', 'sales'],
    ['femke', 'support'],
    ['gil', 'support'],
  ],
}

const each = (list, team = 'team') =>
  `while IFS=, read -r name team; do mkdir -p homes/$name && cp skel/profile homes/$name/.profile && ln -s ../../shared/$${team} homes/$name/team; done < starters/${list}.csv`

async function make(person, { month }) {
  await person.command(`cat starters/${month}.csv`)
  await person.command(each(month))
}

async function close(person, { month }) {
  await person.command(`cut -d, -f1 starters/${month}.csv | xargs -I{} chmod 700 homes/{}`)
}

async function register(person, { month }) {
  await person.command(`sed "s/^/${month},/" starters/${month}.csv >> register.csv`)
}

async function setUp(person, app, values) {
  await make(person, values)
  await close(person, values)
  await register(person, values)
}

/** Files, and the permissions of every home. */
async function read(app) {
  const modes = await app.sh("find homes -mindepth 1 -maxdepth 1 -printf '%f %m\\n' | sort")
  return { files: await app.read(), homes: modes.trim().split('\n') }
}

function expected(before, { month }) {
  const files = { ...before.files }
  for (const [name, team] of STARTERS[month]) {
    files[`homes/${name}/.profile`] = before.files['skel/profile']
    files[`homes/${name}/team`] = `-> ../../shared/${team}`
  }
  files['register.csv'] += STARTERS[month].map((line) => `${month},${line.join(',')}\n`).join('')
  const homes = [...before.homes, ...STARTERS[month].map(([name]) => `${name} 700`)].sort()
  return { files, homes }
}

export default {
  app: 'shell',
  kinds: ['bash', 'loop', 'permissions'],
  watch: ['terminal'],
  goal: 'Set up the home folders of the people who start in a month',
  prepare: async (app) => {
    await app.sh(
      'mkdir starters skel homes homes/vera; for t in sales design support; do mkdir -p shared/$t; echo "Notes of $t" > shared/$t/notes.txt; done; printf \'export LANG=en_GB.UTF-8\\n\' > skel/profile',
    )
    await app.sh('cp skel/profile homes/vera/.profile; chmod 750 homes/vera')
    for (const [month, people] of Object.entries(STARTERS))
      await app.sh(`cat > starters/${month}.csv <<'END'\n${people.map(String).join('\n')}\nEND\n`)
    await app.sh('echo 2031-08,vera,support > register.csv')
  },
  read,
  values: { month: '2031-09' },
  perform: setUp,
  truth: {
    inputs: [
      { name: 'month', value: '2031-09', source: 'given', changes: true },
      { name: 'names', value: ['ida', 'omar', 'priya'], source: 'read', changes: true },
      { name: 'permissions', value: '700', source: 'constant', changes: false },
      { name: 'profile', value: 'skel/profile', source: 'constant', changes: false },
    ],
    literals: ['starters/2031-09.csv'],
    effects: [
      { name: 'everybody has a home with a profile', kind: 'file', values: [] },
      { name: 'the homes are closed to others', kind: 'command', values: [] },
      { name: 'the register has the people of the month', kind: 'file', values: ['month'] },
    ],
    expected,
    done: 'Everybody of the list has a home with a profile and a link to the folder of the team, which nobody else can open, and stands in the register',
  },
  right: [
    { name: 'another month', values: { month: '2031-10' } },
    { name: 'four people', values: { month: '2031-11' } },
    {
      name: 'another way: one person after the other',
      values: { month: '2031-10' },
      perform: async (person, app, values) => {
        for (const [name, team] of STARTERS[values.month]) {
          await person.command(`mkdir -m 700 homes/${name}`)
          await person.command(`cp skel/profile homes/${name}/.profile`)
          await person.command(`ln -s ../../shared/${team} homes/${name}/team`)
        }
        await register(person, values)
      },
    },
  ],
  faults: [
    {
      name: 'the homes stay open to everybody',
      kind: 'half done',
      values: { month: '2031-10' },
      perform: async (person, app, values) => {
        await make(person, values)
        await register(person, values)
      },
    },
    {
      name: 'the links lead to a folder of the name, which is none',
      kind: 'one field wrong',
      values: { month: '2031-10' },
      perform: async (person, app, values) => {
        await person.command(each(values.month, 'name'))
        await close(person, values)
        await register(person, values)
      },
    },
    {
      name: 'the register gets the people twice',
      kind: 'done twice',
      values: { month: '2031-10' },
      perform: async (person, app, values) => {
        await setUp(person, app, values)
        await register(person, values)
      },
    },
    {
      name: 'the homes of another month are made',
      kind: 'wrong record',
      values: { month: '2031-11' },
      perform: async (person, app, values) => {
        await make(person, { month: '2031-10' })
        await close(person, { month: '2031-10' })
        await register(person, values)
      },
    },
    {
      name: 'another month is set up',
      kind: 'wrong record',
      needs: 'request',
      values: { month: '2031-11' },
      does: { month: '2031-10' },
    },
    {
      name: 'a profile is empty',
      kind: 'empty or old file',
      values: { month: '2031-11' },
      behind: (app) => app.sh(': > homes/femke/.profile'),
    },
    {
      name: 'a home is removed again',
      kind: 'undone after',
      values: { month: '2031-10' },
      perform: async (person, app, values) => {
        await setUp(person, app, values)
        await person.command('rm -r homes/chloe')
      },
    },
    {
      name: 'the home of somebody else is closed as well',
      kind: 'other record touched',
      values: { month: '2031-10' },
      perform: async (person, app, values) => {
        await make(person, values)
        await person.command('chmod 700 homes/*')
        await register(person, values)
      },
    },
  ],
}
