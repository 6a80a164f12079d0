// A file of a list is opened by a double click, and a line is typed at its end in a code editor.

import { editor, openFile, save } from '../apps/jupyterlab.mjs'

async function write(person, { file, name }) {
  await openFile(person, file)
  await person.click(editor(person.page))
  await person.press('Control+End')
  await person.write(name)
}

async function add(person, app, values) {
  await write(person, values)
  await save(person)
}

const asked = { file: 'customers.txt', name: 'Hedy Lamarr' }

export default {
  app: 'jupyterlab',
  kinds: ['single-page app', 'code editor'],
  goal: 'Add a name at the end of a list in a file',
  values: { file: 'suppliers.txt', name: 'Potters of Lisbon' },
  perform: add,
  truth: {
    inputs: [
      { name: 'file', value: 'suppliers.txt', source: 'given', changes: true },
      { name: 'name', value: 'Potters of Lisbon', source: 'given', changes: true },
    ],
    effects: [{ name: 'the name is in the file', kind: 'file', values: ['file', 'name'] }],
    expected: (before, { file, name }) => ({ ...before, [file]: `${before[file]}${name}` }),
    done: 'The saved file ends with the new name',
  },
  right: [
    { name: 'another file', values: asked },
    {
      name: 'another way: opened and saved by menus',
      values: { file: 'suppliers.txt', name: 'North Mill' },
      perform: async (person, app, { file, name }) => {
        const { page } = person
        const item = (of, entry) => page.getByRole(of, { name: entry }).first()
        await person.click(page.locator('.jp-DirListing-item', { hasText: file }), {
          button: 'right',
        })
        await person.click(item('menuitem', /^Open/))
        await person.click(editor(page))
        await person.press('Control+End')
        await person.write(name)
        await person.click(page.getByRole('menuitem', { name: 'File', exact: true }))
        await person.click(page.locator('.lm-Menu-item[data-command="docmanager:save"]'))
        await page.waitForFunction(() => !document.querySelector('.jp-mod-dirty'))
      },
    },
  ],
  faults: [
    {
      name: 'it is typed and not saved',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => write(person, values),
    },
    {
      name: 'the file is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.write('customers.txt', 'Ada Lovelace\n'),
    },
    {
      name: 'the name is misspelt in the file',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.write('customers.txt', 'Ada Lovelace\nHedy Lamar'),
    },
    {
      name: 'it is added to another file',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { file: 'suppliers.txt' },
    },
    {
      name: 'the line is taken out again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await person.press('Shift+Home')
        await person.press('Delete')
        await save(person)
      },
    },
    {
      name: 'a line of the file is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.write('customers.txt', 'Hedy Lamarr'),
    },
  ],
}
