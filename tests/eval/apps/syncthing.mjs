// Syncthing (Debian, unpacked): the folders that the machines of a surveyor's office keep alike. One page of AngularJS
// and Bootstrap: panels that open, dialogs with tabs and boxes to tick, settings that are stored behind the page.

import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { deb } from '../support/cache.mjs'

const KEY = 'key-of-the-desk'

/** The number of a device that exists nowhere, in the form that Syncthing checks: each 13 letters carry a letter to check them. */
export function deviceId(name) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...createHash('sha256').update(name).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .padEnd(260, '0')
  const points = bits.match(/.{5}/g).map((five) => parseInt(five, 2))
  const checked = [0, 13, 26, 39].flatMap((from) => {
    const group = points.slice(from, from + 13)
    const sum = group.reduce((all, point, index) => {
      const added = point * (index % 2 ? 2 : 1)
      return all + Math.floor(added / 32) + (added % 32)
    }, 0)
    return [...group, (32 - (sum % 32)) % 32]
  })
  return checked
    .map((point) => letters[point])
    .join('')
    .match(/.{7}/g)
    .join('-')
}

const DEVICES = {
  'Archive box': 'tcp://10.20.0.9:22000',
  'Laptop of Ines': 'dynamic',
  'Office server': 'tcp://10.20.0.2:22000',
  'Tablet of Piet': 'dynamic',
  'Van computer': 'dynamic',
}

// Its number, its name, how it is synchronized, and the devices that have it as well.
const FOLDERS = [
  ['draw-1101', 'Drawings', 'sendreceive', ['Office server', 'Laptop of Ines']],
  ['mins-1102', 'Minutes', 'sendreceive', ['Office server']],
  ['phot-1103', 'Site photos', 'receiveonly', ['Tablet of Piet', 'Archive box']],
  ['site-1104', 'Site plans', 'sendreceive', ['Laptop of Ines', 'Tablet of Piet']],
  ['tend-1105', 'Tenders', 'sendonly', ['Office server', 'Archive box']],
]

const xml = (own) => `<configuration version="36">
${FOLDERS.map(
  ([id, label, type, devices]) =>
    `<folder id="${id}" label="${label}" path="~/${label}" type="${type}" rescanIntervalS="3600" fsWatcherEnabled="true">
<device id="${own}"></device>${devices.map((name) => `<device id="${deviceId(name)}"></device>`).join('')}
</folder>`,
).join('\n')}
<device id="${own}" name="Desk of Ann" compression="metadata"><address>dynamic</address></device>
${Object.entries(DEVICES)
  .map(
    ([name, address]) =>
      `<device id="${deviceId(name)}" name="${name}" compression="metadata"><address>${address}</address></device>`,
  )
  .join('\n')}
<gui enabled="true" tls="false"><address>127.0.0.1:8384</address><apikey>${KEY}</apikey><theme>default</theme></gui>
<options><listenAddress>unix:///nowhere</listenAddress><globalAnnounceEnabled>false</globalAnnounceEnabled>
<localAnnounceEnabled>false</localAnnounceEnabled><relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
<startBrowser>false</startBrowser><urAccepted>-1</urAccepted><urSeen>3</urSeen><autoUpgradeIntervalH>0</autoUpgradeIntervalH>
<setLowPriority>false</setLowPriority><crashReportingEnabled>false</crashReportingEnabled><reconnectionIntervalS>86400</reconnectionIntervalS></options>
</configuration>
`

export default class Syncthing extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'panels', 'dialogs with tabs']

  async install() {
    this.program = path.join(await deb('syncthing'), 'usr/bin/syncthing')
  }

  get options() {
    return { env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: this.data, STMONITORED: 'yes' } }
  }

  get home() {
    return path.join(this.data, 'settings')
  }

  async seed() {
    await this.run(
      this.program,
      ['generate', '--home', this.home, '--no-default-folder', '--skip-port-probing'],
      this.options,
    )
    const said = await this.run(this.program, ['--home', this.home, '--device-id'], this.options)
    const own = said.match(/(?:[A-Z2-7]{7}-){7}[A-Z2-7]{7}/)[0]
    await writeFile(path.join(this.home, 'config.xml'), xml(own))
    for (const [, label] of FOLDERS)
      await mkdir(path.join(this.data, label, '.stfolder'), { recursive: true })
    // The first start writes what the settings above leave out.
    await this.start()
  }

  command() {
    return {
      program: this.program,
      args: [
        'serve',
        ...['--home', this.home, '--gui-address', `127.0.0.1:${this.port}`],
        ...['--no-browser', '--no-restart', '--no-default-folder'],
      ],
      options: this.options,
    }
  }

  async ask(method, where, body) {
    const answer = await fetch(`${this.address}/rest/${where}`, {
      method,
      headers: { 'x-api-key': KEY },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }

  /** The folders by name, with the names of the other devices that have them; and the other devices by name. */
  async read() {
    const { folders, devices } = await this.ask('GET', 'config')
    const { myID: own } = await this.ask('GET', 'system/status')
    const names = new Map(devices.map((one) => [one.deviceID, one.name]))
    const byName = (entries) =>
      Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
    return {
      folders: byName(
        folders.map((one) => [
          one.label,
          {
            ...{ path: one.path.replace(this.data, '~'), type: one.type, paused: one.paused },
            rescan: one.rescanIntervalS,
            versioning: { type: one.versioning.type, ...one.versioning.params },
            devices: one.devices
              .filter(({ deviceID }) => deviceID !== own)
              .map(({ deviceID }) => names.get(deviceID))
              .sort(),
          },
        ]),
      ),
      devices: byName(
        devices
          .filter((one) => one.deviceID !== own)
          .map((one) => [
            one.name,
            {
              ...{ id: one.deviceID, addresses: one.addresses, paused: one.paused },
              ...{ compression: one.compression, introducer: one.introducer },
            },
          ]),
      ),
    }
  }

  async folder(label) {
    return (await this.ask('GET', 'config/folders')).find((one) => one.label === label)
  }

  /** Changes the settings of the folder of this name behind the screen; `null` removes it. */
  async change(label, change) {
    const { id } = await this.folder(label)
    if (change === null) await this.ask('DELETE', `config/folders/${id}`)
    else await this.ask('PATCH', `config/folders/${id}`, change)
  }

  /** Shares a folder with a device behind the screen, or does not any more. */
  async share(label, device, shared) {
    const { devices } = await this.folder(label)
    const id = deviceId(device)
    const others = devices.filter(({ deviceID }) => deviceID !== id)
    await this.change(label, { devices: shared ? [...others, { deviceID: id }] : others })
  }
}

/** The panel of a folder or of a device. */
export const panel = (page, name) =>
  page.locator('.panel').filter({ has: page.locator('.panel-title-text', { hasText: name }) })

/** Opens the panel of a folder or of a device, and its dialog of settings. */
export async function edit(person, name) {
  const { page } = person
  const button = panel(page, name).getByRole('button', { name: 'Edit' })
  if (!(await button.isVisible())) await person.click(panel(page, name).locator('.panel-heading'))
  // The panel that was open closes while this one opens, and what is below moves.
  await page.locator('.collapsing').first().waitFor({ state: 'detached' })
  await person.click(button)
  await dialog(page).waitFor()
}

/** The dialog that is open. */
export const dialog = (page) => page.locator('.modal.in').first()

/** Goes to a tab of the dialog. */
export const tab = (person, name) =>
  person.click(dialog(person.page).locator('.nav-tabs').getByText(name))

/** The box of a folder or of a device in the list of those that share. */
export const boxOf = (page, name) => dialog(page).getByRole('checkbox', { name })

/** Stores the dialog, and waits until it is closed and the settings are stored. */
export async function save(person) {
  const { page } = person
  const stored = page.waitForResponse(
    (answer) => /rest\/config/.test(answer.url()) && answer.request().method() === 'PUT',
  )
  await person.click(dialog(page).getByRole('button', { name: 'Save' }))
  await stored
  await dialog(page).waitFor({ state: 'hidden' })
}
