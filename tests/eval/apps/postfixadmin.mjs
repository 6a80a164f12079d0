// PostfixAdmin (Debian, unpacked; PHP on SQLite): the mail addresses of two small firms. Menus that open under the pointer,
// lists of the server, and forms with one address a line; sign-in.

import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { deb, system } from '../support/cache.mjs'

const ADMIN = 'post@orchard.example'
const PASSWORD = 'apples-and-pears-42'

const SETTINGS = `
$CONF['database_type'] = 'sqlite';
$CONF['database_name'] = getenv('POST_FILE');
$CONF['emailcheck_resolve_domain'] = 'NO';
$CONF['default_aliases'] = [];
$CONF['domain_quota'] = 'NO';
$CONF['fetchmail'] = 'NO';
$CONF['logging'] = 'NO';
$CONF['sendmail'] = 'NO';
$CONF['show_footer_text'] = 'NO';
$CONF['password_expiration'] = 'NO';
`

const DOMAINS = [
  ['orchard.example', 'Orchard and press'],
  ['cider.example', 'Shop of the press'],
]

const MAILBOXES = [
  ['ada@orchard.example', 'Ada Lund'],
  ['bo@orchard.example', 'Bo Marsh'],
  ['cleo@orchard.example', 'Cleo Hart'],
  ['shop@cider.example', 'Shop'],
]

/** Address, and where its mail goes. */
const ALIASES = [
  ['office@orchard.example', ['ada@orchard.example', 'cleo@orchard.example']],
  ['orders@orchard.example', ['bo@orchard.example']],
  ['bills@orchard.example', ['books@ledger.example']],
  ['hello@cider.example', ['shop@cider.example', 'ada@orchard.example']],
  ['tours@cider.example', ['bo@orchard.example', 'guide@hills.example']],
]

const SEED = `
require 'common.php';
require_once $incpath . '/public/upgrade.php';
[$admin, $password, $domains, $mailboxes, $aliases] = json_decode($argv[1], true);
$now = '2026-02-01 09:00:00';
$dates = ['created' => $now, 'modified' => $now];
foreach ($domains as [$domain, $text])
  db_insert('domain', ['domain' => $domain, 'description' => $text, 'aliases' => 0, 'mailboxes' => 0, 'transport' => 'virtual', 'active' => 1] + $dates, ['created', 'modified']);
$hash = pacrypt($password);
db_insert('admin', ['username' => $admin, 'password' => $hash, 'superadmin' => 1, 'active' => 1] + $dates, ['created', 'modified']);
db_insert('domain_admins', ['username' => $admin, 'domain' => 'ALL', 'active' => 1, 'created' => $now], ['created']);
$at = fn($address) => explode('@', $address);
foreach ($mailboxes as [$address, $name]) {
  [$local, $domain] = $at($address);
  db_insert('mailbox', ['username' => $address, 'password' => $hash, 'name' => $name, 'maildir' => "$domain/$local/", 'quota' => 0, 'local_part' => $local, 'domain' => $domain, 'active' => 1] + $dates, ['created', 'modified']);
  db_insert('alias', ['address' => $address, 'goto' => $address, 'domain' => $domain, 'active' => 1] + $dates, ['created', 'modified']);
}
foreach ($aliases as [$address, $goto])
  db_insert('alias', ['address' => $address, 'goto' => join(',', $goto), 'domain' => $at($address)[1], 'active' => 1] + $dates, ['created', 'modified']);
`

export default class PostfixAdmin extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'menus under the pointer', 'one value a line', 'sign-in']

  async install() {
    await system('/usr/lib/php/20220829/sqlite3.so', 'php-cli', 'php-sqlite3', 'php-mbstring')
    const folder = await deb('postfixadmin')
    this.package = path.join(folder, 'usr/share/postfixadmin')
    // The links of the package lead to the folders of an installed one.
    const own = path.join(this.package, 'config.inc.php')
    if (!(await lstat(own)).isSymbolicLink()) return
    const given = await readFile(path.join(folder, 'etc/postfixadmin/config.inc.php'), 'utf8')
    await rm(path.join(this.package, 'templates_c'))
    await mkdir(path.join(this.package, 'templates_c'))
    await rm(own)
    await writeFile(own, `${given.replace("require_once('dbconfig.inc.php');", '')}${SETTINGS}`)
  }

  get file() {
    return path.join(this.data, 'post.db')
  }

  get environment() {
    return { ...process.env, POST_FILE: this.file, PHP_CLI_SERVER_WORKERS: '3' }
  }

  async seed() {
    await writeFile(this.file, '')
    const given = JSON.stringify([ADMIN, PASSWORD, DOMAINS, MAILBOXES, ALIASES])
    await this.run('php', ['-d', 'error_reporting=0', '-r', SEED, given], {
      ...{ env: this.environment, cwd: this.package },
    })
  }

  command() {
    const site = path.join(this.package, 'public')
    const quiet = ['-d', 'display_errors=0', '-d', `session.save_path=${this.data}`]
    return {
      program: 'php',
      args: [...quiet, '-S', `127.0.0.1:${this.port}`, '-t', site],
      options: { env: this.environment },
    }
  }

  get start_url() {
    return `${this.address}/login.php`
  }

  async signIn(person) {
    const { page } = person
    await person.type('input[name=fUsername]', ADMIN)
    await person.type('input[name=fPassword]', PASSWORD)
    await person.click('input[type=submit], button[type=submit]')
    await page.waitForURL('**/main.php')
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Domains, mailboxes without their passwords, and where the mail of each address goes. */
  async read() {
    const aliases = await this.sql('select address, goto, active from alias order by address')
    return {
      domains: await this.sql(
        "select domain, description, active from domain where domain != 'ALL' order by domain",
      ),
      mailboxes: await this.sql(
        'select username as address, name, quota, active from mailbox order by username',
      ),
      aliases: aliases.map(({ goto, ...one }) => ({ ...one, goto: goto.split(',') })),
    }
  }

  /** Changes an address behind the screen: where its mail goes, whether it is active; or removes it (`null`). */
  alias(address, changes) {
    if (!changes) return this.sql('delete from alias where address = ? returning address', address)
    const [[column, value]] = Object.entries(changes)
    const text = Array.isArray(value) ? value.join(',') : value
    return this.sql(
      `update alias set ${column} = ? where address = ? returning address`,
      ...[text, address],
    )
  }
}

/** Opens a page from a menu at the top. */
export async function menu(person, above, name) {
  const { page } = person
  await person.click(page.getByRole('navigation').getByRole('button', { name: above }))
  await person.click(page.getByRole('navigation').getByRole('link', { name, exact: true }))
}

/** Opens the addresses of a domain. */
export async function openDomain(person, domain) {
  const { page } = person
  await menu(person, 'Domain List', 'Domain List')
  await person.click(page.getByRole('main').getByRole('link', { name: domain, exact: true }))
  await page.getByRole('heading', { name: `Overview for ${domain}` }).waitFor()
}

/** The row of an address that only forwards. */
export const row = (page, address) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: address, exact: true }) })
