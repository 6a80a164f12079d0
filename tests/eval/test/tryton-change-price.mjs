// An article is found by a search among others that are like it; a double click turns the list into its form, where one
// price is alone and the other in a form inside.

import { field, openPart, openRow, pane, save, search } from '../apps/tryton.mjs'

/** The price that the form inside shows can be changed, the one above it only repeats it. */
const cost = (page) => pane(page).locator('input[name=cost_price]:not([readonly]):visible').last()

async function find(person, { words, article }) {
  await openPart(person, 'Product', 'Products')
  await search(person, words)
  await openRow(person, article)
}

async function fill(person, { price, bought }) {
  const { page } = person
  await person.type(field(page, 'List Price'), price)
  if (bought) await person.type(cost(page), bought)
  await person.press('Tab')
}

async function change(person, app, values) {
  await find(person, values)
  await fill(person, values)
  await save(person)
}

const asked = { words: 'rosin', article: 'Rosin, light', price: '8.40', bought: '3.55' }

/** Sets the list price of an article behind the screen. */
const priced = (app, article, price) =>
  app.sql(
    'update product_list_price set list_price = cast(? as blob) where template = (select id from product_template where name = ?) returning id',
    ...[price, article],
  )

export default {
  app: 'tryton',
  kinds: ['single-page app', 'search', 'list that turns into a form', 'form in a form', 'sign-in'],
  goal: 'Change the list price and the cost price of an article of the workshop',
  values: { words: 'strings', article: 'Viola strings, set', price: '54.50', bought: '30.20' },
  perform: change,
  truth: {
    inputs: [
      { name: 'words', value: 'strings', source: 'derived', changes: true, optional: true },
      { name: 'article', value: 'Viola strings, set', source: 'given', changes: true },
      {
        name: 'list price',
        value: '54.50',
        source: 'given',
        changes: true,
        forms: ['54.5000', '54.5'],
      },
      {
        name: 'cost price',
        value: '30.20',
        source: 'given',
        changes: true,
        forms: ['30.2000', '30.2'],
      },
      { name: 'user', value: 'mara', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the article has the prices',
        kind: 'changed',
        values: ['article', 'list price', 'cost price'],
      },
    ],
    expected: (before, { article, price, bought }) => ({
      ...before,
      products: before.products.map((one) =>
        one.name === article
          ? { ...one, price: Number(price), cost: bought ? Number(bought) : one.cost }
          : one,
      ),
    }),
    done: 'The list of products shows both prices in the row of the article',
  },
  right: [
    { name: 'another article', values: asked },
    {
      name: 'the cost price stays as it is',
      values: { words: 'bow', article: 'Bow hair, renewed', price: '69.00', bought: undefined },
    },
    {
      name: 'another way: from the whole list, the cost price first',
      values: asked,
      perform: async (person, app, { article, price, bought }) => {
        const { page } = person
        await openPart(person, 'Product', 'Products')
        await openRow(person, article)
        await person.type(cost(page), bought)
        await person.type(field(page, 'List Price'), price)
        await person.press('Tab')
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the list price is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { article }) => priced(app, article, '7.90'),
    },
    {
      name: 'another list price is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { article }) => priced(app, article, '4.80'),
    },
    {
      name: 'the cost price is entered as the list price',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { price: '3.55' },
    },
    {
      name: 'an article that is like it is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { article: 'Rosin, dark' },
    },
    {
      name: 'the prices are entered and not saved',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await find(person, values)
        await fill(person, values)
      },
    },
    {
      name: 'the old list price is entered again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await fill(person, { price: '7.90' })
        await save(person)
      },
    },
    {
      name: 'the code of the article is typed over as well',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await find(person, values)
        await person.type(field(person.page, 'Code'), 'A-220')
        await fill(person, values)
        await save(person)
      },
    },
    {
      name: 'the price of another article is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app, { price }) => priced(app, 'Rosin, dark', price),
    },
  ],
}
