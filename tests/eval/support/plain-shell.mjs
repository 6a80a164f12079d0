// A shell without Apprentice, for dry runs: each line is run by a new one in the folder that the last one left.

import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const ARGUMENTS = { bash: ['--noprofile', '--norc'], zsh: ['-f'], fish: ['--no-config'] }

export class PlainShell {
  /** `home`: the folder of the user, outside the working folder. */
  constructor(shell, folder, home) {
    Object.assign(this, { shell, folder, home })
  }

  /** Runs the line and waits for its end. Variables of the shell are not kept. */
  async command(line) {
    const [script, left] = ['script', 'folder'].map((name) => path.join(this.home, `.dry-${name}`))
    await writeFile(script, `${line}\npwd > '${left}'\n`)
    const { PATH } = process.env
    const child = spawn(this.shell, [...ARGUMENTS[this.shell], script], {
      cwd: this.folder,
      env: { PATH, HOME: this.home, LANG: 'C.UTF-8', GIT_EDITOR: 'true' },
      stdio: 'ignore',
    })
    await new Promise((resolve) => child.on('close', resolve))
    this.folder = (await readFile(left, 'utf8')).trim()
  }
}
