// A program becomes a service of the user: a unit that is typed in, its settings in a file that only the
// user may read, and a link that starts it at sign-in.

const unit = (name, text) =>
  `[Unit]\nDescription=${text}\n\n[Service]\nEnvironmentFile=%h/env/${name}.env\nExecStart=%h/bin/${name}\nRestart=on-failure\n\n[Install]\nWantedBy=default.target\n`

async function writeUnit(person, { name, text }) {
  await person.command(`cat > user/${name}.service <<'END'\n${unit(name, text)}END`)
}

async function writeSettings(person, { name, port }) {
  await person.command(`printf 'PORT=%s\\nLOG=info\\n' ${port} > env/${name}.env`)
  await person.command(`chmod 600 env/${name}.env`)
}

async function enable(person, { name }) {
  await person.command(`ln -s ../${name}.service user/default.target.wants/${name}.service`)
}

async function add(person, app, values) {
  await person.command('cat user/wiki.service')
  await writeUnit(person, values)
  await writeSettings(person, values)
  await enable(person, values)
  await person.command('ls -l env user/default.target.wants')
}

async function read(app) {
  const modes = await app.sh("find env -type f -printf '%P %m\\n' | sort")
  return { files: await app.read(), modes: modes.trim().split('\n') }
}

const asked = { name: 'notes', text: 'Notes of the team', port: '8142' }
const feed = { name: 'feed-reader', text: 'News in the morning', port: '9003' }

export default {
  app: 'shell',
  kinds: ['bash', 'here-document', 'permissions', 'link'],
  watch: ['terminal'],
  goal: 'Start a program as a service of the user, on a port of its own',
  prepare: (app) =>
    app.sh(`mkdir -p user/default.target.wants env bin
for name in wiki chat notes feed-reader; do printf '#!/bin/sh\\nexec sleep 1\\n' > bin/$name; chmod 755 bin/$name; done
cat > user/wiki.service <<'END'
${unit('wiki', 'Pages of the family')}END
printf 'PORT=8080\\nLOG=info\\n' > env/wiki.env
chmod 600 env/wiki.env
ln -s ../wiki.service user/default.target.wants/wiki.service`),
  read,
  values: { name: 'chat', text: 'Rooms to talk in', port: '8137' },
  perform: add,
  truth: {
    inputs: [
      { name: 'name', value: 'chat', source: 'given', changes: true },
      { name: 'text', value: 'Rooms to talk in', source: 'given', changes: true },
      { name: 'port', value: '8137', source: 'given', changes: true },
      { name: 'permissions', value: '600', source: 'constant', changes: false },
      { name: 'log', value: 'info', source: 'constant', changes: false },
    ],
    literals: ['chat.service', 'chat.env'],
    effects: [
      { name: 'the unit is written', kind: 'file', values: ['name', 'text'] },
      { name: 'its settings are written', kind: 'file', values: ['name', 'port'] },
      { name: 'it is enabled', kind: 'command', values: ['name'] },
    ],
    expected: (before, { name, text, port }) => ({
      files: Object.fromEntries(
        Object.entries({
          ...before.files,
          [`user/${name}.service`]: unit(name, text),
          [`env/${name}.env`]: `PORT=${port}\nLOG=info\n`,
          [`user/default.target.wants/${name}.service`]: `-> ../${name}.service`,
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      modes: [...before.modes, `${name}.env 600`].sort(),
    }),
    done: 'The unit names its program and settings, the settings have the port and are private, and the link leads to the unit',
  },
  right: [
    { name: 'another program', values: asked },
    {
      name: 'another way: a copy of a unit that is changed, letters instead of numbers',
      values: feed,
      perform: async (person, app, { name, text, port }) => {
        await person.command(
          `sed -e 's/wiki/${name}/g' -e 's/^Description=.*/Description=${text}/' user/wiki.service > user/${name}.service`,
        )
        await person.command(`cp env/wiki.env env/${name}.env`)
        await person.command(`sed -i s/8080/${port}/ env/${name}.env`)
        await person.command(`chmod u=rw,go= env/${name}.env`)
        await person.command('cd user/default.target.wants')
        await person.command(`ln -s ../${name}.service`)
        await person.command('cd ../..')
      },
    },
  ],
  faults: [
    {
      name: 'everybody may read the settings',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await writeUnit(person, values)
        await person.command(
          `printf 'PORT=%s\\nLOG=info\\n' ${values.port} > env/${values.name}.env`,
        )
        await person.command(`chmod 644 env/${values.name}.env`)
        await enable(person, values)
      },
    },
    {
      name: 'the unit starts the program of its model',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(
          `sed 's/^Description=.*/Description=${values.text}/' user/wiki.service > user/${values.name}.service`,
        )
        await writeSettings(person, values)
        await enable(person, values)
      },
    },
    {
      name: 'two digits of the port are exchanged',
      kind: 'one field wrong',
      values: feed,
      perform: async (person, app, values) => {
        await writeUnit(person, values)
        await writeSettings(person, { ...values, port: '9030' })
        await enable(person, values)
      },
    },
    {
      name: 'it is not enabled',
      kind: 'half done',
      values: feed,
      perform: async (person, app, values) => {
        await writeUnit(person, values)
        await writeSettings(person, values)
      },
    },
    {
      name: 'the settings are opened behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) => app.sh(`chmod 664 env/${name}.env`),
    },
    {
      name: 'another service is disabled',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sh('rm user/default.target.wants/wiki.service'),
    },
  ],
}
