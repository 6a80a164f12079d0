// MediaWiki (Debian, unpacked; PHP): pages of wiki text on a SQLite file, with sections that are edited alone,
// summaries of changes, a menu of actions and forms of administration behind a sign-in.

import { existsSync } from 'node:fs'
import { mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { deb, system } from '../support/cache.mjs'

const PAGES = {
  'Main Page':
    'Welcome to the tea shop.\n\n* [[Suppliers]]\n* [[Staff handbook]]\n* [[Opening hours]]\n* [[Cellar rules]]\n',
  Suppliers:
    'Whom we buy from.\n\n== Tea ==\n* Hill Farm\n* Two Rivers\n\n== Tins ==\n* Clay and Co\n\n== Boxes ==\n* Paper Mill\n',
  'Staff handbook':
    'For everybody who works here.\n\n== Mornings ==\n* Unlock the door\n* Fill the kettles\n\n== Evenings ==\n* Count the till\n* Lock the door\n',
  'Opening hours': 'Monday to Saturday, 10 to 18.\n',
  'Cellar rules': 'Keep it dry.\n',
}

export default class MediaWiki extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'wiki text', 'sign-in']

  async install() {
    await system(
      '/usr/lib/php/20220829/sqlite3.so',
      'php-cli',
      'php-sqlite3',
      'php-xml',
      'php-mbstring',
    )
    await system('/usr/lib/php/20220829/intl.so', 'php-intl')
    const folder = await deb('mediawiki', 'mediawiki-classes')
    this.package = path.join(folder, 'usr/share/mediawiki')
    const extensions = path.join(this.package, 'extensions')
    if (path.isAbsolute(await readlink(extensions))) {
      await rm(extensions)
      await symlink('extensions-core', extensions)
    }
  }

  get folder() {
    return path.join(this.data, 'db')
  }

  get file() {
    return path.join(this.folder, 'wiki.sqlite')
  }

  get environment() {
    return { ...process.env, MW_CONFIG_FILE: path.join(this.data, 'LocalSettings.php') }
  }

  /** Runs a script of its maintenance. */
  script(name, ...args) {
    return this.run('php', [path.join(this.package, 'maintenance', `${name}.php`), ...args], {
      env: this.environment,
    })
  }

  async seed() {
    await this.run('php', [
      path.join(this.package, 'maintenance/install.php'),
      '--dbtype=sqlite',
      `--dbpath=${this.folder}`,
      '--dbname=wiki',
      `--confpath=${this.data}`,
      `--server=${this.address}`,
      '--scriptpath=',
      '--pass=tea-and-cups-9',
      '--skins=Vector',
      '--extensions=WikiEditor',
      'Tea shop',
      'Ann',
    ])
    await this.#settings()
    const texts = path.join(this.data, 'texts')
    await mkdir(texts)
    const files = []
    for (const [title, text] of Object.entries(PAGES)) {
      files.push(path.join(texts, `${title}.txt`))
      await writeFile(files.at(-1), text)
    }
    await this.script(
      'importTextFiles',
      '--user=Ann',
      '--summary=From the old binder',
      '--overwrite',
      ...files,
    )
    await rm(texts, { recursive: true })
    await this.script('runJobs')
    // The first page takes long: it makes the texts of the interface.
    await this.start()
    await fetch(`${this.address}/index.php/Main_Page`)
  }

  /** Writes what depends on the folder and the port into the settings. */
  async #settings() {
    const file = path.join(this.data, 'LocalSettings.php')
    const text = (await readFile(file, 'utf8'))
      .replace(/^\$wgServer = .*$/m, `$wgServer = "${this.address}";`)
      .replace(/^\$wgSQLiteDataDir = .*$/m, `$wgSQLiteDataDir = "${this.folder}";`)
    await writeFile(file, text)
  }

  async command() {
    if (existsSync(this.environment.MW_CONFIG_FILE)) await this.#settings()
    return {
      program: 'php',
      args: [
        '-d',
        `session.save_path=${this.data}`,
        '-d',
        'display_errors=0',
        '-S',
        `127.0.0.1:${this.port}`,
        '-t',
        this.package,
      ],
      options: { env: this.environment },
    }
  }

  get start_url() {
    return `${this.address}/index.php/Main_Page`
  }

  async signIn(person) {
    const { page } = person
    await person.click(page.getByRole('link', { name: 'Log in' }))
    await person.type(page.getByRole('textbox', { name: 'Username' }), 'Ann')
    await person.type(page.getByLabel('Password', { exact: true }), 'tea-and-cups-9')
    await person.click(page.getByRole('button', { name: 'Log in' }))
    await page.getByRole('link', { name: 'Log out' }).waitFor()
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Changes the text of a page behind the screen, in the place where it is stored, and forgets its prepared HTML. */
  async text(title, change) {
    const [row] = await this.sql(
      `${TEXTS} where p.page_title = ? order by r.rev_id desc limit 1`,
      title.replaceAll(' ', '_'),
    )
    await this.sql(
      'update text set old_text = ? where old_id = ? returning old_id',
      change(row.text),
      row.place,
    )
    await this.touch()
  }

  /** Makes the browser and the server forget what they have prepared of pages. */
  async touch() {
    await this.sql("update page set page_touched = strftime('%Y%m%d%H%M%S', 'now', '+2 seconds')")
    await sqlite(
      this,
      path.join(this.folder, 'wikicache.sqlite'),
      "delete from objectcache where keyname like '%:pcache:%'",
    )
  }

  /** The pages that were deleted, each with the reason that the log gives. */
  async deletions() {
    const rows = await this.sql(
      "select cast(l.log_title as text) as title, cast(c.comment_text as text) as reason from logging l join comment c on c.comment_id = l.log_comment_id where l.log_action = 'delete' order by l.log_id",
    )
    return rows.map((row) => [row.title.replaceAll('_', ' '), row.reason])
  }

  /** Each page with its text, and the remarks of its changes from the first to the last. */
  async read() {
    const pages = {}
    for (const { title, text, remark } of await this.sql(
      `${TEXTS} order by p.page_title, r.rev_id`,
    )) {
      const page = (pages[title.replaceAll('_', ' ')] ??= { text: '', remarks: [] })
      page.text = text
      page.remarks.push(remark)
    }
    return pages
  }
}

/** Every version of every page. */
const TEXTS = `select cast(p.page_title as text) as title, cast(t.old_text as text) as text, t.old_id as place, cast(c.comment_text as text) as remark
  from page p
  join revision r on r.rev_page = p.page_id
  left join revision_comment_temp x on x.revcomment_rev = r.rev_id
  join comment c on c.comment_id = coalesce(x.revcomment_comment_id, r.rev_comment_id)
  join slots s on s.slot_revision_id = r.rev_id
  join content n on n.content_id = s.slot_content_id
  join text t on n.content_address = 'tt:' || t.old_id`
