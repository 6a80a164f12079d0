// The menu of a file opens a field in the list, in which the new name is typed.

import { fromMenu, listed } from '../apps/jupyterlab.mjs'
import { sorted } from '../support/sorted.mjs'

async function write(person, { file, name }) {
  await fromMenu(person, file, /^Rename/)
  await person.type('.jp-DirListing-editor', name)
}

async function rename(person, app, values) {
  await write(person, values)
  await person.press('Enter')
  await listed(person, values.name)
  await listed(person, values.file, 'detached')
}

const asked = { file: 'prices.csv', name: 'prices-2031.csv' }

export default {
  app: 'jupyterlab',
  kinds: ['single-page app', 'menu of a row', 'nameless fields'],
  goal: 'Give a file another name',
  values: { file: 'stock.csv', name: 'tins-in-store.csv' },
  perform: rename,
  truth: {
    inputs: [
      { name: 'file', value: 'stock.csv', source: 'given', changes: true },
      { name: 'name', value: 'tins-in-store.csv', source: 'given', changes: true },
    ],
    effects: [{ name: 'the file has its new name', kind: 'changed', values: ['file', 'name'] }],
    expected: ({ ...before }, { file, name }) => {
      before[name] = before[file]
      delete before[file]
      return sorted(before)
    },
    done: 'The list of files shows the new name, and the old one is gone',
  },
  right: [
    { name: 'another file', values: { file: 'prices.csv', name: 'price-list.csv' } },
    {
      name: 'another way: with a key',
      values: { file: 'suppliers.txt', name: 'makers.txt' },
      perform: async (person, app, { file, name }) => {
        await person.click(person.page.locator('.jp-DirListing-item', { hasText: file }))
        await person.press('F2')
        await person.type('.jp-DirListing-editor', name)
        await person.press('Enter')
        await listed(person, name)
      },
    },
  ],
  faults: [
    {
      name: 'the name is typed and given up',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await write(person, values)
        await person.press('Escape')
        await listed(person, values.file)
      },
    },
    {
      name: 'the file has its old name',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.move('prices-2031.csv', 'prices.csv'),
    },
    {
      name: 'the name is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.move('prices-2031.csv', 'prices-2013.csv'),
    },
    {
      name: 'another file is renamed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { file: 'stock.csv' },
    },
    {
      name: 'the file is empty now',
      kind: 'empty or old file',
      values: asked,
      behind: (app) => app.write('prices-2031.csv', ''),
    },
    {
      name: 'another file is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.remove('customers.txt'),
    },
  ],
}
