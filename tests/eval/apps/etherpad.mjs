// Etherpad (npm): a text that several people write at once. The text is in a frame of a frame and is no
// field, and everything is stored while it is typed.

import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { until } from '../../window/support/webdriver.mjs'
import { App } from '../support/app.mjs'
import { npm } from '../support/cache.mjs'

const PADS = {
  Stock: [
    'Stock of the shop',
    'Assam: 12 tins',
    'Sencha: 8 tins',
    'Oolong: 5 tins',
    'Mint: 20 tins',
  ],
  Market: [
    'Market on Saturday',
    'Ann brings the tent',
    'Bob prints the price list',
    'Cleo fills the sample jars',
  ],
  Recipes: ['Recipes', 'Chai: 4 spoons', 'Iced tea: 6 spoons'],
}
const CHAT = [
  ['Market', 'Ann', 'The tent is in the van.'],
  ['Stock', 'Cleo', 'I counted everything on Monday.'],
]
const KEY = 'key-of-the-desk'

export default class Etherpad extends App {
  static module = import.meta.url
  static kinds = ['rich text in frames', 'saves by itself']

  async install() {
    const folder = await npm('etherpad', 'ep_etherpad-lite@1.8.14')
    this.root = folder
    // Etherpad has to be in a folder `src` with its modules in it, as in its repository.
    if (existsSync(path.join(folder, 'src'))) return
    const modules = path.join(folder, 'node_modules')
    await rename(path.join(modules, 'ep_etherpad-lite'), path.join(folder, 'src'))
    await rename(modules, path.join(folder, 'src/node_modules'))
    for (const made of [modules, path.join(folder, 'var')]) await mkdir(made)
    await symlink('../src', path.join(modules, 'ep_etherpad-lite'))
  }

  get file() {
    return path.join(this.data, 'dirty.db')
  }

  async seed() {
    await writeFile(path.join(this.data, 'APIKEY.txt'), KEY)
    await writeFile(path.join(this.data, 'SESSIONKEY.txt'), 'session-of-the-desk')
    await this.start()
    for (const [padID, lines] of Object.entries(PADS))
      await this.call('createPad', { padID, text: lines.join('\n') })
    for (const [padID, name, text] of CHAT) {
      const { authorID } = await this.call('createAuthorIfNotExistsFor', {
        authorMapper: name,
        name,
      })
      await this.call('appendChatMessage', { padID, text, authorID })
    }
    await until(
      async () => {
        const stored = await readFile(this.file, 'utf8')
        return CHAT.every(([, , text]) => stored.includes(text))
      },
      10_000,
      async () => `${this.file} does not have the chat`,
    )
  }

  async command() {
    const settings = path.join(this.data, 'settings.json')
    await writeFile(
      settings,
      JSON.stringify({
        title: 'Pads of the desk',
        ip: '127.0.0.1',
        port: this.port,
        dbType: 'dirty',
        dbSettings: { filename: this.file },
        defaultPadText: '',
        minify: false,
        loglevel: 'WARN',
      }),
    )
    const at = (name) => path.join(this.data, name)
    return {
      program: process.execPath,
      args: [
        path.join(this.root, 'src/node/server.js'),
        ...['--settings', settings],
        ...['--apikey', at('APIKEY.txt')],
        ...['--sessionkey', at('SESSIONKEY.txt')],
      ],
      options: { env: { ...process.env, NODE_ENV: 'production', NODE_NO_WARNINGS: '1' } },
    }
  }

  get start_url() {
    return `${this.address}/`
  }

  /** A call of its API. */
  async call(name, values = {}) {
    const answer = await fetch(`${this.address}/api/1.2.15/${name}`, {
      method: 'POST',
      body: new URLSearchParams({ apikey: KEY, ...values }),
    })
    const { code, message, data } = await answer.json()
    if (code !== 0) throw new Error(`${name}: ${message}`)
    return data
  }

  /** The lines of a pad, with their formats as HTML. */
  async lines(padID) {
    const { html } = await this.call('getHTML', { padID })
    const lines = html.match(/<body>(.*)<\/body>/s)[1].split('<br>')
    while (lines.at(-1) === '') lines.pop()
    return lines
  }

  /** Replaces the text of a pad behind the screen. */
  write(padID, lines) {
    return this.call('setText', { padID, text: lines.join('\n') })
  }

  /** Takes the last message out of the chat of a pad, in the file. The server starts again. */
  async forget(padID) {
    await this.stop()
    const records = (await readFile(this.file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { val } = records.findLast(({ key }) => key === `pad:${padID}`)
    const gone = { key: `pad:${padID}:chat:${val.chatHead}` }
    const pad = { key: `pad:${padID}`, val: { ...val, chatHead: val.chatHead - 1 } }
    await appendFile(this.file, `${JSON.stringify(gone)}\n${JSON.stringify(pad)}\n`)
    await this.start()
  }

  /** Pads with their lines, and what was said in their chats. */
  async read() {
    const { padIDs } = await this.call('listAllPads')
    const pads = {}
    const chat = []
    for (const padID of padIDs.sort()) {
      pads[padID] = await this.lines(padID)
      // The history of an empty chat is an error.
      const { chatHead } = await this.call('getChatHead', { padID })
      if (chatHead < 0) continue
      const { messages } = await this.call('getChatHistory', { padID })
      for (const { userName, text } of messages) chat.push([padID, userName, text])
    }
    return { pads, chat }
  }
}

/** Opens the pad of this name from the start page, and waits until it can be written in. */
export async function openPad(person, name) {
  const { page } = person
  await person.type(page.getByRole('textbox', { name: 'or create/open a Pad with the name' }), name)
  await person.click(page.getByRole('button', { name: 'OK' }))
  await loaded(person)
}

/** Waits until the pad that is open can be written in. */
export async function loaded({ page }) {
  await page.locator('#editorloadingbox').waitFor({ state: 'hidden' })
  await text(page).waitFor()
}

/** The text that is written in. */
export const text = (page) =>
  page
    .frameLocator('iframe[name="ace_outer"]')
    .frameLocator('iframe[name="ace_inner"]')
    .locator('#innerdocbody')

/** One line of the text. */
export const line = (page, starts) => text(page).locator('div', { hasText: starts }).first()

/** Waits until the server has a line of a pad. */
export function stored(app, pad, line) {
  return until(
    async () => (await app.lines(pad)).includes(line),
    10_000,
    async () => `“${pad}” does not have “${line}”: ${(await app.lines(pad)).join(' / ')}`,
  )
}
