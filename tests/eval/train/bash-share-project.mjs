// Only the permissions of files and folders change; a line in a list says so.

const FILES = {
  'README.md': 'About\n',
  'budget.csv': 'part,euros\nseeds,40\n',
  'plans/beds.md': 'Beds\n',
  'plans/2032/trees.md': 'Trees\n',
  'tools/count.sh': '#!/bin/sh\nls | wc -l\n',
}
const PROJECTS = ['orchard', 'pond', 'meadow']

async function enter(person, { project }) {
  await person.command(`cd projects/${project}`)
  await person.command('ls -l')
}

async function share(person) {
  await person.command('find . -type d -exec chmod 770 {} +')
  await person.command("find . -type f ! -name '*.sh' -exec chmod 660 {} +")
  await person.command('chmod 770 tools/*.sh')
}

async function keep(person, { file }) {
  await person.command(`chmod 640 ${file}`)
}

async function note(person, { project, file }) {
  await person.command('cd ../..')
  await person.command(`echo "${project}: open, ${file} only to read" >> ACCESS`)
}

async function open(person, app, values) {
  await enter(person, values)
  await share(person)
  await keep(person, values)
  await note(person, values)
}

/** Files, and the permissions of everything in the projects. */
async function read(app) {
  const modes = await app.sh("find projects -mindepth 1 -printf '%P %m\\n' | sort")
  return {
    files: await app.read(),
    modes: Object.fromEntries(
      modes
        .trim()
        .split('\n')
        .map((line) => line.split(' ')),
    ),
  }
}

function expected(before, { project, file }) {
  const modes = { ...before.modes }
  for (const name of Object.keys(modes)) {
    if (name !== project && !name.startsWith(`${project}/`)) continue
    const isFile = /\.(md|csv)$/.test(name)
    modes[name] = name === `${project}/${file}` ? '640' : isFile ? '660' : '770'
  }
  return {
    modes,
    files: {
      ...before.files,
      ACCESS: `${before.files.ACCESS}${project}: open, ${file} only to read\n`,
    },
  }
}

const other = { project: 'pond', file: 'README.md' }

export default {
  app: 'shell',
  kinds: ['bash', 'permissions', 'find'],
  watch: ['terminal'],
  goal: 'Share a project with the group, one of its files only to read, and note it',
  prepare: async (app) => {
    for (const project of PROJECTS) {
      await app.sh(`mkdir -p projects/${project}/plans/2032 projects/${project}/tools`)
      for (const [name, text] of Object.entries(FILES))
        await app.sh(`cat > projects/${project}/${name} <<'END'\n${text}END\n`)
    }
    await app.sh(
      'find projects -type d -exec chmod 700 {} +; find projects -type f -exec chmod 600 {} +; chmod 700 projects/*/tools/*.sh',
    )
    await app.sh('echo "meadow: open, budget.csv only to read" > ACCESS')
  },
  read,
  values: { project: 'orchard', file: 'budget.csv' },
  perform: open,
  truth: {
    inputs: [
      { name: 'project', value: 'orchard', source: 'given', changes: true },
      { name: 'file', value: 'budget.csv', source: 'given', changes: true },
      { name: 'list', value: 'ACCESS', source: 'constant', changes: false },
      { name: 'permissions of folders', value: '770', source: 'constant', changes: false },
      { name: 'permissions of files', value: '660', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the group may write the files', kind: 'command', values: ['project'] },
      { name: 'the group may only read one file', kind: 'command', values: ['file'] },
      { name: 'it is noted', kind: 'file', values: ['project', 'file'] },
    ],
    expected,
    done: 'The group may open and write everything in the project but the one file, which it may read, and ACCESS says so',
  },
  right: [
    { name: 'another project and file', values: other },
    { name: 'a file in a folder', values: { project: 'meadow', file: 'plans/beds.md' } },
    {
      name: 'another way: letters instead of numbers, without entering the folder',
      values: { project: 'pond', file: 'budget.csv' },
      perform: async (person, app, { project, file }) => {
        await person.command(`chmod -R g=u projects/${project}`)
        await person.command(`chmod g-w projects/${project}/${file}`)
        await person.command(`echo '${project}: open, ${file} only to read' | tee -a ACCESS`)
      },
    },
  ],
  faults: [
    {
      name: 'the folders stay closed',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await enter(person, values)
        await person.command("find . -type f ! -name '*.sh' -exec chmod 660 {} +")
        await person.command('chmod 770 tools/*.sh')
        await keep(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the script cannot be run any more',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await enter(person, values)
        await share(person)
        await person.command('chmod 660 tools/*.sh')
        await keep(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the one file can be written as well',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await enter(person, values)
        await share(person)
        await note(person, values)
      },
    },
    {
      name: 'everybody may write everything',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await enter(person, values)
        await person.command('chmod -R 777 .')
        await keep(person, values)
        await note(person, values)
      },
    },
    {
      name: 'another project is shared than is noted',
      kind: 'wrong record',
      values: other,
      perform: async (person, app, values) => {
        await enter(person, { project: 'orchard' })
        await share(person)
        await keep(person, values)
        await note(person, values)
      },
    },
    {
      name: 'all projects are shared',
      kind: 'other record touched',
      values: other,
      perform: async (person, app, values) => {
        await person.command('cd projects')
        await person.command('chmod -R g=u .')
        await person.command(`chmod 640 ${values.project}/${values.file}`)
        await person.command('cd ..')
        await person.command(
          `echo "${values.project}: open, ${values.file} only to read" >> ACCESS`,
        )
      },
    },
    {
      name: 'it is not noted',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await enter(person, values)
        await share(person)
        await keep(person, values)
      },
    },
    {
      name: 'it is noted twice',
      kind: 'done twice',
      values: other,
      perform: async (person, app, values) => {
        await open(person, app, values)
        await person.command(
          `echo "${values.project}: open, ${values.file} only to read" >> ACCESS`,
        )
      },
    },
    {
      name: 'the project is closed again',
      kind: 'undone after',
      values: other,
      perform: async (person, app, values) => {
        await open(person, app, values)
        await person.command(`chmod -R go-rwx projects/${values.project}`)
      },
    },
    {
      name: 'another file is the one that can only be read',
      kind: 'one field wrong',
      needs: 'request',
      values: other,
      does: { file: 'budget.csv' },
    },
    {
      name: 'the budget is emptied behind the screen',
      kind: 'empty or old file',
      values: other,
      behind: (app) => app.sh(': > projects/pond/budget.csv'),
    },
  ],
}
