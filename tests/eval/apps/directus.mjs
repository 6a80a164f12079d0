// Directus (npm): records of a database in forms that are drawn from its columns. A Vue application with
// components of its own: lists of choices, a calendar, switches, and icons as the buttons of a page.

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { npm } from '../support/cache.mjs'

const ORDERS = [
  ['Ada Lovelace', 'Tea cups', 12, 'New', '2031-03-14', false, ''],
  ['Grace Hopper', 'Tea pots', 2, 'Packed', '2031-03-09', true, 'Rings twice.'],
  ['Alan Turing', 'Tea tins', 30, 'New', '2031-04-02', false, ''],
  ['Emmy Noether', 'Tea cups', 6, 'Sent', '2031-02-20', false, 'Leave it at the gate.'],
  ['Edsger Dijkstra', 'Tea pots', 1, 'New', '2031-05-11', false, ''],
  ['Katherine Johnson', 'Tea tins', 8, 'Packed', '2031-03-28', true, ''],
  ['Barbara Liskov', 'Tea cups', 24, 'Sent', '2031-01-30', false, ''],
]
const PRODUCTS = ['Tea cups', 'Tea pots', 'Tea tins']
const STATES = ['New', 'Packed', 'Sent', 'Returned']

const choices = (words) => words.map((word) => ({ text: word, value: word }))
const field = (field, type, of, more = {}, schema = {}) => ({
  field,
  type,
  schema,
  meta: { interface: of, width: 'half', ...more },
})

const COLLECTION = {
  collection: 'orders',
  meta: { icon: 'local_shipping', note: 'Orders of the shop' },
  schema: {},
  fields: [
    field(
      'id',
      'integer',
      'input',
      { hidden: true, readonly: true },
      { is_primary_key: true, has_auto_increment: true },
    ),
    field('customer', 'string', 'input', { required: true }),
    field('product', 'string', 'select-dropdown', {
      required: true,
      options: { choices: choices(PRODUCTS) },
    }),
    field('quantity', 'integer', 'input'),
    field(
      'status',
      'string',
      'select-dropdown',
      { options: { choices: choices(STATES) } },
      { default_value: 'New' },
    ),
    field('deliver_on', 'date', 'datetime'),
    field(
      'gift',
      'boolean',
      'boolean',
      { options: { label: 'Wrap it' } },
      { default_value: false },
    ),
    field('note', 'text', 'input-multiline', { width: 'full' }),
  ],
}
const SHOWN = ['customer', 'product', 'quantity', 'status', 'deliver_on']

const ADMIN = { email: 'ann@desk.example.com', password: 'tea-and-cups-9' }
const TOKEN = 'token-of-the-desk-000000000000000'

export default class Directus extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'component library', 'icons without a name', 'sign-in']

  async install() {
    const folder = await npm('directus', 'directus@10.13.4')
    this.script = path.join(folder, 'node_modules/directus/cli.js')
  }

  get file() {
    return path.join(this.data, 'data.db')
  }

  get options() {
    return {
      env: {
        PATH: process.env.PATH,
        HOME: this.data,
        NODE_ENV: 'production',
        NODE_NO_WARNINGS: '1',
        CONFIG_PATH: path.join(this.data, 'no.env'),
        HOST: '127.0.0.1',
        PORT: String(this.port),
        PUBLIC_URL: this.address,
        DB_CLIENT: 'sqlite3',
        DB_FILENAME: this.file,
        KEY: 'key-of-the-desk',
        SECRET: 'secret-of-the-desk',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ADMIN_TOKEN: TOKEN,
        PROJECT_NAME: 'Desk',
        STORAGE_LOCATIONS: 'local',
        STORAGE_LOCAL_DRIVER: 'local',
        STORAGE_LOCAL_ROOT: path.join(this.data, 'uploads'),
        EXTENSIONS_PATH: path.join(this.data, 'extensions'),
        TELEMETRY: 'false',
        CACHE_ENABLED: 'false',
        RATE_LIMITER_ENABLED: 'false',
        LOG_LEVEL: 'warn',
      },
    }
  }

  async seed() {
    for (const folder of ['uploads', 'extensions']) await mkdir(path.join(this.data, folder))
    await this.run(process.execPath, [this.script, 'bootstrap'], this.options)
    await this.start()
    await this.call('POST', 'collections', COLLECTION)
    await this.call(
      'POST',
      'items/orders',
      ORDERS.map(([customer, product, quantity, status, deliver_on, gift, note]) => ({
        ...{ customer, product, quantity, status, deliver_on, gift },
        note: note || null,
      })),
    )
    await this.call('POST', 'presets', {
      collection: 'orders',
      layout: 'tabular',
      layout_query: { tabular: { fields: SHOWN, sort: ['id'] } },
    })
  }

  command() {
    return { program: process.execPath, args: [this.script, 'start'], options: this.options }
  }

  get start_url() {
    return `${this.address}/admin/content/orders`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByPlaceholder('Email'), ADMIN.email)
    await person.type(page.getByPlaceholder('Password'), ADMIN.password)
    await person.click(page.getByRole('button', { name: 'Sign In' }))
    await page.waitForURL((url) => url.pathname === '/admin/content/orders')
    await page.getByRole('cell', { name: ORDERS[0][0] }).waitFor()
  }

  /** A call of its API. */
  async call(method, name, body) {
    const answer = await fetch(`${this.address}/${name}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${name}: ${await answer.text()}`)
    return answer.status === 204 ? undefined : (await answer.json()).data
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Orders, oldest first. */
  async read() {
    const orders = await this.sql(
      'select customer, product, quantity, status, deliver_on, gift, note from orders order by id',
    )
    return {
      orders: orders.map(({ deliver_on, gift, note, ...row }) => ({
        ...row,
        deliver_on: day(deliver_on),
        gift: Boolean(gift),
        note: note ?? '',
      })),
    }
  }

  /** Changes the order of a customer behind the screen. */
  change(customer, change) {
    const [[name, value]] = Object.entries(change)
    return this.sql(
      `update orders set ${name} = ? where customer = ? returning id`,
      value,
      customer,
    )
  }
}

/** A day as the database has it: text, or milliseconds. */
const day = (stored) =>
  typeof stored === 'number' ? new Date(stored).toISOString().slice(0, 10) : stored

/** The field of a form with this label. */
export const labelled = (page, label) =>
  page
    .locator('.v-form .field')
    .filter({ has: page.locator('.field-name').getByText(label, { exact: true }) })

/** An icon at the head of a page, by the name that the application gives it. */
export const head = (page, icon) =>
  page.getByRole('banner').getByRole('button', { name: icon, exact: true })

/** The row of a list in which a cell has this text. */
export const row = (page, text) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: text, exact: true }) })

/** Opens the list of choices of a field, and takes one. */
export async function pick(person, label, choice) {
  const { page } = person
  await person.click(labelled(page, label).locator('.v-input'))
  const menu = page.locator('.v-menu-popper.active')
  await person.click(menu.getByText(choice, { exact: true }))
  await menu.waitFor({ state: 'hidden' })
}

/** Opens an order from the list. */
export async function openOrder(person, customer) {
  await person.click(row(person.page, customer).getByRole('cell', { name: customer, exact: true }))
  await labelled(person.page, 'Customer').waitFor()
}

/** Saves the form, and waits for the list. */
export async function save(person) {
  await person.click(head(person.page, 'check'))
  await listed(person)
}

/** Leaves the form without saving it. */
export async function discard(person) {
  const { page } = person
  await person.click(head(page, 'arrow_back'))
  await person.click(page.getByRole('button', { name: 'Discard Changes' }))
  await listed(person)
}

/** Waits for the list of orders. */
async function listed({ page }) {
  await page.waitForURL((url) => url.pathname === '/admin/content/orders')
  await page.getByRole('table').waitFor()
}
