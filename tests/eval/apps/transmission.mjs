// Transmission (Debian, unpacked): the files that a choir shares. One page of scripts with jQuery UI: rows to select, icons
// of a toolbar, menus, a dialog of settings in tabs whose fields are stored as soon as they are left.

import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { until } from '../../window/support/webdriver.mjs'
import { App } from '../support/app.mjs'
import { deb } from '../support/cache.mjs'

const FILES = [
  'Advent concert 2029.flac',
  'Advent concert 2030.flac',
  'Evensong in May.flac',
  'Members list 2030.pdf',
  'Rehearsal of 3 March.flac',
  'Rehearsal of 10 March.flac',
  'Summer programme.pdf',
]

const SETTINGS = {
  ...{ 'rpc-enabled': true, 'rpc-bind-address': '127.0.0.1', 'rpc-whitelist-enabled': false },
  ...{ 'rpc-authentication-required': false, 'rpc-host-whitelist-enabled': false },
  ...{ 'dht-enabled': false, 'pex-enabled': false, 'lpd-enabled': false, 'utp-enabled': false },
  ...{ 'port-forwarding-enabled': false, 'bind-address-ipv4': '127.0.0.1' },
  ...{ 'start-added-torrents': false, 'peer-port-random-on-start': true },
  ...{ 'speed-limit-up': 400, 'speed-limit-up-enabled': false },
  ...{ 'speed-limit-down': 900, 'speed-limit-down-enabled': false },
  ...{ 'alt-speed-up': 50, 'alt-speed-down': 50, 'alt-speed-time-enabled': false },
  ...{ 'alt-speed-time-begin': 540, 'alt-speed-time-end': 1020, 'alt-speed-time-day': 127 },
  ...{ 'ratio-limit': 2, 'ratio-limit-enabled': false },
}

/** What of the settings is read. */
const READ = [
  ...['speed-limit-up', 'speed-limit-up-enabled', 'speed-limit-down', 'speed-limit-down-enabled'],
  ...['alt-speed-up', 'alt-speed-down', 'alt-speed-enabled', 'alt-speed-time-enabled'],
  ...['alt-speed-time-begin', 'alt-speed-time-end', 'alt-speed-time-day'],
  ...['seedRatioLimit', 'seedRatioLimited', 'peer-limit-global', 'encryption'],
]

export default class Transmission extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'rows to select', 'dialogs with tabs', 'saves by itself']

  async install() {
    this.package = await deb(
      'transmission-daemon',
      ...['transmission-common', 'transmission-cli', 'libminiupnpc17', 'libnatpmp1'],
      'libevent-2.1-7',
    )
  }

  program(name) {
    return path.join(this.package, 'usr/bin', name)
  }

  get options() {
    return {
      env: {
        PATH: process.env.PATH,
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        HOME: this.data,
        LD_LIBRARY_PATH: ['x86_64', 'aarch64']
          .map((machine) => path.join(this.package, `usr/lib/${machine}-linux-gnu`))
          .join(':'),
        TRANSMISSION_WEB_HOME: path.join(this.package, 'usr/share/transmission/web'),
      },
    }
  }

  async seed() {
    for (const folder of ['settings', 'music', 'made'])
      await mkdir(path.join(this.data, folder), { recursive: true })
    await writeFile(path.join(this.data, 'settings/settings.json'), JSON.stringify(SETTINGS))
    for (const name of FILES) {
      await writeFile(path.join(this.data, 'music', name), `${name}\n`.repeat(4000))
      const made = path.join(this.data, 'made', `${name}.torrent`)
      const file = path.join(this.data, 'music', name)
      await this.run(this.program('transmission-create'), ['-o', made, file], this.options)
    }
    await this.start()
    for (const name of FILES) {
      const filename = path.join(this.data, 'made', `${name}.torrent`)
      await this.ask('torrent-add', { filename, paused: true })
    }
    await until(async () => (await this.read()).files.length === FILES.length, 10_000)
  }

  command() {
    return {
      program: this.program('transmission-daemon'),
      args: [
        ...['--foreground', '--config-dir', path.join(this.data, 'settings')],
        ...['--download-dir', path.join(this.data, 'music'), '--port', String(this.port)],
      ],
      options: this.options,
    }
  }

  /** It answers before it has read what it shares. */
  async start() {
    await super.start()
    const kept = await readdir(path.join(this.data, 'settings/torrents')).catch(() => [])
    const known = kept.filter((name) => name.endsWith('.torrent')).length
    await until(async () => (await this.read()).files.length === known, 10_000)
  }

  get start_url() {
    return `${this.address}/transmission/web/`
  }

  /** Asks the server itself, with the token that it wants. */
  async ask(method, given = {}) {
    const where = `${this.address}/transmission/rpc`
    const token = (await fetch(where)).headers.get('x-transmission-session-id')
    const answer = await fetch(where, {
      method: 'POST',
      headers: { 'x-transmission-session-id': token },
      body: JSON.stringify({ method, arguments: given }),
    })
    const { result, arguments: said } = await answer.json()
    if (result !== 'success') throw new Error(`${method}: ${result}`)
    return said
  }

  /** The names of what is shared, in order, and the settings of speed. */
  async read() {
    const { torrents } = await this.ask('torrent-get', { fields: ['name'] })
    const settings = await this.ask('session-get')
    return {
      files: torrents.map((one) => one.name).sort(),
      settings: Object.fromEntries(READ.map((name) => [name, settings[name]])),
    }
  }

  /** Changes settings behind the screen. */
  change(settings) {
    return this.ask('session-set', settings)
  }

  /** Takes something off the list behind the screen. */
  async remove(name) {
    const { torrents } = await this.ask('torrent-get', { fields: ['id', 'name'] })
    const ids = torrents.filter((one) => one.name === name).map((one) => one.id)
    await this.ask('torrent-remove', { ids })
  }

  /** Puts something on the list again behind the screen. */
  add(name) {
    const filename = path.join(this.data, 'made', `${name}.torrent`)
    return this.ask('torrent-add', { filename, paused: true })
  }
}

/** The row of something that is shared. */
export const row = (page, name) => page.locator('#torrent_list .torrent').filter({ hasText: name })
