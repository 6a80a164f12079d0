// Prefect (PyPI): the console of a work scheduler, drawn by a framework (Vue): dialogs, menus of rows,
// a JSON editor, messages that go away.

import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

export default class Prefect extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'framework: Vue', 'code editor']

  async install() {
    this.bin = path.join(await pip('prefect', 'prefect==3.8.8', 'fastapi==0.139.0'), 'bin')
  }

  async seed() {
    await this.start()
    await this.api('POST', '/variables/', { name: 'region', value: 'north', tags: ['shop'] })
    await this.api('POST', '/variables/', { name: 'page_size', value: 50, tags: [] })
    await this.api('POST', '/variables/', {
      name: 'sender',
      value: 'desk@shop.example',
      tags: ['mail'],
    })
    await this.api('POST', '/v2/concurrency_limits/', { name: 'warehouse', limit: 4 })
    await this.api('POST', '/v2/concurrency_limits/', { name: 'printer', limit: 1 })
  }

  command() {
    return {
      program: path.join(this.bin, 'prefect'),
      args: ['server', 'start', '--host', '127.0.0.1', '--port', String(this.port)],
      options: {
        env: {
          PATH: `${this.bin}:${process.env.PATH}`,
          LANG: 'C.UTF-8',
          HOME: this.data,
          PREFECT_HOME: this.data,
          PREFECT_API_DATABASE_CONNECTION_URL: `sqlite+aiosqlite:///${this.data}/prefect.db`,
          PREFECT_SERVER_ANALYTICS_ENABLED: 'false',
          PREFECT_UI_API_URL: '/api',
          DO_NOT_TRACK: '1',
        },
      },
    }
  }

  get start_url() {
    return `${this.address}/variables`
  }

  async api(method, where, body) {
    const answer = await fetch(`${this.address}/api${where}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? undefined : answer.json()
  }

  /** The variables and the limits, by name. */
  async read() {
    const variables = await this.api('POST', '/variables/filter', {})
    const limits = await this.api('POST', '/v2/concurrency_limits/filter', {})
    const byName = (a, b) => (a.name < b.name ? -1 : 1)
    return {
      variables: variables
        .map(({ name, value, tags }) => ({ name, value, tags: [...tags].sort() }))
        .sort(byName),
      limits: limits.map(({ name, limit, active }) => ({ name, limit, active })).sort(byName),
    }
  }
}

/** The dialog of a variable. */
export const dialog = (page) => page.getByRole('dialog')

/** Presses a button of the dialog, and waits until the dialog is closed. */
export async function press(person, name) {
  await person.click(dialog(person.page).getByRole('button', { name, exact: true }))
  await dialog(person.page).waitFor({ state: 'hidden' })
}
