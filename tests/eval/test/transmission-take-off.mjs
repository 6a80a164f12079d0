// Rows are selected together with a key, and a button of the toolbar takes them off the list after a question of the page.

import { row } from '../apps/transmission.mjs'

async function select(person, files) {
  const { page } = person
  await person.click(row(page, files[0]))
  for (const file of files.slice(1)) await person.click(row(page, file), { modifiers: ['Control'] })
}

async function askToRemove(person, { files }) {
  await select(person, files)
  await person.click('#toolbar-remove')
  await person.page.locator('#dialog_confirm_button').waitFor()
}

async function confirm(person, { files }) {
  const { page } = person
  await person.click('#dialog_confirm_button')
  for (const file of files) await row(page, file).waitFor({ state: 'detached' })
}

async function remove(person, app, values) {
  await askToRemove(person, values)
  await confirm(person, values)
}

const asked = { files: ['Members list 2030.pdf', 'Advent concert 2030.flac'] }

export default {
  app: 'transmission',
  kinds: ['single-page app', 'rows to select', 'asks before it stores'],
  goal: 'Take some files off the list of what we share',
  values: {
    files: ['Advent concert 2029.flac', 'Rehearsal of 3 March.flac', 'Summer programme.pdf'],
  },
  perform: remove,
  truth: {
    inputs: [
      {
        name: 'files',
        value: ['Advent concert 2029.flac', 'Rehearsal of 3 March.flac', 'Summer programme.pdf'],
        source: 'given',
        changes: true,
      },
    ],
    loops: [{ over: ['files'], kind: 'list' }],
    effects: [{ name: 'the files are off the list', kind: 'deleted', values: ['files'] }],
    expected: (before, { files }) => ({
      ...before,
      files: before.files.filter((one) => !files.includes(one)),
    }),
    done: 'None of these files is in the list, and all the others are',
  },
  right: [
    { name: 'other files', values: asked },
    { name: 'one file', values: { files: ['Evensong in May.flac'] } },
    {
      name: 'another way: one after the other, with a key',
      values: asked,
      perform: async (person, app, { files }) => {
        for (const file of files) {
          await select(person, [file])
          await person.press('Delete')
          await confirm(person, { files: [file] })
        }
      },
    },
  ],
  faults: [
    {
      name: 'one of them is on the list again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { files }) => app.add(files[1]),
    },
    {
      name: 'the question is answered with no',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await askToRemove(person, values)
        await person.click('#dialog_cancel_button')
      },
    },
    {
      name: 'only the last one is selected',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { files: ['Advent concert 2030.flac'] },
    },
    {
      name: 'a file with a similar name is taken off',
      kind: 'wrong record',
      needs: 'request',
      values: { files: ['Rehearsal of 10 March.flac'] },
      does: { files: ['Rehearsal of 3 March.flac'] },
    },
    {
      name: 'everything is taken off',
      kind: 'other record touched',
      needs: 'request',
      values: asked,
      perform: async (person) => {
        const { page } = person
        await row(page, 'Evensong in May.flac').waitFor()
        await person.press('a')
        await person.click('#toolbar-remove')
        await person.click('#dialog_confirm_button')
        await row(page, 'Evensong in May.flac').waitFor({ state: 'detached' })
      },
    },
    {
      name: 'another file is off the list as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.remove('Evensong in May.flac'),
    },
    {
      name: 'the sharing is slowed down as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change({ 'alt-speed-enabled': true }),
    },
  ],
}
