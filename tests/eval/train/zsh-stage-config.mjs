// A stage of an application gets its settings: a file of variables, and a configuration that make writes from it.

const MAKEFILE = `include env/$(STAGE).env

out/$(STAGE).conf: app.conf.in env/$(STAGE).env
\tmkdir -p out
\tsed -e 's|@HOST@|$(HOST)|' -e 's|@WORKERS@|$(WORKERS)|' -e 's|@STAGE@|$(STAGE)|' app.conf.in > $@
`
const conf = ({ stage, host, workers }) =>
  `# ${stage}\nserver ${host}\nworkers ${workers}\ntimeout 30\n`
const env = ({ host, workers }) => `HOST=${host}\nWORKERS=${workers}\n`

async function settings(person, { stage, host, workers }) {
  await person.command(`echo HOST=${host} > env/${stage}.env`)
  await person.command(`echo WORKERS=${workers} >> env/${stage}.env`)
}

async function make(person, { stage }) {
  await person.command(`make STAGE=${stage} out/${stage}.conf`)
}

async function set(person, app, values) {
  await person.command('cat Makefile env/live.env')
  await settings(person, values)
  await make(person, values)
  await person.command(`diff out/live.conf out/${values.stage}.conf`)
}

const asked = { stage: 'staging', host: 'staging.mill.example', workers: '4' }
const demo = { stage: 'demo', host: 'show.mill.example', workers: '1' }

export default {
  app: 'shell',
  kinds: ['zsh', 'make', 'configuration'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Make the configuration of a stage with its host and number of workers',
  prepare: (app) =>
    app.sh(`mkdir env
cat > Makefile <<'END'
${MAKEFILE}END
printf '# @STAGE@\\nserver @HOST@\\nworkers @WORKERS@\\ntimeout 30\\n' > app.conf.in
printf 'HOST=www.mill.example\\nWORKERS=12\\n' > env/live.env
make -s STAGE=live out/live.conf`),
  values: { stage: 'test', host: 'test.mill.example', workers: '2' },
  perform: set,
  truth: {
    inputs: [
      { name: 'stage', value: 'test', source: 'given', changes: true },
      { name: 'host', value: 'test.mill.example', source: 'given', changes: true },
      { name: 'workers', value: '2', source: 'given', changes: true },
    ],
    literals: ['test.env', 'test.conf'],
    effects: [
      { name: 'the settings are written', kind: 'file', values: ['stage', 'host', 'workers'] },
      { name: 'the configuration is made', kind: 'file', values: ['stage', 'host', 'workers'] },
    ],
    expected: (before, values) =>
      Object.fromEntries(
        Object.entries({
          ...before,
          [`env/${values.stage}.env`]: env(values),
          [`out/${values.stage}.conf`]: conf(values),
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    done: 'The file of variables and the configuration of the stage have host and workers',
  },
  right: [
    { name: 'another stage', values: asked },
    {
      name: 'another way: a here-document, and make by a variable of the shell',
      values: demo,
      perform: async (person, app, { stage, host, workers }) => {
        await person.command(`cat > env/${stage}.env <<END\nHOST=${host}\nWORKERS=${workers}\nEND`)
        await person.command(`STAGE=${stage} make`)
      },
    },
  ],
  faults: [
    {
      name: 'it is not made',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => settings(person, values),
    },
    {
      name: 'it is made before the workers are set',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(`echo HOST=${values.host} > env/${values.stage}.env`)
        await make(person, values)
        await person.command(`echo WORKERS=${values.workers} >> env/${values.stage}.env`)
      },
    },
    {
      name: 'the host of the live stage',
      kind: 'one field wrong',
      values: demo,
      perform: async (person, app, values) => {
        await settings(person, { ...values, host: 'www.mill.example' })
        await make(person, values)
      },
    },
    {
      name: 'the number of workers is set twice',
      kind: 'done twice',
      values: demo,
      perform: async (person, app, values) => {
        await settings(person, values)
        await person.command(`echo WORKERS=${values.workers} >> env/${values.stage}.env`)
        await make(person, values)
      },
    },
    {
      name: 'the template is written over',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await set(person, app, values)
        await person.command(`cp out/${values.stage}.conf app.conf.in`)
      },
    },
    {
      name: 'the configuration is changed behind the screen',
      kind: 'says saved but is not',
      values: demo,
      behind: (app, { stage }) => app.sh(`sed -i s/30/3/ out/${stage}.conf`),
    },
  ],
}
