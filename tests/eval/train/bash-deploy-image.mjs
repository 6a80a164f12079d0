// Two values of a YAML file are changed in a folder of their own; all files together become another one.

const REGISTRY = 'registry.hafen.example'
const services = { catalog: ['2.7.0', 2], mailer: ['1.4.2', 1], search: ['5.0.3', 3] }

const yaml = (service, version, replicas) =>
  `name: ${service}\nimage: ${REGISTRY}/${service}:${version}\nreplicas: ${replicas}\nmemory: 512Mi\n`

async function change(person, { service, version, replicas }) {
  await person.command('cd deploy')
  await person.command(
    `sed -i 's|image: .*|image: ${REGISTRY}/${service}:${version}|' ${service}.yaml`,
  )
  await person.command(`sed -i 's/^replicas: .*/replicas: ${replicas}/' ${service}.yaml`)
  await person.command(`cat ${service}.yaml`)
}

async function render(person) {
  await person.command('cat *.yaml > ../rendered.yaml')
  await person.command('cd ..')
}

async function note(person, { service, version, replicas }) {
  await person.command(`echo "${service} ${version} on ${replicas}" >> deploys.log`)
}

async function deploy(person, app, values) {
  await change(person, values)
  await render(person)
  await note(person, values)
}

function expected(before, { service, version, replicas }) {
  const state = {
    ...before,
    [`deploy/${service}.yaml`]: yaml(service, version, replicas),
    'deploys.log': `${before['deploys.log']}${service} ${version} on ${replicas}\n`,
  }
  state['rendered.yaml'] = Object.keys(services)
    .map((name) => state[`deploy/${name}.yaml`])
    .join('')
  return state
}

export default {
  app: 'shell',
  kinds: ['bash', 'configuration'],
  watch: ['terminal'],
  goal: 'Deploy another version of a service, and set how many copies of it run',
  prepare: async (app) => {
    await app.sh("mkdir deploy && echo 'mailer 1.4.2 on 1' > deploys.log")
    for (const [service, [version, replicas]] of Object.entries(services))
      await app.sh(`cat > deploy/${service}.yaml <<'END'\n${yaml(service, version, replicas)}END\n`)
    await app.sh('cat deploy/*.yaml > rendered.yaml')
  },
  values: { service: 'catalog', version: '2.8.1', replicas: '4' },
  perform: deploy,
  truth: {
    inputs: [
      { name: 'service', value: 'catalog', source: 'given', changes: true },
      { name: 'version', value: '2.8.1', source: 'given', changes: true },
      { name: 'replicas', value: '4', source: 'given', changes: true },
      { name: 'registry', value: REGISTRY, source: 'constant', changes: false },
      { name: 'log', value: 'deploys.log', source: 'constant', changes: false },
    ],
    literals: ['catalog.yaml', 'catalog:2.8.1'],
    effects: [
      {
        name: 'the file of the service is changed',
        kind: 'file',
        values: ['service', 'version', 'replicas'],
      },
      {
        name: 'the rendered file has the new values',
        kind: 'file',
        values: ['service', 'version'],
      },
      {
        name: 'the deployment is logged',
        kind: 'file',
        values: ['service', 'version', 'replicas'],
      },
    ],
    expected,
    done: 'The file of the service and rendered.yaml contain the new version and number of copies, and the log has a line',
  },
  right: [
    { name: 'another service', values: { service: 'search', version: '5.1.0', replicas: '6' } },
    {
      name: 'another way: both changes at once, without changing the folder',
      values: { service: 'mailer', version: '1.5.0', replicas: '2' },
      perform: async (person, app, values) => {
        const { service, version, replicas } = values
        await person.command(
          `sed -i -e 's|/${service}:.*|/${service}:${version}|' -e 's/replicas: [0-9]*/replicas: ${replicas}/' deploy/${service}.yaml`,
        )
        await person.command('cat deploy/catalog.yaml deploy/mailer.yaml deploy/search.yaml > all')
        await person.command('mv all rendered.yaml')
        await note(person, values)
      },
    },
    {
      name: 'the same number of copies as before',
      values: { service: 'search', version: '5.0.4', replicas: '3' },
    },
  ],
  faults: [
    {
      name: 'the key is misspelt, so the version stays',
      kind: 'says saved but is not',
      values: { service: 'search', version: '5.1.0', replicas: '6' },
      perform: async (person, app, values) => {
        const { service, version, replicas } = values
        await person.command('cd deploy')
        await person.command(
          `sed -i 's|imgae: .*|imgae: ${REGISTRY}/${service}:${version}|' ${service}.yaml`,
        )
        await person.command(`sed -i 's/^replicas: .*/replicas: ${replicas}/' ${service}.yaml`)
        await render(person)
        await note(person, values)
      },
    },
    {
      name: 'the rendered file stays as it was',
      kind: 'empty or old file',
      values: { service: 'search', version: '5.1.0', replicas: '6' },
      perform: async (person, app, values) => {
        await change(person, values)
        await person.command('cd ..')
        await note(person, values)
      },
    },
    {
      name: 'the number of copies is changed in every service',
      kind: 'other record touched',
      values: { service: 'catalog', version: '2.9.0', replicas: '5' },
      perform: async (person, app, values) => {
        await change(person, values)
        await person.command(`sed -i 's/^replicas: .*/replicas: ${values.replicas}/' *.yaml`)
        await render(person)
        await note(person, values)
      },
    },
    {
      name: 'it is logged twice',
      kind: 'done twice',
      values: { service: 'catalog', version: '2.9.0', replicas: '5' },
      perform: async (person, app, values) => {
        await deploy(person, app, values)
        await note(person, values)
      },
    },
    {
      name: 'the file gets its old version again',
      kind: 'undone after',
      values: { service: 'mailer', version: '1.5.0', replicas: '2' },
      perform: async (person, app, values) => {
        await deploy(person, app, values)
        await person.command("sed -i 's/mailer:1.5.0/mailer:1.4.2/' deploy/mailer.yaml")
      },
    },
    {
      name: 'the log has another version than the file',
      kind: 'one field wrong',
      values: { service: 'mailer', version: '1.5.0', replicas: '2' },
      perform: async (person, app, values) => {
        await change(person, values)
        await render(person)
        await note(person, { ...values, version: '1.50' })
      },
    },
    {
      name: 'another service is deployed',
      kind: 'wrong record',
      needs: 'request',
      values: { service: 'mailer', version: '1.5.0', replicas: '2' },
      does: { service: 'search' },
    },
    {
      name: 'the rendered file is emptied behind the screen',
      kind: 'empty or old file',
      values: { service: 'search', version: '5.1.0', replicas: '6' },
      behind: (app) => app.sh(': > rendered.yaml'),
    },
  ],
}
