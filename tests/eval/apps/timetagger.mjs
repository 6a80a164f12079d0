// TimeTagger (PyPI): the hours of a surveyor. The start page is one canvas without controls; keys and places on it open
// dialogs with fields for a text with tags, for days and for times. The browser keeps the records and sends them to the server.

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

/** Day, from, to, what was done. Times are in the time zone of the machine. */
const RECORDS = [
  ['2026-03-02', '08:30', '11:45', 'Boundary of the Hollis farm #field'],
  ['2026-03-02', '12:30', '15:00', 'Plan of the Hollis farm #office'],
  ['2026-03-03', '09:00', '10:15', 'Call with the land registry #calls'],
  ['2026-03-03', '10:30', '12:00', 'Levels at the weir #field'],
  ['2026-03-03', '13:00', '17:10', 'Plan of the weir #office'],
  ['2026-03-04', '07:45', '12:20', 'Pegs for the school yard #field'],
  ['2026-03-04', '13:15', '14:00', 'Invoice to the school #office'],
  ['2026-03-05', '08:00', '09:30', 'Call with the council #calls'],
  ['2026-03-05', '10:00', '16:30', 'Levels at the quarry #field'],
]

const SEED = `
import json, sys
import itemdb
now = 1772800000
base = itemdb.ItemDB(sys.argv[1])
base.ensure_table('userinfo', '!key', 'st')
base.ensure_table('records', '!key', 'st', 't1', 't2')
base.ensure_table('settings', '!key', 'st')
from datetime import datetime
when = lambda day, time: int(datetime.fromisoformat(day + 'T' + time).timestamp())
with base:
    for at, (day, begin, end, text) in enumerate(json.loads(sys.argv[2])):
        base.put_one('records', key='seed%04d' % at, st=now, mt=now, t1=when(day, begin), t2=when(day, end), ds=text)
    for name, value in [('first_day_of_week', 1), ('time_repr', 'iso')]:
        base.put_one('settings', key=name, st=now, mt=now, value=value)
`

export default class TimeTagger extends App {
  static module = import.meta.url
  static kinds = ['canvas', 'dialogs', 'keys', 'data kept in the browser']

  async install() {
    this.bin = path.join(await pip('timetagger', 'timetagger==26.1.3'), 'bin')
  }

  /** The base of the one person who uses it on this machine. */
  get file() {
    return path.join(this.data, 'users', 'defaultuser~ZGVmYXVsdHVzZXI=.db')
  }

  async seed() {
    await mkdir(path.join(this.data, 'users'))
    await this.run(path.join(this.bin, 'python'), ['-c', SEED, this.file, JSON.stringify(RECORDS)])
  }

  command() {
    return {
      program: path.join(this.bin, 'python'),
      args: ['-m', 'timetagger', '--bind', `127.0.0.1:${this.port}`, '--datadir', this.data],
    }
  }

  get start_url() {
    return `${this.address}/timetagger/login`
  }

  async signIn(person) {
    const { page } = person
    await person.click('#submit_localhost')
    await page.waitForURL('**/timetagger/app/**')
    // The first time, the page loads itself again once it can work without the server (or offers to, if that takes
    // long); then it asks for the records.
    await page.waitForFunction(
      () =>
        (performance.getEntriesByType('navigation')[0].workerStart > 0 ||
          document.body.innerText.includes('New version available')) &&
        Object.keys(window.store?.records?._items ?? {}).length > 0,
    )
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Changes the text, the day or the times of the newest record with a text behind the screen, or throws it away (`null`). */
  async change(text, changes) {
    const [row] = await this.sql(
      "select key, _ob as one from records where json_extract(_ob, '$.ds') = ? order by st desc limit 1",
      text,
    )
    const one = JSON.parse(row.one)
    const { day: on = day(one.t1), from = clock(one.t1), to = clock(one.t2) } = changes ?? {}
    const now = Date.now() / 1000
    Object.assign(one, { t1: seconds(on, from), t2: seconds(on, to), st: now, mt: Math.ceil(now) })
    one.ds = changes ? (changes.text ?? one.ds) : `HIDDEN ${one.ds}`
    await this.sql(
      'update records set st = ?, t1 = ?, t2 = ?, _ob = ? where key = ? returning key',
      ...[one.st, one.t1, one.t2, JSON.stringify(one), row.key],
    )
  }

  /** Records in the order of their times, without those that were thrown away. A record that runs has no end. */
  async read() {
    const rows = await this.sql('select _ob as one from records order by t1, t2, key')
    return rows
      .map(({ one }) => JSON.parse(one))
      .filter(({ ds }) => !ds?.startsWith('HIDDEN'))
      .map(({ t1, t2, ds = '' }) => ({
        ...{ day: day(t1), from: clock(t1), to: t2 === t1 ? '' : clock(t2) },
        text: ds,
      }))
  }
}

const two = (number) => String(number).padStart(2, '0')

const local = (seconds) => new Date(seconds * 1000)

const day = (seconds) => {
  const one = local(seconds)
  return `${one.getFullYear()}-${two(one.getMonth() + 1)}-${two(one.getDate())}`
}

const clock = (seconds) => `${two(local(seconds).getHours())}:${two(local(seconds).getMinutes())}`

const seconds = (on, time) => new Date(`${on}T${time}`).getTime() / 1000

/** Clicks a control that is drawn on the page, so many points right of its middle (or of its left edge) and below its top. */
export async function clickDrawn(person, place) {
  const canvas = person.page.locator('canvas#canvas')
  const { width } = await canvas.boundingBox()
  const position = place.left
    ? { x: place.left, y: place.y }
    : { x: width / 2 + place.x, y: place.y }
  await person.click(canvas, { position })
}

export const RECORD = { x: -236, y: 96 }
export const MENU = { left: 30, y: 30 }

/** The dialog of one record. */
export const dialog = (page) =>
  page.locator('form.dialog:visible').filter({ has: page.getByPlaceholder(/^What /) })

/** Does `act`, and waits until the server has what was recorded. */
export async function sent(person, act) {
  const stored = person.page.waitForResponse(
    (response) => response.url().endsWith('/records') && response.request().method() === 'PUT',
    { timeout: 20_000 },
  )
  await act()
  await stored
}

/** Looks for words in all records, from the menu. */
export async function search(person, words) {
  const { page } = person
  await clickDrawn(person, MENU)
  await person.click(page.locator('form.dialog:visible').getByText('Search'))
  await person.type(page.getByPlaceholder('Tags or text to search for'), words)
  await person.press('Enter')
}

/** The text of a record in what a search found. */
export const found = (page, text) =>
  page.locator('.record_grid:visible').getByText(text, { exact: true })
