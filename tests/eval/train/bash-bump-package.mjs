// A Node project: the version is raised, the tests run, and the package is packed.

async function raise(person, { version }) {
  await person.command(`npm version ${version} --no-git-tag-version`)
}

async function note(person, { version, change }) {
  await person.command(`sed -i '1i ## ${version}\\n- ${change}\\n' CHANGES.md`)
}

async function publish(person, app, values) {
  await raise(person, values)
  await note(person, values)
  await person.command('node --test')
  await person.command('npm pack --silent --pack-destination out')
}

/** Files, and what is inside of each package instead of its bytes. */
async function read(app) {
  const files = await app.read()
  const packages = {}
  for (const name of Object.keys(files))
    if (name.endsWith('.tgz')) {
      delete files[name]
      packages[name] = JSON.parse(await app.sh(`tar -xOzf ${name} package/package.json`)).version
    }
  files['package.json'] = JSON.parse(files['package.json'])
  return { files, packages }
}

const asked = { version: '2.5.0', change: 'Weighs parcels in grams' }

export default {
  app: 'shell',
  kinds: ['bash', 'Node project'],
  watch: ['terminal'],
  goal: 'Raise the version of the package, note the change and pack it',
  prepare: (app) =>
    app.sh(
      [
        'mkdir out test',
        `printf '{\\n  "name": "parcels",\\n  "version": "2.3.1",\\n  "main": "index.js"\\n}\\n' > package.json`,
        `printf 'exports.weigh = (list) => list.reduce((sum, one) => sum + one, 0)\\n' > index.js`,
        `printf "const test = require('node:test')\\nconst assert = require('node:assert')\\ntest('weighs', () => assert.equal(require('..').weigh([2, 3]), 5))\\n" > test/weigh.test.js`,
        `printf '## 2.3.1\\n- First\\n' > CHANGES.md`,
        'npm pack --silent --pack-destination out',
      ].join(' && '),
    ),
  read,
  values: { version: '2.4.0', change: 'Reads lists of parcels' },
  perform: publish,
  truth: {
    inputs: [
      { name: 'version', value: '2.4.0', forms: ['v2.4.0'], source: 'given', changes: true },
      { name: 'change', value: 'Reads lists of parcels', source: 'given', changes: true },
      { name: 'folder', value: 'out', source: 'constant', changes: false },
    ],
    literals: ['parcels-2.4.0.tgz'],
    effects: [
      { name: 'the version is in package.json', kind: 'file', values: ['version'] },
      { name: 'the change is noted', kind: 'file', values: ['version', 'change'] },
      { name: 'the package is packed', kind: 'file', values: ['version'] },
    ],
    expected: (before, { version, change }) => ({
      files: {
        ...before.files,
        'CHANGES.md': `## ${version}\n- ${change}\n\n${before.files['CHANGES.md']}`,
        'package.json': { ...before.files['package.json'], version },
      },
      packages: { ...before.packages, [`out/parcels-${version}.tgz`]: version },
    }),
    done: 'package.json and CHANGES.md have the version, and out has the package of it',
  },
  right: [
    { name: 'another version', values: asked },
    {
      name: 'another way: jq and a here document, the change first',
      values: { version: '3.0.0', change: 'Drops ounces' },
      perform: async (person, app, { version, change }) => {
        await person.command(
          `printf '## ${version}\\n- ${change}\\n\\n' | cat - CHANGES.md > new.md && mv new.md CHANGES.md`,
        )
        await person.command(
          `jq '.version = "${version}"' package.json > new.json && mv new.json package.json`,
        )
        await person.command('node --test test/weigh.test.js')
        await person.command('npm pack --pack-destination=out')
      },
    },
  ],
  faults: [
    {
      name: 'it is packed before the version is raised',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await person.command('npm pack --silent --pack-destination out')
        await raise(person, values)
        await note(person, values)
        await person.command('node --test')
      },
    },
    {
      name: 'the change is not noted',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await raise(person, values)
        await person.command('node --test')
        await person.command('npm pack --silent --pack-destination out')
      },
    },
    {
      name: 'the note has another version',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await raise(person, values)
        await note(person, { ...values, version: '2.50.0' })
        await person.command('node --test')
        await person.command('npm pack --silent --pack-destination out')
      },
    },
    {
      name: 'another version is made than was asked for',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { version: '2.4.5' },
    },
    {
      name: 'the package is deleted afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await publish(person, app, values)
        await person.command(`rm out/parcels-${values.version}.tgz`)
      },
    },
    {
      name: 'the version is set back behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.sh(`sed -i 's/"version": ".*"/"version": "2.3.1"/' package.json`),
    },
    {
      name: 'the package of before is gone',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sh('rm out/parcels-2.3.1.tgz'),
    },
  ],
}
