// Lute (PyPI): the books and words of somebody who learns languages. Forms of the server with fields for tags, a table that
// asks the server for its rows and whose cells are changed in place, a menu under the pointer, and a form for many rows.

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

/** Language, word, what it means, status (1 to 5, 99 is well known), tags, and the word that it belongs to. */
const TERMS = [
  ['Spanish', 'cocina', 'kitchen', 2, ['house'], []],
  ['Spanish', 'cocinar', 'to cook', 3, ['verb'], []],
  ['Spanish', 'cocinero', 'cook', 1, ['people'], []],
  ['Spanish', 'cocido', 'boiled', 1, [], []],
  ['Spanish', 'puente', 'bridge', 4, ['town'], []],
  ['Spanish', 'puerta', 'door', 5, ['house'], []],
  ['Spanish', 'puerto', 'harbor', 1, ['town'], []],
  ['Spanish', 'panadero', 'baker', 2, ['people'], []],
  ['Spanish', 'cartero', 'postman', 1, ['people'], []],
  ['Spanish', 'ventana', 'window', 3, ['house'], []],
  ['French', 'porte', 'door', 4, ['house'], []],
  ['French', 'port', 'harbor', 2, ['town'], []],
  ['French', 'pont', 'bridge', 1, ['town'], []],
  ['French', 'boulanger', 'baker', 1, ['people'], []],
  ['French', 'cuisine', 'kitchen', 3, ['house'], []],
]

/** Language, title, text, where it is from, tags. */
const BOOKS = [
  ['Spanish', 'El panadero del puerto', 'El panadero abre la puerta a las cinco.', '', ['easy']],
  ['Spanish', 'El cartero', 'El cartero cruza el puente.', 'newspaper', ['news']],
  ['French', 'Le vieux pont', 'Le vieux pont est fermé.', 'newspaper', ['news']],
]

const SEED = `
import json, sys
from lute.app_factory import create_app
from lute.db import db
from lute.db.demo import Service as Demo
from lute.book.model import Book, Repository as Books
from lute.models.repositories import UserSettingRepository
from lute.language.service import Service as Languages
from lute.term.model import Repository as Terms
config, terms, books = sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3])
app = create_app(config)
with app.app_context():
    Demo(db.session).remove_load_demo_flag()
    UserSettingRepository(db.session).set_value('backup_enabled', False)
    db.session.commit()
    ids = {}
    for name in ['French', 'German', 'Spanish']:
        language = Languages(db.session).get_language_def(name).language
        db.session.add(language)
        db.session.commit()
        ids[name] = language.id
    for name, text, translation, status, tags, parents in terms:
        words = Terms(db.session)
        one = words.find_or_new(ids[name], text)
        one.translation, one.status, one.term_tags, one.parents = translation, status, tags, parents
        words.add(one)
        words.commit()
    for name, title, text, source, tags in books:
        shelf = Books(db.session)
        book = Book()
        book.language_id, book.title, book.text, book.source_uri, book.book_tags = ids[name], title, text, source, tags
        shelf.add(book)
        shelf.commit()
`

export default class Lute extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'table filled by requests', 'cells changed in place', 'tags']

  async install() {
    this.bin = path.join(await pip('lute', 'lute3==3.10.3'), 'bin')
  }

  get config() {
    return path.join(this.data, 'config.yml')
  }

  /** The folder of the data is named in its settings. */
  configure() {
    const backups = path.join(this.data, 'backups')
    return writeFile(
      this.config,
      `ENV: prod\nDBNAME: lute.db\nDATAPATH: ${this.data}\nBACKUP_PATH: ${backups}\n`,
    )
  }

  async seed() {
    await this.configure()
    const given = [this.config, JSON.stringify(TERMS), JSON.stringify(BOOKS)]
    await this.run(path.join(this.bin, 'python'), ['-c', SEED, ...given])
  }

  async command() {
    await this.configure()
    return {
      program: path.join(this.bin, 'python'),
      args: ['-m', 'lute.main', '--local', '--port', String(this.port), '--config', this.config],
    }
  }

  sql(statement, ...values) {
    return sqlite(this, path.join(this.data, 'lute.db'), statement, ...values)
  }

  /** Words with what they mean, how well they are known, their tags and parents; books with their whole text. */
  async read() {
    const terms = await this.sql(
      `select WoID as id, LgName as language, WoText as word, coalesce(WoTranslation, '') as meaning, coalesce(WoRomanization, '') as said,
        WoStatus as status from words join languages on LgID = WoLgID where WoStatus != 0 order by LgName, WoTextLC`,
    )
    const tags = await this.sql(
      'select WtWoID as id, TgText as tag from wordtags join tags on TgID = WtTgID order by TgText',
    )
    const parents = await this.sql(
      'select WpWoID as id, WoText as parent from wordparents join words on WoID = WpParentWoID order by WoTextLC',
    )
    const books = await this.sql(
      `select BkID as id, LgName as language, BkTitle as title, coalesce(BkSourceURI, '') as source, BkArchived as archived
        from books join languages on LgID = BkLgID order by BkID`,
    )
    const texts = await this.sql('select TxBkID as id, TxText as text from texts order by TxOrder')
    const labels = await this.sql(
      'select BtBkID as id, T2Text as tag from booktags join tags2 on T2ID = BtT2ID order by T2Text',
    )
    const of = (rows, id) => rows.filter((row) => row.id === id)
    return {
      terms: terms.map(({ id, word, meaning, ...one }) => ({
        ...one,
        word: plain(word),
        meaning: plain(meaning),
        tags: of(tags, id).map(({ tag }) => tag),
        parents: of(parents, id).map(({ parent }) => plain(parent)),
      })),
      books: books.map(({ id, ...one }) => ({
        ...one,
        text: of(texts, id).map(({ text }) => plain(text)),
        tags: of(labels, id).map(({ tag }) => tag),
      })),
    }
  }

  /** Sets a column of a word behind the screen. */
  word(word, column, value) {
    return this.sql(`update words set ${column} = ? where WoText = ? returning WoID`, value, word)
  }

  /** Gives a word a tag behind the screen. */
  tag(word, tag) {
    return this.sql(
      'insert or ignore into wordtags (WtWoID, WtTgID) select WoID, TgID from words, tags where WoText = ? and TgText = ? returning WtWoID',
      word,
      tag,
    )
  }

  /** Sets a column of the newest book of a title behind the screen. */
  book(title, column, value) {
    return this.sql(
      `update books set ${column} = ? where BkID = (select max(BkID) from books where BkTitle = ?) returning BkID`,
      value,
      title,
    )
  }
}

/** Lute marks the borders of words with a space of no width. */
const plain = (text) => text.replaceAll('\u200b', '').replaceAll('\r', '').trim()

/** Opens a page from the menu at the top, which opens under the pointer. */
export async function menu(person, above, name) {
  const { page } = person
  await page.locator('.menu-item > span').getByText(above, { exact: true }).hover()
  await person.click(page.locator('.sub-menu').getByRole('link', { name, exact: true }))
}

/** Writes a tag into a field for tags, which makes it one at the key Enter. */
export async function addTag(person, field, tag) {
  await person.click(field)
  await person.write(tag)
  await person.press('Enter')
}

/** The row of a word in the table of words. */
export const row = (page, word) =>
  page
    .locator('#termtable tbody tr')
    .filter({ has: page.getByRole('link', { name: word, exact: true }) })

/** Shows the words that a search finds. `none` is a word that is gone then. */
export async function search(person, text, none) {
  const { page } = person
  await person.type(page.getByRole('searchbox'), text)
  await row(page, none).waitFor({ state: 'hidden' })
}
