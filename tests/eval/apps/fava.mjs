// Fava (PyPI): the books of a household, drawn by a framework (Svelte): forms in a dialog, fields that
// complete what is typed, a code editor. Everything is in one text file.

import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const BOOKS = `option "title" "Household"
option "operating_currency" "EUR"

2026-01-01 open Assets:Checking EUR
2026-01-01 open Assets:Savings EUR
2026-01-01 open Equity:Opening EUR
2026-01-01 open Expenses:Food EUR
2026-01-01 open Expenses:Books EUR
2026-01-01 open Expenses:Travel EUR
2026-01-01 open Income:Salary EUR

2026-01-02 * "Opening" "Balance of last year"
  Assets:Checking  2400.00 EUR
  Assets:Savings  5000.00 EUR
  Equity:Opening

2026-01-31 * "Harbour Works" "Salary of January"
  Assets:Checking  3100.00 EUR
  Income:Salary

2026-02-03 * "Green Grocer" "Vegetables"
  Expenses:Food  42.10 EUR
  Assets:Checking

2026-02-05 ! "Rail Office" "Ticket to the coast"
  Expenses:Travel  68.00 EUR
  Assets:Checking

2026-02-09 ! "Paper House" "Atlas"
  Expenses:Books  31.50 EUR
  Assets:Checking
`

export default class Fava extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'framework: Svelte', 'code editor']

  async install() {
    this.bin = path.join(await pip('fava', 'fava==1.30.16'), 'bin')
  }

  get file() {
    return path.join(this.data, 'household.beancount')
  }

  async seed() {
    await writeFile(this.file, BOOKS)
  }

  command() {
    return {
      program: path.join(this.bin, 'fava'),
      args: ['--host', '127.0.0.1', '--port', String(this.port), this.file],
      options: { env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: this.data } },
    }
  }

  get start_url() {
    return `${this.address}/household/journal/`
  }

  /** Every entry of the file in its normal form, and what is wrong in it. */
  async read() {
    const text = await this.run(path.join(this.bin, 'python'), ['-c', READ, this.file])
    return JSON.parse(text)
  }

  async text(change) {
    await writeFile(this.file, change(await readFile(this.file, 'utf8')))
  }
}

const READ = `
import json, sys
from beancount import loader
from beancount.core import data
entries, errors, _ = loader.load_file(sys.argv[1])
out = {'errors': [e.message for e in errors], 'accounts': [], 'transactions': [], 'others': []}
for e in entries:
    if isinstance(e, data.Open):
        out['accounts'].append(e.account)
    elif isinstance(e, data.Transaction):
        out['transactions'].append({'date': str(e.date), 'flag': e.flag, 'payee': e.payee or '', 'narration': e.narration or '',
            'tags': sorted(e.tags or ()),
            'postings': sorted([p.account, str(p.units.number), p.units.currency] for p in e.postings)})
    else:
        out['others'].append([str(e.date), type(e).__name__, getattr(e, 'account', ''), getattr(e, 'comment', None) or str(getattr(e, 'amount', ''))])
out['accounts'].sort()
out['transactions'].sort(key=lambda t: json.dumps(t))
print(json.dumps(out))
`

/** The dialog in which an entry is made. */
export const dialog = (page) => page.getByRole('dialog')

/** Stores the entry, and waits until the dialog is closed. */
export async function save(person) {
  await person.click(dialog(person.page).getByRole('button', { name: 'Save', exact: true }))
  await dialog(person.page).waitFor({ state: 'hidden' })
}
