// A dialog of a single-page app: fields with only a placeholder, which complete what is typed. The day
// is today's and stays as it is.

import { today } from '../support/today.mjs'
import { dialog, save } from '../apps/fava.mjs'

const field = (page, name, at = 0) => dialog(page).getByPlaceholder(name, { exact: true }).nth(at)

async function fill(person, { payee, purpose, account, amount }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: '+', exact: true }))
  await person.type(field(page, 'Payee'), payee)
  await person.type(field(page, 'Narration'), purpose)
  await person.type(field(page, 'Account'), account)
  await person.type(field(page, 'Amount'), `${amount} EUR`)
  await person.type(field(page, 'Account', 1), 'Assets:Checking')
}

async function record(person, app, values) {
  await fill(person, values)
  await save(person)
}

const asked = {
  payee: 'Night Train Office',
  purpose: 'Seat to Lisbon',
  account: 'Expenses:Travel',
  amount: '54.90',
}

const entry = ({ payee, purpose, account, amount }) => ({
  date: today(),
  flag: '*',
  payee,
  narration: purpose,
  tags: [],
  postings: [
    ['Assets:Checking', `-${amount}`, 'EUR'],
    [account, amount, 'EUR'],
  ],
})

const byText = (a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

export default {
  app: 'fava',
  kinds: ['single-page app', 'framework: Svelte', 'nameless fields'],
  goal: 'Record an expense that was paid from the checking account',
  values: {
    payee: 'Corner Bakery',
    purpose: 'Bread and rolls',
    account: 'Expenses:Food',
    amount: '7.40',
  },
  perform: record,
  truth: {
    inputs: [
      { name: 'payee', value: 'Corner Bakery', source: 'given', changes: true },
      { name: 'purpose', value: 'Bread and rolls', source: 'given', changes: true },
      { name: 'account', value: 'Expenses:Food', source: 'given', changes: true },
      { name: 'amount', value: '7.40', forms: ['7.40 EUR'], source: 'given', changes: true },
      { name: 'from', value: 'Assets:Checking', source: 'constant', changes: false },
      { name: 'day', value: today(), source: 'derived', changes: true },
    ],
    effects: [
      {
        name: 'the expense is in the books',
        kind: 'created',
        values: ['payee', 'purpose', 'account', 'amount'],
      },
    ],
    expected: (before, values) => ({
      ...before,
      transactions: [...before.transactions, entry(values)].sort(byText),
    }),
    done: 'The journal shows the expense with its payee, what it was for, the account and the amount',
  },
  right: [
    { name: 'other values', values: asked },
    {
      name: 'another way: by the key of the journal, the payee last',
      values: {
        payee: 'Second Hand Shelf',
        purpose: 'Three novels',
        account: 'Expenses:Books',
        amount: '18.00',
      },
      perform: async (person, app, { payee, purpose, account, amount }) => {
        const { page } = person
        await person.press('n')
        await dialog(page).waitFor()
        await person.type(field(page, 'Narration'), purpose)
        await person.type(field(page, 'Account'), account)
        await person.type(field(page, 'Amount'), `${amount} EUR`)
        await person.type(field(page, 'Account', 1), 'Assets:Checking')
        await person.type(field(page, 'Payee'), payee)
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the entry is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { payee }) =>
        app.text((text) => text.slice(0, text.lastIndexOf('\n', text.indexOf(payee)) + 1)),
    },
    {
      name: 'the amount in the books is another one',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.text((text) => text.replaceAll('54.90', '45.90')),
    },
    {
      name: 'another account is typed than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { account: 'Expenses:Books' },
    },
    {
      name: 'the dialog is filled and closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(dialog(person.page).getByRole('button', { name: 'x', exact: true }))
        await dialog(person.page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'the expense is recorded twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await record(person, app, values)
        await record(person, app, values)
      },
    },
    {
      name: 'the expense is paid from the savings',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { payee }) =>
        app.text((text) => {
          const at = text.indexOf(payee)
          return text.slice(0, at) + text.slice(at).replace('Assets:Checking', 'Assets:Savings')
        }),
    },
    {
      name: 'another entry is changed',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.text((text) => text.replace('42.10', '24.10')),
    },
  ],
}
