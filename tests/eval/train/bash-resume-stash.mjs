// Work that was put aside is taken up again: its number is read in the list of stashes, and it gets a
// branch of its own.

/** What was put aside, the newest first, as `git stash list` numbers it. */
const STASHES = [
  { topic: 'half a page about gift cards', file: 'gifts.html', text: '<h1>Gift cards</h1>' },
  { topic: 'longer opening hours', file: 'hours.txt', text: 'Mon-Sat 9-20' },
  { topic: 'prices of the autumn tea', file: 'prices.csv', text: 'tea,7.40' },
  { topic: 'larger map', file: 'map.html', text: '<img src="map.png" width="900">' },
]

const numberOf = (topic) => STASHES.findIndex((one) => one.topic === topic)

async function look(person, { topic }) {
  await person.command('git stash list')
  await person.command(`git stash show -p stash@{${numberOf(topic)}}`)
}

async function commit(person, { message }) {
  await person.command(`git commit -am "${message}"`)
}

async function resume(person, app, values) {
  await person.command('git status --short')
  await look(person, values)
  await person.command(`git stash branch ${values.branch} stash@{${numberOf(values.topic)}}`)
  await person.command('git diff --stat')
  await commit(person, values)
  await person.command('git switch main')
}

/** Files, stashes, and what each branch adds to main, wherever it begins. */
async function read(app) {
  const git = async (line) => (await app.sh(`git ${line}`)).trim()
  const names = (await git("for-each-ref --format='%(refname:short)' refs/heads")).split('\n')
  const branches = {}
  for (const name of names.filter((one) => one !== 'main'))
    branches[name] = {
      commits: (await git(`log --format=%s main..${name}`)).split('\n'),
      changes: (await git(`diff --unified=0 main...${name}`))
        .split('\n')
        .filter((line) => /^[+-]/.test(line)),
    }
  return {
    files: await app.read(),
    head: await git('rev-parse --abbrev-ref HEAD'),
    dirty: await git('status --porcelain'),
    main: (await git('log --format=%s main')).split('\n'),
    stashes: (await git('stash list --format=%gs')).split('\n'),
    branches,
  }
}

function expected(before, { topic, branch, message }) {
  const { file, text } = STASHES[numberOf(topic)]
  return {
    ...before,
    stashes: before.stashes.filter((line) => !line.endsWith(topic)),
    branches: {
      ...before.branches,
      [branch]: {
        commits: [message],
        changes: [`--- a/${file}`, `+++ b/${file}`, `-${before.files[file].trim()}`, `+${text}`],
      },
    },
  }
}

const asked = { topic: 'larger map', branch: 'map-size', message: 'Show the map larger' }
const tea = { topic: 'prices of the autumn tea', branch: 'autumn', message: 'Raise the tea' }

export default {
  app: 'shell',
  kinds: ['bash', 'git', 'read value'],
  watch: ['terminal'],
  goal: 'Take up work that was put aside in a stash, and commit it on a branch of its own',
  prepare: async (app) => {
    await app.sh(
      [
        'git init -q',
        "echo 'Mon-Sat 9-18' > hours.txt; echo tea,6.90 > prices.csv; echo '<p>Soon</p>' > gifts.html",
        `echo '<img src="map.png">' > map.html; echo Shop > README`,
        'git add . && git commit -qm "Pages of the shop"',
      ].join('\n'),
    )
    for (const { topic, file, text } of STASHES.toReversed())
      await app.sh(`echo '${text}' > ${file} && git stash push -qm '${topic}'`)
    await app.sh(
      "git branch -q old-logo && echo 'Shop in the Mill Lane' > README && git commit -qam 'Name the street'",
    )
  },
  read,
  values: {
    topic: 'longer opening hours',
    branch: 'winter-hours',
    message: 'Stay open until eight',
  },
  perform: resume,
  truth: {
    inputs: [
      {
        name: 'topic',
        value: 'longer opening hours',
        source: 'given',
        changes: true,
        optional: true,
      },
      { name: 'number', value: 'stash@{1}', forms: ['1'], source: 'read', changes: true },
      { name: 'branch', value: 'winter-hours', source: 'given', changes: true },
      { name: 'message', value: 'Stay open until eight', source: 'given', changes: true },
      { name: 'main', value: 'main', source: 'constant', changes: false },
    ],
    effects: [
      {
        name: 'the branch has the work as one commit',
        kind: 'command',
        values: ['branch', 'message'],
      },
    ],
    expected,
    done: 'The stash is gone from the list, the branch has one commit with its change, and nothing is left to commit',
  },
  right: [
    { name: 'the oldest stash', values: asked },
    {
      name: 'another way: a new branch first, and the stash popped',
      values: tea,
      perform: async (person, app, { topic, branch, message }) => {
        await person.command('git stash list')
        await person.command(`git switch -c ${branch}`)
        await person.command(`git stash pop stash@{${numberOf(topic)}}`)
        await person.command('git add prices.csv')
        await person.command(`git commit -m '${message}'`)
        await person.command('git checkout main')
      },
    },
    {
      name: 'nothing looked at but the list',
      values: {
        topic: 'half a page about gift cards',
        branch: 'gift-cards',
        message: 'Begin a page about gift cards',
      },
      perform: async (person, app, values) => {
        await person.command('git stash list')
        await person.command(`git stash branch ${values.branch}`)
        await commit(person, values)
        await person.command('git switch main')
      },
    },
  ],
  faults: [
    {
      name: 'the stash is applied and stays in the list',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await person.command(`git switch -c ${values.branch}`)
        await person.command(`git stash apply stash@{${numberOf(values.topic)}}`)
        await commit(person, values)
        await person.command('git switch main')
      },
    },
    {
      name: 'the work is not committed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await person.command(`git stash branch ${values.branch} stash@{${numberOf(values.topic)}}`)
        await person.command('git switch main')
      },
    },
    {
      name: 'the stash is dropped, and the commit is empty',
      kind: 'says saved but is not',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await person.command(`git switch -c ${values.branch}`)
        await person.command(`git stash drop stash@{${numberOf(values.topic)}}`)
        await person.command(`git commit --allow-empty -m "${values.message}"`)
        await person.command('git switch main')
      },
    },
    {
      name: 'the number of the demonstration is used again',
      kind: 'wrong record',
      needs: 'request',
      values: tea,
      does: { topic: 'longer opening hours' },
    },
    {
      name: 'it is committed on main',
      kind: 'wrong record',
      values: tea,
      perform: async (person, app, values) => {
        await look(person, values)
        await person.command(`git branch ${values.branch}`)
        await person.command(`git stash pop stash@{${numberOf(values.topic)}}`)
        await commit(person, values)
      },
    },
    {
      name: 'the message is misspelt',
      kind: 'one field wrong',
      needs: 'request',
      values: tea,
      does: { message: 'Rise the tea' },
    },
    {
      name: 'the branch is deleted afterwards',
      kind: 'undone after',
      values: tea,
      perform: async (person, app, values) => {
        await resume(person, app, values)
        await person.command(`git branch -D ${values.branch}`)
      },
    },
    {
      name: 'the other stashes are thrown away',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await resume(person, app, values)
        await person.command('git stash clear')
      },
    },
    {
      name: 'the branch is put back to main behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { branch }) => app.sh(`git branch -f ${branch} ${branch}~1`),
    },
  ],
}
