// An address is read in the output of one command and used in the next ones: blocked, and its lines kept.

const LOGS = {
  '2031-05-12': { '203.0.113.9': 6, '203.0.113.90': 2, '198.51.100.4': 3 },
  '2031-05-13': { '203.0.113.9': 1, '198.51.100.41': 2, '198.51.100.4': 5 },
  '2031-05-14': { '192.0.2.77': 7, '198.51.100.41': 4 },
}

const pathOf = (address, at) => (at % 2 ? '/login' : `/shop/${address.length}`)

/** The lines of one day, the addresses in turns. */
function linesOf(day) {
  const lines = []
  const most = Math.max(...Object.values(LOGS[day]))
  for (let at = 0; at < most; at += 1)
    for (const [address, count] of Object.entries(LOGS[day]))
      if (at < count)
        lines.push(`${address} ${day}T0${at}:15 GET ${pathOf(address, at)} ${at % 2 ? 401 : 200}`)
  return lines
}

const worst = (day) => Object.entries(LOGS[day]).sort((a, b) => b[1] - a[1])[0][0]

async function look(person, { day }) {
  await person.command(`cut -d' ' -f1 logs/${day}.log | sort | uniq -c | sort -nr | head -n 1`)
}

async function block(person, { incident }, address) {
  await person.command(`echo "deny ${address}; # ${incident}" >> blocklist.conf`)
}

async function keep(person, { day, incident }, address) {
  await person.command(`mkdir -p evidence/${incident}`)
  await person.command(`grep -F "${address} " logs/${day}.log > evidence/${incident}/requests.log`)
  await person.command(`wc -l < evidence/${incident}/requests.log > evidence/${incident}/count.txt`)
}

async function act(person, app, values, asked, address = worst(values.day)) {
  await look(person, values)
  await block(person, values, address)
  await keep(person, values, address)
}

function expected(before, { day, incident }) {
  const address = worst(day)
  const lines = linesOf(day).filter((line) => line.startsWith(`${address} `))
  return {
    ...before,
    'blocklist.conf': `${before['blocklist.conf']}deny ${address}; # ${incident}\n`,
    [`evidence/${incident}/requests.log`]: `${lines.join('\n')}\n`,
    [`evidence/${incident}/count.txt`]: `${lines.length}\n`,
  }
}

const asked = { day: '2031-05-12', incident: 'INC-431' }
const other = { day: '2031-05-14', incident: 'INC-440' }

export default {
  app: 'shell',
  kinds: ['fish', 'read value'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Block the address that asked most often on a day, and keep its requests for the incident',
  prepare: async (app) => {
    await app.sh(
      'mkdir -p logs evidence/INC-400; echo 12 > evidence/INC-400/count.txt; echo "deny 192.0.2.1; # INC-400" > blocklist.conf',
    )
    for (const day of Object.keys(LOGS))
      await app.sh(`cat > logs/${day}.log <<'END'\n${linesOf(day).join('\n')}\nEND\n`)
  },
  values: asked,
  perform: act,
  truth: {
    inputs: [
      { name: 'day', value: '2031-05-12', source: 'given', changes: true },
      { name: 'incident', value: 'INC-431', source: 'given', changes: true },
      { name: 'address', value: '203.0.113.9', source: 'read', changes: true },
      { name: 'number', value: '6', source: 'derived', changes: true },
      { name: 'list', value: 'blocklist.conf', source: 'constant', changes: false },
    ],
    literals: ['2031-05-12.log', 'evidence/INC-431'],
    effects: [
      { name: 'the address is blocked', kind: 'file', values: ['incident'] },
      { name: 'the requests are kept', kind: 'file', values: ['incident', 'day'] },
      { name: 'the requests are counted', kind: 'file', values: ['incident'] },
    ],
    expected,
    done: 'The list denies the address with the number of the incident, whose folder has the requests and their count',
  },
  right: [
    { name: 'another day with another address', values: other },
    {
      name: 'another way: awk counts, and the lines are picked by their first word',
      values: { day: '2031-05-13', incident: 'INC-436' },
      perform: async (person, app, values) => {
        const { day, incident } = values
        await person.command(
          `awk '{ n[$1]++ } END { for (a in n) print n[a], a }' logs/${day}.log | sort -n`,
        )
        await person.command(`mkdir evidence/${incident}`)
        await person.command(
          `awk '$1 == "198.51.100.4"' logs/${day}.log > evidence/${incident}/requests.log`,
        )
        await person.command(
          `grep -c . evidence/${incident}/requests.log > evidence/${incident}/count.txt`,
        )
        await block(person, values, '198.51.100.4')
      },
    },
  ],
  faults: [
    {
      name: 'the address of the demonstration is blocked again',
      kind: 'wrong record',
      values: other,
      perform: (person, app, values) => act(person, app, values, values, '203.0.113.9'),
    },
    {
      name: 'the address is misspelt in the list',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await look(person, values)
        await block(person, values, '192.0.2.7')
        await keep(person, values, '192.0.2.77')
      },
    },
    {
      name: 'the requests of a longer address are kept as well',
      kind: 'one field wrong',
      values: { day: '2031-05-13', incident: 'INC-436' },
      perform: async (person, app, values) => {
        await look(person, values)
        await block(person, values, '198.51.100.4')
        await person.command('mkdir -p evidence/INC-436')
        await person.command(
          'grep -F 198.51.100.4 logs/2031-05-13.log > evidence/INC-436/requests.log',
        )
        await person.command('wc -l < evidence/INC-436/requests.log > evidence/INC-436/count.txt')
      },
    },
    {
      name: 'nothing is kept',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await look(person, values)
        await block(person, values, '192.0.2.77')
        await person.command('mkdir -p evidence/INC-440')
      },
    },
    {
      name: 'the list is overwritten instead of extended',
      kind: 'other record touched',
      values: other,
      perform: async (person, app, values) => {
        await look(person, values)
        await person.command('echo "deny 192.0.2.77; # INC-440" > blocklist.conf')
        await keep(person, values, '192.0.2.77')
      },
    },
    {
      name: 'the address is blocked twice',
      kind: 'done twice',
      values: other,
      perform: async (person, app, values) => {
        await act(person, app, values)
        await block(person, values, '192.0.2.77')
      },
    },
    {
      name: 'the address is let in again',
      kind: 'undone after',
      values: other,
      perform: async (person, app, values) => {
        await act(person, app, values)
        await person.command("sed -i '/INC-440/d' blocklist.conf")
      },
    },
    {
      name: 'the log of another day is used',
      kind: 'wrong record',
      needs: 'request',
      values: other,
      does: { day: '2031-05-13' },
    },
    {
      name: 'the requests are emptied behind the screen',
      kind: 'empty or old file',
      values: other,
      behind: (app) => app.sh(': > evidence/INC-440/requests.log'),
    },
  ],
}
