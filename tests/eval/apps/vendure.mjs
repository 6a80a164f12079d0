// Vendure (npm): the back office of a shop. An Angular application on GraphQL with components of its own: lists with
// filters and menus for what is ticked, dialogs, chips, switches, and rich text.

import { existsSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { npm } from '../support/cache.mjs'

const ADMIN = { username: 'ann', password: 'tea-and-cups-9' }

const FACETS = {
  Season: ['Spring', 'Summer', 'Autumn'],
  Origin: ['Assam', 'Fujian', 'Kent'],
}

// Name, number of the article, price in cents, stock, values of facets, whether it is sold, description.
const PRODUCTS = [
  ['Black Harbour', 'TEA-101', 890, 120, ['Assam'], true, '<p>Strong, for the morning.</p>'],
  ['Green Terrace', 'TEA-102', 1050, 80, ['Fujian', 'Spring'], true, '<p>Steamed leaves.</p>'],
  ['White Orchard', 'TEA-103', 1690, 35, ['Fujian'], true, ''],
  ['Hedge Row', 'TEA-104', 640, 200, ['Kent'], true, '<p>Nettle and mint.</p>'],
  ['Smoke House', 'TEA-105', 990, 60, ['Fujian', 'Autumn'], true, ''],
  ['Kettle, blue', 'POT-201', 4900, 12, [], true, '<p>Holds a litre.</p>'],
  ['Cup, plain', 'CUP-301', 1200, 75, [], false, ''],
]

const SERVE = `
const { bootstrap, DefaultLogger, LogLevel, dummyPaymentHandler } = require('@vendure/core')
const { AdminUiPlugin } = require('@vendure/admin-ui-plugin')
const [port, database, files, username, password] = process.argv.slice(1)
bootstrap({
  apiOptions: { port: Number(port), hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: { identifier: username, password },
    cookieOptions: { secret: 'secret-of-the-desk' },
  },
  dbConnectionOptions: { type: 'better-sqlite3', database, synchronize: process.env.SEEDING === 'yes', logging: false },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  plugins: [AdminUiPlugin.init({ route: 'admin', port: Number(port), app: { path: files }, adminUiConfig: { brand: 'Desk', hideVersion: true, loginImageUrl: 'assets/logo-login.webp' } })],
}).catch((error) => {
  console.error(error)
  process.exit(1)
})
`

export default class Vendure extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'component library', 'rich text', 'dialogs', 'sign-in']

  async install() {
    const folder = await npm(
      'vendure',
      '@vendure/core@3.2.3',
      '@vendure/admin-ui-plugin@3.2.3',
      'better-sqlite3@11.10.0',
    )
    this.modules = path.join(folder, 'node_modules')
  }

  get file() {
    return path.join(this.data, 'shop.sqlite')
  }

  async command() {
    // Its pages are not sent from a folder whose path has a dot, as that of the cache has.
    const files = this.machine.path('admin-ui')
    if (!existsSync(files))
      await symlink(path.join(this.modules, '@vendure/admin-ui-plugin/lib/admin-ui/browser'), files)
    return {
      program: process.execPath,
      args: ['-e', SERVE, String(this.port), this.file, files, ADMIN.username, ADMIN.password],
      options: {
        env: {
          PATH: process.env.PATH,
          HOME: this.data,
          NODE_PATH: this.modules,
          NODE_NO_WARNINGS: '1',
          VENDURE_DISABLE_TELEMETRY: 'true',
          SEEDING: this.seeding ? 'yes' : '',
        },
      },
    }
  }

  async seed() {
    this.seeding = true
    await this.start()
    this.seeding = false
    const { token } = await this.#signInToApi()
    const ask = (query, variables) => this.#ask(token, query, variables)
    const { createCountry: country } = await ask(
      'mutation ($input: CreateCountryInput!) { createCountry(input: $input) { id } }',
      {
        input: {
          ...{ code: 'AT', enabled: true },
          translations: [{ languageCode: 'en', name: 'Austria' }],
        },
      },
    )
    const { createZone: zone } = await ask(
      'mutation ($input: CreateZoneInput!) { createZone(input: $input) { id } }',
      { input: { name: 'Europe', memberIds: [country.id] } },
    )
    const { createTaxCategory: taxes } = await ask(
      'mutation ($input: CreateTaxCategoryInput!) { createTaxCategory(input: $input) { id } }',
      { input: { name: 'Standard', isDefault: true } },
    )
    await ask('mutation ($input: CreateTaxRateInput!) { createTaxRate(input: $input) { id } }', {
      input: {
        ...{ name: 'Standard', enabled: true, value: 10 },
        ...{ categoryId: taxes.id, zoneId: zone.id },
      },
    })
    const { activeChannel: channel } = await ask('{ activeChannel { id } }')
    await ask(
      'mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { __typename } }',
      {
        input: {
          ...{ id: channel.id, defaultTaxZoneId: zone.id, defaultShippingZoneId: zone.id },
          ...{ defaultCurrencyCode: 'EUR', availableCurrencyCodes: ['EUR'] },
          pricesIncludeTax: true,
        },
      },
    )
    const values = {}
    for (const [name, words] of Object.entries(FACETS)) {
      const { createFacet: facet } = await ask(
        'mutation ($input: CreateFacetInput!) { createFacet(input: $input) { values { id name } } }',
        {
          input: {
            ...{ code: name.toLowerCase(), isPrivate: false },
            translations: [{ languageCode: 'en', name }],
            values: words.map((word) => ({
              code: word.toLowerCase(),
              translations: [{ languageCode: 'en', name: word }],
            })),
          },
        },
      )
      for (const one of facet.values) values[one.name] = one.id
    }
    for (const [name, sku, price, stock, facets, enabled, description] of PRODUCTS) {
      const { createProduct: product } = await ask(
        'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
        {
          input: {
            enabled,
            facetValueIds: facets.map((one) => values[one]),
            translations: [{ languageCode: 'en', name, slug: slug(name), description }],
          },
        },
      )
      await ask(
        'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }',
        {
          input: [
            {
              ...{ productId: product.id, sku, price, stockOnHand: stock },
              ...{ taxCategoryId: taxes.id, trackInventory: 'TRUE' },
              translations: [{ languageCode: 'en', name }],
            },
          ],
        },
      )
    }
  }

  async #signInToApi() {
    const answer = await fetch(`${this.address}/admin-api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query:
          'mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { __typename } }',
        variables: ADMIN,
      }),
    })
    return { token: answer.headers.get('vendure-auth-token') }
  }

  async #ask(token, query, variables) {
    const answer = await fetch(`${this.address}/admin-api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await answer.json()
    if (errors) throw new Error(`${query}: ${JSON.stringify(errors)}`)
    return data
  }

  get start_url() {
    return `${this.address}/admin/`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByPlaceholder('Username'), ADMIN.username)
    await person.type(page.getByPlaceholder('Password'), ADMIN.password)
    await person.click(page.getByRole('button', { name: 'Log in' }))
    await page.getByRole('link', { name: 'Products' }).waitFor()
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Changes the price in cents, or the stock, of the variant of a product behind the screen. */
  changeVariant(product, { price, stock }) {
    const variant = `(select id from product_variant where productId = ${PRODUCT})`
    return price === undefined
      ? this.sql(
          `update stock_level set stockOnHand = ? where productVariantId = ${variant} returning id`,
          ...[stock, product],
        )
      : this.sql(
          `update product_variant_price set price = ? where variantId = ${variant} returning id`,
          ...[price, product],
        )
  }

  /** Products with their variants, oldest first; what is deleted is only marked in the database. */
  async read() {
    const products = await this.sql(
      `select p.id, t.name, t.slug, t.description, p.enabled from product p join product_translation t on t.baseId = p.id and t.languageCode = 'en'
        where p.deletedAt is null order by p.id`,
    )
    const facets = await this.sql(
      `select f.productId as product, t.name from product_facet_values_facet_value f
        join facet_value_translation t on t.baseId = f.facetValueId and t.languageCode = 'en' order by t.name`,
    )
    const variants = await this.sql(
      `select v.productId as product, t.name, v.sku, v.enabled, v.trackInventory as tracked,
        (select price from product_variant_price where variantId = v.id) as price,
        (select sum(stockOnHand) from stock_level where productVariantId = v.id) as stock
        from product_variant v join product_variant_translation t on t.baseId = v.id and t.languageCode = 'en'
        where v.deletedAt is null order by v.id`,
    )
    const of = (rows, id) =>
      rows.filter((one) => one.product === id).map(({ product: _, ...row }) => row)
    return {
      products: products.map(({ id, enabled, ...row }) => ({
        ...row,
        enabled: Boolean(enabled),
        facets: of(facets, id).map(({ name }) => name),
        variants: of(variants, id).map((one) => ({ ...one, enabled: Boolean(one.enabled) })),
      })),
    }
  }
}

/** SQL for the number of the product with a name. */
export const PRODUCT =
  '(select baseId from product_translation where name = ? order by baseId limit 1)'

/** Opens the list of products from the navigation. */
export async function openList(person) {
  const { page } = person
  const navigation = page.getByRole('navigation').first()
  await person.click(navigation.getByRole('link', { name: 'Products' }))
  await row(page, 'White Orchard').waitFor()
}

/** The row of a list in which a link has this name. */
export const row = (page, name) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Opens what a row of a list shows. */
export async function openRow(person, name) {
  const { page } = person
  await person.click(row(page, name).getByRole('link', { name, exact: true }))
  await page.getByRole('button', { name: 'Update', exact: true }).waitFor()
}

/** Saves the page of a product or variant: its button can be used again when something is changed. */
export async function update(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Update', exact: true }))
  await page.getByRole('button', { name: 'Update', exact: true, disabled: true }).waitFor()
}

/** Opens the menu for the rows that are ticked, and takes one of its entries. */
export async function withTicked(person, names, entry) {
  const { page } = person
  for (const name of names) await person.tick(row(page, name).getByRole('checkbox'))
  await person.click(page.getByRole('button', { name: `With ${names.length} selected` }))
  await person.click(page.getByRole('button', { name: entry, exact: true }))
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

const slug = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
