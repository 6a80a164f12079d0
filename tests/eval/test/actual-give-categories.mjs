// Amounts of several categories are changed in the table of the month, each in a cell that becomes a field.

import { sent } from '../apps/actual.mjs'
import { today } from '../support/today.mjs'

const cell = (page, category) =>
  page
    .getByTestId('row')
    .filter({ has: page.getByTestId('category-name').getByText(category, { exact: true }) })
    .getByTestId('budget')
    .first()

async function write(person, category, amount) {
  await person.click(cell(person.page, category))
  await cell(person.page, category).locator('input:focus').waitFor()
  await person.press('Control+A')
  await person.write(amount)
}

async function giveOne(person, app, category, amount) {
  await write(person, category, amount)
  await sent(app, () => person.press('Enter'))
}

async function give(person, app, { categories, amounts }) {
  for (const at of categories.keys()) await giveOne(person, app, categories[at], amounts[at])
}

const asked = { categories: ['Eating out', 'Repairs'], amounts: ['65.50', '120.00'] }

export default {
  app: 'actual',
  kinds: ['single-page app', 'table changed in place', 'loop', 'sign-in'],
  goal: 'Set what some categories are given in the budget of this month',
  values: { categories: ['Garden', 'Train', 'Bicycle'], amounts: ['40.00', '75.00', '12.50'] },
  perform: give,
  truth: {
    inputs: [
      {
        name: 'categories',
        value: ['Garden', 'Train', 'Bicycle'],
        source: 'given',
        changes: true,
      },
      { name: 'amounts', value: ['40.00', '75.00', '12.50'], source: 'given', changes: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['categories', 'amounts'], kind: 'loop' }],
    effects: [
      {
        name: 'every category is given its amount',
        kind: 'changed',
        values: ['categories', 'amounts'],
      },
    ],
    expected: (before, { categories, amounts }) => {
      const month = today().slice(0, 7)
      const others = before.budget.filter(
        (one) => one.month !== month || !categories.includes(one.category),
      )
      const given = categories.map((category, at) => ({
        ...{ month, category },
        amount: Math.round(Number(amounts[at]) * 100),
      }))
      const all = [...others, ...given]
      all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      return { ...before, budget: all }
    },
    done: 'The table of the month shows the new amount as budgeted for each category',
  },
  right: [
    { name: 'two other categories', values: asked },
    { name: 'one category', values: { categories: ['Power'], amounts: ['95.00'] } },
    {
      name: 'another way: from the last to the first, and left by the key Tab',
      values: asked,
      perform: async (person, app, { categories, amounts }) => {
        for (const at of [...categories.keys()].reverse()) {
          await write(person, categories[at], amounts[at])
          await sent(app, () => person.press('Tab'))
        }
      },
    },
  ],
  faults: [
    {
      name: 'one category has its old amount',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.give('Eating out', 9000),
    },
    {
      name: 'the last category is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { categories: ['Eating out'], amounts: ['65.50'] },
    },
    {
      name: 'the last amount is typed and given up',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { categories, amounts }) => {
        await giveOne(person, app, categories[0], amounts[0])
        await write(person, categories[1], amounts[1])
        await person.press('Escape')
      },
    },
    {
      name: 'one amount is mistyped',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { amounts: ['56.50', '120.00'] },
    },
    {
      name: 'the amounts are exchanged',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { amounts: ['120.00', '65.50'] },
    },
    {
      name: 'another category is given the last amount',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { categories: ['Eating out', 'Rent'] },
    },
    {
      name: 'the first amount is set back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await give(person, app, values)
        await giveOne(person, app, 'Eating out', '90.00')
      },
    },
    {
      name: 'another category is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.give('Groceries', 23000),
    },
  ],
}
