// Two branches changed the same line of a settings file: the merge stops, the line is decided, and the
// merge is committed.

async function start(person, { branch }) {
  await person.command(`git merge ${branch}`)
  await person.command('git status --short')
}

async function decide(person, { port }) {
  await person.command(`printf 'host = 0.0.0.0\\nport = ${port}\\nworkers = 4\\n' > service.conf`)
}

async function finish(person, { branch }) {
  await person.command('git add service.conf')
  await person.command(`git commit -m "Merge ${branch}"`)
}

async function merge(person, app, values) {
  await start(person, values)
  await decide(person, values)
  await finish(person, values)
}

/** Files, what each branch holds, and how the last commit came to be. */
async function read(app) {
  const git = async (line) => (await app.sh(`git ${line}`)).trim()
  const branches = (await git("for-each-ref --format='%(refname:short)' refs/heads")).split('\n')
  const state = { files: await app.read(), head: await git('rev-parse --abbrev-ref HEAD') }
  state.dirty = await git('status --porcelain')
  state.last = await git('log -1 --format=%s')
  state.parents = (await git('log -1 --format=%P')).split(' ').length
  state.merged = (await git("branch --merged HEAD --format='%(refname:short)'")).split('\n').sort()
  state.branches = {}
  for (const branch of branches) state.branches[branch] = await git(`show ${branch}:service.conf`)
  return state
}

const asked = { branch: 'fast-start', port: '9200' }

export default {
  app: 'shell',
  kinds: ['bash', 'git'],
  watch: ['terminal'],
  goal: 'Merge a branch into main and decide which port stays',
  prepare: (app) =>
    app.sh(
      [
        'git init -q',
        "printf 'host = 0.0.0.0\\nport = 8000\\nworkers = 4\\n' > service.conf",
        'echo readme > README',
        'git add . && git commit -qm Start',
        'for b in more-memory:8100 fast-start:8300 new-logo:8700; do git checkout -qb ${b%%:*} main; sed -i "s/8000/${b#*:}/" service.conf; echo x > ${b%%:*}.txt; git add .; git commit -qm "Port of ${b%%:*}"; done',
        'git checkout -q main && sed -i s/8000/8500/ service.conf && git commit -qam "Another port"',
      ].join(' && '),
    ),
  read,
  values: { branch: 'more-memory', port: '9100' },
  perform: merge,
  truth: {
    inputs: [
      { name: 'branch', value: 'more-memory', source: 'given', changes: true },
      { name: 'port', value: '9100', source: 'given', changes: true },
      { name: 'file', value: 'service.conf', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the branch is merged', kind: 'command', values: ['branch'] },
      { name: 'the port is decided', kind: 'file', values: ['port'] },
    ],
    expected: (before, { branch, port }) => {
      const conf = `host = 0.0.0.0\nport = ${port}\nworkers = 4`
      const files = { ...before.files, 'service.conf': `${conf}\n`, [`${branch}.txt`]: 'x\n' }
      return {
        ...before,
        files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))),
        last: `Merge ${branch}`,
        parents: 2,
        merged: [...before.merged, branch].sort(),
        branches: { ...before.branches, main: conf },
      }
    },
    done: 'The branch is merged, nothing is left to commit, and service.conf has the port and no marks of a conflict',
  },
  right: [
    { name: 'another branch', values: asked },
    {
      name: 'another way: ours first, then sed, and commit -a',
      values: { branch: 'new-logo', port: '9300' },
      perform: async (person, app, { branch, port }) => {
        await person.command(`git merge ${branch}`)
        await person.command('git checkout --ours service.conf')
        await person.command(`sed -i 's/^port = .*/port = ${port}/' service.conf`)
        await person.command(`git commit -am 'Merge ${branch}'`)
      },
    },
  ],
  faults: [
    {
      name: 'the merge is aborted',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await start(person, values)
        await person.command('git merge --abort')
      },
    },
    {
      name: 'the merge is not committed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await start(person, values)
        await decide(person, values)
      },
    },
    {
      name: 'the marks of the conflict are committed',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await start(person, values)
        await finish(person, values)
      },
    },
    {
      name: 'another port is written',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { port: '9210' },
    },
    {
      name: 'another branch is merged',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { branch: 'new-logo' },
    },
    {
      name: 'main is taken back behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.sh('git reset -q --hard HEAD^1'),
    },
    {
      name: 'another branch is deleted',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sh('git branch -D new-logo'),
    },
  ],
}
