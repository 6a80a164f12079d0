// Calibre-Web (PyPI): a library of books on the database of Calibre. Server-rendered pages with dialogs that load
// a page, menus that open upwards, stars to rate with, a table whose cells are edited in place, and shelves that are
// put in order by dragging.

import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const SCHEMA = `
create table authors (id integer primary key, name text not null collate nocase unique, sort text collate nocase, link text not null default '');
create table books (id integer primary key autoincrement, title text not null default 'Unknown' collate nocase, sort text collate nocase,
  timestamp timestamp default current_timestamp, pubdate timestamp default current_timestamp, series_index real not null default 1.0,
  author_sort text collate nocase, isbn text default '' collate nocase, lccn text default '' collate nocase, path text not null default '',
  flags integer not null default 1, uuid text, has_cover bool default 0, last_modified timestamp not null default '2031-01-01 00:00:00+00:00');
create table books_authors_link (id integer primary key, book integer not null, author integer not null, unique(book, author));
create table books_languages_link (id integer primary key, book integer not null, lang_code integer not null, item_order integer not null default 0, unique(book, lang_code));
create table books_publishers_link (id integer primary key, book integer not null, publisher integer not null, unique(book));
create table books_ratings_link (id integer primary key, book integer not null, rating integer not null, unique(book, rating));
create table books_series_link (id integer primary key, book integer not null, series integer not null, unique(book));
create table books_tags_link (id integer primary key, book integer not null, tag integer not null, unique(book, tag));
create table comments (id integer primary key, book integer not null, text text not null collate nocase, unique(book));
create table custom_columns (id integer primary key autoincrement, label text not null unique, name text not null, datatype text not null,
  mark_for_delete bool default 0 not null, editable bool default 1 not null, display text default '{}' not null, is_multiple bool default 0 not null, normalized bool not null);
create table data (id integer primary key, book integer not null, format text not null collate nocase, uncompressed_size integer not null, name text not null, unique(book, format));
create table identifiers (id integer primary key, book integer not null, type text not null default 'isbn' collate nocase, val text not null collate nocase, unique(book, type));
create table languages (id integer primary key, lang_code text not null collate nocase, unique(lang_code));
create table library_id (id integer primary key, uuid text not null, unique(uuid));
create table metadata_dirtied (id integer primary key, book integer not null, unique(book));
create table preferences (id integer primary key, key text not null, val text not null, unique(key));
create table publishers (id integer primary key, name text not null collate nocase, sort text collate nocase, unique(name));
create table ratings (id integer primary key, rating integer check(rating > -1 and rating < 11), unique(rating));
create table series (id integer primary key, name text not null collate nocase, sort text collate nocase, unique(name));
create table tags (id integer primary key, name text not null collate nocase, unique(name));
insert into library_id (uuid) values ('6d1f6f0e-3b1a-4a58-9f0e-0c6f4f1f2a11');
`

// Title, author, publisher, series, number in the series, tags, stars.
const BOOKS = [
  ['Leaves in Water', 'Mina Okafor', 'Kettle House', 'The Tea Road', 1, ['Travel'], 4],
  ['Smoke and Steam', 'Mina Okafor', 'Kettle House', 'The Tea Road', 2, ['Travel'], 3],
  ['The Last Caravan', 'Mina Okafor', 'Harbour Press', '', 1, ['Travel'], 0],
  ['A Garden under Glass', 'Piotr Lindqvist', 'Harbour Press', '', 1, ['Gardens'], 5],
  ['Frost and Fern', 'Piotr Lindqvist', 'Harbour Press', 'Seasons', 1, ['Gardens'], 0],
  ['Salt of the Harbour', 'Ruth Abell', 'Lantern Books', '', 1, ['Novel'], 4],
  ['The Clockmaker of Graz', 'Ruth Abell', 'Lantern Books', '', 1, ['Novel'], 2],
  ['Bread for Beginners', 'Tomas Weir', 'Kettle House', '', 1, ['Kitchen'], 0],
]

const SHELVES = {
  'Window table': [
    'Leaves in Water',
    'Frost and Fern',
    'Salt of the Harbour',
    'Bread for Beginners',
  ],
  'Lent out': ['The Clockmaker of Graz'],
}

const reversed = (name) => name.replace(/^(.*) (\S+)$/, '$2, $1')

export default class CalibreWeb extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'dialogs', 'inline editing', 'sign-in']

  async install() {
    this.bin = path.join(await pip('calibre-web', 'calibreweb==0.6.27'), 'bin')
  }

  get library() {
    return path.join(this.data, 'library')
  }

  get settings() {
    return path.join(this.data, 'app.db')
  }

  async seed() {
    // The first start makes the database of settings, accounts and shelves.
    await this.start()
    await this.stop()
    await mkdir(this.library)
    await this.books(SCHEMA)
    for (const [name, values] of Object.entries({
      authors: [1, (name) => [name, reversed(name)]],
      publishers: [2, (name) => [name, name]],
      series: [3, (name) => [name, name]],
    })) {
      const [column, row] = values
      for (const one of new Set(BOOKS.map((book) => book[column]).filter(Boolean)))
        await this.books(`insert into ${name} (name, sort) values (?, ?) returning id`, ...row(one))
    }
    for (const tag of new Set(BOOKS.flatMap((book) => book[5])))
      await this.books('insert into tags (name) values (?) returning id', tag)
    for (const stars of new Set(BOOKS.map((book) => book[6]).filter(Boolean)))
      await this.books('insert into ratings (rating) values (?) returning id', stars * 2)
    await this.books("insert into languages (lang_code) values ('eng')")
    for (const [at, book] of BOOKS.entries()) await this.#seedBook(at + 1, book)
    await this.app(
      'update settings set config_random_books = 0, config_ratelimiter = 0, config_password_policy = 0',
    )
    // Books by chance differ from one visit to the next, so that they are left out.
    await this.app("update user set name = 'ann', sidebar_view = sidebar_view & ~33 where id = 1")
    for (const [name, titles] of Object.entries(SHELVES)) {
      const [{ id }] = await this.app(
        "insert into shelf (uuid, name, is_public, user_id, kobo_sync, created, last_modified) values (?, ?, 0, 1, 0, '2031-01-01 00:00:00', '2031-01-01 00:00:00') returning id",
        `shelf ${name}`,
        name,
      )
      for (const [at, title] of titles.entries())
        await this.app(
          'insert into book_shelf_link (book_id, "order", shelf, date_added) values (?, ?, ?, \'2031-01-01 00:00:00\') returning id',
          BOOKS.findIndex((book) => book[0] === title) + 1,
          at + 1,
          id,
        )
    }
  }

  async #seedBook(id, [title, author, publisher, series, number, tags, stars]) {
    const folder = `${author}/${title} (${id})`
    const name = `${title} - ${author}`
    await mkdir(path.join(this.library, folder), { recursive: true })
    await writeFile(path.join(this.library, folder, `${name}.txt`), `${title}\n`)
    const added = `2031-01-${String(id).padStart(2, '0')} 10:00:00+00:00`
    await this.books(
      'insert into books (id, title, sort, author_sort, timestamp, pubdate, series_index, path, uuid) values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning id',
      ...[id, title, title, reversed(author), added, '2029-03-01 00:00:00+00:00', number, folder],
      `book ${id}`,
    )
    await this.books(
      "insert into data (book, format, uncompressed_size, name) values (?, 'TXT', ?, ?) returning id",
      ...[id, title.length + 1, name],
    )
    const link = (table, column, from, where, value) =>
      this.books(
        `insert into books_${table}_link (book, ${column}) select ?, id from ${from} where ${where} = ? returning id`,
        ...[id, value],
      )
    await link('authors', 'author', 'authors', 'name', author)
    await link('publishers', 'publisher', 'publishers', 'name', publisher)
    await link('languages', 'lang_code', 'languages', 'lang_code', 'eng')
    if (series) await link('series', 'series', 'series', 'name', series)
    for (const tag of tags) await link('tags', 'tag', 'tags', 'name', tag)
    if (stars) await link('ratings', 'rating', 'ratings', 'rating', stars * 2)
  }

  async command() {
    if (existsSync(this.settings))
      await this.app(
        'update settings set config_port = ?, config_calibre_dir = ? returning id',
        this.port,
        existsSync(this.library) ? this.library : null,
      )
    return {
      program: path.join(this.bin, 'cps'),
      args: [
        ...['-p', this.settings, '-g', path.join(this.data, 'gdrive.db')],
        ...['-o', path.join(this.data, 'cps.log'), '-i', '127.0.0.1', '-m'],
      ],
      options: {
        env: {
          ...process.env,
          CALIBRE_PORT: String(this.port),
          CACHE_DIRECTORY: path.join(this.data, 'cache'),
          CALIBRE_DBPATH: this.data,
        },
      },
    }
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByLabel('Username'), 'ann')
    await person.type(page.getByLabel('Password'), 'admin123')
    await person.click(page.getByRole('button', { name: 'Login', exact: true }))
    await page.getByRole('link', { name: 'Logout' }).waitFor()
  }

  /** SQL in the database of books. */
  books(statement, ...values) {
    return sqlite(this, path.join(this.library, 'metadata.db'), statement, ...values)
  }

  /** SQL in the database of accounts and shelves. */
  app(statement, ...values) {
    return sqlite(this, this.settings, statement, ...values)
  }

  /** Books by their number, and shelves with their books in order. */
  async read() {
    const rows = await this
      .books(`select b.id, b.title, b.author_sort, b.series_index as number, substr(b.pubdate, 1, 10) as published,
      (select group_concat(name, ' & ') from (select a.name from books_authors_link l join authors a on a.id = l.author where l.book = b.id order by l.id)) as authors,
      (select group_concat(name, ', ') from (select t.name from books_tags_link l join tags t on t.id = l.tag where l.book = b.id order by t.name)) as tags,
      (select p.name from books_publishers_link l join publishers p on p.id = l.publisher where l.book = b.id) as publisher,
      (select s.name from books_series_link l join series s on s.id = l.series where l.book = b.id) as series,
      (select r.rating / 2 from books_ratings_link l join ratings r on r.id = l.rating where l.book = b.id) as stars,
      (select group_concat(g.lang_code) from books_languages_link l join languages g on g.id = l.lang_code where l.book = b.id) as languages,
      (select c.text from comments c where c.book = b.id) as description
      from books b order by b.id`)
    const shelves = await this.app('select id, name, is_public as public from shelf order by name')
    const kept = await this.app(
      'select shelf, book_id from book_shelf_link order by shelf, "order", id',
    )
    const title = (id) => rows.find((row) => row.id === id)?.title ?? null
    return {
      books: rows.map(({ id: _, ...row }) => ({
        ...row,
        number: Number(row.number),
        tags: row.tags ?? '',
        publisher: row.publisher ?? '',
        series: row.series ?? '',
        stars: row.stars ?? 0,
        description: row.description ?? '',
      })),
      shelves: Object.fromEntries(
        shelves.map(({ id, name, public: shared }) => [
          name,
          {
            shared: Boolean(shared),
            books: kept.filter(({ shelf }) => shelf === id).map((one) => title(one.book_id)),
          },
        ]),
      ),
    }
  }
}

/** Opens the dialog of a book by its title in a list of books. */
export async function openBook(person, title) {
  const { page } = person
  // Before its scripts have run, the same link leads to a page.
  await page.waitForLoadState()
  // Long titles are shown shortened.
  await person.click(page.locator(`.book .meta p.title[title="${title}"]`))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: title, exact: true }).waitFor()
  return dialog
}
