// A new row in the table of an account, filled from cell to cell by the keyboard, with fields that complete what is typed.

import { sent } from '../apps/actual.mjs'

const row = (page) => page.getByTestId('new-transaction')
const cell = (page, name) => row(page).getByTestId(name)
const button = (page, name) => row(page).getByRole('button', { name, exact: true })
const listed = (page, notes) =>
  page
    .getByTestId('row')
    .filter({ hasText: notes })
    .filter({ hasNot: page.getByTestId('add-button') })

/** Types into the cell that has become a field. */
async function write(person, name, text) {
  await cell(person.page, name).locator('input:focus').waitFor()
  await person.write(text)
}

/** Types what a list then offers. */
async function pick(person, name, text) {
  const { page } = person
  await write(person, name, text)
  await page.getByTestId('autocomplete').getByText(text).first().waitFor()
}

/** Leaves the cell, and waits until the rules of the household were applied to the row. */
async function leave(person) {
  await person.press('Tab')
  await person.page.evaluate(async () => {
    await window.$send('rules-run', { transaction: { date: '2026-01-01', amount: 0 } })
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

async function openRow(person, account) {
  const { page } = person
  await person.click(page.getByRole('link', { name: new RegExp(`^${account}`) }))
  await person.click(page.getByRole('button', { name: 'Add New' }))
  await cell(page, 'date').locator('input:focus').waitFor()
}

async function fill(person, { account, day, payee, notes, category, amount, column = 'debit' }) {
  const { page } = person
  await openRow(person, account)
  await person.press('Control+A')
  await write(person, 'date', day)
  await leave(person)
  await pick(person, 'payee', payee)
  await leave(person)
  await cell(page, 'notes').locator('input:focus').waitFor()
  if (notes) await person.write(notes)
  await leave(person)
  await pick(person, 'category', category)
  await leave(person)
  await cell(page, 'debit').locator('input:focus').waitFor()
  if (column === 'credit') await person.press('Tab')
  await write(person, column, amount)
  await leave(person)
}

async function add(person, app, values) {
  const { page } = person
  await fill(person, values)
  await sent(app, () => person.click(button(page, 'Add')))
  await person.click(button(page, 'Cancel'))
  await row(page).waitFor({ state: 'detached' })
}

const asked = {
  account: 'Joint account',
  day: '02/11/2026',
  payee: 'Corner shop',
  notes: 'flour and salt',
  category: 'Groceries',
  amount: '18.35',
}

export default {
  app: 'actual',
  kinds: ['single-page app', 'table changed in place', 'completed as it is typed', 'sign-in'],
  goal: 'Add a payment to an account, with its day, payee, note and category',
  values: {
    account: 'Purse',
    day: '02/03/2026',
    payee: 'Seed house',
    notes: 'onion sets',
    category: 'Garden',
    amount: '6.80',
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'account', value: 'Purse', source: 'given', changes: true },
      { name: 'day', value: '02/03/2026', source: 'given', changes: true, forms: ['2026-02-03'] },
      { name: 'payee', value: 'Seed house', source: 'given', changes: true },
      { name: 'notes', value: 'onion sets', source: 'given', changes: true },
      { name: 'category', value: 'Garden', source: 'given', changes: true },
      { name: 'amount', value: '6.80', source: 'given', changes: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the payment is in the account',
        kind: 'created',
        values: ['account', 'day', 'payee', 'notes', 'category', 'amount'],
      },
    ],
    expected: (before, { account, day, payee, notes, category, amount }) => {
      const [month, date, year] = day.split('/')
      const one = {
        ...{ date: `${year}-${month}-${date}`, account, payee, category, notes: notes ?? '' },
        amount: -Math.round(Number(amount) * 100),
      }
      const all = [...before.transactions, one]
      all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      return { ...before, transactions: all }
    },
    done: 'The table of the account has a row with the day, the payee, the note, the category and the payment',
  },
  right: [
    { name: 'in another account', values: asked },
    {
      name: 'a payee that is not known, and no note',
      values: {
        account: 'Purse',
        day: '02/12/2026',
        payee: 'Fish stall',
        notes: undefined,
        category: 'Eating out',
        amount: '9.20',
      },
    },
    {
      name: 'another way: the cells are clicked, and Enter adds the row',
      values: asked,
      perform: async (person, app, { account, day, payee, notes, category, amount }) => {
        const { page } = person
        await openRow(person, account)
        await person.click(cell(page, 'debit'))
        await write(person, 'debit', amount)
        await leave(person)
        await person.click(cell(page, 'notes'))
        await write(person, 'notes', notes)
        await leave(person)
        await person.click(cell(page, 'category'))
        await pick(person, 'category', category)
        await leave(person)
        await person.click(cell(page, 'payee'))
        await pick(person, 'payee', payee)
        await leave(person)
        await person.click(cell(page, 'date'))
        await cell(page, 'date').locator('input:focus').waitFor()
        await person.press('Control+A')
        await write(person, 'date', day)
        await leave(person)
        await person.click(cell(page, 'notes'))
        await cell(page, 'notes').locator('input:focus').waitFor()
        await sent(app, () => person.press('Enter'))
      },
    },
  ],
  faults: [
    {
      name: 'the payment is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { notes }) => app.transaction(notes, { tombstone: 1 }),
    },
    {
      name: 'another amount is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { notes }) => app.transaction(notes, { amount: -1853 }),
    },
    {
      name: 'it is a deposit',
      kind: 'one field wrong',
      values: asked,
      does: { column: 'credit' },
    },
    {
      name: 'it gets another category',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { category: 'Garden' },
    },
    {
      name: 'it is added to the other account',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { account: 'Purse' },
    },
    {
      name: 'the row is filled and cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(button(person.page, 'Cancel'))
        await row(person.page).waitFor({ state: 'detached' })
      },
    },
    {
      name: 'it is added twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, values)
      },
    },
    {
      name: 'it is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        await person.click(listed(page, values.notes).getByTestId('select'))
        await person.click(page.getByRole('button', { name: '1 transaction' }))
        await person.click(page.getByRole('button', { name: /^Delete/ }))
        await sent(app, () =>
          person.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' })),
        )
      },
    },
    {
      name: 'another payment is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.transaction('to the coast', { amount: -3280 }),
    },
  ],
}
