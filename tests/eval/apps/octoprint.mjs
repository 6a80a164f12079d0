// OctoPrint (PyPI): files and printers of a workshop. One page with tabs, panels and dialogs, bound with Knockout; it hears of changes over
// a socket.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const CONFIG = `accessControl:
  enabled: true
  salt: eval-salt
server:
  firstRun: false
  ignoreIncompleteStartup: true
  onlineCheck:
    enabled: false
  pluginBlacklist:
    enabled: false
  seenWizards:
    backup: null
    classicwebcam: 1
    corewizard: 4
    tracking: null
    virtual_printer: null
plugins:
  tracking:
    enabled: false
    unique_id: x
  softwareupdate:
    _config_version: 9
  announcements:
    _config_version: 1
    enabled_channels: []
  _disabled: [announcements, softwareupdate, tracking, pi_support, discovery, errortracking, file_check]
`
const PROFILES = { mini: ['Mini', 'Tea Press 1'], tall: ['Tall', 'Tea Press 2'] }
const FILES = [
  'cup.gcode',
  'lid.gcode',
  'parts/handle.gcode',
  'parts/spout.gcode',
  'archive/old-cup.gcode',
]

export default class OctoPrint extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'bound templates', 'sign-in', 'dialogs']

  async install() {
    this.bin = path.join(await pip('octoprint', 'OctoPrint==1.11.8', 'setuptools==75.6.0'), 'bin')
  }

  get options() {
    return { env: { ...process.env, PATH: `${this.bin}:${process.env.PATH}` } }
  }

  async seed() {
    await writeFile(path.join(this.data, 'config.yaml'), CONFIG)
    await mkdir(path.join(this.data, 'printerProfiles'), { recursive: true })
    for (const [id, [name, model]] of Object.entries(PROFILES))
      await writeFile(
        path.join(this.data, 'printerProfiles', `${id}.profile`),
        `id: ${id}\nname: ${name}\nmodel: ${model}\nvolume:\n  width: 180\n  depth: 180\n  height: 180\n`,
      )
    for (const file of FILES) {
      await mkdir(path.dirname(path.join(this.data, 'uploads', file)), { recursive: true })
      await writeFile(path.join(this.data, 'uploads', file), `; ${file}\nG28\nG1 X10 Y10 F3000\n`)
    }
    const octoprint = path.join(this.bin, 'octoprint')
    const user = ['user', 'add', 'ann', '--password', 'tea-and-cups-9', '--admin']
    await this.run(octoprint, ['--basedir', this.data, ...user], this.options)
  }

  command() {
    const args = [
      'serve',
      '--basedir',
      this.data,
      '--host',
      '127.0.0.1',
      '--port',
      `${this.port}`,
      '--iknowwhatimdoing',
    ]
    return { program: path.join(this.bin, 'octoprint'), args, options: this.options }
  }

  get start_url() {
    return `${this.address}/`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.locator('#login-user'), 'ann')
    await person.type(page.locator('#login-password'), 'tea-and-cups-9')
    await person.click(page.locator('#login-button'))
    await page.locator('#files').waitFor({ timeout: 30_000 })
    await page.locator('#page-container-loading').waitFor({ state: 'hidden', timeout: 30_000 })
  }

  /** Printer profiles, and files with their folders. */
  async read() {
    const folder = path.join(this.data, 'printerProfiles')
    const profiles = []
    for (const file of (await readdir(folder)).sort()) {
      const text = await readFile(path.join(folder, file), 'utf8')
      const value = (key) => new RegExp(`^\\s*${key}: (.*)$`, 'm').exec(text)?.[1] ?? ''
      profiles.push([value('id'), value('name'), value('model'), value('width')])
    }
    const uploads = path.join(this.data, 'uploads')
    const all = await readdir(uploads, { recursive: true, withFileTypes: true })
    const files = all
      .filter((one) => !one.name.startsWith('.'))
      .map((one) => path.relative(uploads, path.join(one.parentPath ?? one.path, one.name)))
    return { profiles, files: files.sort() }
  }
}
