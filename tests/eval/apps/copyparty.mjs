// copyparty (PyPI): a file manager that is drawn by scripts, with selections, a tool bar and dialogs of its own.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const FILES = {
  'inbox/report-april.txt': 'april\n',
  'inbox/report-may.txt': 'may\n',
  'inbox/report-june.txt': 'june\n',
  'inbox/photo.txt': 'a photo\n',
  'archive/report-march.txt': 'march\n',
  'readme.txt': 'Files of the office\n',
}

export default class Copyparty extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'elements without roles']

  async install() {
    this.python = path.join(await pip('copyparty', 'copyparty==1.20.26'), 'bin/python')
  }

  get files() {
    return path.join(this.data, 'files')
  }

  async seed() {
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(path.dirname(path.join(this.files, name)), { recursive: true })
      await writeFile(path.join(this.files, name), text)
    }
  }

  command() {
    return {
      program: this.python,
      args: [
        '-m',
        'copyparty',
        '-q',
        '-i',
        '127.0.0.1',
        '-p',
        String(this.port),
        '-v',
        `${this.files}::A`,
        '--no-thumb',
        '--no-crt',
        '--hist',
        path.join(this.data, 'hist'),
      ],
      options: { env: { ...process.env, HOME: this.data, XDG_CONFIG_HOME: this.data } },
    }
  }

  /** Every file with its text; empty folders end with a slash. */
  async read() {
    const state = {}
    for (const entry of await readdir(this.files, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath ?? entry.path, entry.name)
      const name = path.relative(this.files, file)
      if (name.startsWith('.hist')) continue
      if (entry.isFile()) state[name] = await readFile(file, 'utf8')
      else if ((await readdir(file)).length === 0) state[`${name}/`] = ''
    }
    return Object.fromEntries(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}
