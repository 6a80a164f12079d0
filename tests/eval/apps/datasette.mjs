// Datasette (PyPI): the tools that a village lends. A table of the server with filters in the address, whose rows are added
// and changed in dialogs that a script draws, by requests with JSON; the page itself stays.

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const SEED = `
create table tools (id integer primary key, name text not null, shelf text not null, state text not null, deposit integer not null, note text not null default '');
insert into tools (name, shelf, state, deposit, note) values
  ('Hedge trimmer', 'A1', 'ready', 40, ''),
  ('Long ladder', 'A2', 'lent', 25, 'Two people to carry'),
  ('Short ladder', 'A2', 'ready', 15, ''),
  ('Tile cutter', 'B1', 'broken', 30, 'Wheel is worn'),
  ('Floor sander', 'B1', 'ready', 60, 'Comes with three belts'),
  ('Pipe wrench', 'B2', 'ready', 10, ''),
  ('Apple press', 'C1', 'lent', 80, 'Rinse before use'),
  ('Seed drill', 'C1', 'ready', 20, ''),
  ('Tent pole set', 'C2', 'ready', 12, '');
`

const SETTINGS = `
title: Tools of Millbrook
permissions:
  view-instance: true
  insert-row: true
  update-row: true
  delete-row: true
`

export default class Datasette extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'dialogs', 'requests with JSON']

  async install() {
    this.bin = path.join(await pip('datasette', 'datasette==1.0a41'), 'bin')
  }

  get file() {
    return path.join(this.data, 'library.db')
  }

  async seed() {
    await sqlite(this, this.file, SEED)
    await writeFile(path.join(this.data, 'datasette.yaml'), SETTINGS)
  }

  command() {
    const settings = ['--config', path.join(this.data, 'datasette.yaml'), '--secret', 'hammer']
    return {
      program: path.join(this.bin, 'python'),
      args: ['-m', 'datasette', this.file, '--port', String(this.port), ...settings],
    }
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** All tools by their number. */
  async read() {
    return this.sql('select name, shelf, state, deposit, note from tools order by id')
  }

  /** Sets a column of a tool behind the screen. */
  change(name, column, value) {
    return this.sql(`update tools set ${column} = ? where name = ? returning id`, value, name)
  }
}

/** The dialog that is open. */
export const dialog = (page) => page.locator('dialog[open]')

/** The field of a column in the dialog. */
export const field = (page, column) => dialog(page).getByRole('textbox', { name: column })

/** A button of the row of a tool. */
export const action = (page, name, tool) =>
  page.getByRole('button', { name: new RegExp(`^${name} row \\d+ ${tool}$`) }).first()

/** Presses a button of the dialog, and waits until the page says what it did. */
export async function confirm(person, name, said) {
  const { page } = person
  await person.click(dialog(page).getByRole('button', { name, exact: true }))
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByRole('status').getByText(said).waitFor()
}
