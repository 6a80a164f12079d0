// A fix of main is taken into a release: its commit is found in the log, and the release gets a tag.

const FIXES = {
  'Round totals to cents': ['totals.py', 'round(total, 2)'],
  'Close the file after reading': ['reader.py', 'with open(name) as file:'],
  'Accept an empty basket': ['basket.py', 'if not items: return []'],
}

const hash = async (app, subject) =>
  (await app.sh(`git log main --format=%h --grep='^${subject}$'`)).trim()

async function look(person) {
  await person.command('git log --oneline main')
}

async function take(person, app, { release, fix }) {
  await person.command(`git switch release-${release}`)
  await person.command(`git cherry-pick ${await hash(app, fix)}`)
}

async function tag(person, { version }) {
  await person.command(`git tag -a v${version} -m "Release ${version}"`)
}

async function backport(person, app, values) {
  await look(person)
  await take(person, app, values)
  await tag(person, values)
  await person.command('git switch main')
}

/** Each branch as its subjects and files, each tag with what it marks, and where the folder is. */
async function read(app) {
  const git = async (line) => (await app.sh(`git ${line}`)).trim()
  const branches = {}
  for (const name of (await git("for-each-ref --format='%(refname:short)' refs/heads")).split('\n'))
    branches[name] = {
      log: (await git(`log --format=%s ${name}`)).split('\n'),
      files: (await git(`grep -n '' ${name}`)).split('\n').map((line) => line.split(':').slice(1)),
    }
  const tags = await git(
    "for-each-ref --format='%(refname:short) %(objecttype) %(contents:subject) %(*subject)' refs/tags",
  )
  return {
    branches,
    tags: tags.split('\n'),
    head: await git('rev-parse --abbrev-ref HEAD'),
    dirty: await git('status --porcelain'),
  }
}

function expected(before, { release, version, fix }, after) {
  const name = `release-${release}`
  const { log, files } = before.branches[name]
  const [file, line] = FIXES[fix]
  return {
    ...before,
    branches: {
      ...before.branches,
      [name]: {
        log: [fix, ...log],
        files: files.map((one) => (one[0] === file ? [file, '1', ...line.split(':')] : one)),
      },
    },
    tags: [...before.tags, `v${version} tag Release ${version} ${fix}`].sort(),
    head: after.head === name ? name : before.head,
  }
}

const asked = { release: '2.1', version: '2.1.5', fix: 'Close the file after reading' }
const old = { release: '1.9', version: '1.9.8', fix: 'Accept an empty basket' }

export default {
  app: 'shell',
  kinds: ['bash', 'git', 'read value'],
  watch: ['terminal'],
  goal: 'Take a fix of main into a release and tag it',
  prepare: async (app) => {
    await app.sh(`git init -q
echo 'print(total)' > totals.py; echo 'open(name)' > reader.py; echo 'items[0]' > basket.py
git add . && git commit -qm 'Shop'
git tag -a v1.9.7 -m 'Release 1.9.7' && git branch -q release-1.9
echo 'Shop 2' > README && git add . && git commit -qm 'Describe the shop'
git tag -a v2.1.4 -m 'Release 2.1.4' && git branch -q release-2.1`)
    for (const [subject, [file, line]] of Object.entries(FIXES)) {
      await app.sh(
        `echo '${subject}' >> ideas.txt && git add . && git commit -qm 'Think of: ${subject}'`,
      )
      await app.sh(`echo '${line}' > ${file} && git commit -qam '${subject}'`)
    }
  },
  read,
  values: { release: '2.1', version: '2.1.5', fix: 'Round totals to cents' },
  perform: backport,
  truth: {
    inputs: [
      { name: 'release', value: '2.1', forms: ['release-2.1'], source: 'given', changes: true },
      { name: 'version', value: '2.1.5', forms: ['v2.1.5'], source: 'given', changes: true },
      {
        name: 'fix',
        value: 'Round totals to cents',
        source: 'given',
        changes: true,
        optional: true,
      },
      { name: 'main', value: 'main', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the release has the fix', kind: 'command', values: ['release'] },
      { name: 'it is tagged', kind: 'command', values: ['version'] },
    ],
    expected,
    done: 'The newest commit of the release is the fix, the tag marks it, and main is as before',
  },
  right: [
    { name: 'another fix', values: asked },
    {
      name: 'another way: found by its subject, and the tag by the name of the branch',
      values: old,
      perform: async (person, app, { release, version, fix }) => {
        await person.command(`git checkout release-${release}`)
        await person.command(`git cherry-pick "$(git log main --format=%H --grep '^${fix}$')"`)
        await person.command('git checkout main')
        await person.command(`git tag -a -m 'Release ${version}' v${version} release-${release}`)
      },
    },
  ],
  faults: [
    {
      name: 'the whole main is merged',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await look(person)
        await person.command(`git switch release-${values.release}`)
        await person.command('git merge -q main')
        await tag(person, values)
        await person.command('git switch main')
      },
    },
    {
      name: 'the tag is made on main',
      kind: 'wrong record',
      values: asked,
      perform: async (person, app, values) => {
        await look(person)
        await take(person, app, values)
        await person.command('git switch main')
        await tag(person, values)
      },
    },
    {
      name: 'it is not tagged',
      kind: 'half done',
      values: old,
      perform: async (person, app, values) => {
        await look(person)
        await take(person, app, values)
        await person.command('git switch main')
      },
    },
    {
      name: 'the fix is taken back behind the screen',
      kind: 'says saved but is not',
      values: old,
      behind: async (app, { release }) => {
        await app.sh(`git branch -f release-${release} release-${release}~1`)
      },
    },
    {
      name: 'the commit beside the fix is taken',
      kind: 'wrong record',
      values: asked,
      perform: async (person, app, values) => {
        await look(person)
        await person.command(`git switch release-${values.release}`)
        await person.command(
          `git cherry-pick -X theirs ${await hash(app, 'Round totals to cents')}`,
        )
        await tag(person, values)
        await person.command('git switch main')
      },
    },
    {
      name: 'the fix is reverted after the tag',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await look(person)
        await take(person, app, values)
        await tag(person, values)
        await person.command('git revert --no-edit HEAD')
        await person.command('git switch main')
      },
    },
  ],
}
