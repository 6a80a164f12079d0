// Actual Budget (npm): the money of a household. A React application that keeps its data in a database in the browser,
// changes its tables in place, and sends every change to the server as a message; sign-in by a password alone.

import { existsSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { until } from '../../window/support/webdriver.mjs'
import { App } from '../support/app.mjs'
import { npm } from '../support/cache.mjs'
import { today } from '../support/today.mjs'

const PASSWORD = 'three-red-pots-5'

const BUDGET = {
  Home: ['Rent', 'Power', 'Repairs'],
  Table: ['Groceries', 'Eating out', 'Garden'],
  Road: ['Bicycle', 'Train'],
}

/** Day, account, payee, category, note, amount in cents. */
const TRANSACTIONS = [
  ['2026-01-02', 'Joint account', 'Alder Letting', 'Rent', '', -84000],
  ['2026-01-05', 'Joint account', 'Corner shop', 'Groceries', 'for the week', -6340],
  ['2026-01-07', 'Purse', 'Corner shop', 'Groceries', 'milk', -480],
  ['2026-01-09', 'Joint account', 'Valley Power', 'Power', '', -7215],
  ['2026-01-11', 'Purse', 'Noodle bar', 'Eating out', 'with Jo', -2650],
  ['2026-01-12', 'Joint account', 'Corner shop', 'Groceries', '', -5890],
  ['2026-01-14', 'Joint account', 'Railway', 'Train', 'to the coast', -3820],
  ['2026-01-15', 'Purse', 'Seed house', 'Garden', 'beans', -1125],
]

/** What each category is given in a month, in cents. */
const AMOUNTS = {
  Rent: 84000,
  Power: 8000,
  Groceries: 32000,
  'Eating out': 9000,
  Garden: 2500,
  Train: 6000,
}

// Runs in the page, with the calls that the application itself makes.
const SEED = async ({ budget, transactions, amounts }) => {
  const send = window.$send
  for (const old of await send('get-category-groups', undefined))
    if (!old.is_income) await send('category-group-delete', { id: old.id })
  const categories = {}
  for (const [name, members] of Object.entries(budget)) {
    const group = await send('category-group-create', { name })
    for (const member of members)
      categories[member] = await send('category-create', { name: member, groupId: group })
  }
  const accounts = {}
  for (const [name, balance] of [
    ['Joint account', 2400],
    ['Purse', 150],
  ])
    accounts[name] = await send('account-create', { name, balance, offBudget: false })
  for (const [date, account, payee, category, notes, amount] of transactions)
    await send('api/transactions-add', {
      accountId: accounts[account],
      transactions: [
        { date, payee_name: payee, category: categories[category], notes, amount, cleared: true },
      ],
      learnCategories: false,
    })
  for (const [name, amount] of Object.entries(amounts))
    await send('api/budget-set-amount', {
      month: new Date().toISOString().slice(0, 7),
      categoryId: categories[name],
      amount,
    })
  await send('sync')
}

// The file that was sent first, with all later messages applied, as rows of its tables.
const STATE = `
import glob, io, json, os, sqlite3, sys, tempfile, zipfile
folder = sys.argv[1]
names = ['accounts', 'transactions', 'categories', 'category_groups', 'category_mapping', 'payees', 'payee_mapping', 'zero_budgets']
tables = {}
with tempfile.TemporaryDirectory() as place:
    [blob] = glob.glob(os.path.join(folder, 'user-files', 'file-*.blob'))
    zipfile.ZipFile(blob).extract('db.sqlite', place)
    base = sqlite3.connect(os.path.join(place, 'db.sqlite'))
    base.row_factory = sqlite3.Row
    for name in names:
        tables[name] = {row['id']: dict(row) for row in base.execute('select * from ' + name)}
def number(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at
def fields(data):
    at, found = 0, {}
    while at < len(data):
        tag, at = number(data, at)
        size, at = number(data, at)
        found[tag >> 3] = data[at:at + size].decode()
        at += size
    return found
for file in glob.glob(os.path.join(folder, 'user-files', 'group-*.sqlite')):
    for content, in sqlite3.connect(file).execute('select content from messages_binary order by timestamp'):
        one = fields(content)
        name, key, column, value = (one.get(at, '') for at in (1, 2, 3, 4))
        if name in tables:
            known = {'0': None, 'N': lambda: float(value[2:]), 'S': lambda: value[2:]}[value[0]]
            tables[name].setdefault(key, {'id': key})[column] = known and known()
print(json.dumps({name: list(rows.values()) for name, rows in tables.items()}))
`

// Sends messages to the server as another browser of the household would.
const SEND = `
const { SyncProtoBuf: Proto, Timestamp } = require('@actual-app/crdt')
const [address, password, given] = process.argv.slice(1)
const ask = async (where, options) => (await (await fetch(address + where, options)).json()).data
const main = async () => {
  const { token } = await ask('/account/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ loginMethod: 'password', password }) })
  const headers = { 'x-actual-token': token }
  const [file] = await ask('/sync/list-user-files', { headers })
  const request = new Proto.SyncRequest()
  request.setFileid(file.fileId)
  request.setGroupid(file.groupId)
  request.setSince(new Timestamp(Date.now(), 0, '00000000000000ab').toString())
  JSON.parse(given).forEach(([dataset, row, column, value], at) => {
    const message = new Proto.Message()
    message.setDataset(dataset)
    message.setRow(row)
    message.setColumn(column)
    message.setValue(value)
    const envelope = new Proto.MessageEnvelope()
    envelope.setTimestamp(new Timestamp(Date.now() + 1000, at, '00000000000000ab').toString())
    envelope.setContent(message.serializeBinary())
    envelope.setIsencrypted(false)
    request.addMessages(envelope)
  })
  const answer = await fetch(address + '/sync/sync', { method: 'POST', headers: { ...headers, 'content-type': 'application/actual-sync' }, body: Buffer.from(request.serializeBinary()) })
  if (!answer.ok) throw new Error(await answer.text())
}
main().catch((error) => {
  console.error(error)
  process.exit(1)
})
`

export default class Actual extends App {
  static module = import.meta.url
  static kinds = [
    'single-page app',
    'data kept in the browser',
    'table changed in place',
    'sign-in',
  ]

  async install() {
    const folder = await npm('actual', '@actual-app/sync-server@25.6.0')
    this.modules = path.join(folder, 'node_modules')
  }

  async command() {
    // Its pages are not sent from a folder whose path has a dot, as that of the cache has.
    const files = this.machine.path('web')
    if (!existsSync(files)) await symlink(path.join(this.modules, '@actual-app/web/build'), files)
    return {
      program: process.execPath,
      args: [path.join(this.modules, '@actual-app/sync-server/build/bin/actual-server.js')],
      options: {
        env: {
          PATH: process.env.PATH,
          HOME: this.data,
          NODE_ENV: 'production',
          ACTUAL_WEB_ROOT: files,
          ACTUAL_DATA_DIR: this.data,
          ACTUAL_PORT: String(this.port),
          ACTUAL_HOSTNAME: '127.0.0.1',
        },
      },
    }
  }

  /** Only the application in a browser can make a budget. */
  async seed() {
    await this.start()
    const ui = createRequire(path.resolve(import.meta.dirname, '../../../ui/package.json'))
    const browser = await ui('playwright-core').chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox'],
    })
    try {
      const page = await browser.newPage()
      await page.goto(this.address)
      for (const at of [0, 1]) await page.getByRole('textbox').nth(at).fill(PASSWORD)
      await page.getByRole('button', { name: 'OK' }).click()
      await signIn(
        page,
        (field, text) => field.fill(text),
        (button) => button.click(),
      )
      await page.getByRole('button', { name: /Start fresh/ }).click()
      await page.getByRole('link', { name: 'Budget', exact: true }).waitFor()
      await page.evaluate(SEED, { budget: BUDGET, transactions: TRANSACTIONS, amounts: AMOUNTS })
    } finally {
      await browser.close()
    }
  }

  async signIn(person) {
    const { page } = person
    await signIn(
      page,
      (field, text) => person.type(field, text),
      (button) => person.click(button),
    )
    await person.click(page.getByText('My Finances', { exact: true }))
    await page.getByRole('link', { name: /Purse/ }).waitFor({ timeout: 60_000 })
  }

  async tables() {
    return JSON.parse(await this.run('python3', ['-c', STATE, this.data]))
  }

  /** Transactions from the oldest to the newest, and what each category is given in each month; amounts in cents. */
  async read() {
    const tables = await this.tables()
    const there = (rows) => rows.filter((row) => !row.tombstone)
    const names = (rows) => Object.fromEntries(rows.map(({ id, name }) => [id, name]))
    const through = (mapping, key) => (id) => mapping.find((row) => row.id === id)?.[key] ?? id
    const accounts = names(there(tables.accounts))
    const payees = names(tables.payees)
    const categories = names(there(tables.categories))
    const payee = through(tables.payee_mapping, 'targetId')
    const category = through(tables.category_mapping, 'transferId')
    return {
      accounts: Object.values(accounts).sort(),
      categories: Object.values(categories).sort(),
      transactions: there(tables.transactions)
        .map((row) => ({
          date: String(row.date).replace(/(\d{4})(\d{2})(\d{2}).*/, '$1-$2-$3'),
          account: accounts[row.acct],
          payee: payees[payee(row.description)] ?? '',
          category: categories[category(row.category)] ?? '',
          notes: row.notes ?? '',
          amount: row.amount,
        }))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      budget: tables.zero_budgets
        .filter(({ amount }) => amount)
        .map((row) => ({
          month: String(row.month).replace(/(\d{4})(\d{2}).*/, '$1-$2'),
          category: categories[row.category],
          amount: row.amount,
        }))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    }
  }

  /** Changes a row behind the screen: its columns with numbers or texts. */
  send(table, row, changes) {
    const value = (one) => (typeof one === 'number' ? `N:${one}` : `S:${one}`)
    const messages = Object.entries(changes).map(([name, one]) => [table, row, name, value(one)])
    return this.run(
      process.execPath,
      ['-e', SEND, this.address, PASSWORD, JSON.stringify(messages)],
      {
        env: { PATH: process.env.PATH, NODE_PATH: this.modules },
      },
    )
  }

  /** Changes the newest transaction with a note behind the screen. */
  async transaction(notes, changes) {
    const { transactions } = await this.tables()
    const row = transactions.filter((one) => one.notes === notes && !one.tombstone).at(-1)
    await this.send('transactions', row.id, changes)
  }

  /** Sets what a category is given in the current month behind the screen. */
  async give(category, amount) {
    const { categories } = await this.tables()
    const { id } = categories.find((one) => one.name === category && !one.tombstone)
    const month = Number(today().slice(0, 7).replace('-', ''))
    await this.send('zero_budgets', `${month}-${id}`, { month, category: id, amount })
  }
}

/** Does `act`, and waits until the server has what it changed. */
export async function sent(app, act) {
  const state = async () => JSON.stringify(await app.read())
  const before = await state()
  await act()
  await until(
    async () => (await state()) !== before,
    20_000,
    async () => 'nothing was sent to the server',
  )
}

async function signIn(page, type, click) {
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await type(page.getByRole('textbox'), PASSWORD)
  await click(page.getByRole('button', { name: 'Sign in' }))
}
