// A file of services in JSON is changed by jq: how many copies of one run, and which image.

const STACK = {
  version: 3,
  services: {
    web: { image: 'registry.lan/web:2.3.0', replicas: 2, ports: ['80:8080'] },
    worker: { image: 'registry.lan/worker:1.9.4', replicas: 1 },
    mailer: { image: 'registry.lan/mailer:0.8.1', replicas: 1 },
    search: { image: 'registry.lan/search:5.0.2', replicas: 3 },
  },
}
const json = (value) => `${JSON.stringify(value, null, 2)}\n`

async function change(person, { service, replicas, tag }) {
  await person.command(
    `jq '.services.${service}.replicas = ${replicas} | .services.${service}.image = "registry.lan/${service}:${tag}"' stack.json > stack.new`,
  )
  await person.command('mv stack.new stack.json')
}

async function note(person, { service, replicas, tag }) {
  await person.command(`echo "${service} ${tag} x${replicas}" >> CHANGES`)
}

async function scale(person, app, values) {
  await person.command(`jq .services.${values.service} stack.json`)
  await change(person, values)
  await note(person, values)
}

const asked = { service: 'worker', replicas: '4', tag: '2.0.1' }
const search = { service: 'search', replicas: '6', tag: '5.1.0' }

export default {
  app: 'shell',
  kinds: ['zsh', 'JSON'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Give a service another version and number of copies',
  prepare: (app) =>
    app.sh(`cat > stack.json <<'END'\n${json(STACK)}END\necho 'search 5.0.2 x3' > CHANGES`),
  read: async (app) => {
    const files = await app.read()
    return { ...files, 'stack.json': JSON.parse(files['stack.json'] || 'null') }
  },
  values: { service: 'mailer', replicas: '3', tag: '0.9.0' },
  perform: scale,
  truth: {
    inputs: [
      { name: 'service', value: 'mailer', source: 'given', changes: true },
      { name: 'copies', value: '3', source: 'given', changes: true },
      { name: 'version', value: '0.9.0', source: 'given', changes: true },
      { name: 'registry', value: 'registry.lan', source: 'constant', changes: false },
    ],
    effects: [
      {
        name: 'the service has version and copies',
        kind: 'file',
        values: ['service', 'copies', 'version'],
      },
      { name: 'it is noted', kind: 'file', values: ['service', 'copies', 'version'] },
    ],
    expected: (before, { service, replicas, tag }) => ({
      CHANGES: `${before.CHANGES}${service} ${tag} x${replicas}\n`,
      'stack.json': {
        ...before['stack.json'],
        services: {
          ...before['stack.json'].services,
          [service]: {
            ...before['stack.json'].services[service],
            replicas: Number(replicas),
            image: `registry.lan/${service}:${tag}`,
          },
        },
      },
    }),
    done: 'stack.json has the version and the number of copies of the service, and CHANGES ends with them',
  },
  right: [
    { name: 'another service', values: asked },
    {
      name: 'another way: two calls with arguments, and tee',
      values: search,
      perform: async (person, app, { service, replicas, tag }) => {
        await person.command(
          `jq --argjson n ${replicas} '.services["${service}"].replicas = $n' stack.json > a.json`,
        )
        await person.command(
          `jq --arg image registry.lan/${service}:${tag} '.services["${service}"].image = $image' a.json > stack.json`,
        )
        await person.command('rm a.json')
        await person.command(`echo '${service} ${tag} x${replicas}' | tee -a CHANGES`)
      },
    },
  ],
  faults: [
    {
      name: 'the number becomes a text',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        const { service, replicas, tag } = values
        await person.command(
          `jq '.services.${service}.replicas = "${replicas}" | .services.${service}.image = "registry.lan/${service}:${tag}"' stack.json > stack.new`,
        )
        await person.command('mv stack.new stack.json')
        await note(person, values)
      },
    },
    {
      name: 'the copies of another service change',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        const { service, replicas, tag } = values
        await person.command(
          `jq '.services[].replicas = ${replicas} | .services.${service}.image = "registry.lan/${service}:${tag}"' stack.json > stack.new`,
        )
        await person.command('mv stack.new stack.json')
        await note(person, values)
      },
    },
    {
      name: 'the version stays as it was',
      kind: 'half done',
      values: search,
      perform: async (person, app, values) => {
        const { service, replicas } = values
        await person.command(
          `jq '.services.${service}.replicas = ${replicas}' stack.json > stack.new`,
        )
        await person.command('mv stack.new stack.json')
        await note(person, values)
      },
    },
    {
      name: 'the new file is not put in the place of the old one',
      kind: 'says saved but is not',
      values: search,
      perform: async (person, app, values) => {
        const { service, replicas, tag } = values
        await person.command(
          `jq '.services.${service}.replicas = ${replicas} | .services.${service}.image = "registry.lan/${service}:${tag}"' stack.json > stack.new`,
        )
        await note(person, values)
      },
    },
    {
      name: 'it is noted twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await scale(person, app, values)
        await note(person, values)
      },
    },
    {
      name: 'the file is emptied, as by a redirection into what is read',
      kind: 'empty or old file',
      values: search,
      perform: async (person, app, values) => {
        await person.command(
          `jq '.services.${values.service}.replicas = ${values.replicas}' stack.json >| stack.json`,
        )
        await note(person, values)
      },
    },
  ],
}
