// A file is committed on a branch of its own, merged, tagged and pushed to the bare repository of everybody.

async function write(person, { notice, text }) {
  await person.command('cd site')
  await person.command(`git switch -c ${notice}`)
  await person.command(`echo "${text}" > notices/${notice}.md`)
}

async function commit(person, { notice }) {
  await person.command(`git add notices/${notice}.md`)
  await person.command(`git commit -m "Add the notice ${notice}"`)
}

async function merge(person, { notice, edition }) {
  await person.command('git switch main')
  await person.command(`git merge --no-ff -m "Publish ${notice}" ${notice}`)
  await person.command(`git tag ${edition}`)
}

async function push(person, { edition }) {
  await person.command(`git push origin main ${edition}`)
}

async function tidy(person, { notice }) {
  await person.command(`git branch -d ${notice}`)
  await person.command('git log --oneline -3')
}

async function publish(person, app, values) {
  await write(person, values)
  await commit(person, values)
  await merge(person, values)
  await push(person, values)
  await tidy(person, values)
}

/** Files, and what each branch and tag holds here and there. */
async function read(app) {
  const git = async (where, line) => (await app.sh(`git -C ${where} ${line}`)).trim().split('\n')
  const refs = async (where) => {
    const state = {}
    for (const ref of await git(where, "for-each-ref --format='%(refname)' refs/heads refs/tags"))
      state[ref] = {
        subjects: (await git(where, `log --format=%s ${ref}`)).sort(),
        parents: (await git(where, `log -1 --format=%P ${ref}`))[0].split(' ').length,
        notices: await git(where, `grep -h '' ${ref} -- notices`),
      }
    return state
  }
  const files = Object.entries(await app.read()).filter(([name]) => !name.startsWith('hub.git/'))
  return {
    files: Object.fromEntries(files),
    head: await git('site', 'rev-parse --abbrev-ref HEAD'),
    dirty: await git('site', 'status --porcelain'),
    here: await refs('site'),
    there: await refs('hub.git'),
  }
}

function expected(before, { notice, text, edition }) {
  const main = before.here['refs/heads/main']
  const lines = Object.entries({
    ...Object.fromEntries(
      Object.entries(before.files).filter(([name]) => name.startsWith('site/notices/')),
    ),
    [`site/notices/${notice}.md`]: `${text}\n`,
  }).sort(([a], [b]) => (a < b ? -1 : 1))
  const published = {
    subjects: [...main.subjects, `Add the notice ${notice}`, `Publish ${notice}`].sort(),
    parents: 2,
    notices: lines.map(([, line]) => line.trim()),
  }
  const refs = { 'refs/heads/main': published, [`refs/tags/${edition}`]: published }
  return {
    ...before,
    files: { ...before.files, [`site/notices/${notice}.md`]: `${text}\n` },
    here: { ...before.here, ...refs },
    there: { ...before.there, ...refs },
  }
}

const other = {
  notice: 'paving',
  text: 'The yard is paved in the second week of May',
  edition: '2031.5',
}

export default {
  app: 'shell',
  kinds: ['fish', 'git', 'remote'],
  shell: 'fish',
  watch: ['terminal'],
  goal: 'Publish a notice on the web site by a branch of its own, as a new edition',
  prepare: (app) =>
    app.sh(
      [
        'git init -q --bare hub.git && git clone -q hub.git site 2>&1 && cd site',
        'mkdir notices && echo "Open on weekdays" > notices/hours.md && echo "# Site" > index.md',
        'git add . && git commit -qm Start && git tag 2031.3 && git push -q origin main 2031.3',
      ].join(' && '),
    ),
  read,
  values: {
    notice: 'easter',
    text: 'Closed from the third to the sixth of April',
    edition: '2031.4',
  },
  perform: publish,
  truth: {
    inputs: [
      { name: 'notice', value: 'easter', source: 'given', changes: true },
      {
        name: 'text',
        value: 'Closed from the third to the sixth of April',
        source: 'given',
        changes: true,
      },
      { name: 'edition', value: '2031.4', source: 'given', changes: true },
      { name: 'remote', value: 'origin', source: 'constant', changes: false },
    ],
    literals: ['notices/easter.md'],
    effects: [
      { name: 'the notice is in the file', kind: 'file', values: ['notice', 'text'] },
      { name: 'the notice is merged', kind: 'command', values: ['notice'] },
      { name: 'the edition is pushed', kind: 'command', values: ['edition'] },
    ],
    expected,
    done: 'main of the remote has the notice and its merge, the tag of the edition stands there too, and the branch is gone',
  },
  right: [
    { name: 'another notice', values: other },
    {
      name: 'another way: everything is pushed at once, a longer text by printf',
      values: { notice: 'boilers', text: 'No hot water on Friday', edition: '2031.6' },
      perform: async (person, app, { notice, text, edition }) => {
        await person.command('cd site; and git checkout -b ' + notice)
        await person.command(`printf '%s\\n' '${text}' > notices/${notice}.md`)
        await person.command(`git add -A; and git commit -qm 'Add the notice ${notice}'`)
        await person.command(
          `git checkout -q main; and git merge -q --no-ff -m 'Publish ${notice}' ${notice}`,
        )
        await person.command(`git tag ${edition}; and git push -q --tags origin main`)
        await person.command(`git branch --delete ${notice}`)
      },
    },
    {
      name: 'a notice that exists already gets another text',
      values: { notice: 'hours', text: 'Open every day but Monday', edition: '2031.7' },
    },
  ],
  faults: [
    {
      name: 'nothing is pushed',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await write(person, values)
        await commit(person, values)
        await merge(person, values)
        await tidy(person, values)
      },
    },
    {
      name: 'the tag is not pushed',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await write(person, values)
        await commit(person, values)
        await merge(person, values)
        await person.command('git push origin main')
        await tidy(person, values)
      },
    },
    {
      name: 'somebody else has pushed, so the push is refused',
      kind: 'says saved but is not',
      values: other,
      prepare: (app) =>
        app.sh(
          'git clone -q hub.git other && cd other && echo x > more.md && git add . && git commit -qm More && git push -q origin main && cd .. && rm -rf other',
        ),
    },
    {
      name: 'the file is not added, so an empty branch is merged',
      kind: 'says saved but is not',
      values: other,
      perform: async (person, app, values) => {
        await write(person, values)
        await person.command(`git commit -m "Add the notice ${values.notice}"`)
        await merge(person, values)
        await push(person, values)
        await tidy(person, values)
      },
    },
    {
      name: 'the text stands there twice',
      kind: 'done twice',
      values: other,
      perform: async (person, app, values) => {
        await write(person, values)
        await person.command(`echo "${values.text}" >> notices/${values.notice}.md`)
        await commit(person, values)
        await merge(person, values)
        await push(person, values)
        await tidy(person, values)
      },
    },
    {
      name: 'another notice is deleted in the same commit',
      kind: 'other record touched',
      values: other,
      perform: async (person, app, values) => {
        await write(person, values)
        await person.command('git rm -q notices/hours.md')
        await commit(person, values)
        await merge(person, values)
        await push(person, values)
        await tidy(person, values)
      },
    },
    {
      name: 'the tag of the remote is deleted again',
      kind: 'undone after',
      values: other,
      perform: async (person, app, values) => {
        await publish(person, app, values)
        await person.command(`git push --delete origin ${values.edition}`)
      },
    },
    {
      name: 'the branch stays',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await write(person, values)
        await commit(person, values)
        await merge(person, values)
        await push(person, values)
      },
    },
    {
      name: 'the old edition is tagged anew',
      kind: 'wrong record',
      values: other,
      perform: async (person, app, values) => {
        await write(person, values)
        await commit(person, values)
        await person.command('git switch main')
        await person.command(`git merge --no-ff -m "Publish ${values.notice}" ${values.notice}`)
        await person.command('git tag -f 2031.3')
        await person.command('git push -f origin main 2031.3')
        await tidy(person, values)
      },
    },
    {
      name: 'another edition is tagged',
      kind: 'one field wrong',
      needs: 'request',
      values: other,
      does: { edition: '2031.55' },
    },
  ],
}
