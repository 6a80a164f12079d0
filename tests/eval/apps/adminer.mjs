// Adminer (Debian, unpacked; PHP): one page of forms and tables on a SQLite file. Most fields have no label of
// their own; the header of their table row names them.

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { deb, system } from '../support/cache.mjs'

const SEED = `
create table members (id integer primary key autoincrement, name text, email text, plan text, since text);
insert into members (name, email, plan, since) values
  ('Ada Lovelace', 'ada@engine.example', 'basic', '2030-01-04'),
  ('Grace Hopper', 'grace@navy.example', 'plus', '2030-02-11'),
  ('Alan Turing', 'alan@park.example', 'basic', '2030-03-19'),
  ('Hedy Lamarr', 'hedy@hop.example', 'basic', '2030-05-02');
create table rooms (code text primary key, seats integer, projector integer default 0);
insert into rooms values ('A1', 12, 1), ('A2', 30, 0), ('B1', 8, 0);
`

// Debian's file refuses SQLite without a password; this plugin accepts an empty one, as its manual advises.
const INDEX = `<?php
function adminer_object() {
  class Desk extends Adminer {
    function name() { return 'Adminer'; }
    function login($login, $password) { return true; }
    function database() { return DATABASE; }
  }
  return new Desk;
}
include ADMINER;
`

export default class AdminerApp extends App {
  static module = import.meta.url
  static kinds = ['tables with nameless fields', 'semantic HTML']

  async install() {
    await system(
      '/usr/lib/php/20220829/sqlite3.so',
      'php-cli',
      'php-sqlite3',
      'php-xml',
      'php-mbstring',
    )
    this.package = await deb('adminer')
  }

  get file() {
    return path.join(this.data, 'club.db')
  }

  async seed() {
    await this.sql(SEED)
  }

  async command() {
    await writeFile(
      path.join(this.data, 'index.php'),
      INDEX.replace('DATABASE', "'club.db'").replace(
        'ADMINER',
        `'${this.package}/usr/share/adminer/adminer.php'`,
      ),
    )
    return {
      program: 'php',
      args: [
        '-d',
        `session.save_path=${this.data}`,
        '-d',
        `sys_temp_dir=${this.data}`,
        '-d',
        'display_errors=0',
        '-S',
        `127.0.0.1:${this.port}`,
        '-t',
        this.data,
      ],
    }
  }

  get start_url() {
    return `${this.address}/index.php?sqlite=&username=&db=club.db`
  }

  async signIn(person) {
    await person.click(person.page.getByRole('button', { name: 'Login' }))
    await person.sees('Tables and views')
  }

  /** SQL behind the screen. */
  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  async read() {
    const state = {}
    for (const { name } of await this.sql(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name",
    )) {
      const rows = await this.sql(`select * from "${name}" order by rowid`)
      state[name] = rows.map(({ id: _, ...row }) => row)
    }
    return state
  }
}

/** The input in the row of the form that has this header. */
export const field = (page, name) =>
  page
    .locator('tr')
    .filter({ has: page.locator('th', { hasText: new RegExp(`^${name}$`) }) })
    .locator('input, textarea')
    .last()
