// A release is cut with git: one version is in a branch, a file, a message and a tag.

async function release(person, app, { version }) {
  await person.command(`git checkout -b release/${version}`)
  await person.command(`echo ${version} > VERSION`)
  await person.command(`git commit -am "Release ${version}"`)
  await person.command(`git tag v${version}`)
}

/** Files, the branch that is checked out, and what each branch and tag holds. */
async function read(app) {
  const git = async (line) => (await app.sh(`git ${line}`)).trim()
  const refs = (await git("for-each-ref --format='%(refname)'")).split('\n').filter(Boolean)
  const state = {
    files: await app.read(),
    head: await git('rev-parse --abbrev-ref HEAD'),
    refs: {},
  }
  state.dirty = await git('status --porcelain')
  for (const ref of refs)
    state.refs[ref] = {
      version: await git(`show ${ref}:VERSION`),
      messages: (await git(`log --format=%s ${ref}`)).split('\n'),
    }
  return state
}

export default {
  app: 'shell',
  kinds: ['bash'],
  watch: ['terminal'],
  goal: 'Cut a release of the project',
  prepare: (app) =>
    app.sh(
      'git init -q && echo 1.3 > VERSION && echo notes > NOTES && git add . && git commit -qm Start && git tag v1.3',
    ),
  read,
  values: { version: '1.4' },
  perform: release,
  truth: {
    inputs: [{ name: 'version', value: '1.4', forms: ['v1.4'], source: 'given', changes: true }],
    literals: ['release/1.4', 'v1.4'],
    effects: [
      { name: 'the branch exists', kind: 'command', values: ['version'] },
      { name: 'the tag exists', kind: 'command', values: ['version'] },
      { name: 'the version is committed', kind: 'file', values: ['version'] },
    ],
    expected: (before, { version }) => {
      const released = {
        version,
        messages: [`Release ${version}`, ...before.refs['refs/heads/main'].messages],
      }
      const refs = {
        ...before.refs,
        [`refs/heads/release/${version}`]: released,
        [`refs/tags/v${version}`]: released,
      }
      return {
        ...before,
        files: { ...before.files, VERSION: `${version}\n` },
        head: `release/${version}`,
        refs: Object.fromEntries(Object.entries(refs).sort(([a], [b]) => (a < b ? -1 : 1))),
      }
    },
    done: 'git shows the branch and the tag of the version, and VERSION contains it',
  },
  right: [
    { name: 'another version', values: { version: '2.0' } },
    {
      name: 'another way: switch -c, printf, commit and tag in one line',
      values: { version: '1.5' },
      perform: async (person, app, { version }) => {
        await person.command(`git switch -c release/${version}`)
        await person.command(`printf '${version}\\n' > VERSION`)
        await person.command(`git commit -a -m 'Release ${version}' && git tag v${version}`)
      },
    },
  ],
  faults: [
    {
      name: 'the tag is deleted afterwards',
      kind: 'undone after',
      values: { version: '2.1' },
      perform: async (person, app, values) => {
        await release(person, app, values)
        await person.command(`git tag -d v${values.version}`)
      },
    },
    {
      name: 'the change is not committed',
      kind: 'half done',
      values: { version: '2.2' },
      perform: async (person, app, { version }) => {
        await person.command(`git checkout -b release/${version}`)
        await person.command(`echo ${version} > VERSION`)
        await person.command(`git tag v${version}`)
      },
    },
    {
      name: 'the file holds an older version',
      kind: 'one field wrong',
      values: { version: '2.3' },
      perform: async (person, app, { version }) => {
        await person.command(`git checkout -b release/${version}`)
        await person.command('echo 2.2 > VERSION')
        await person.command(`git commit -am "Release ${version}"`)
        await person.command(`git tag v${version}`)
      },
    },
    {
      name: 'another version is released',
      kind: 'wrong record',
      needs: 'request',
      values: { version: '3.0' },
      does: { version: '2.9' },
    },
    {
      name: 'the branch is reset behind the screen',
      kind: 'says saved but is not',
      values: { version: '2.4' },
      behind: (app) => app.sh('git reset -q --hard HEAD~1'),
    },
    {
      name: 'the old tag is moved',
      kind: 'other record touched',
      values: { version: '2.5' },
      behind: (app) => app.sh('git tag -f v1.3 HEAD'),
    },
  ],
}
