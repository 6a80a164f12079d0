// Some files of a list are marked together and deleted; a dialog asks once more.

import { answer, line, listed } from '../apps/jupyterlab.mjs'

async function mark(person, { files }) {
  for (const [at, file] of files.entries())
    await person.click(line(person.page, file), at ? { modifiers: ['Control'] } : {})
}

async function remove(person, app, values, asked, word = 'Delete') {
  await mark(person, values)
  await person.press('Delete')
  await answer(person, word)
}

async function removed(person, app, values) {
  await remove(person, app, values)
  for (const file of values.files) await listed(person, file, 'detached')
}

const asked = { files: ['stock.csv', 'suppliers.txt'] }

export default {
  app: 'jupyterlab',
  kinds: ['single-page app', 'dialogs'],
  goal: 'Delete some files that nobody needs',
  values: { files: ['customers.txt', 'prices.csv'] },
  perform: removed,
  truth: {
    inputs: [
      { name: 'files', value: ['customers.txt', 'prices.csv'], source: 'given', changes: true },
    ],
    loops: [{ over: ['files'], kind: 'list' }],
    effects: [{ name: 'the files are deleted', kind: 'deleted', values: ['files'] }],
    expected: (before, { files }) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !files.includes(name))),
    done: 'The list of files does not show them any more',
  },
  right: [
    { name: 'other files', values: asked },
    { name: 'three files', values: { files: ['shop.toml', 'stock.csv', 'prices.csv'] } },
    {
      name: 'another way: one after another, by the menu',
      values: asked,
      perform: async (person, app, { files }) => {
        for (const file of files) {
          await person.click(line(person.page, file), { button: 'right' })
          await person.click(person.page.getByRole('menuitem', { name: /^Delete/ }).first())
          await answer(person, 'Delete')
          await listed(person, file, 'detached')
        }
      },
    },
  ],
  faults: [
    {
      name: 'the question is answered with no',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => remove(person, app, values, undefined, 'Cancel'),
    },
    {
      name: 'one file is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { files: ['stock.csv'] },
    },
    {
      name: 'one file is back',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.write('stock.csv', 'tea,tins\ngreen,40\nblack,25\n'),
    },
    {
      name: 'another file is deleted',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { files: ['stock.csv', 'shop.toml'] },
    },
    {
      name: 'another file is gone as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.remove('shop.toml'),
    },
  ],
}
