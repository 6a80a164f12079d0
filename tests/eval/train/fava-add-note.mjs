// A second form of the same dialog: an account that completes what is typed, and a text of its own.

import { today } from '../support/today.mjs'
import { dialog, save } from '../apps/fava.mjs'

async function fill(person, { account, comment }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: '+', exact: true }))
  await person.click(dialog(page).getByRole('button', { name: 'Note', exact: true }))
  await person.type(dialog(page).getByPlaceholder('Account', { exact: true }), account)
  await person.type(dialog(page).getByPlaceholder('Comment', { exact: true }), comment)
}

async function add(person, app, values) {
  await fill(person, values)
  await save(person)
}

const asked = { account: 'Expenses:Travel', comment: 'Ask for the refund of the ticket' }

export default {
  app: 'fava',
  kinds: ['single-page app', 'framework: Svelte', 'nameless fields'],
  goal: 'Leave a note on an account of the books',
  values: { account: 'Assets:Savings', comment: 'The rate rises in autumn' },
  perform: add,
  truth: {
    inputs: [
      { name: 'account', value: 'Assets:Savings', source: 'given', changes: true },
      { name: 'comment', value: 'The rate rises in autumn', source: 'given', changes: true },
      { name: 'day', value: today(), source: 'derived', changes: true },
    ],
    effects: [{ name: 'the note is stored', kind: 'created', values: ['account', 'comment'] }],
    expected: (before, { account, comment }) => ({
      ...before,
      others: [...before.others, [today(), 'Note', account, comment]],
    }),
    done: 'The journal of the account shows the note',
  },
  right: [
    { name: 'another account', values: asked },
    {
      name: 'another way: the line is written in the editor',
      values: { account: 'Expenses:Books', comment: 'Nothing more before summer' },
      perform: async (person, app, { account, comment }) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: 'Editor', exact: true }))
        await person.click(page.locator('.cm-content'))
        await person.press('Control+End')
        await person.write(`${today()} note ${account} "${comment}"`)
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'the note is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { comment }) =>
        app.text((text) =>
          text
            .split('\n')
            .filter((line) => !line.includes(comment))
            .join('\n'),
        ),
    },
    {
      name: 'the note is on another account',
      kind: 'wrong record',
      values: asked,
      behind: (app, { account }) =>
        app.text((text) => text.replace(`note ${account}`, 'note Expenses:Food')),
    },
    {
      name: 'the note is typed wrongly',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { comment: 'Ask for the refund of the table' },
    },
    {
      name: 'the note is written and the dialog is closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(dialog(person.page).getByRole('button', { name: 'x', exact: true }))
        await dialog(person.page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'the note is left twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, values)
      },
    },
  ],
}
