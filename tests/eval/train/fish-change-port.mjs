// A line of a file is changed after a copy was made, and a check confirms it.

async function change(person, app, { port }, asked, old = '8080') {
  await person.command('cp app.conf app.conf.bak')
  await person.command(`sed -i 's/port=${old}/port=${port}/' app.conf`)
  await person.command('./check.sh app.conf')
}

const conf = (port) => `name=shop\nport=${port}\nhost=localhost\n`

export default {
  app: 'shell',
  kinds: ['fish'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Change the port of the application and keep the old configuration',
  prepare: (app) =>
    app.sh(
      `printf '${conf(8080).replaceAll('\n', '\\n')}' > app.conf; printf '#!/bin/sh\\ngrep -Eq "^port=[0-9]+$" "$1" && echo fine\\n' > check.sh; chmod +x check.sh`,
    ),
  values: { port: '9090' },
  perform: (person, app, values) => change(person, app, values),
  truth: {
    inputs: [
      { name: 'port', value: '9090', source: 'given', changes: true },
      { name: 'old port', value: '8080', source: 'read', changes: true },
      { name: 'file', value: 'app.conf', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the new port is in the file', kind: 'file', values: ['port'] },
      { name: 'the copy is kept', kind: 'file', values: [] },
    ],
    expected: (before, { port }) => ({
      'app.conf': before['app.conf'].replace(/port=\d+/, `port=${port}`),
      'app.conf.bak': before['app.conf'],
      'check.sh': before['check.sh'],
    }),
    done: 'app.conf contains the new port, and app.conf.bak the old one',
  },
  right: [
    { name: 'another port', values: { port: '7070' } },
    {
      name: 'the old port is another one',
      values: { port: '7071' },
      prepare: (app) => app.sh("sed -i 's/8080/3000/' app.conf"),
      perform: (person, app, values) => change(person, app, values, undefined, '3000'),
    },
    {
      name: 'another way: sed keeps the copy itself',
      values: { port: '7072' },
      perform: async (person, app, { port }) => {
        await person.command(`sed -i.bak 's/^port=.*/port=${port}/' app.conf`)
        await person.command('./check.sh app.conf')
      },
    },
  ],
  faults: [
    {
      name: 'the old port is misspelt, so nothing changes',
      kind: 'says saved but is not',
      values: { port: '7070' },
      perform: (person, app, values) => change(person, app, values, undefined, '8008'),
    },
    {
      name: 'no copy is made',
      kind: 'half done',
      values: { port: '7070' },
      perform: async (person, app, { port }) => {
        await person.command(`sed -i 's/port=8080/port=${port}/' app.conf`)
        await person.command('./check.sh app.conf')
      },
    },
    {
      name: 'the old configuration is put back',
      kind: 'undone after',
      values: { port: '7070' },
      perform: async (person, app, values) => {
        await change(person, app, values)
        await person.command('cp app.conf.bak app.conf')
      },
    },
    {
      name: 'the file is emptied behind the screen',
      kind: 'empty or old file',
      values: { port: '7070' },
      behind: (app) => app.sh(': > app.conf'),
    },
    {
      name: 'another port is set than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: { port: '7070' },
      does: { port: '7071' },
    },
    {
      name: 'the name is changed as well',
      kind: 'other record touched',
      values: { port: '7070' },
      behind: (app) => app.sh("sed -i 's/name=shop/name=shed/' app.conf"),
    },
  ],
}
