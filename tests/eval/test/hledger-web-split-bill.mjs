// A dialog over a table: fields that complete what is typed, and a last amount that is left for the program to find.

import { add, fill, giveUp } from '../apps/hledger-web.mjs'

const entry = ({ day, shop, account, amount, second, rest, from }) => ({
  ...{ day, text: shop },
  rows: [[account, `€${amount}`], ...(second ? [[second, `€${rest}`]] : []), [from]],
})

async function split(person, app, values) {
  await fill(person, entry(values))
  await add(person)
}

const cents = (amount) => Math.round(Number(amount) * 100)

const asked = {
  day: '2031-02-11',
  shop: 'Chemist',
  account: 'expenses:health',
  amount: '17.80',
  second: 'expenses:house:cleaning',
  rest: '4.95',
  from: 'assets:bank',
}

const another = {
  day: '2031-02-14',
  shop: 'Station kiosk',
  account: 'expenses:food',
  amount: '6.40',
  second: 'expenses:travel',
  rest: '22.00',
  from: 'assets:cash',
}

/** Changes the last entry behind the screen. */
const last = (change) => (app) =>
  app.change((entries) => [...entries.slice(0, -1), ...change(entries.at(-1))])

export default {
  app: 'hledger-web',
  kinds: ['semantic HTML', 'dialog', 'fields that complete'],
  goal: 'Write down a bill that belongs to two accounts',
  values: {
    day: '2031-02-03',
    shop: 'Village shop',
    account: 'expenses:food',
    amount: '12.50',
    second: 'expenses:house:cleaning',
    rest: '3.75',
    from: 'assets:cash',
  },
  perform: split,
  truth: {
    inputs: [
      { name: 'day', value: '2031-02-03', source: 'given', changes: true },
      { name: 'shop', value: 'Village shop', source: 'given', changes: true },
      { name: 'account', value: 'expenses:food', source: 'given', changes: true },
      { name: 'amount', value: '12.50', source: 'given', changes: true, forms: ['€12.50'] },
      { name: 'second', value: 'expenses:house:cleaning', source: 'given', changes: true },
      { name: 'rest', value: '3.75', source: 'given', changes: true, forms: ['€3.75'] },
      { name: 'from', value: 'assets:cash', source: 'given', changes: true },
    ],
    effects: [
      {
        name: 'the entry is in the journal',
        kind: 'created',
        values: ['day', 'shop', 'account', 'amount', 'second', 'rest', 'from'],
      },
    ],
    expected: (before, { day, shop, account, amount, second, rest, from }) => ({
      entries: [
        ...before.entries,
        {
          ...{ day, text: shop },
          postings: [
            [account, cents(amount)],
            ...(second ? [[second, cents(rest)]] : []),
            [from, -cents(amount) - (second ? cents(rest) : 0)],
          ],
        },
      ],
    }),
    done: 'The journal shows the day, the shop, both accounts with their amounts, and the sum taken from the third',
  },
  right: [
    { name: 'another shop, from the bank', values: asked },
    { name: 'a shop that was never written down', values: another },
    {
      name: 'one account only',
      values: { ...another, second: undefined, rest: undefined },
    },
    {
      name: 'another way: by the key of the program, with the sum written down, sent by Enter',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        const { day, text, rows } = entry(values)
        const field = (name) => page.locator('#addform').getByPlaceholder(name, { exact: true })
        await person.press('a')
        await field('Date').waitFor()
        for (const [at, [account, amount]] of rows.entries()) {
          await person.type(field(`Account ${at + 1}`), account)
          await person.type(field(`Amount ${at + 1}`), amount ?? '€-22.75')
        }
        await person.type(field('Description'), text)
        await person.type(field('Date'), day)
        await person.press('Enter')
        await page.getByText('Transaction added.').waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'the entry is not in the file',
      kind: 'says saved but is not',
      values: asked,
      behind: last(() => []),
    },
    {
      name: 'the second account is left out',
      kind: 'half done',
      values: asked,
      does: { second: undefined },
    },
    {
      name: 'the dialog is filled and closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, entry(values))
        await giveUp(person)
      },
    },
    {
      name: 'the amounts are exchanged',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { amount: '4.95', rest: '17.80' },
    },
    {
      name: 'it is taken from the purse in the file',
      kind: 'one field wrong',
      values: asked,
      behind: last((one) => [
        {
          ...one,
          postings: one.postings.map(([account, amount]) =>
            account === 'assets:bank' ? ['assets:cash', amount] : [account, amount],
          ),
        },
      ]),
    },
    {
      name: 'it is written down for a day of the month before',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { day: '2031-01-11' },
    },
    {
      name: 'it is written down twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await split(person, app, values)
        await split(person, app, values)
      },
    },
    {
      name: 'it is taken back by an entry the other way round',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await split(person, app, values)
        await split(person, app, { ...values, amount: '-17.80', rest: '-4.95' })
      },
    },
    {
      name: 'an older entry has another amount',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.change((entries) =>
          entries.map((one) =>
            one.text === 'Bus'
              ? {
                  ...one,
                  postings: [
                    ['expenses:travel', 840],
                    ['assets:cash', -840],
                  ],
                }
              : one,
          ),
        ),
    },
  ],
}
