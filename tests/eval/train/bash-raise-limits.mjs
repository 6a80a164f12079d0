// The same line is changed in the files of several hosts, one command each, and what changed is kept as a patch.

async function set(person, { hosts, limit }) {
  for (const host of hosts)
    await person.command(`sed -i 's/^limit .*/limit ${limit}/' hosts/${host}.conf`)
}

async function keep(person, { ticket }) {
  await person.command(`diff -u -r before hosts > patches/${ticket}.diff`)
}

async function raise(person, app, values) {
  await set(person, values)
  await person.command('grep -H limit hosts/*.conf')
  await keep(person, values)
}

const names = ['alder', 'birch', 'cedar', 'hazel', 'maple']
const conf = (host, limit) => `host ${host}\nlimit ${limit}\nzone inner\n`
const asked = { hosts: ['cedar', 'maple'], limit: '900', ticket: 'OPS-218' }

/** Each file; of a patch only the lines that came and went. */
async function read(app) {
  const files = await app.read()
  for (const name of Object.keys(files))
    if (name.endsWith('.diff'))
      files[name] = files[name].split('\n').filter((line) => /^[-+](?![-+])/.test(line))
  return files
}

export default {
  app: 'shell',
  kinds: ['bash', 'loop'],
  watch: ['terminal'],
  goal: 'Set the limit of some hosts and keep the change as a patch',
  prepare: async (app) => {
    await app.sh('mkdir hosts before patches && echo none > patches/README')
    for (const name of names)
      await app.sh(
        `printf '${conf(name, 100).replaceAll('\n', '\\n')}' | tee hosts/${name}.conf > before/${name}.conf`,
      )
  },
  read,
  values: { hosts: ['alder', 'birch', 'hazel'], limit: '250', ticket: 'OPS-204' },
  perform: raise,
  truth: {
    inputs: [
      { name: 'hosts', value: ['alder', 'birch', 'hazel'], source: 'given', changes: true },
      { name: 'limit', value: '250', source: 'given', changes: true },
      { name: 'ticket', value: 'OPS-204', source: 'given', changes: true },
    ],
    loops: [{ over: ['hosts'], kind: 'loop' }],
    effects: [
      { name: 'every host has the limit', kind: 'file', values: ['hosts', 'limit'] },
      { name: 'the patch is kept', kind: 'file', values: ['ticket', 'limit'] },
    ],
    expected: (before, { hosts, limit, ticket }) =>
      Object.fromEntries(
        Object.entries({
          ...before,
          ...Object.fromEntries(hosts.map((host) => [`hosts/${host}.conf`, conf(host, limit)])),
          [`patches/${ticket}.diff`]: hosts.flatMap(() => ['-limit 100', `+limit ${limit}`]),
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    done: 'The file of each host has the limit, and the patch of the ticket shows each change',
  },
  right: [
    { name: 'two other hosts', values: asked },
    {
      name: 'another way: one loop of the shell',
      values: { hosts: ['birch', 'cedar', 'hazel', 'maple'], limit: '40', ticket: 'OPS-230' },
      perform: async (person, app, { hosts, limit, ticket }) => {
        await person.command(
          `for h in ${hosts.join(' ')}; do sed -i "s/limit 100/limit ${limit}/" hosts/$h.conf; done`,
        )
        await person.command(`diff -ru before hosts > patches/${ticket}.diff`)
      },
    },
  ],
  faults: [
    {
      name: 'the patch is made before the change, and is empty',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await keep(person, values)
        await set(person, values)
      },
    },
    {
      name: 'one host is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { hosts: ['maple'] },
    },
    {
      name: 'one host has another limit',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await set(person, { ...values, hosts: ['cedar'] })
        await set(person, { ...values, hosts: ['maple'], limit: '90' })
        await keep(person, values)
      },
    },
    {
      name: 'one host is put back behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.sh('cp before/cedar.conf hosts/cedar.conf'),
    },
    {
      name: 'the files of before are copied back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await raise(person, app, values)
        await person.command('cp before/*.conf hosts/')
      },
    },
    {
      name: 'the zone of another host changes',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sh('sed -i s/inner/outer/ hosts/alder.conf'),
    },
  ],
}
