// A working folder and a shell: bash, zsh or fish in the watched terminal. Tasks fill the folder.

import { readdir, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { sorted } from '../support/sorted.mjs'

export default class Shell extends App {
  static module = import.meta.url
  static kinds = ['terminal']

  /** Where the commands are run. */
  get folder() {
    return this.data
  }

  get start_url() {
    return undefined
  }

  async start() {}

  /** Every file with its text (`base64:` for others), without the insides of `.git`. */
  async read() {
    const files = {}
    for (const entry of await readdir(this.data, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath ?? entry.path, entry.name)
      const name = path.relative(this.data, file)
      if (/(^|\/)\.git\//.test(name) || name.endsWith('.git')) continue
      if (entry.isSymbolicLink()) files[name] = `-> ${await readlink(file)}`
      else if (entry.isFile()) {
        const bytes = await readFile(file)
        const text = bytes.toString('utf8')
        files[name] =
          text.includes('\uFFFD') || text.includes('\0')
            ? `base64:${bytes.toString('base64')}`
            : text
      }
    }
    return sorted(files)
  }

  /** Runs a line of `sh` in the working folder, behind the back of what is watched. */
  sh(line) {
    return this.run('/bin/sh', ['-c', line], {
      env: {
        PATH: process.env.PATH,
        HOME: this.machine.path('user'),
        LANG: 'C.UTF-8',
      },
    })
  }
}
