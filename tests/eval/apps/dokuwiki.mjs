// DokuWiki (Debian, unpacked; PHP): pages of wiki text in files, with a tool bar, sections that are edited
// alone, and pages of administration behind a sign-in.

import { mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { deb, system } from '../support/cache.mjs'

const PAGES = {
  start:
    '====== Tea shop ======\n\nWelcome. See [[staff]], [[suppliers]], [[rooms]] and [[closing]].\n',
  staff: '====== Staff ======\n\n===== Morning =====\n\nInes\n\n===== Evening =====\n\nMilan\n',
  suppliers: '====== Suppliers ======\n\n  * Hill Farm\n  * Clay and Co\n',
  rooms:
    '====== Rooms ======\n\n===== Cellar =====\n\nKeep it dry.\n\n===== Loft =====\n\nEmpty.\n',
  closing: '====== Closing ======\n\nLamps, door, alarm.\n',
}

const SETTINGS = (data) => `<?php
$conf['title'] = 'Tea shop';
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
$conf['savedir'] = '${data}/data';
$conf['updatecheck'] = 0;
`

// Later than its own settings, so that these hold wherever the data lies.
const ROUTER = (data) => `<?php
define('DOKU_CONF', '${data}/conf/');
define('DOKU_MAIN_CONF', '${data}/conf/');
`

export default class DokuWiki extends App {
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
    await system(
      '/usr/share/php/phpseclib/bootstrap.php',
      'libjs-jquery',
      'libjs-jquery-cookie',
      'libjs-jquery-ui',
      'libphp-simplepie',
      'php-geshi',
      'php-phpseclib',
      'php-random-compat',
    )
    this.package = await deb('dokuwiki')
    for (const part of ['plugins', 'tpl']) {
      const link = path.join(this.package, 'usr/share/dokuwiki/lib', part)
      if ((await readlink(link)).startsWith('/var')) {
        await rm(link)
        await symlink(`../../../../var/lib/dokuwiki/lib/${part}`, link)
      }
    }
  }

  async seed() {
    for (const part of 'attic cache index locks log media media_attic media_meta meta pages tmp'.split(
      ' ',
    ))
      await mkdir(path.join(this.data, 'data', part), { recursive: true })
    await this.run('cp', ['-rL', path.join(this.package, 'etc/dokuwiki'), 'conf']).catch(() => {})
    for (const [name, text] of Object.entries(PAGES)) await this.write(name, text)
    const hash = await this.run('php', [
      '-r',
      "echo password_hash('lamp-and-door-6', PASSWORD_BCRYPT);",
    ])
    await writeFile(
      path.join(this.data, 'conf/users.auth.php'),
      `keeper:${hash.trim()}:Pat Keeper:pat@shop.example:admin,user\nines:${hash.trim()}:Ines Duarte:ines@shop.example:user\nmilan:${hash.trim()}:Milan Kovac:milan@shop.example:user\n`,
    )
    await writeFile(path.join(this.data, 'conf/acl.auth.php'), '* @ALL 1\n* @user 8\n')
  }

  async command() {
    await writeFile(path.join(this.data, 'conf/local.php'), SETTINGS(this.data))
    await writeFile(path.join(this.data, 'router.php'), ROUTER(this.data))
    return {
      program: 'php',
      args: [
        '-d',
        `session.save_path=${this.data}`,
        '-d',
        'display_errors=0',
        '-d',
        `auto_prepend_file=${this.data}/router.php`,
        '-S',
        `127.0.0.1:${this.port}`,
        '-t',
        path.join(this.package, 'usr/share/dokuwiki'),
      ],
    }
  }

  get start_url() {
    return `${this.address}/doku.php`
  }

  async signIn(person) {
    const { page } = person
    await person.click(page.getByRole('link', { name: 'Log In' }))
    await person.type(page.getByRole('textbox', { name: 'Username' }), 'keeper')
    await person.type(page.getByLabel('Password'), 'lamp-and-door-6')
    await person.click(page.locator('#dw__login').getByRole('button', { name: 'Log In' }))
    await person.click(page.getByRole('link', { name: 'Tea shop' }).first())
    await page.getByText('Pat Keeper').waitFor()
  }

  file(name) {
    return path.join(this.data, 'data/pages', `${name}.txt`)
  }

  /** Writes a page behind the screen. */
  write(name, text) {
    return writeFile(this.file(name), text)
  }

  /** Changes the text of a page, or of the file of people, behind the screen. */
  async text(name, change) {
    const file = name === 'people' ? path.join(this.data, 'conf/users.auth.php') : this.file(name)
    await writeFile(file, change(await readFile(file, 'utf8')))
  }

  /** The text of every page, and the people with their groups. */
  async read() {
    const folder = path.join(this.data, 'data/pages')
    const pages = {}
    for (const name of (await readdir(folder)).sort())
      if (name.endsWith('.txt'))
        pages[name.slice(0, -4)] = (await readFile(path.join(folder, name), 'utf8')).trim()
    const people = (await readFile(path.join(this.data, 'conf/users.auth.php'), 'utf8'))
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split(':'))
      .map(([login, , name, mail, groups]) => ({ login, name, mail, groups: groups.trim() }))
    return { pages, people }
  }
}

/** Stores the text, and waits until its form is gone. */
export async function save(person) {
  await person.click(person.page.getByRole('button', { name: 'Save', exact: true }))
  await person.page.locator('#wiki__text').waitFor({ state: 'detached' })
}
