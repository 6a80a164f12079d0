// Rows of a list are ticked, a menu that appears for them opens a dialog, and a value is taken in a field for several
// words. The same can be done on the page of each record.

import { openList, openRow, PRODUCT, update, withTicked } from '../apps/vendure.mjs'

async function take(person, dialog, facet) {
  const { page } = person
  await person.type(dialog.getByRole('combobox'), facet)
  await person.click(page.getByRole('option').filter({ hasText: facet }))
  await dialog.locator('ng-select').getByText(facet, { exact: true }).waitFor()
}

async function fill(person, { products, facet }) {
  await openList(person)
  const dialog = await withTicked(person, products, 'Edit facet values')
  await take(person, dialog, facet)
  return dialog
}

async function finish(person, dialog) {
  await person.click(dialog.getByRole('button', { name: 'Update', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  await person.sees(/Updated|updated/)
}

async function mark(person, app, values) {
  const dialog = await fill(person, values)
  await finish(person, dialog)
}

/** The cross of a value. */
const cross = (within, facet) =>
  within.locator('vdr-chip').filter({ hasText: facet }).locator('button').last()

const value = (name) => `(select baseId from facet_value_translation where name = '${name}')`

const asked = { products: ['Hedge Row', 'Kettle, blue'], facet: 'Autumn' }

export default {
  app: 'vendure',
  kinds: ['single-page app', 'component library', 'bulk actions', 'dialogs', 'chips', 'sign-in'],
  goal: 'Give some products of the shop a facet value together',
  values: { products: ['Black Harbour', 'White Orchard', 'Cup, plain'], facet: 'Summer' },
  perform: mark,
  truth: {
    inputs: [
      {
        name: 'products',
        value: ['Black Harbour', 'White Orchard', 'Cup, plain'],
        source: 'given',
        changes: true,
      },
      { name: 'facet', value: 'Summer', source: 'given', changes: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['products'], kind: 'list' }],
    effects: [{ name: 'every product has the value', kind: 'bulk', values: ['products', 'facet'] }],
    expected: (before, { products, facet }) => ({
      products: before.products.map((one) =>
        products.includes(one.name) ? { ...one, facets: [...one.facets, facet].sort() } : one,
      ),
    }),
    done: 'The page of each of these products shows the value under Facets, beside those that it had',
  },
  right: [
    { name: 'other products', values: asked },
    { name: 'one product', values: { products: ['Smoke House'], facet: 'Assam' } },
    {
      name: 'another way: each on its own page',
      values: { products: ['White Orchard', 'Hedge Row'], facet: 'Spring' },
      perform: async (person, app, { products, facet }) => {
        const { page } = person
        for (const product of products) {
          await openList(person)
          await openRow(person, product)
          await person.click(page.getByRole('button', { name: 'Add facets', exact: true }))
          const dialog = page.getByRole('dialog')
          await take(person, dialog, facet)
          await person.click(dialog.getByRole('button', { name: 'Add facets', exact: true }))
          await dialog.waitFor({ state: 'detached' })
          await update(person)
        }
      },
    },
  ],
  faults: [
    {
      name: 'one product has not got the value',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) =>
        app.sql(
          `delete from product_facet_values_facet_value where productId = ${PRODUCT} and facetValueId = ${value('Autumn')} returning productId`,
          'Kettle, blue',
        ),
    },
    {
      name: 'one product is not ticked',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { products: ['Hedge Row'] },
    },
    {
      name: 'another value is taken than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { facet: 'Summer' },
    },
    {
      name: 'another product is ticked for one of them',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { products: ['Hedge Row', 'Cup, plain'] },
    },
    {
      name: 'the value is taken and the dialog is cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const dialog = await fill(person, values)
        await person.click(dialog.getByRole('button', { name: 'Cancel', exact: true }))
        await dialog.waitFor({ state: 'detached' })
      },
    },
    {
      name: 'the value that one of them had is taken away',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        const dialog = await fill(person, values)
        await person.click(cross(dialog.getByRole('row').filter({ hasText: 'Hedge Row' }), 'Kent'))
        await finish(person, dialog)
      },
    },
    {
      name: 'the value is taken from one of them again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await mark(person, app, values)
        await openRow(person, 'Hedge Row')
        await person.click(cross(page, 'Autumn'))
        await update(person)
      },
    },
    {
      name: 'another product gets the value as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.sql(
          `insert into product_facet_values_facet_value (productId, facetValueId) select ${PRODUCT}, ${value('Autumn')} returning productId`,
          'Black Harbour',
        ),
    },
  ],
}
