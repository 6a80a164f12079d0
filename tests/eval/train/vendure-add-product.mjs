// A page for a new record with a rich text, and a small table in it whose fields have no labels of their own. What is
// typed as the name makes another field.

import { openList, PRODUCT, withTicked } from '../apps/vendure.mjs'

const variant = (page) =>
  page.locator('vdr-card').filter({ hasText: 'Add stock to location' }).getByRole('table')

async function openForm(person) {
  const { page } = person
  await openList(person)
  await person.click(page.getByRole('link', { name: 'New product' }))
  await page.getByRole('heading', { name: 'New product' }).waitFor()
}

async function fillVariant(person, { sku, price, stock }) {
  const table = variant(person.page)
  await person.type(table.getByPlaceholder('SKU'), sku)
  await person.type(table.getByRole('spinbutton').nth(0), price)
  await person.type(table.getByRole('spinbutton').nth(1), stock)
}

async function fill(person, values) {
  const { page } = person
  await openForm(person)
  await person.type(page.getByLabel('Product name'), values.name)
  if (values.description) await person.edit('.ProseMirror', values.description)
  await fillVariant(person, values)
}

async function create(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Create', exact: true }))
  await page.waitForURL(/\/products\/\d+$/)
  await page.getByRole('button', { name: 'Update', exact: true }).waitFor()
}

async function add(person, app, values) {
  await fill(person, values)
  await create(person)
}

const asked = {
  name: 'Kettle, copper',
  description: 'Made by hand, one and a half litres.',
  sku: 'POT-205',
  price: '129.50',
  stock: '8',
}

export default {
  app: 'vendure',
  kinds: ['single-page app', 'component library', 'rich text', 'fields without labels', 'sign-in'],
  goal: 'Add a product to the shop',
  values: {
    name: 'Morning Fog',
    description: 'A mild white tea from the hills.',
    sku: 'TEA-118',
    price: '12.40',
    stock: '45',
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'name', value: 'Morning Fog', source: 'given', changes: true },
      { name: 'slug', value: 'morning-fog', source: 'made', changes: true },
      {
        name: 'description',
        value: 'A mild white tea from the hills.',
        source: 'given',
        changes: true,
        optional: true,
      },
      { name: 'sku', value: 'TEA-118', source: 'given', changes: true },
      { name: 'price', value: '12.40', source: 'given', changes: true, forms: ['€12.40', '12.4'] },
      { name: 'stock', value: '45', source: 'given', changes: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the product is in the shop',
        kind: 'created',
        values: ['name', 'description', 'sku', 'price', 'stock'],
      },
    ],
    expected: (before, { name, description, sku, price, stock }) => ({
      products: [
        ...before.products,
        {
          name,
          slug: name
            .toLowerCase()
            .replace(/[^a-z ]/g, '')
            .replaceAll(' ', '-'),
          description: description ? `<p>${description}</p>` : '',
          enabled: true,
          facets: [],
          variants: [
            {
              ...{ name, sku, enabled: true, tracked: 'INHERIT' },
              ...{ price: Math.round(Number(price) * 100), stock: Number(stock) },
            },
          ],
        },
      ],
    }),
    done: 'The page of the product shows its name and description, and in the list of its variants the SKU, the price and the stock',
  },
  right: [
    { name: 'another product', values: asked },
    {
      name: 'no description',
      values: {
        name: 'Tall Cup',
        description: undefined,
        sku: 'CUP-309',
        price: '14.00',
        stock: '64',
      },
    },
    {
      name: 'another way: the table first, the name last',
      values: {
        name: 'Winter Orchard',
        description: 'With apple and clove.',
        sku: 'TEA-121',
        price: '9.80',
        stock: '150',
      },
      perform: async (person, app, values) => {
        const { page } = person
        await openForm(person)
        await fillVariant(person, values)
        await person.edit('.ProseMirror', values.description)
        await person.type(page.getByLabel('Product name'), values.name)
        await create(person)
      },
    },
  ],
  faults: [
    {
      name: 'the product is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) =>
        app.sql(
          `update product set deletedAt = '2031-01-01 00:00:00.000' where id = ${PRODUCT} returning id`,
          name,
        ),
    },
    {
      name: 'another price is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { name }) => app.changeVariant(name, { price: 12950 * 10 }),
    },
    {
      name: 'another stock is entered than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { stock: '80' },
    },
    {
      name: 'the product is switched off on the way',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.tick(person.page.getByText('Enabled', { exact: true }))
        await create(person)
      },
    },
    {
      name: 'the page is filled and nothing created',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'the product is added twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, values)
      },
    },
    {
      name: 'the product is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await openList(person)
        const dialog = await withTicked(person, [values.name], 'Delete')
        await person.click(dialog.getByRole('button', { name: 'Delete', exact: true }))
        await person.sees(/Successfully deleted/)
      },
    },
    {
      name: 'another product gets the price',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.changeVariant('Kettle, blue', { price: 12950 }),
    },
  ],
}
