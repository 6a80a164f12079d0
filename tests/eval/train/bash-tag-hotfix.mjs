// One commit of another branch is taken over, noted in a file and given a tag.

async function take(person, { branch }) {
  await person.command(`git cherry-pick ${branch}`)
}

async function note(person, { tag, change }) {
  await person.command(`echo "${tag}: ${change}" >> NEWS`)
  await person.command(`git commit -qam "Note ${tag}"`)
}

async function fix(person, app, values) {
  await take(person, values)
  await note(person, values)
  await person.command(`git tag -a ${values.tag} -m "${values.change}"`)
}

/** Files, where main is, and what each tag says and holds. */
async function read(app) {
  const git = async (line) => (await app.sh(`git ${line}`)).trim()
  const tags = (await git('tag -l')).split('\n').filter(Boolean)
  const state = { files: await app.read(), dirty: await git('status --porcelain'), tags: {} }
  state.subjects = (await git('log --format=%s main')).split('\n')
  state.branches = await git("for-each-ref --format='%(refname:short)' refs/heads")
  for (const tag of tags)
    state.tags[tag] = [
      await git(`tag -l --format='%(subject)' ${tag}`),
      await git(`log -1 --format=%s ${tag}`),
    ]
  return state
}

const asked = { branch: 'fix-umlauts', tag: 'v1.2.4', change: 'Prints umlauts' }

const subjects = {
  'fix-rounding': 'Round prices',
  'fix-umlauts': 'Print umlauts',
  'fix-dates': 'Print dates',
}

export default {
  app: 'shell',
  kinds: ['bash', 'git'],
  watch: ['terminal'],
  goal: 'Take the fix of a branch into main and tag it as a release',
  prepare: (app) =>
    app.sh(
      [
        'git init -q',
        'echo "v1.2.0: First" > NEWS && echo base > code.txt && git add . && git commit -qm Start',
        'git tag -a v1.2.0 -m First',
        ...Object.entries(subjects).map(
          ([branch, subject]) =>
            `git checkout -q -b ${branch} main && echo "${subject}" > ${branch}.txt && git add . && git commit -qm "${subject}"`,
        ),
        'git checkout -q main',
      ].join(' && '),
    ),
  read,
  values: { branch: 'fix-rounding', tag: 'v1.2.1', change: 'Rounds prices' },
  perform: fix,
  truth: {
    inputs: [
      { name: 'branch', value: 'fix-rounding', source: 'given', changes: true },
      { name: 'tag', value: 'v1.2.1', source: 'given', changes: true },
      { name: 'change', value: 'Rounds prices', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the fix is in main', kind: 'command', values: ['branch'] },
      { name: 'the release is noted', kind: 'file', values: ['tag', 'change'] },
      { name: 'the release is tagged', kind: 'command', values: ['tag', 'change'] },
    ],
    expected: (before, { branch, tag, change }) => ({
      ...before,
      files: Object.fromEntries(
        Object.entries({
          ...before.files,
          NEWS: `${before.files.NEWS}${tag}: ${change}\n`,
          [`${branch}.txt`]: `${subjects[branch]}\n`,
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      subjects: [`Note ${tag}`, subjects[branch], ...before.subjects],
      tags: { ...before.tags, [tag]: [change, `Note ${tag}`] },
    }),
    done: 'main has the fix and the note, and the tag stands on the last commit',
  },
  right: [
    { name: 'another fix', values: asked },
    {
      name: 'another way: the name of the commit, and an editor of streams',
      values: { branch: 'fix-dates', tag: 'v1.3.0', change: 'Prints dates' },
      perform: async (person, app, { branch, tag, change }) => {
        await person.command(`git log --oneline -1 ${branch}`)
        await person.command(`git cherry-pick $(git rev-parse ${branch})`)
        await person.command(`sed -i '$a ${tag}: ${change}' NEWS`)
        await person.command(`git add NEWS && git commit -m 'Note ${tag}'`)
        await person.command(`git tag ${tag} -a -m '${change}'`)
      },
    },
  ],
  faults: [
    {
      name: 'it is tagged before the note',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await take(person, values)
        await person.command(`git tag -a ${values.tag} -m "${values.change}"`)
        await note(person, values)
      },
    },
    {
      name: 'the fix is not taken',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await note(person, values)
        await person.command(`git tag -a ${values.tag} -m "${values.change}"`)
      },
    },
    {
      name: 'the note has another version',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await take(person, values)
        await note(person, { ...values, tag: 'v1.2.2' })
        await person.command(`git tag -a ${values.tag} -m "${values.change}"`)
      },
    },
    {
      name: 'another fix is taken',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { branch: 'fix-dates' },
    },
    {
      name: 'the tag is deleted afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await fix(person, app, values)
        await person.command(`git tag -d ${values.tag}`)
      },
    },
    {
      name: 'main is taken back behind the screen',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.sh('git reset -q --hard HEAD~2'),
    },
    {
      name: 'another branch is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sh('git branch -D fix-dates'),
    },
  ],
}
