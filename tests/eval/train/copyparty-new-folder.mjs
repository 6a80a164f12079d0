// A folder is made by a form behind an icon; the field has only an example as its placeholder.

import { sorted } from '../support/sorted.mjs'

const folder = (page, name) => page.locator('#tree').getByRole('link', { name, exact: true })

async function fill(person, name) {
  await person.click('#opa_mkd')
  await person.type('#op_mkdir input[name=name]', name)
}

async function make(person, app, { name }) {
  await fill(person, name)
  await person.click(person.page.getByRole('button', { name: 'make directory' }))
  await folder(person.page, name).waitFor()
}

export default {
  app: 'copyparty',
  kinds: ['single-page app', 'nameless fields'],
  goal: 'Make a new folder in the inbox',
  start: '/inbox/',
  values: { name: 'drafts' },
  perform: make,
  truth: {
    inputs: [{ name: 'name', value: 'drafts', source: 'given', changes: true }],
    effects: [{ name: 'the folder exists', kind: 'created', values: ['name'] }],
    expected: (before, { name }) => sorted({ ...before, [`inbox/${name}/`]: '' }),
    done: 'The folder is listed in the inbox',
  },
  right: [
    { name: 'another name', values: { name: 'letters' } },
    {
      name: 'another way: confirmed with Enter',
      values: { name: 'bills' },
      perform: async (person, app, { name }) => {
        await fill(person, name)
        await person.press('Enter')
        await folder(person.page, name).waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'the folder is gone again',
      kind: 'says saved but is not',
      values: { name: 'letters' },
      behind: (app, { name }) => app.run('rmdir', [`files/inbox/${name}`]),
    },
    {
      name: 'the name is typed and not sent',
      kind: 'half done',
      values: { name: 'letters' },
      perform: (person, app, { name }) => fill(person, name),
    },
    {
      name: 'the folder has another name',
      kind: 'one field wrong',
      values: { name: 'letters' },
      behind: (app) => app.run('mv', ['files/inbox/letters', 'files/inbox/ladders']),
    },
    {
      name: 'another name is typed than was asked for',
      kind: 'wrong record',
      needs: 'request',
      values: { name: 'letters' },
      does: { name: 'leaflets' },
    },
    {
      name: 'a file of the inbox is removed',
      kind: 'other record touched',
      values: { name: 'letters' },
      behind: (app) => app.run('rm', ['files/inbox/photo.txt']),
    },
  ],
}
