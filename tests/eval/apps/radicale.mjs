// Radicale (PyPI): calendars and address books of a person, in one page whose parts scripts show and hide.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const COLLECTIONS = {
  shifts: {
    'D:displayname': 'Shifts',
    'C:calendar-description': 'Who opens and closes',
    tag: 'VCALENDAR',
  },
  tastings: {
    'D:displayname': 'Tastings',
    'C:calendar-description': 'For guests',
    tag: 'VCALENDAR',
  },
  makers: {
    'D:displayname': 'Makers',
    'CR:addressbook-description': 'Potters and farms',
    tag: 'VADDRESSBOOK',
  },
  errands: {
    'D:displayname': 'Errands',
    'C:calendar-description': 'Things to fetch',
    tag: 'VCALENDAR',
  },
}

export default class Radicale extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'parts shown and hidden', 'sign-in']

  async install() {
    this.python = path.join(await pip('radicale', 'radicale==3.9.0'), 'bin/python')
  }

  get folder_of_collections() {
    return path.join(this.data, 'store/collection-root/desk')
  }

  async seed() {
    await writeFile(path.join(this.data, 'people'), 'desk:errand-and-cup-3\n')
    for (const name of Object.keys(COLLECTIONS)) await this.restore(name)
  }

  /** Makes a collection of the seed, behind the screen too. */
  async restore(name) {
    const { tag, ...props } = COLLECTIONS[name]
    const components =
      tag === 'VCALENDAR' ? { 'C:supported-calendar-component-set': 'VEVENT,VJOURNAL,VTODO' } : {}
    await mkdir(path.join(this.folder_of_collections, name), { recursive: true })
    await this.put(name, { ...props, ...components, tag })
  }

  command() {
    return {
      program: this.python,
      args: [
        '-m',
        'radicale',
        '--config',
        '',
        '--server-hosts',
        `127.0.0.1:${this.port}`,
        '--auth-type',
        'htpasswd',
        '--auth-htpasswd-filename',
        path.join(this.data, 'people'),
        '--auth-htpasswd-encryption',
        'plain',
        '--storage-filesystem-folder',
        path.join(this.data, 'store'),
      ],
    }
  }

  get start_url() {
    return `${this.address}/.web/`
  }

  async signIn(person) {
    const { page } = person
    await person.type('#loginscene [data-name=user]', 'desk')
    await person.type('#loginscene [data-name=password]', 'errand-and-cup-3')
    await person.click(page.locator('#loginscene').getByRole('button'))
    await page.getByText('Tastings').waitFor()
  }

  /** What is known of a collection, behind the screen. */
  async put(name, props) {
    const file = path.join(this.folder_of_collections, name, '.Radicale.props')
    await writeFile(file, JSON.stringify(props))
  }

  /** The folder of the collection that is shown under this name. */
  async named(shown) {
    for (const name of await readdir(this.folder_of_collections)) {
      const props = await this.props(name)
      if (props?.['D:displayname'] === shown) return { name, props }
    }
    throw new Error(`there is no collection ${shown}`)
  }

  /** Changes what is known of the collection that is shown under this name. */
  async change(shown, change) {
    const { name, props } = await this.named(shown)
    await this.put(name, { ...props, ...change })
  }

  async remove(shown) {
    const { name } = await this.named(shown)
    await rm(path.join(this.folder_of_collections, name), { recursive: true })
  }

  async props(name) {
    const file = path.join(this.folder_of_collections, name, '.Radicale.props')
    return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
  }

  /** The collections by their shown names: kind, description, and how many entries they have. */
  async read() {
    const state = []
    for (const name of await readdir(this.folder_of_collections)) {
      const props = await this.props(name)
      if (!props) continue
      const entries = await readdir(path.join(this.folder_of_collections, name))
      state.push({
        name: props['D:displayname'] ?? '',
        kind: props.tag,
        parts: props['C:supported-calendar-component-set'] ?? '',
        description: props['C:calendar-description'] ?? props['CR:addressbook-description'] ?? '',
        entries: entries.filter((entry) => !entry.startsWith('.')).length,
      })
    }
    return state.sort((a, b) => (a.name < b.name ? -1 : 1))
  }
}
