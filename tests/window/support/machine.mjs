// What a test needs around the window: a display, a driver, a home, and the watched web
// application.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { until, WindowDriver } from './webdriver.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const require = createRequire(path.join(root, 'ui/package.json'))
const { chromium } = require('playwright-core')

/** Debug builds, or the ones that a benchmark asks for. */
export const binaries = path.join(
  process.env.CARGO_TARGET_DIR,
  process.env.APPRENTICE_PROFILE ?? 'debug',
)

/** `close` stops everything that was started through `Machine`, and removes every folder. */
export class Machine {
  #children = []
  #closers = []

  static async open() {
    const machine = new Machine()
    machine.folder = await mkdtemp(path.join(os.tmpdir(), 'apprentice-window-'))
    for (const name of ['user', 'home', 'work']) await mkdir(path.join(machine.folder, name))
    return machine
  }

  path(...parts) {
    return path.join(this.folder, ...parts)
  }

  /**
   * The environment of the application: a home and a user of its own, and nothing of the caller.
   */
  environment(more = {}) {
    const { PATH, LANG, CARGO_TARGET_DIR } = process.env
    return {
      PATH,
      LANG: LANG ?? 'C.UTF-8',
      CARGO_TARGET_DIR,
      HOME: this.path('user'),
      SHELL: '/bin/bash',
      APPRENTICE_HOME: this.path('home'),
      APPRENTICE_HEADLESS: '1',
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      ...more,
    }
  }

  start(program, args, options = {}) {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...options,
    })
    child.log = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data) => (child.log += data))
    this.#children.push(child)
    return child
  }

  onClose(closer) {
    this.#closers.push(closer)
  }

  /** Starts an empty X display. Returns its name. */
  async display() {
    const child = this.start(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', '1400x900x24', '-nolisten', 'tcp'],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      },
    )
    const [number] = await once(child.stdio[3], 'data')
    return `:${String(number).trim()}`
  }

  /** Starts the window with a driver, on a session bus of its own or on `bus`. */
  async window({ environment = {}, bus } = {}) {
    const port = await freePort()
    const display = await this.display()
    const command = ['WebKitWebDriver', `--port=${port}`]
    if (!bus) command.unshift('dbus-run-session', '--')
    this.outside = this.environment({
      DISPLAY: display,
      XDG_RUNTIME_DIR: this.path('user'),
      ...(bus ? { DBUS_SESSION_BUS_ADDRESS: bus } : {}),
      ...environment,
    })
    const driver = this.start(command[0], command.slice(1), {
      env: { ...this.outside, TAURI_AUTOMATION: 'true', TAURI_WEBVIEW_AUTOMATION: 'true' },
    })
    await until(
      () => listening(port),
      15_000,
      async () => `WebKitWebDriver did not start: ${driver.log}`,
    )
    this.openWindow = async (args = []) => {
      const window = await WindowDriver.open(
        `http://127.0.0.1:${port}`,
        path.join(binaries, 'apprentice-desktop'),
        args,
      ).catch((error) => {
        throw new Error(`${error.message}\n${driver.log}`)
      })
      this.onClose(() => window.close())
      return window
    }
    return this.openWindow()
  }

  /** Acts as the user in the browser that Apprentice watches. */
  async watchedBrowser(port) {
    await until(
      () => listening(port),
      30_000,
      async () => 'the watched browser did not open',
    )
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    this.onClose(() => browser.close().catch(() => undefined))
    return browser
  }

  /** A browser that shows the interface of an engine, as a second window. */
  async browser({ address, token }, options = {}) {
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox'],
    })
    this.onClose(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 1180, height: 760 }, ...options })
    page.setDefaultTimeout(20_000)
    await page.goto(`${address}/#token=${token}`)
    return page
  }

  /**
   * Starts sqlite-web with a new database of customers. Returns its address, and functions that
   * change records behind its back.
   */
  async customers() {
    const python = process.env.APPRENTICE_TEST_PYTHON
    if (!existsSync(python)) throw new Error(`${python} is missing: run scripts/setup`)
    const database = this.path('work', 'customers.db')
    const sql = async (statement) => {
      const child = this.start(python, [
        '-c',
        'import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); rows=c.execute(sys.argv[2]).fetchall(); c.commit(); print(rows)',
        database,
        statement,
      ])
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(child.log)
      return child.log
    }
    await sql(
      'create table customers (id integer primary key, name text not null, email text, city text)',
    )
    await sql(
      "insert into customers (name, email, city) values ('Grace Hopper', 'grace@navy.example', 'Arlington')",
    )
    const port = await freePort()
    const server = this.start(path.join(path.dirname(python), 'sqlite_web'), [
      '--no-browser',
      '-p',
      String(port),
      database,
    ])
    await until(
      () => listening(port),
      20_000,
      async () => `sqlite-web did not start: ${server.log}`,
    )
    return { address: `http://127.0.0.1:${port}`, sql }
  }

  async write(name, text) {
    await writeFile(this.path('work', name), text)
  }

  async close() {
    for (const closer of this.#closers.reverse()) await closer()
    for (const child of this.#children.reverse()) {
      if (child.exitCode === null && child.signalCode === null) {
        try {
          process.kill(-child.pid, 'SIGTERM')
        } catch {
          continue
        }
        await Promise.race([
          once(child, 'exit'),
          new Promise((resolve) => setTimeout(resolve, 3000).unref()),
        ])
        try {
          process.kill(-child.pid, 'SIGKILL')
        } catch {
          // It has already ended.
        }
      }
    }
    // For looking at what a run left behind, such as its database.
    const keep = process.env.APPRENTICE_KEEP_MACHINE
    if (keep) await cp(this.folder, keep, { recursive: true, force: true })
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

export async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

function listening(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
