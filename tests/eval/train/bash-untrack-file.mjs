// A file leaves the index of git but stays on the disk. On the way it is deleted by mistake and brought back.

const FILES = {
  'config/keys.env': 'MAIL_KEY=f3c1\nMAP_KEY=9a07\n',
  'config/local.env': 'COLOUR=green\n',
  'secrets/token.env': 'TOKEN=77aa\nTOKEN_URL=https://id.example\n',
  'app.sh': '. config/keys.env\n',
  '.gitignore': '*.log\n',
}
const blank = (text) => text.replace(/=.*/g, '=')

async function untrack(person, { file }) {
  await person.command(`git rm --cached ${file}`)
  await person.command(`echo ${file} >> .gitignore`)
}

async function example(person, { file }) {
  await person.command(`sed 's/=.*/=/' ${file} > ${file}.example`)
}

async function commit(person, { file, issue }) {
  await person.command(`git add .gitignore ${file}.example`)
  await person.command(`git commit -m "Stop tracking ${file} (${issue})"`)
}

async function all(person, app, values) {
  await untrack(person, values)
  await example(person, values)
  await commit(person, values)
}

async function withDetour(person, app, values) {
  await person.command('git ls-files')
  await person.command(`git rm ${values.file}`)
  await person.command(`git restore --staged --worktree ${values.file}`)
  await all(person, app, values)
}

/** Files, what git follows, and what it has committed. */
async function read(app) {
  const git = async (line) => (await app.sh(`git ${line}`)).trim().split('\n')
  return {
    files: await app.read(),
    tracked: await git('ls-tree -r --name-only HEAD'),
    ignore: await git('show HEAD:.gitignore'),
    dirty: await git('status --porcelain'),
    subjects: await git('log --format=%s'),
  }
}

function expected(before, { file, issue }) {
  return {
    ...before,
    files: {
      ...before.files,
      '.gitignore': `${before.files['.gitignore']}${file}\n`,
      [`${file}.example`]: blank(before.files[file]),
    },
    tracked: [...before.tracked.filter((name) => name !== file), `${file}.example`].sort(),
    ignore: [...before.ignore, file],
    subjects: [`Stop tracking ${file} (${issue})`, ...before.subjects],
  }
}

export default {
  app: 'shell',
  kinds: ['bash', 'git', 'detour'],
  watch: ['terminal'],
  goal: 'Stop tracking a file with secrets, and commit an example of it instead',
  prepare: async (app) => {
    await app.sh('git init -q; mkdir config secrets')
    for (const [file, text] of Object.entries(FILES))
      await app.sh(`cat > ${file} <<'END'\n${text}END\n`)
    await app.sh('git add . && git commit -qm Start')
  },
  read,
  values: { file: 'config/keys.env', issue: 'OPS-88' },
  perform: withDetour,
  truth: {
    inputs: [
      { name: 'file', value: 'config/keys.env', source: 'given', changes: true },
      { name: 'issue', value: 'OPS-88', source: 'given', changes: true },
      { name: 'ignored files', value: '.gitignore', source: 'constant', changes: false },
    ],
    literals: ['config/keys.env.example'],
    effects: [
      { name: 'git does not follow the file any more', kind: 'command', values: ['file'] },
      { name: 'the file is ignored', kind: 'file', values: ['file'] },
      { name: 'there is an example without the secrets', kind: 'file', values: ['file'] },
      { name: 'it is committed', kind: 'command', values: ['file', 'issue'] },
    ],
    expected,
    done: 'The file is still there, but git ignores it; the last commit has an example with the names and without the values',
  },
  right: [
    {
      name: 'another file, without the detour',
      values: { file: 'secrets/token.env', issue: 'OPS-91' },
      perform: all,
    },
    {
      name: 'another file, with the detour',
      values: { file: 'config/local.env', issue: 'DEV-7' },
    },
    {
      name: 'another way: the example first, and everything added at once',
      values: { file: 'secrets/token.env', issue: 'OPS-102' },
      perform: async (person, app, { file, issue }) => {
        await person.command(`cut -d= -f1 ${file} | sed 's/$/=/' > ${file}.example`)
        await person.command(`printf '%s\\n' ${file} >> .gitignore`)
        await person.command(`git rm -q --cached ${file}`)
        await person.command('git add -A')
        await person.command(`git commit -q -m 'Stop tracking ${file} (${issue})'`)
      },
    },
  ],
  faults: [
    {
      name: 'the file is deleted from the disk as well',
      kind: 'half done',
      values: { file: 'secrets/token.env', issue: 'OPS-91' },
      perform: async (person, app, values) => {
        await example(person, values)
        await person.command(`git rm ${values.file}`)
        await person.command(`echo ${values.file} >> .gitignore`)
        await commit(person, values)
      },
    },
    {
      name: 'the example has the secrets',
      kind: 'one field wrong',
      values: { file: 'secrets/token.env', issue: 'OPS-91' },
      perform: async (person, app, values) => {
        await untrack(person, values)
        await person.command(`cp ${values.file} ${values.file}.example`)
        await commit(person, values)
      },
    },
    {
      name: 'the file is ignored, but stays in the index',
      kind: 'says saved but is not',
      values: { file: 'secrets/token.env', issue: 'OPS-91' },
      perform: async (person, app, values) => {
        await person.command(`echo ${values.file} >> .gitignore`)
        await example(person, values)
        await commit(person, values)
      },
    },
    {
      name: 'nothing is committed',
      kind: 'half done',
      values: { file: 'config/local.env', issue: 'DEV-7' },
      perform: async (person, app, values) => {
        await untrack(person, values)
        await example(person, values)
        await person.command(`git add .gitignore ${values.file}.example`)
      },
    },
    {
      name: 'the whole folder leaves the index',
      kind: 'other record touched',
      values: { file: 'config/local.env', issue: 'DEV-7' },
      perform: async (person, app, values) => {
        await person.command('git rm -r --cached config')
        await person.command(`echo ${values.file} >> .gitignore`)
        await example(person, values)
        await commit(person, values)
      },
    },
    {
      name: 'the commit is taken back',
      kind: 'undone after',
      values: { file: 'secrets/token.env', issue: 'OPS-91' },
      perform: async (person, app, values) => {
        await all(person, app, values)
        await person.command('git reset HEAD~1')
      },
    },
    {
      name: 'the message names another issue',
      kind: 'one field wrong',
      needs: 'request',
      values: { file: 'secrets/token.env', issue: 'OPS-91' },
      does: { issue: 'OPS-19' },
    },
    {
      name: 'another file leaves the index',
      kind: 'wrong record',
      needs: 'request',
      values: { file: 'secrets/token.env', issue: 'OPS-91' },
      does: { file: 'config/local.env' },
    },
    {
      name: 'the example is empty, because it is written from a name that is misspelt',
      kind: 'empty or old file',
      values: { file: 'secrets/token.env', issue: 'OPS-91' },
      perform: async (person, app, values) => {
        await untrack(person, values)
        await person.command("sed 's/=.*/=/' secrets/tokens.env > secrets/token.env.example")
        await commit(person, values)
      },
    },
  ],
}
