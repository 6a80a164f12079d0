// A file of this machine is uploaded with the basic form of the page.

import { writeFile } from 'node:fs/promises'
import { sorted } from '../support/sorted.mjs'

const local = (app, name) => app.machine.path('work', name)
const texts = {
  'letter-ada.txt': 'Dear Ada\n',
  'letter-grace.txt': 'Dear Grace\n',
  'plan.txt': 'Plan\n',
}

async function pick(person, app, { file }) {
  await person.click('#opa_bup')
  await person.upload('#op_bup input[type=file]', local(app, file))
}

async function upload(person, app, values) {
  await pick(person, app, values)
  await person.click(person.page.locator('#op_bup input[type=submit]'))
  await person.page.waitForURL(/bup|inbox/)
  await person.sees(/OK \/\//)
}

export default {
  app: 'copyparty',
  kinds: ['single-page app', 'upload'],
  goal: 'Upload a file into the inbox',
  start: '/inbox/',
  prepare: async (app) => {
    for (const [name, text] of Object.entries(texts)) await writeFile(local(app, name), text)
  },
  values: { file: 'letter-ada.txt' },
  perform: upload,
  truth: {
    inputs: [{ name: 'file', value: 'letter-ada.txt', source: 'given', changes: true }],
    effects: [{ name: 'the file is in the inbox', kind: 'created', values: ['file'] }],
    expected: (before, { file }) => sorted({ ...before, [`inbox/${file}`]: texts[file] }),
    done: 'The inbox lists the file, with its size',
  },
  right: [
    { name: 'another file', values: { file: 'letter-grace.txt' } },
    { name: 'a third file', values: { file: 'plan.txt' } },
  ],
  faults: [
    {
      name: 'the file is gone again',
      kind: 'says saved but is not',
      values: { file: 'plan.txt' },
      behind: (app) => app.run('rm', ['files/inbox/plan.txt']),
    },
    {
      name: 'the file is empty',
      kind: 'empty or old file',
      values: { file: 'plan.txt' },
      behind: (app) => app.run('truncate', ['-s', '0', 'files/inbox/plan.txt']),
    },
    {
      name: 'the file is chosen and not sent',
      kind: 'half done',
      values: { file: 'plan.txt' },
      perform: (person, app, values) => pick(person, app, values),
    },
    {
      name: 'another file is uploaded',
      kind: 'wrong record',
      needs: 'request',
      values: { file: 'plan.txt' },
      does: { file: 'letter-ada.txt' },
    },
    {
      name: 'another file of the inbox is lost',
      kind: 'other record touched',
      values: { file: 'plan.txt' },
      behind: (app) => app.run('rm', ['files/inbox/photo.txt']),
    },
  ],
}
