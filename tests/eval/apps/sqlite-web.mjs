// sqlite-web (PyPI): tables and forms on a SQLite file. Fields of its row form have labels; those of
// its table form have none.

import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const SEED = `
create table customers (id integer primary key, name text not null, email text, city text);
insert into customers (name, email, city) values
  ('Grace Hopper', 'grace@navy.example', 'Arlington'),
  ('Edsger Dijkstra', 'edsger@thb.example', 'Eindhoven'),
  ('Barbara Liskov', 'barbara@clu.example', 'Boston');
create table invoices (id integer primary key, number text not null, customer text, amount integer, status text default 'open', note text);
insert into invoices (number, customer, amount, status) values
  ('INV-2031', 'Grace Hopper', 120, 'open'),
  ('INV-2032', 'Edsger Dijkstra', 75, 'open'),
  ('INV-2033', 'Barbara Liskov', 310, 'open'),
  ('INV-2034', 'Grace Hopper', 48, 'paid'),
  ('INV-2035', 'Edsger Dijkstra', 990, 'open');
create table products (sku text primary key, title text, price integer, stock integer);
insert into products values ('TEA-1', 'Sencha', 9, 40), ('TEA-2', 'Assam', 7, 12), ('CUP-1', 'Cup, blue', 14, 5);
`

const MAIL = '#!/bin/sh\necho "to $1: $2" >> outbox.txt\n'

export default class SqliteWeb extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'tables with nameless fields']

  /** The environment that the window tests installed, or one of its own. */
  async install() {
    const installed = process.env.APPRENTICE_TEST_PYTHON
    this.bin =
      installed && existsSync(path.join(path.dirname(installed), 'sqlite_web'))
        ? path.dirname(installed)
        : path.join(await pip('sqlite-web', 'sqlite-web==0.8.2'), 'bin')
  }

  get file() {
    return path.join(this.data, 'shop.db')
  }

  /** Where commands are run, by tasks that need a terminal as well. */
  get folder() {
    return path.join(this.data, 'desk')
  }

  async seed() {
    await this.sql(SEED)
    await mkdir(this.folder)
    await writeFile(path.join(this.folder, 'mail.sh'), MAIL, { mode: 0o755 })
  }

  command() {
    return {
      program: path.join(this.bin, 'sqlite_web'),
      args: ['--no-browser', '-p', String(this.port), this.file],
    }
  }

  /** SQL behind the back of what is watched. Returns the rows of a query. */
  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Every table with its rows. Generated ids are left out. */
  async read() {
    const state = {}
    for (const { name } of await this.sql(
      "select name from sqlite_master where type = 'table' order by name",
    )) {
      const rows = await this.sql(`select * from "${name}" order by rowid`)
      state[name] = rows.map(({ id: _, ...row }) => row)
    }
    return state
  }
}
