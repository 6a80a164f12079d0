// A record is found by a filter that scripts unfold, and one field of its form is changed.

async function open(person, { bill }) {
  const { page } = person
  await person.click('#toggle-filters')
  await person.type('#search', bill)
  await person.click(page.getByRole('button', { name: 'Filter', exact: true }))
  await page.waitForURL(/search=/)
  await person.click(page.locator('#bill_table tr', { hasText: bill }).locator('a.edit'))
  await page.waitForURL(/\/edit\//)
}

async function change(person, app, values) {
  await open(person, values)
  await person.type('#amount', values.amount)
  await submit(person)
}

async function changeInList(person, app, { bill, amount }) {
  const { page } = person
  await person.click(page.locator('#bill_table tr', { hasText: bill }).locator('a.edit'))
  await page.waitForURL(/\/edit\//)
  await person.type('#amount', amount)
  await submit(person)
}

async function submit(person) {
  await person.click(person.page.getByRole('button', { name: 'Submit', exact: true }))
  await person.sees('The bill has been modified')
}

const set = (app, bill, amount) =>
  app.sql('update bill set amount = ? where what = ? returning id', amount, bill)

const asked = { bill: 'Firewood', amount: '91.5' }

export default {
  app: 'ihatemoney',
  kinds: ['semantic HTML', 'searched record'],
  goal: 'Correct the amount of a bill',
  values: { bill: 'Train tickets', amount: '66.25' },
  perform: change,
  truth: {
    inputs: [
      { name: 'bill', value: 'Train tickets', source: 'given', changes: true },
      { name: 'amount', value: '66.25', source: 'given', changes: true },
    ],
    effects: [{ name: 'the bill has the amount', kind: 'changed', values: ['bill', 'amount'] }],
    expected: (before, { bill, amount }) => ({
      ...before,
      bills: before.bills.map((one) =>
        one.what === bill ? { ...one, amount: Number(amount) } : one,
      ),
    }),
    done: 'The list of bills shows the new amount in the row of the bill',
  },
  right: [
    { name: 'another bill', values: asked },
    {
      name: 'another way: the bill is taken from the list without a filter',
      values: { bill: 'Potatoes', amount: '13.4' },
      perform: changeInList,
    },
  ],
  faults: [
    {
      name: 'the amount is as it was',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => set(app, 'Firewood', 84),
    },
    {
      name: 'another amount is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => set(app, 'Firewood', 915),
    },
    {
      name: 'another bill is changed',
      kind: 'wrong record',
      values: asked,
      does: { bill: 'Potatoes' },
    },
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await open(person, values)
        await person.type('#amount', values.amount)
      },
    },
    {
      name: 'the old amount is put back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        // The message about the first change covers the button of the filter.
        await changeInList(person, app, { ...values, amount: '84' })
      },
    },
    {
      name: 'another bill changes too',
      kind: 'other record touched',
      values: asked,
      behind: (app) => set(app, 'Potatoes', 91.5),
    },
  ],
}
