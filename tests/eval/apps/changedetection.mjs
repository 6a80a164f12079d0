// changedetection.io (PyPI): a list of web pages that are watched for changes. Server-rendered pages on a file of
// JSON, with rows that are ticked for buttons which slide in, questions of the browser, icons, tabs and live updates.

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

// Its API refuses numbers of another form.
const uuid = (kind, number) => `${kind}0000000-0000-4000-8000-00000000000${number}`

export const TAGS = { Suppliers: uuid('b', 1), Prices: uuid('b', 2), Offices: uuid('b', 3) }

// Title, address, tags, hours between checks (none: as for all), lines to ignore.
const WATCHES = [
  [
    'Hill Farm price list',
    'https://hillfarm.example/prices',
    ['Suppliers', 'Prices'],
    0,
    ['Updated on'],
  ],
  ['Two Rivers price list', 'https://tworivers.example/prices', ['Suppliers'], 12, []],
  ['Two Rivers delivery days', 'https://tworivers.example/delivery', ['Suppliers'], 0, []],
  ['Paper Mill stock', 'https://papermill.example/stock', [], 0, ['Visitors today']],
  ['Tea auction calendar', 'https://auction.example/calendar', [], 48, []],
  ['Customs office hours', 'https://customs.example/hours', ['Offices'], 0, []],
  ['Harbour notices', 'https://harbour.example/notices', ['Offices'], 0, ['Weather']],
]

export default class ChangeDetection extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'bulk actions', 'tabs']

  async install() {
    // Later versions of openapi-core ask for another schema validator than the one that its requirements bring.
    this.bin = path.join(
      await pip('changedetection', 'changedetection.io==0.50.43', 'openapi-core==0.19.5'),
      'bin',
    )
  }

  async seed() {
    const now = Math.floor(Date.now() / 1000)
    const folder = path.join(this.data, 'store')
    await mkdir(folder)
    const watching = WATCHES.map(([title, url, tags, hours, ignored], at) => [
      uuid('a', at + 1),
      {
        ...{ title, url, tags: tags.map((tag) => TAGS[tag]), ignore_text: ignored },
        ...{ uuid: uuid('a', at + 1), date_created: now - 1000 + at, last_checked: now },
        ...(hours && {
          time_between_check_use_default: false,
          time_between_check: { weeks: null, days: null, hours, minutes: null, seconds: null },
        }),
      },
    ])
    // Nothing is due for a check: the pages do not exist.
    const application = {
      schema_version: 1000,
      api_access_token_enabled: false,
      tags: Object.fromEntries(
        Object.entries(TAGS).map(([title, number]) => [
          number,
          { title, uuid: number, date_created: now },
        ]),
      ),
    }
    await writeFile(
      path.join(folder, 'url-watches.json'),
      JSON.stringify({
        watching: Object.fromEntries(watching),
        settings: { requests: { time_between_check: { weeks: 500 } }, application },
      }),
    )
  }

  command() {
    return {
      program: path.join(this.bin, 'changedetection.io'),
      args: [
        ...['-d', path.join(this.data, 'store'), '-h', '127.0.0.1', '-p', String(this.port)],
        ...['-l', 'ERROR'],
      ],
      options: {
        env: { ...process.env, DISABLE_VERSION_CHECK: 'yes', FETCH_WORKERS: '1' },
      },
    }
  }

  get start_url() {
    return `${this.address}/?sort=date_created&order=desc`
  }

  /** A call of its API. */
  async call(method, name, body) {
    const answer = await fetch(`${this.address}/api/v1/${name}`, {
      method,
      // A change is refused without a key, although none is asked for.
      headers: { 'content-type': 'application/json', 'x-api-key': 'none' },
      body: body && JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${name}: ${await answer.text()}`)
    return answer.status === 204 ? undefined : answer.json()
  }

  /** Every watch with its settings, oldest first, and every tag that there is. */
  async watches() {
    const numbers = Object.keys(await this.call('GET', 'watch'))
    const watches = await Promise.all(numbers.map((one) => this.call('GET', `watch/${one}`)))
    return watches.sort((one, other) => one.date_created - other.date_created)
  }

  async read() {
    const tags = await this.call('GET', 'tags')
    const watches = await this.watches()
    return {
      tags: Object.values(tags)
        .map((tag) => tag.title)
        .sort(),
      watches: watches.map((one) => ({
        url: one.url,
        title: one.title ?? '',
        tags: one.tags.map((tag) => tags[tag]?.title ?? tag).sort(),
        paused: one.paused,
        muted: one.notification_muted,
        every: one.time_between_check_use_default ? {} : given(one.time_between_check),
        ignored: one.ignore_text,
        trigger: one.trigger_text,
        filters: one.include_filters,
      })),
    }
  }

  /** Changes a watch behind the screen; `null` deletes it. */
  async change(title, change) {
    const found = (await this.watches()).find((one) => one.title === title)
    if (!found) throw new Error(`there is no watch ${title}`)
    if (change === null) return this.call('DELETE', `watch/${found.uuid}`)
    return this.call('PUT', `watch/${found.uuid}`, change)
  }
}

/** Parts of a time that are set. */
const given = (time) => Object.fromEntries(Object.entries(time).filter(([, value]) => value))

/** The row of a watch in the list. */
export const row = (page, title) =>
  page
    .locator('.watch-table tbody tr')
    .filter({ has: page.locator('.watch-title').getByText(title) })

/** Opens the form of a watch from the list. */
export async function openWatch(person, title) {
  const { page } = person
  await person.click(row(page, title).getByRole('link', { name: 'Edit', exact: true }))
  await page.locator('#save_button').waitFor()
}

/** Saves the form of a watch, and waits for the list. */
export async function saveWatch(person) {
  await person.click('#save_button')
  await person.sees(/^Updated watch/)
}
