// A branch is merged that conflicts with main in one file; the branch is right, and is not needed afterwards.

const START = {
  'leaflet.txt': 'Welcome to the garden\nOpen all year\n',
  'terms.txt': 'Children pay half\nDogs stay outside\n',
}
const MAIN = {
  'leaflet.txt': 'Welcome to the garden\nOpen daily from nine\n',
  'terms.txt': 'Children pay half\nDogs on a lead\n',
}
const BRANCHES = {
  'wording-spring': ['leaflet.txt', 'Welcome to the garden\nOpen from March to October\n'],
  'wording-dogs': ['terms.txt', 'Children pay half\nSmall dogs are welcome\n'],
  'wording-autumn': ['leaflet.txt', 'Welcome to the garden\nClosed in November\n'],
}

async function resolve(person, { branch, message }, side = 'theirs') {
  const [file] = BRANCHES[branch]
  await person.command(`git merge ${branch}`)
  await person.command('git status --short')
  await person.command(`git checkout --${side} ${file}`)
  await person.command(`git add ${file}`)
  await person.command(`git commit -m "${message}"`)
}

async function merge(person, app, values) {
  await resolve(person, values)
  await person.command(`git branch -d ${values.branch}`)
}

/** Files, what main has, and the branches. */
async function read(app) {
  const git = async (line) => (await app.sh(`git ${line}`)).trim().split('\n')
  return {
    files: await app.read(),
    dirty: await git('status --porcelain'),
    head: await git('rev-parse --abbrev-ref HEAD'),
    message: await git('log -1 --format=%s main'),
    parents: (await git('log -1 --format=%P main'))[0].split(' ').length,
    subjects: (await git('log --format=%s main')).sort(),
    branches: await git("for-each-ref --format='%(refname:short)' refs/heads"),
  }
}

function expected(before, { branch, message }) {
  const [file, text] = BRANCHES[branch]
  return {
    ...before,
    files: { ...before.files, [file]: text },
    message: [message],
    parents: 2,
    subjects: [...before.subjects, `Work on ${branch}`, message].sort(),
    branches: before.branches.filter((name) => name !== branch),
  }
}

const write = (file, text) => `printf '${text.replaceAll('\n', '\\n')}' > ${file}`

export default {
  app: 'shell',
  kinds: ['fish', 'git'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Merge the branch of a colleague, and take its wording where it conflicts',
  prepare: async (app) => {
    const files = (texts) =>
      Object.entries(texts)
        .map(([file, text]) => write(file, text))
        .join('; ')
    await app.sh(`git init -q; ${files(START)}; git add .; git commit -qm Start`)
    for (const [branch, [file, text]] of Object.entries(BRANCHES))
      await app.sh(
        `git checkout -qb ${branch} main; ${write(file, text)}; git commit -qam 'Work on ${branch}'`,
      )
    await app.sh(`git checkout -q main; ${files(MAIN)}; git commit -qam 'Polish the texts'`)
  },
  read,
  values: { branch: 'wording-spring', message: 'Merge the opening hours of spring' },
  perform: merge,
  truth: {
    inputs: [
      { name: 'branch', value: 'wording-spring', source: 'given', changes: true },
      {
        name: 'message',
        value: 'Merge the opening hours of spring',
        source: 'given',
        changes: true,
      },
      { name: 'file', value: 'leaflet.txt', source: 'read', changes: true },
    ],
    effects: [
      { name: 'the wording of the branch is in the file', kind: 'file', values: [] },
      { name: 'the branch is merged', kind: 'command', values: ['message'] },
      { name: 'the branch is gone', kind: 'deleted', values: ['branch'] },
    ],
    expected,
    done: 'The last commit of main is the merge with its message, the file has the wording of the branch, and the branch does not exist any more',
  },
  right: [
    {
      name: 'another branch, which conflicts in another file',
      values: { branch: 'wording-dogs', message: 'Merge the rules for dogs' },
    },
    {
      name: 'another way: git prefers the branch by itself',
      values: { branch: 'wording-autumn', message: 'Merge the hours of autumn' },
      perform: async (person, app, { branch, message }) => {
        await person.command(`git merge -X theirs -m "${message}" ${branch}`)
        await person.command(`git branch --delete ${branch}`)
      },
    },
  ],
  faults: [
    {
      name: 'the wording of main is kept',
      kind: 'one field wrong',
      values: { branch: 'wording-dogs', message: 'Merge the rules for dogs' },
      perform: async (person, app, values) => {
        await resolve(person, values, 'ours')
        await person.command(`git branch -d ${values.branch}`)
      },
    },
    {
      name: 'the marks of the conflict are committed',
      kind: 'one field wrong',
      values: { branch: 'wording-dogs', message: 'Merge the rules for dogs' },
      perform: async (person, app, { branch, message }) => {
        await person.command(`git merge ${branch}`)
        await person.command(`git commit -am "${message}"`)
        await person.command(`git branch -d ${branch}`)
      },
    },
    {
      name: 'the merge is given up, and the branch removed',
      kind: 'undone after',
      values: { branch: 'wording-dogs', message: 'Merge the rules for dogs' },
      perform: async (person, app, { branch }) => {
        await person.command(`git merge ${branch}`)
        await person.command('git merge --abort')
        await person.command(`git branch -D ${branch}`)
      },
    },
    {
      name: 'the merge is not committed',
      kind: 'half done',
      values: { branch: 'wording-dogs', message: 'Merge the rules for dogs' },
      perform: async (person, app, { branch }) => {
        await person.command(`git merge ${branch}`)
        await person.command('git checkout --theirs terms.txt')
        await person.command('git add terms.txt')
        await person.command(`git branch -D ${branch}`)
      },
    },
    {
      name: 'the branch stays',
      kind: 'half done',
      values: { branch: 'wording-autumn', message: 'Merge the hours of autumn' },
      perform: (person, app, values) => resolve(person, values),
    },
    {
      name: 'another branch is removed as well',
      kind: 'other record touched',
      values: { branch: 'wording-autumn', message: 'Merge the hours of autumn' },
      perform: async (person, app, values) => {
        await merge(person, app, values)
        await person.command('git branch -D wording-dogs')
      },
    },
    {
      name: 'another branch is merged',
      kind: 'wrong record',
      needs: 'request',
      values: { branch: 'wording-autumn', message: 'Merge the hours' },
      does: { branch: 'wording-spring' },
    },
    {
      name: 'the merge is taken back afterwards',
      kind: 'undone after',
      values: { branch: 'wording-autumn', message: 'Merge the hours of autumn' },
      perform: async (person, app, values) => {
        await merge(person, app, values)
        await person.command('git reset --hard HEAD~1')
      },
    },
  ],
}
