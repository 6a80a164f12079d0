// A host gets another address in an ssh configuration. Its old one is read there, and its key under the
// old address is forgotten.

const HOSTS = {
  'till-1': { address: '10.20.0.1', port: 22, keys: ['ssh-ed25519 AAAAtill1'] },
  'till-2': {
    address: '10.20.0.12',
    port: 22,
    keys: ['ssh-ed25519 AAAAtill2', 'ecdsa-sha2-nistp256 AAAAtill2e'],
  },
  'till-20': { address: '10.20.0.120', port: 2222, keys: ['ssh-ed25519 AAAAtill20'] },
  stock: { address: '10.20.0.40', port: 2200, keys: ['ssh-rsa AAAAstock'] },
  scale: { address: '10.20.1.7', port: 22, keys: ['ssh-ed25519 AAAAscale'] },
}

const blockOf = ([name, { address, port }]) =>
  `Host ${name}\n    HostName ${address}\n    User shop\n    Port ${port}\n`
const configOf = (hosts) => Object.entries(hosts).map(blockOf).join('\n')
const keysOf = (hosts) =>
  Object.values(hosts)
    .flatMap(({ address, keys }) => keys.map((key) => `${address} ${key}\n`))
    .join('')

const escaped = (address) => address.replaceAll('.', '\\.')

async function look(person, { host }) {
  await person.command(`grep -A 3 '^Host ${host}$' ssh/config`)
}

async function change(person, { host, address }) {
  await person.command(
    `sed -i '/^Host ${host}$/,/^$/ s/HostName .*/HostName ${address}/' ssh/config`,
  )
}

async function forget(person, { host }) {
  await person.command(`sed -i '/^${escaped(HOSTS[host].address)} /d' ssh/known_hosts`)
}

async function note(person, { host, address }, old = HOSTS[host].address) {
  await person.command(`echo "${host}: ${old} -> ${address}" >> network.log`)
}

async function move(person, app, values) {
  await look(person, values)
  await person.command('cp ssh/config config.before')
  await change(person, values)
  await person.command('diff config.before ssh/config')
  await person.command('rm config.before')
  await person.command(`grep -n ${HOSTS[values.host].address} ssh/known_hosts`)
  await forget(person, values)
  await note(person, values)
}

function expected(before, { host, address }) {
  const { [host]: moved, ...others } = HOSTS
  const after = Object.fromEntries(
    Object.entries(HOSTS).map(([name, one]) => [name, name === host ? { ...one, address } : one]),
  )
  return {
    ...before,
    'ssh/config': configOf(after),
    'ssh/known_hosts': keysOf(others),
    'network.log': `${before['network.log']}${host}: ${moved.address} -> ${address}\n`,
  }
}

const asked = { host: 'stock', address: '10.20.0.44' }
const first = { host: 'till-1', address: '10.20.2.1' }

export default {
  app: 'shell',
  kinds: ['zsh', 'configuration', 'read value'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Give a host its new address in the ssh configuration, and forget its old key',
  prepare: (app) =>
    app.sh(`mkdir ssh
echo 'scale: 10.20.0.7 -> 10.20.1.7' > network.log
cat > ssh/config <<'END'
${configOf(HOSTS)}END
cat > ssh/known_hosts <<'END'
${keysOf(HOSTS)}END`),
  values: { host: 'till-2', address: '10.20.0.57' },
  perform: move,
  truth: {
    inputs: [
      { name: 'host', value: 'till-2', source: 'given', changes: true },
      { name: 'address', value: '10.20.0.57', source: 'given', changes: true },
      {
        name: 'old address',
        value: '10.20.0.12',
        forms: ['10\\.20\\.0\\.12'],
        source: 'read',
        changes: true,
      },
      { name: 'configuration', value: 'ssh/config', source: 'constant', changes: false },
      { name: 'keys', value: 'ssh/known_hosts', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the host has its new address', kind: 'file', values: ['host', 'address'] },
      { name: 'the old key is forgotten', kind: 'file', values: ['old address'] },
      { name: 'the move is noted', kind: 'file', values: ['host', 'address'] },
    ],
    expected,
    done: 'The block of the host has the new address, no key is known for the old one, and network.log names both',
  },
  right: [
    { name: 'a host on another port', values: asked },
    { name: 'a host whose address others begin with', values: first },
    {
      name: 'another way: the number of the line, and grep into a new file',
      values: { host: 'scale', address: '10.20.1.9' },
      perform: async (person, app, values) => {
        const shown = await person.command(`grep -n -A 1 'Host ${values.host}' ssh/config`)
        const line = /(\d+)-\s+HostName/.exec(shown)[1]
        await person.command(
          `sed -i '${line}s/${HOSTS[values.host].address}/${values.address}/' ssh/config`,
        )
        await person.command(
          `grep -vF '${HOSTS[values.host].address} ' ssh/known_hosts > known_hosts.new && mv known_hosts.new ssh/known_hosts`,
        )
        await note(person, values)
      },
    },
  ],
  faults: [
    {
      name: 'the host is misspelt, so its block stays as it was',
      kind: 'says saved but is not',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await change(person, { ...values, host: 'stcok' })
        await forget(person, values)
        await note(person, values)
      },
    },
    {
      name: 'every host gets the address',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await person.command(`sed -i 's/HostName .*/HostName ${values.address}/' ssh/config`)
        await forget(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the keys of longer addresses are forgotten as well',
      kind: 'other record touched',
      values: first,
      perform: async (person, app, values) => {
        await look(person, values)
        await change(person, values)
        await person.command(`sed -i '/^10.20.0.1/d' ssh/known_hosts`)
        await note(person, values)
      },
    },
    {
      name: 'the old key stays',
      kind: 'half done',
      values: first,
      perform: async (person, app, values) => {
        await look(person, values)
        await change(person, values)
        await note(person, values)
      },
    },
    {
      name: 'the old address is noted wrongly',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await change(person, values)
        await forget(person, values)
        await note(person, values, '10.20.0.12')
      },
    },
    {
      name: 'the address has one digit too many',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { address: '10.20.0.144' },
    },
    {
      name: 'another host is moved',
      kind: 'wrong record',
      needs: 'request',
      values: first,
      does: { host: 'till-20' },
    },
    {
      name: 'the move is noted twice',
      kind: 'done twice',
      values: first,
      perform: async (person, app, values) => {
        await move(person, app, values)
        await note(person, values)
      },
    },
    {
      name: 'the configuration of before is put back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await person.command('cp ssh/config config.before')
        await change(person, values)
        await forget(person, values)
        await note(person, values)
        await person.command('mv config.before ssh/config')
      },
    },
    {
      name: 'the keys are emptied behind the screen',
      kind: 'empty or old file',
      values: asked,
      behind: (app) => app.sh(': > ssh/known_hosts'),
    },
  ],
}
