// Node-RED (npm): flows are drawn on a canvas; properties are edited in a tray with a code editor.

import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { npm } from '../support/cache.mjs'

const FLOWS = [
  { id: 'a1', type: 'tab', label: 'Greenhouse', disabled: false, info: '' },
  {
    id: 'b1',
    type: 'inject',
    z: 'a1',
    name: 'every morning',
    props: [{ p: 'payload' }],
    repeat: '',
    crontab: '00 08 * * *',
    once: false,
    onceDelay: 0.1,
    topic: '',
    payload: '20',
    payloadType: 'num',
    x: 180,
    y: 120,
    wires: [['c1']],
  },
  {
    id: 'c1',
    type: 'function',
    z: 'a1',
    name: 'to degrees',
    func: 'return msg;',
    outputs: 1,
    timeout: 0,
    noerr: 0,
    initialize: '',
    finalize: '',
    libs: [],
    x: 400,
    y: 120,
    wires: [['d1']],
  },
  {
    id: 'd1',
    type: 'debug',
    z: 'a1',
    name: 'log',
    active: true,
    tosidebar: true,
    console: false,
    tostatus: false,
    complete: 'payload',
    targetType: 'msg',
    statusVal: '',
    statusType: 'auto',
    x: 610,
    y: 120,
    wires: [],
  },
  {
    id: 'e1',
    type: 'inject',
    z: 'a1',
    name: 'every evening',
    props: [{ p: 'payload' }],
    repeat: '',
    crontab: '00 20 * * *',
    once: false,
    onceDelay: 0.1,
    topic: '',
    payload: '16',
    payloadType: 'num',
    x: 180,
    y: 220,
    wires: [['c1']],
  },
]

export default class NodeRed extends App {
  static module = import.meta.url
  static kinds = ['canvas', 'code editor', 'single-page app']

  async install() {
    const folder = await npm('node-red', 'node-red@4.1.8')
    this.script = path.join(folder, 'node_modules/node-red/red.js')
  }

  async seed() {
    await writeFile(path.join(this.data, 'flows.json'), JSON.stringify(FLOWS))
    await writeFile(
      path.join(this.data, 'settings.js'),
      `module.exports = { flowFile: 'flows.json', uiHost: '127.0.0.1', telemetry: { enabled: false, updateNotification: false },
        editorTheme: { tours: false, palette: { allowInstall: false } }, externalModules: { autoInstall: false },
        logging: { console: { level: 'warn' } } }`,
    )
  }

  command() {
    return {
      program: process.execPath,
      args: [
        this.script,
        '-u',
        this.data,
        '-s',
        path.join(this.data, 'settings.js'),
        '-p',
        String(this.port),
      ],
    }
  }

  /** What is deployed: nodes by type and name, with what a person sets, and their wires by name. */
  async read() {
    const flows = JSON.parse(await readFile(path.join(this.data, 'flows.json'), 'utf8'))
    const nameOf = (id) => {
      const node = flows.find((one) => one.id === id)
      return node ? `${node.type}: ${node.name || node.label || ''}` : 'nothing'
    }
    return flows
      .filter((node) => node.type !== 'global-config')
      .map(({ id, z, x, y, wires, props, ...node }) => ({
        ...node,
        ...(wires ? { wires: wires.map((port) => port.map(nameOf).sort()) } : {}),
      }))
      .sort((a, b) => (`${a.type} ${a.name}` < `${b.type} ${b.name}` ? -1 : 1))
  }

  /** Changes the node of this name behind the screen, and deploys. */
  async change(name, change) {
    const url = `${this.address}/flows`
    const flows = await (await fetch(url)).json()
    const next = change
      ? flows.map((node) => (node.name === name ? { ...node, ...change } : node))
      : flows.filter((node) => node.name !== name)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(next),
    })
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  }
}

/** Deploys the flows, and waits until nothing is left to deploy. */
export async function deploy(person) {
  await person.click('#red-ui-header-button-deploy')
  await person.page.locator('#red-ui-header-button-deploy.disabled').waitFor()
}
