// The receipts of some days are written down one after another, each in a dialog over the table.

import { add, fill, giveUp, openDialog } from '../apps/hledger-web.mjs'

const entry = ({ days, shops, accounts, amounts, from }, at) => ({
  ...{ day: days[at], text: shops[at] },
  rows: [[accounts[at], `€${amounts[at]}`], [from]],
})

async function enterOne(person, values, at) {
  await fill(person, entry(values, at))
  await add(person)
}

async function enter(person, app, values) {
  for (const at of values.shops.keys()) await enterOne(person, values, at)
}

/** The sum that is left is compared with the purse at the end. */
async function enterAndLook(person, app, values) {
  const { page } = person
  await enter(person, app, values)
  await person.click(page.getByRole('link', { name: values.from.split(':').at(-1) }).first())
  await page.getByRole('columnheader', { name: /Balance|Total/ }).waitFor()
}

const asked = {
  days: ['2031-02-07', '2031-02-08'],
  shops: ['Ferry', 'Harbour bakery'],
  accounts: ['expenses:travel', 'expenses:food'],
  amounts: ['9.60', '5.35'],
  from: 'assets:cash',
}

/** Without the newest entry of a shop, or with it changed, behind the screen. */
const behind = (shop, change) => (app) =>
  app.change((entries) => {
    const at = entries.findLastIndex(({ text }) => text === shop)
    return [...entries.slice(0, at), ...change(entries[at]), ...entries.slice(at + 1)]
  })

export default {
  app: 'hledger-web',
  kinds: ['semantic HTML', 'dialog', 'fields that complete', 'loop'],
  goal: 'Write down some receipts that were paid from one account',
  values: {
    days: ['2031-02-02', '2031-02-04', '2031-02-05'],
    shops: ['Village shop', 'Bus', 'Chemist'],
    accounts: ['expenses:food', 'expenses:travel', 'expenses:health'],
    amounts: ['18.25', '4.80', '7.99'],
    from: 'assets:cash',
  },
  perform: enterAndLook,
  truth: {
    inputs: [
      {
        name: 'days',
        value: ['2031-02-02', '2031-02-04', '2031-02-05'],
        source: 'given',
        changes: true,
      },
      { name: 'shops', value: ['Village shop', 'Bus', 'Chemist'], source: 'given', changes: true },
      {
        name: 'accounts',
        value: ['expenses:food', 'expenses:travel', 'expenses:health'],
        source: 'given',
        changes: true,
      },
      { name: 'amounts', value: ['18.25', '4.80', '7.99'], source: 'given', changes: true },
      { name: 'from', value: 'assets:cash', source: 'given', changes: true, forms: ['cash'] },
    ],
    loops: [{ over: ['days', 'shops', 'accounts', 'amounts'], kind: 'loop' }],
    effects: [
      {
        name: 'every receipt is in the journal',
        kind: 'created',
        values: ['days', 'shops', 'accounts', 'amounts', 'from'],
      },
    ],
    expected: (before, { days, shops, accounts, amounts, from }) => ({
      entries: [
        ...before.entries,
        ...shops.map((text, at) => {
          const amount = Math.round(Number(amounts[at]) * 100)
          const postings = [
            [accounts[at], amount],
            [from, -amount],
          ]
          return { day: days[at], text, postings }
        }),
      ],
    }),
    done: 'The journal has an entry for each receipt with the day, the shop, the account, the amount and where it was paid from',
  },
  right: [
    { name: 'two receipts of other shops', values: asked },
    {
      name: 'one receipt from the bank',
      values: {
        days: ['2031-02-20'],
        shops: ['Power company'],
        accounts: ['expenses:house:power'],
        amounts: ['71.15'],
        from: 'assets:bank',
      },
    },
    {
      name: 'another way: each from the account to the day, sent by Enter',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        const field = (name) => page.locator('#addform').getByPlaceholder(name, { exact: true })
        for (const at of values.shops.keys()) {
          await openDialog(person)
          await person.type(field('Account 2'), values.from)
          await person.type(field('Account 1'), values.accounts[at])
          await person.type(field('Amount 1'), `€${values.amounts[at]}`)
          await person.type(field('Description'), values.shops[at])
          await person.type(field('Date'), values.days[at])
          await person.press('Enter')
          await page.getByText('Transaction added.').waitFor()
          await page.getByRole('cell', { name: values.shops[at], exact: true }).first().waitFor()
        }
      },
    },
  ],
  faults: [
    {
      name: 'the first receipt is not in the file',
      kind: 'says saved but is not',
      values: asked,
      behind: behind('Ferry', () => []),
    },
    {
      name: 'the last receipt is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { shops: ['Ferry'] },
    },
    {
      name: 'the last dialog is filled and closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await enterOne(person, values, 0)
        await fill(person, entry(values, 1))
        await giveUp(person)
      },
    },
    {
      name: 'one amount is mistyped',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { amounts: ['6.90', '5.35'] },
    },
    {
      name: 'one receipt has another day in the file',
      kind: 'one field wrong',
      values: asked,
      behind: behind('Harbour bakery', (one) => [{ ...one, day: '2031-02-18' }]),
    },
    {
      name: 'the accounts are exchanged',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { accounts: ['expenses:food', 'expenses:travel'] },
    },
    {
      name: 'the first receipt is written down twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await enter(person, app, values)
        await enterOne(person, values, 0)
      },
    },
    {
      name: 'an older entry is lost',
      kind: 'other record touched',
      values: asked,
      behind: behind('Chemist', () => []),
    },
  ],
}
