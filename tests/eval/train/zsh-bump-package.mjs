// A version in JSON, an entry with today's date at the top of a list of changes, and a Makefile that is given the version.

import { today } from '../support/today.mjs'

const PACKAGE = { name: 'labels', version: '2.3.1', private: true, scripts: { test: 'make check' } }
const CHANGES = '## 2.3.1 (2031-01-15)\n\n- Corners are round\n'
const PARTS = { 'src/one.txt': 'sheet A4\n', 'src/two.txt': 'sheet A5\n' }

async function bump(person, { version }) {
  await person.command(`sed -i 's/"version": ".*"/"version": "${version}"/' package.json`)
}

async function enter(person, { version, change }) {
  await person.command(
    `cat - CHANGELOG.md > CHANGELOG.new <<END
## ${version} ($(date +%F))

- ${change}

END`,
  )
  await person.command('mv CHANGELOG.new CHANGELOG.md')
}

async function build(person, { version }) {
  await person.command(`make dist VERSION=${version}`)
}

async function release(person, app, values) {
  await person.command('grep version package.json')
  await bump(person, values)
  await enter(person, values)
  await build(person, values)
}

const json = (version) => `${JSON.stringify({ ...PACKAGE, version }, null, 2)}\n`

const expected = (before, { version, change }) => ({
  ...before,
  'package.json': json(version),
  'CHANGELOG.md': `## ${version} (${today()})\n\n- ${change}\n\n${CHANGES}`,
  [`dist/labels-${version}.txt`]: `labels ${version}\n${Object.values(PARTS).join('')}`,
})

const asked = { version: '2.4.0', change: 'Labels can be printed on A6' }
const other = { version: '2.3.2', change: 'Umlauts are printed again' }

export default {
  app: 'shell',
  kinds: ['zsh', 'version', 'make', 'today'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Give the package a new version with an entry in the changelog, and build it',
  prepare: async (app) => {
    await app.sh('mkdir src dist; echo labels 2.3.1 > dist/labels-2.3.1.txt')
    const files = {
      ...PARTS,
      'package.json': json(PACKAGE.version),
      'CHANGELOG.md': CHANGES,
      Makefile:
        'dist:\n\t@test -n "$(VERSION)" || { echo "VERSION is missing"; exit 1; }\n\t(echo "labels $(VERSION)"; cat src/*.txt) > dist/labels-$(VERSION).txt\n\n.PHONY: dist\n',
    }
    for (const [name, text] of Object.entries(files))
      await app.sh(`cat > ${name} <<'END'\n${text}END\n`)
  },
  values: asked,
  perform: release,
  truth: {
    inputs: [
      { name: 'version', value: '2.4.0', source: 'given', changes: true },
      { name: 'change', value: asked.change, source: 'given', changes: true },
      { name: 'today', value: today(), source: 'derived', changes: true },
      { name: 'old version', value: '2.3.1', source: 'read', changes: true },
      { name: 'changelog', value: 'CHANGELOG.md', source: 'constant', changes: false },
    ],
    literals: ['labels-2.4.0.txt', 'VERSION=2.4.0'],
    effects: [
      { name: 'the package has the version', kind: 'file', values: ['version'] },
      { name: 'the changelog has an entry', kind: 'file', values: ['version', 'change'] },
      { name: 'the package is built', kind: 'file', values: ['version'] },
    ],
    expected,
    done: 'package.json has the new version, the changelog begins with an entry of today, and dist has a file of the version',
  },
  right: [
    { name: 'another version', values: other },
    {
      name: 'another way: a program of Python, and printf',
      values: { version: '3.0.0', change: 'Labels have two colours' },
      perform: async (person, app, values) => {
        const { version, change } = values
        await person.command(
          `python3 -c 'import json; p = json.load(open("package.json")); p["version"] = "${version}"; open("package.json", "w").write(json.dumps(p, indent=2) + "\\n")'`,
        )
        await person.command(
          `{ printf '## ${version} (%s)\\n\\n- ${change}\\n\\n' $(date +%Y-%m-%d); cat CHANGELOG.md } > new`,
        )
        await person.command('mv new CHANGELOG.md')
        await build(person, values)
      },
    },
  ],
  faults: [
    {
      name: 'the package keeps its version',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await enter(person, values)
        await build(person, values)
      },
    },
    {
      name: 'the old changes are lost',
      kind: 'other record touched',
      values: other,
      perform: async (person, app, values) => {
        await bump(person, values)
        await person.command(
          `echo "## ${values.version} ($(date +%F))\\n\\n- ${values.change}\\n" > CHANGELOG.md`,
        )
        await build(person, values)
      },
    },
    {
      name: 'the package is built without a version, which is refused',
      kind: 'says saved but is not',
      values: other,
      perform: async (person, app, values) => {
        await bump(person, values)
        await enter(person, values)
        await person.command('make dist')
      },
    },
    {
      name: 'the entry stands there twice',
      kind: 'done twice',
      values: other,
      perform: async (person, app, values) => {
        await bump(person, values)
        await enter(person, values)
        await enter(person, values)
        await build(person, values)
      },
    },
    {
      name: 'the old version is built again',
      kind: 'wrong record',
      values: other,
      perform: async (person, app, values) => {
        await bump(person, values)
        await enter(person, values)
        await build(person, { version: '2.3.1' })
      },
    },
    {
      name: 'the entry has another version than the package',
      kind: 'one field wrong',
      values: other,
      perform: async (person, app, values) => {
        await bump(person, values)
        await enter(person, { ...values, version: '2.3.3' })
        await build(person, values)
      },
    },
    {
      name: 'another version is made than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: other,
      does: { version: '2.4.0' },
    },
    {
      name: 'what was built is empty',
      kind: 'empty or old file',
      values: other,
      behind: (app) => app.sh(': > dist/labels-2.3.2.txt'),
    },
    {
      name: 'the version is put back',
      kind: 'undone after',
      values: other,
      perform: async (person, app, values) => {
        await release(person, app, values)
        await bump(person, { version: '2.3.1' })
      },
    },
  ],
}
