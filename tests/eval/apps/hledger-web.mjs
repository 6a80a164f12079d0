// hledger-web (Debian): the journal of a household in a text file. A table of the server with a balance in each row, and
// a dialog over it whose fields complete what is typed and which grows by itself.

import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { system } from '../support/cache.mjs'

/** Day, what it was, and accounts with amounts in cents. */
const ENTRIES = [
  [
    '2031-01-01',
    'Opening',
    [
      ['assets:bank', 240000],
      ['assets:cash', 8500],
      ['equity:opening', -248500],
    ],
  ],
  [
    '2031-01-03',
    'Village shop',
    [
      ['expenses:food', 2315],
      ['assets:cash', -2315],
    ],
  ],
  [
    '2031-01-06',
    'Power company',
    [
      ['expenses:house:power', 6890],
      ['assets:bank', -6890],
    ],
  ],
  [
    '2031-01-10',
    'Village shop',
    [
      ['expenses:food', 1870],
      ['expenses:house:cleaning', 645],
      ['assets:cash', -2515],
    ],
  ],
  [
    '2031-01-15',
    'Mill and sons',
    [
      ['assets:bank', 118000],
      ['income:wages', -118000],
    ],
  ],
  [
    '2031-01-17',
    'Bus',
    [
      ['expenses:travel', 480],
      ['assets:cash', -480],
    ],
  ],
  [
    '2031-01-21',
    'Chemist',
    [
      ['expenses:health', 1299],
      ['assets:bank', -1299],
    ],
  ],
]

export default class HledgerWeb extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'dialog', 'fields that complete', 'text file']

  async install() {
    await system('/usr/bin/hledger-web', 'hledger-web')
  }

  get file() {
    return path.join(this.data, 'household.journal')
  }

  async seed() {
    await this.write(ENTRIES.map(([day, text, postings]) => ({ day, text, postings })))
  }

  command() {
    return {
      program: '/usr/bin/hledger-web',
      args: [
        ...['--serve', '--file', this.file, '--port', String(this.port)],
        ...['--base-url', this.address, '--capabilities', 'view,add,manage'],
      ],
      options: { env: { ...process.env, LANG: 'C.UTF-8' } },
    }
  }

  get start_url() {
    return `${this.address}/journal`
  }

  /** Entries in the order of the file. An account without an amount has what is missing. */
  async read() {
    const entries = []
    for (const line of (await readFile(this.file, 'utf8')).split('\n')) {
      const head = line.match(/^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})\s+(.*?)\s*$/)
      const posting = line.match(/^\s+(\S.*?)(?:\s{2,}(\S.*?))?\s*$/)
      if (head) entries.push({ day: day(head[1]), text: head[2], postings: [] })
      else if (posting) entries.at(-1).postings.push([posting[1], cents(posting[2])])
      else if (line.trim()) throw new Error(`a line of the journal is not understood: ${line}`)
    }
    for (const { postings } of entries) {
      const open = postings.find(([, amount]) => amount === undefined)
      if (open) open[1] = -postings.reduce((sum, [, amount]) => sum + (amount ?? 0), 0)
    }
    return { entries }
  }

  /** Writes the whole journal. */
  async write(entries) {
    const text = entries.map(
      ({ day: on, text: said, postings }) =>
        `${on} ${said}\n${postings.map(([account, amount]) => `    ${account}    ${money(amount)}\n`).join('')}`,
    )
    await writeFile(this.file, text.join('\n'))
  }

  /** Changes the entries behind the screen: `change` gets them and returns the new ones. */
  async change(change) {
    const { entries } = await this.read()
    await this.write(change(entries))
  }
}

const two = (text) => text.padStart(2, '0')

const day = (text) => {
  const [year, month, date] = text.split(/[-/.]/)
  return `${year}-${two(month)}-${two(date)}`
}

const money = (amount) => `€${(amount / 100).toFixed(2)}`

const cents = (text) => text && Math.round(Number(text.replace('€', '').replaceAll(',', '')) * 100)

/** Opens the dialog for a new entry. */
export async function openDialog(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Add a transaction' }))
  await page.locator('#addform input[name=date]').waitFor()
}

/** Fills the dialog: a day, a text, and rows of an account and an amount, whose last has none. */
export async function fill(person, { day: on, text, rows }) {
  const { page } = person
  const field = (name) => page.locator('#addform').getByPlaceholder(name, { exact: true })
  await openDialog(person)
  await person.type(field('Date'), on)
  await person.type(field('Description'), text)
  for (const [at, [account, amount]] of rows.entries()) {
    await person.type(field(`Account ${at + 1}`), account)
    if (amount) await person.type(field(`Amount ${at + 1}`), amount)
  }
}

/** Sends the dialog. */
export async function add(person) {
  const { page } = person
  await person.click(page.locator('#addform').getByRole('button', { name: 'add', exact: true }))
  await page.getByText('Transaction added.').waitFor()
}

/** Closes the dialog without sending it. */
export async function giveUp(person) {
  const { page } = person
  await person.click(page.locator('.modal.in button.close'))
  await page.locator('#addform').waitFor({ state: 'hidden' })
}
