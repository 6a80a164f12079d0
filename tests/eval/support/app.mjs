// An application that tasks are done in: started on a free port with its own data, put back to its
// seeded state, and read by its database or API, never by what Apprentice says about it.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../window/support/machine.mjs'
import { until } from '../../window/support/webdriver.mjs'
import { cache } from './cache.mjs'

export class App {
  /** The module's own URL (`import.meta.url`). A change of the file makes the seed again. */
  static module
  /** What it represents, such as `single-page app`. */
  static kinds = []

  /** `machine` is the one of tests/window; the data lives in its temporary folder. */
  constructor(machine) {
    this.machine = machine
    this.data = machine.path('app')
    this.snapshot = machine.path('app-seeded')
  }

  /** Installs it, and keeps where its programs are. Does nothing when it is there. */
  async install() {}

  /** Fills `this.data` with the seeded state. The server does not run; call `this.start()` to use it. */
  async seed() {}

  /** Starts the server on `this.port`: returns the program, its arguments and options of `spawn`. */
  command() {
    throw new Error('an application says how it is started')
  }

  /** The state that tasks are judged by, as plain data without times and generated ids. */
  async read() {
    throw new Error('an application says how its state is read')
  }

  /** Signs the person in, as a part of what is watched. */
  async signIn() {}

  /** The page where tasks begin. */
  get start_url() {
    return this.address
  }

  /** Installs, seeds (or takes the seed from the cache) and starts it. `prepare` adds what one task needs. */
  async open(prepare) {
    await this.install()
    this.port = await freePort()
    this.address = `http://127.0.0.1:${this.port}`
    await mkdir(this.data, { recursive: true })
    await this.#seedOnce()
    await this.start()
    if (prepare) await prepare(this)
    await this.stop()
    await cp(this.data, this.snapshot, { recursive: true })
    await this.start()
  }

  async #seedOnce() {
    const file = fileURLToPath(this.constructor.module)
    const version = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
      .slice(0, 16)
    const seeded = path.join(cache, 'seeds', `${path.basename(file, '.mjs')}-${version}`)
    if (!existsSync(seeded)) {
      await this.seed()
      await this.stop()
      const fresh = `${seeded}.${process.pid}`
      await cp(this.data, fresh, { recursive: true })
      // Another job may have been faster. Its seed is as good as ours.
      await rename(fresh, seeded).catch(() => rm(fresh, { recursive: true, force: true }))
    }
    await rm(this.data, { recursive: true, force: true })
    await cp(seeded, this.data, { recursive: true })
  }

  /** Puts the seeded state back. */
  async reset() {
    await this.stop()
    await rm(this.data, { recursive: true, force: true })
    await cp(this.snapshot, this.data, { recursive: true })
    await this.start()
  }

  async start() {
    const { program, args, options } = await this.command()
    this.server = this.machine.start(program, args, { cwd: this.data, ...options })
    await until(
      async () => {
        if (this.server.exitCode !== null) throw new Error(`it ended: ${this.server.log}`)
        return (await fetch(this.start_url, { redirect: 'manual' }).catch(() => undefined))?.status
      },
      60_000,
      async () => `${this.start_url} does not answer: ${this.server.log}`,
    )
  }

  async stop() {
    const server = this.server
    this.server = undefined
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    process.kill(-server.pid, 'SIGKILL')
    await gone
  }

  /** Runs a program of the application to its end. Returns what it printed. */
  async run(program, args, options) {
    const child = this.machine.start(program, args, { cwd: this.data, ...options })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${child.log}`)
    return child.log
  }
}

const SQL = `
import json, sqlite3, sys
base = sqlite3.connect(sys.argv[1], timeout=10)
base.row_factory = sqlite3.Row
sql, values = sys.argv[2], json.loads(sys.argv[3])
if values or sql.lstrip().lower().startswith('select'):
    rows = [dict(row) for row in base.execute(sql, values)]
else:
    rows = base.executescript(sql) and []
base.commit()
print(json.dumps(rows, default=str))`

/** Runs SQL in a SQLite file. Returns the rows of a query as objects. */
export async function sqlite(app, file, sql, ...values) {
  return JSON.parse(await app.run('python3', ['-c', SQL, file, sql, JSON.stringify(values)]))
}
