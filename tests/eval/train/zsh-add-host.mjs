// Several lines are added to a file by a heredoc, its permissions are narrowed, and a list is made from it.

const HOSTS = {
  bastion: ['bastion.lager.example', 'gate', '22'],
  printer: ['10.4.0.12', 'print', '2200'],
}

const entry = (host, [address, user, port]) =>
  `Host ${host}\n    HostName ${address}\n    User ${user}\n    Port ${port}\n`

const CONFIG = Object.entries(HOSTS)
  .map(([host, rest]) => entry(host, rest))
  .join('\n')

async function append(person, { host, address, user, port }, into = '>> config') {
  await person.command(`cat ${into} <<END

${entry(host, [address, user, port])}END`)
}

async function close(person) {
  await person.command('chmod 600 config')
}

async function list(person) {
  await person.command("grep '^Host ' config | cut -d' ' -f2 | sort > hosts.txt")
}

async function add(person, app, values) {
  await person.command('cd ssh')
  await append(person, values)
  await close(person)
  await list(person)
  await person.command(`grep -A 3 'Host ${values.host}' config`)
  await person.command('cd ..')
}

/** Files, and the permissions of those of ssh. */
async function read(app) {
  const modes = await app.sh("find ssh -type f -printf '%P %m\\n' | sort")
  return { files: await app.read(), modes: modes.trim().split('\n') }
}

function expected(before, { host, address, user, port }) {
  const hosts = [...Object.keys(HOSTS), host].sort()
  return {
    files: {
      ...before.files,
      'ssh/config': `${before.files['ssh/config']}\n${entry(host, [address, user, port])}`,
      'ssh/hosts.txt': hosts.map((one) => `${one}\n`).join(''),
    },
    modes: before.modes.map((line) => (line.startsWith('config ') ? 'config 600' : line)),
  }
}

const other = { host: 'tower', address: 'tower.lager.example', user: 'crane', port: '8822' }

export default {
  app: 'shell',
  kinds: ['zsh', 'heredoc', 'permissions'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Add a host to the configuration of ssh, which only its owner may read',
  prepare: async (app) => {
    await app.sh('mkdir ssh; echo "lager keys" > ssh/known_hosts')
    await app.sh(`cat > ssh/config <<'END'\n${CONFIG}END\n`)
    await app.sh(`cp ssh/config ssh/config.2030; printf 'bastion\\nprinter\\n' > ssh/hosts.txt`)
    await app.sh('chmod 644 ssh/*')
  },
  read,
  values: { host: 'depot', address: 'depot.lager.example', user: 'frieda', port: '2222' },
  perform: add,
  truth: {
    inputs: [
      { name: 'host', value: 'depot', source: 'given', changes: true },
      { name: 'address', value: 'depot.lager.example', source: 'given', changes: true },
      { name: 'user', value: 'frieda', source: 'given', changes: true },
      { name: 'port', value: '2222', source: 'given', changes: true },
      { name: 'file', value: 'config', source: 'constant', changes: false },
      { name: 'permissions', value: '600', source: 'constant', changes: false },
    ],
    effects: [
      {
        name: 'the host is in the configuration',
        kind: 'file',
        values: ['host', 'address', 'user', 'port'],
      },
      { name: 'only the owner may read it', kind: 'command', values: [] },
      { name: 'the host is listed', kind: 'file', values: ['host'] },
    ],
    expected,
    done: 'The configuration ends with the host, its address, user and port, nobody else may read it, and hosts.txt names the host',
  },
  right: [
    { name: 'another host', values: other },
    {
      name: 'another host, at a number instead of a name',
      values: { host: 'archive', address: '10.4.0.77', user: 'lena', port: '22' },
    },
    {
      name: 'another way: printf, and awk for the list',
      values: { host: 'kiosk', address: 'kiosk.lager.example', user: 'shop', port: '2022' },
      perform: async (person, app, { host, address, user, port }) => {
        await person.command(
          `printf '\\nHost %s\\n    HostName %s\\n    User %s\\n    Port %s\\n' ${host} ${address} ${user} ${port} >> ssh/config`,
        )
        await person.command('chmod u=rw,go= ssh/config')
        await person.command(`awk '/^Host / { print $2 }' ssh/config | sort > ssh/hosts.txt`)
      },
    },
  ],
  faults: [
    {
      name: 'the old hosts are overwritten',
      kind: 'other record touched',
      values: other,
      perform: async (person, app, values) => {
        await person.command('cd ssh')
        await append(person, values, '> config')
        await close(person)
        await list(person)
      },
    },
    {
      name: 'everybody may still read the file',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await person.command('cd ssh')
        await append(person, values)
        await list(person)
      },
    },
    {
      name: 'the host is added twice',
      kind: 'done twice',
      values: other,
      perform: async (person, app, values) => {
        await person.command('cd ssh')
        await append(person, values)
        await append(person, values)
        await close(person)
        await list(person)
      },
    },
    {
      name: 'the host goes into the old configuration',
      kind: 'wrong record',
      values: other,
      perform: async (person, app, values) => {
        await person.command('cd ssh')
        await append(person, values, '>> config.2030')
        await close(person)
        await list(person)
      },
    },
    {
      name: 'the list is made before the host is there',
      kind: 'empty or old file',
      values: other,
      perform: async (person, app, values) => {
        await person.command('cd ssh')
        await list(person)
        await append(person, values)
        await close(person)
      },
    },
    {
      name: 'the word for the user is misspelt',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await person.command(`sed -i 's/User ${values.user}/Usr ${values.user}/' ssh/config`)
      },
    },
    {
      name: 'two digits of the port are swapped',
      kind: 'one field wrong',
      needs: 'request',
      values: { ...other, port: '8282' },
      does: { port: '8822' },
    },
    {
      name: 'the host is taken out again',
      kind: 'undone after',
      values: other,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await person.command(`sed -i '/^Host ${values.host}$/,$d' ssh/config`)
      },
    },
    {
      name: 'the port of another host changes behind the screen',
      kind: 'other record touched',
      values: other,
      behind: (app) => app.sh("sed -i 's/Port 2200/Port 2201/' ssh/config"),
    },
  ],
}
