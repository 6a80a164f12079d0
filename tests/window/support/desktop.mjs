// The desktop around the window: a session bus with a tray and notifications, and the person's hand
// on them.

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from './webdriver.mjs'

const run = promisify(execFile)

export class Desktop {
  /** A session bus of the machine, empty so far. */
  static async bus(machine) {
    const daemon = machine.start('dbus-daemon', [
      '--session',
      '--nofork',
      '--print-address',
      '--nopidfile',
    ])
    await until(
      () => daemon.log.includes('\n'),
      10_000,
      async () => `dbus-daemon said nothing: ${daemon.log}`,
    )
    return daemon.log.split('\n')[0]
  }

  /** Shows tray signs and notifications on that bus. */
  static async open(machine, bus, display) {
    const desktop = new Desktop()
    desktop.environment = {
      ...machine.environment(),
      DBUS_SESSION_BUS_ADDRESS: bus,
      ...(display ? { DISPLAY: display } : {}),
    }
    // The system's own Python: it has D-Bus.
    desktop.process = machine.start(
      '/usr/bin/python3',
      [path.join(import.meta.dirname, 'desktop.py')],
      { stdio: ['pipe', 'pipe', 'pipe'], env: desktop.environment },
    )
    await desktop.hear((word) => word.event === 'ready')
    return desktop
  }

  get said() {
    return this.process.log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  }

  /** The first word that fits, after those of `from` on. */
  hear(fits, from = 0) {
    return until(
      () => this.said.slice(from).find(fits),
      60_000,
      async () => `the desktop said only ${this.process.log}`,
    )
  }

  async tell(command, event) {
    const from = this.said.length
    this.process.stdin.write(`${command}\n`)
    const word = await this.hear((said) => said.event === event || said.event === 'failed', from)
    if (word.event === 'failed') throw new Error(`${command}: ${word.why}`)
    return word
  }

  /** Waits for the menu of the sign to hold exactly these. */
  menu(labels) {
    let last
    return until(
      async () => {
        last = (await this.tell('menu', 'menu')).labels
        return JSON.stringify(last) === JSON.stringify(labels)
      },
      20_000,
      async () => `the menu holds ${JSON.stringify(last)}`,
    )
  }

  choose(label) {
    return this.tell(`choose ${label}`, 'chosen')
  }

  click(id) {
    this.process.stdin.write(`click ${id}\n`)
  }

  /** X windows of the program that can be seen. */
  async windows(display) {
    const { stdout } = await run('xdotool', ['search', '--onlyvisible', '--name', '^Apprentice$'], {
      env: { ...process.env, DISPLAY: display },
    }).catch(() => ({ stdout: '' }))
    return stdout.split('\n').filter(Boolean)
  }

  /** Presses the window's own cross. */
  async closeWindow(display) {
    const [window] = await until(
      async () => (await this.windows(display)).length > 0 && this.windows(display),
      10_000,
      async () => 'no window can be seen',
    )
    await this.tell(`close ${window}`, 'closed')
  }
}

/** Starts the program once more; answers its exit code. */
export async function startAgain(machine, program, ...args) {
  const second = machine.start(program, args, { env: machine.outside })
  const ended = once(second, 'exit').then(([code]) => code)
  const late = new Promise((_, refuse) =>
    setTimeout(
      () => refuse(new Error(`the second start did not end: ${second.log}`)),
      20_000,
    ).unref(),
  )
  return Promise.race([ended, late])
}
