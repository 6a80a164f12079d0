// TiddlyWiki (npm): a single-page notebook whose buttons are icons and whose fields have no labels.
// It saves to the server by itself, a moment after each change.

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { npm } from '../support/cache.mjs'

const NOTES = {
  'Green tea': { tags: 'Tea', text: 'Brew at 70 degrees.', price: '9' },
  'Black tea': { tags: 'Tea', text: 'Brew at 95 degrees.', price: '7' },
  'Blue cup': { tags: 'Crockery', text: 'Holds 200 ml.', price: '14' },
  'Order of May': { tags: 'Order open', text: 'Two tins for the office.' },
  'Order of June': { tags: 'Order open', text: 'One cup for Ada.' },
}

export default class TiddlyWiki extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'nameless fields']

  async install() {
    const folder = await npm('tiddlywiki', 'tiddlywiki@5.4.1')
    this.script = path.join(folder, 'node_modules/tiddlywiki/tiddlywiki.js')
  }

  async seed() {
    await this.run(process.execPath, [this.script, this.data, '--init', 'server'])
    const note = (title, fields) => ({
      program: path.join(this.data, 'tiddlers', `${title}.tid`),
      text: `title: ${title}\n${Object.entries(fields)
        .filter(([name]) => name !== 'text')
        .map(([name, value]) => `${name}: ${value}\n`)
        .join('')}\n${fields.text}`,
    })
    await this.run('mkdir', ['-p', path.join(this.data, 'tiddlers')])
    for (const [title, fields] of Object.entries(NOTES)) {
      const { program: file, text } = note(title, fields)
      await writeFile(file, text)
    }
    await writeFile(
      path.join(this.data, 'tiddlers', 'DefaultTiddlers.tid'),
      'title: $:/DefaultTiddlers\n\n[tag[Order]sort[title]]',
    )
    await writeFile(
      path.join(this.data, 'tiddlers', 'SiteTitle.tid'),
      'title: $:/SiteTitle\n\nTea shop',
    )
  }

  command() {
    return {
      program: process.execPath,
      args: [this.script, this.data, '--listen', 'host=127.0.0.1', `port=${this.port}`],
    }
  }

  /** Every note of the person: title, tags, text and further fields. */
  async read() {
    const answer = await fetch(`${this.address}/recipes/default/tiddlers.json?exclude=revision`)
    const notes = (await answer.json())
      .filter((note) => !note.title.startsWith('$:/') && !('draft.of' in note))
      .map(
        ({
          title,
          created,
          modified,
          modifier,
          creator,
          type,
          revision,
          bag,
          tags = '',
          text = '',
          ...others
        }) => [
          title,
          { ...others, tags: tags.split(' ').filter(Boolean).sort().join(' '), text: text.trim() },
        ],
      )
    return Object.fromEntries(notes.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Changes a note behind the screen; `undefined` deletes it. */
  async put(title, fields) {
    const url = `${this.address}/recipes/default/tiddlers/${encodeURIComponent(title)}`
    const bag = `${this.address}/bags/default/tiddlers/${encodeURIComponent(title)}`
    const headers = { 'x-requested-with': 'TiddlyWiki', 'content-type': 'application/json' }
    const answer = fields
      ? await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ title, ...fields }) })
      : await fetch(bag, { method: 'DELETE', headers })
    if (!answer.ok) throw new Error(`${title}: ${answer.status}`)
  }

  /** Waits until the wiki has saved everything that was done. */
  async saved(person) {
    await person.page.waitForFunction(
      () => globalThis.$tw.syncer.numTasksInProgress === 0 && !globalThis.$tw.syncer.isDirty(),
      null,
      { timeout: 15_000 },
    )
  }
}

/** Ends the editing of a tiddler, and waits until the file is saved. */
export async function confirm(person, app) {
  await person.click(person.page.getByRole('button', { name: 'Confirm changes to this tiddler' }))
  await app.saved(person)
}
