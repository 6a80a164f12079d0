// A number in a JSON file is changed by jq and a file in between; the values are in variables of the shell.

const CLIENTS = [
  { name: 'atlas', limit: 200, burst: 20, active: true },
  { name: 'hermes', limit: 350, burst: 40, active: true },
  { name: 'juno', limit: 50, burst: 5, active: false },
  { name: 'orion', limit: 200, burst: 35, active: true },
]
const FILE = 'gateway/clients.json'

const json = (value) => `${JSON.stringify(value, null, 2)}\n`
const FILTER = '(.clients[] | select(.name == $client) | .limit) = $limit'

async function name(person, { client, limit }) {
  await person.command('cd gateway')
  await person.command(`client=${client}`)
  await person.command(`limit=${limit}`)
}

async function set(person, filter = FILTER, kind = '--argjson') {
  await person.command(
    `jq --arg client "$client" ${kind} limit "$limit" '${filter}' clients.json > clients.tmp`,
  )
  await person.command('mv clients.tmp clients.json')
}

async function list(person) {
  await person.command(`jq -r '.clients[] | [.name, .limit] | @tsv' clients.json > limits.tsv`)
}

async function change(person, app, values) {
  await name(person, values)
  await person.command(`jq '.clients[] | select(.name == "${values.client}")' clients.json`)
  await set(person)
  await list(person)
  await person.command('cd ..')
}

function expected(before, { client, limit }) {
  const state = JSON.parse(before[FILE])
  state.clients.find((one) => one.name === client).limit = Number(limit)
  return {
    ...before,
    [FILE]: json(state),
    'gateway/limits.tsv': state.clients.map((one) => `${one.name}\t${one.limit}\n`).join(''),
  }
}

const other = { client: 'hermes', limit: '500' }

export default {
  app: 'shell',
  kinds: ['bash', 'jq', 'variables'],
  watch: ['terminal'],
  goal: 'Give a client of the gateway another limit, and write the list of limits again',
  prepare: async (app) => {
    await app.sh('mkdir gateway')
    await app.sh(`cat > ${FILE} <<'END'\n${json({ version: 7, clients: CLIENTS })}END\n`)
    await app.sh(
      "cd gateway && jq -r '.clients[] | [.name, .limit] | @tsv' clients.json > limits.tsv",
    )
  },
  values: { client: 'orion', limit: '420' },
  perform: change,
  truth: {
    inputs: [
      { name: 'client', value: 'orion', source: 'given', changes: true },
      { name: 'limit', value: '420', source: 'given', changes: true },
      { name: 'old limit', value: '200', source: 'read', changes: true },
      { name: 'file', value: 'clients.json', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the client has the limit', kind: 'file', values: ['client', 'limit'] },
      { name: 'the list has the limit', kind: 'file', values: ['client', 'limit'] },
    ],
    expected,
    done: 'clients.json and limits.tsv show the new limit of the client and the old ones of all others',
  },
  right: [
    { name: 'another client', values: { client: 'hermes', limit: '500' } },
    {
      name: 'another way: without variables, in one line, from outside the folder',
      values: { client: 'atlas', limit: '275' },
      perform: async (person, app, { client, limit }) => {
        await person.command(
          `jq '.clients |= map(if .name == "${client}" then .limit = ${limit} else . end)' ${FILE} > new.json && mv new.json ${FILE}`,
        )
        await person.command(
          `jq -r '.clients[] | "\\(.name)\\t\\(.limit)"' ${FILE} > gateway/limits.tsv`,
        )
      },
    },
    {
      name: 'another way: a program of Python',
      values: { client: 'juno', limit: '90' },
      perform: async (person, app, { client, limit }) => {
        await person.command('cd gateway')
        await person.command(`python3 - <<'END'
import json
state = json.load(open("clients.json"))
for one in state["clients"]:
    if one["name"] == "${client}":
        one["limit"] = ${limit}
with open("clients.json", "w") as file:
    file.write(json.dumps(state, indent=2) + "\\n")
END`)
        await list(person)
      },
    },
  ],
  faults: [
    {
      name: 'the file in between is not moved',
      kind: 'says saved but is not',
      values: other,
      perform: async (person, app, values) => {
        await name(person, values)
        await person.command(
          `jq --arg client "$client" --argjson limit "$limit" '${FILTER}' clients.json`,
        )
        await list(person)
      },
    },
    {
      name: 'the client is misspelt, so nothing changes',
      kind: 'says saved but is not',
      values: other,
      perform: async (person, app, values) => {
        await name(person, { ...values, client: 'hermse' })
        await set(person)
        await list(person)
      },
    },
    {
      name: 'the wrong number of the client is changed',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await name(person, values)
        await set(person, FILTER.replace('.limit)', '.burst)'))
        await list(person)
      },
    },
    {
      name: 'the limit becomes a text',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await name(person, values)
        await set(person, FILTER, '--arg')
        await list(person)
      },
    },
    {
      name: 'every client gets the limit',
      kind: 'other record touched',
      values: other,
      perform: async (person, app, values) => {
        await name(person, values)
        await set(person, '.clients[].limit = $limit')
        await list(person)
      },
    },
    {
      name: 'the list is not written again',
      kind: 'empty or old file',
      values: other,
      perform: async (person, app, values) => {
        await name(person, values)
        await set(person)
      },
    },
    {
      name: 'jq writes into the file that it reads, which empties it',
      kind: 'empty or old file',
      values: other,
      perform: async (person, app, values) => {
        await name(person, values)
        await person.command(
          `jq --arg client "$client" --argjson limit "$limit" '${FILTER}' clients.json > clients.json`,
        )
        await list(person)
      },
    },
    {
      name: 'the limit is put back',
      kind: 'undone after',
      values: other,
      perform: async (person, app, values) => {
        await name(person, values)
        await set(person)
        await list(person)
        await person.command('limit=350')
        await set(person)
      },
    },
    {
      name: 'another client gets the limit',
      kind: 'wrong record',
      needs: 'request',
      values: other,
      does: { client: 'atlas' },
    },
    {
      name: 'another client is removed behind the screen',
      kind: 'other record touched',
      values: other,
      behind: (app) =>
        app.sh(
          `jq 'del(.clients[] | select(.name == "juno"))' ${FILE} > new.json; mv new.json ${FILE}`,
        ),
    },
  ],
}
