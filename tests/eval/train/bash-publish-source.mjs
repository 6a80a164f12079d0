// The notes of a release come from the log between two tags, its source goes into an archive of git, and a
// checksum beside it.

const LOG = [
  ['v0.8', 'Start the crate list'],
  [undefined, 'Weigh each crate'],
  ['v0.9', 'Print labels'],
  [undefined, 'Refuse a crate without a label'],
  [undefined, 'Sort crates by weight'],
  ['v1.0', 'Read weights with a comma'],
  [undefined, 'Draw a plan of the truck'],
  ['v1.1', 'Warn of a full truck'],
]
const TAGS = LOG.map(([tag]) => tag).filter(Boolean)
const between = (old, version) => {
  const at = (tag) => LOG.findIndex(([one]) => one === `v${tag}`)
  return LOG.slice(at(old) + 1, at(version) + 1).map(([, subject]) => subject)
}

async function notes(person, { old, version }) {
  await person.command(
    `git log --reverse --format='- %s' v${old}..v${version} > dist/notes-${version}.md`,
  )
}

async function pack(person, { version }) {
  await person.command(
    `git archive --prefix=crates-${version}/ -o dist/crates-${version}.tar v${version}`,
  )
}

async function sum(person, { version }) {
  await person.command(`cd dist && sha256sum crates-${version}.tar >> SHA256SUMS; cd ..`)
}

async function publish(person, app, values) {
  await person.command('git tag')
  await notes(person, values)
  await pack(person, values)
  await sum(person, values)
}

async function read(app) {
  const files = await app.read()
  for (const file of Object.keys(files))
    if (file.endsWith('.tar')) {
      const list = await app.sh(`tar xOf ${file} --wildcards '*/list.txt'`).catch(() => 'damaged')
      const names = await app.sh(`tar tf ${file}`).catch(() => 'damaged')
      files[file] = { list, names: names.trim().split('\n').sort() }
    }
  const right = await app.sh('cd dist; sha256sum -c SHA256SUMS 2>&1 | sort').catch(() => 'wrong')
  const sums = (files['dist/SHA256SUMS'] ?? '').split('\n').map((line) => line.split('  ')[1] ?? '')
  const tags = await app.sh('git tag')
  return {
    files: { ...files, 'dist/SHA256SUMS': sums },
    right,
    tags,
    dirty: await app.sh('git status --porcelain'),
  }
}

function expected(before, { old, version }) {
  const name = `crates-${version}`
  const upTo = LOG.slice(0, LOG.findIndex(([tag]) => tag === `v${version}`) + 1)
  return {
    ...before,
    files: Object.fromEntries(
      Object.entries({
        ...before.files,
        [`dist/notes-${version}.md`]: between(old, version)
          .map((one) => `- ${one}\n`)
          .join(''),
        [`dist/${name}.tar`]: {
          list: upTo.map(([, subject]) => `${subject}\n`).join(''),
          names: [`${name}/`, `${name}/.gitignore`, `${name}/list.txt`],
        },
        'dist/SHA256SUMS': [...before.files['dist/SHA256SUMS'].slice(0, -1), `${name}.tar`, ''],
      }).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    right: [before.right.trim(), `${name}.tar: OK`]
      .sort()
      .map((line) => `${line}\n`)
      .join(''),
  }
}

const asked = { old: '0.9', version: '1.0' }
const newest = { old: '1.0', version: '1.1' }

export default {
  app: 'shell',
  kinds: ['bash', 'git', 'tar', 'checksums'],
  watch: ['terminal'],
  goal: 'Publish the source of a version with notes of what changed since another one',
  prepare: async (app) => {
    await app.sh('git init -q; echo dist > .gitignore; mkdir dist')
    for (const [tag, subject] of LOG) {
      await app.sh(`echo '${subject}' >> list.txt; git add .; git commit -qm '${subject}'`)
      if (tag) await app.sh(`git tag ${tag}`)
    }
    await app.sh(
      'git archive --prefix=crates-0.8/ -o dist/crates-0.8.tar v0.8; cd dist; sha256sum crates-0.8.tar > SHA256SUMS',
    )
  },
  read,
  values: { old: TAGS[0].slice(1), version: TAGS[1].slice(1) },
  perform: publish,
  truth: {
    inputs: [
      { name: 'version', value: '0.9', forms: ['v0.9'], source: 'given', changes: true },
      { name: 'since', value: '0.8', forms: ['v0.8'], source: 'given', changes: true },
    ],
    literals: ['crates-0.9', 'notes-0.9.md'],
    effects: [
      { name: 'the notes are written', kind: 'file', values: ['version'] },
      { name: 'the source is packed', kind: 'file', values: ['version'] },
      { name: 'its sum is noted', kind: 'file', values: ['version'] },
    ],
    expected,
    done: 'The notes name each change since the other version, the archive has the source of the version, and its sum is right',
  },
  right: [
    { name: 'another version', values: asked },
    {
      name: 'another way: the range with a hat, tar of a working tree',
      values: newest,
      perform: async (person, app, { old, version }) => {
        await person.command(
          `git log --reverse --pretty='format:- %s%n' v${version} ^v${old} | grep . > dist/notes-${version}.md`,
        )
        await person.command(
          `git archive --format=tar --prefix=crates-${version}/ v${version} > dist/crates-${version}.tar`,
        )
        await person.command('cd dist')
        await person.command(`sha256sum crates-${version}.tar | tee -a SHA256SUMS`)
        await person.command('cd ..')
      },
    },
  ],
  faults: [
    {
      name: 'the notes begin too early',
      kind: 'one field wrong',
      values: newest,
      does: { old: '0.9' },
    },
    {
      name: 'the source of the newest commit is packed',
      kind: 'wrong record',
      values: asked,
      perform: async (person, app, values) => {
        await notes(person, values)
        await person.command(
          `git archive --prefix=crates-${values.version}/ -o dist/crates-${values.version}.tar HEAD`,
        )
        await sum(person, values)
      },
    },
    {
      name: 'no sum is noted',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await notes(person, values)
        await pack(person, values)
      },
    },
    {
      name: 'the sums of before are lost',
      kind: 'other record touched',
      values: newest,
      perform: async (person, app, values) => {
        await notes(person, values)
        await pack(person, values)
        await person.command(
          `cd dist && sha256sum crates-${values.version}.tar > SHA256SUMS; cd ..`,
        )
      },
    },
    {
      name: 'the notes are empty',
      kind: 'empty or old file',
      values: asked,
      perform: async (person, app, values) => {
        await person.command(
          `git log --reverse --format='- %s' v${values.version}..v${values.old} > dist/notes-${values.version}.md`,
        )
        await pack(person, values)
        await sum(person, values)
      },
    },
    {
      name: 'the archive is packed anew after its sum was noted',
      kind: 'says saved but is not',
      values: newest,
      behind: (app, { version }) =>
        app.sh(`git archive --prefix=crates-${version}/ -o dist/crates-${version}.tar v0.9`),
    },
  ],
}
