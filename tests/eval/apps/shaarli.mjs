// Shaarli (Debian, unpacked; PHP): a list of saved links in a file, with icons for the actions of an entry, boxes that
// open a bar of actions for several, and a form that is reached over another one; sign-in.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { deb, system } from '../support/cache.mjs'

const LINKS = [
  {
    title: 'Hill Farm',
    url: 'https://hillfarm.example/prices',
    description: 'Prices change in spring.',
    tags: 'tea supplier',
  },
  {
    title: 'Two Rivers',
    url: 'https://tworivers.example/shop',
    description: 'Sends samples for free.',
    tags: 'tea supplier',
  },
  {
    title: 'Customs office',
    url: 'https://customs.example/hours',
    description: 'Closed on Wednesdays.',
    tags: 'office',
  },
  {
    title: 'Clay and Co',
    url: 'https://clayandco.example/tins',
    description: 'Ask for Mr Moreno.',
    tags: 'tins supplier',
    private: true,
  },
  {
    title: 'Harbour notices',
    url: 'https://harbour.example/notices',
    description: '',
    tags: 'office travel',
  },
  {
    title: 'Tea auction calendar',
    url: 'https://auction.example/calendar',
    description: 'The large one is in October.',
    tags: 'tea',
  },
  {
    title: 'Paper Mill',
    url: 'https://papermill.example/boxes',
    description: 'Boxes of all sizes.',
    tags: 'supplier',
  },
]

/** Loads Shaarli's classes and its store, as `index.php` does. */
const OPEN = `
chdir(getenv('SHAARLI_PACKAGE'));
require 'autoload.php';
foreach (['bookmark/LinkUtils', 'http/HttpUtils', 'http/UrlUtils', 'Utils'] as $name) require "application/$name.php";
$store = new Shaarli\\Bookmark\\BookmarkIO(new Shaarli\\Config\\ConfigManager());
function find($links, $title) {
  foreach ($links as $link) if ($link->getTitle() === $title) return $link;
  throw new Exception("no link $title");
}
`

const SEED = `
$links = new Shaarli\\Bookmark\\BookmarkArray();
foreach (json_decode($argv[1], true) as $id => $one) {
  $one += ['id' => $id + 1, 'created' => new DateTime('2025-03-01 09:00:00 UTC +' . $id . ' days')];
  $one['shorturl'] = substr(md5($one['title']), 0, 6);
  $links[$id + 1] = (new Shaarli\\Bookmark\\Bookmark())->fromArray($one);
}
$links->reorder();
$store->write($links);
`

const READ = `
$all = [];
foreach ($store->read() as $one) $all[] = [
  'title' => $one->getTitle(), 'url' => $one->getUrl(), 'description' => $one->getDescription(),
  'tags' => $one->getTags(), 'private' => $one->isPrivate(), 'sticky' => (bool) $one->isSticky(), 'id' => $one->getId(),
];
usort($all, fn ($a, $b) => $a['id'] - $b['id']);
foreach ($all as &$one) unset($one['id']);
echo json_encode($all);
`

const CHANGE = `
$links = $store->read();
$link = find($links, $argv[1]);
foreach (json_decode($argv[2], true) as $field => $value) $link->{'set' . ucfirst($field)}($value);
$links[$link->getId()] = $link;
$store->write($links);
`

const REMOVE = `
$links = $store->read();
$link = find($links, $argv[1]);
unset($links[$link->getId()]);
$store->write($links);
`

export default class Shaarli extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'bulk actions', 'sign-in']

  async install() {
    await system('/usr/bin/php', 'php-cli')
    await system('/usr/lib/php/20220829/mbstring.so', 'php-mbstring')
    await system('/usr/lib/php/20220829/intl.so', 'php-intl')
    const folder = await deb(
      'shaarli',
      'fonts-fork-awesome',
      'php-arthurhoaro-web-thumbnailer',
      'php-gettext-languages',
      'php-klogger',
      'php-malkusch-lock',
      'php-netscape-bookmark-parser',
      'php-nikic-fast-route',
      'php-oscarotero-gettext',
      'php-parsedown',
      'php-parsedown-extra',
      'php-pimple',
      'php-psr-container',
      'php-psr-http-message',
      'php-psr-log',
      'php-pubsubhubbub-publisher',
      'php-slim',
      'php-text-template',
    )
    this.libraries = path.join(folder, 'usr/share/php')
    this.package = path.join(folder, 'usr/share/shaarli')
    // Debian names the folders of an installed package.
    await this.#adapt('index.php', ["'/usr/share/shaarli/autoload.php'", "'autoload.php'"])
    await this.#adapt('init.php', ["'/usr/share/shaarli/autoload.php'", "'autoload.php'"])
    await this.#adapt(
      'application/config/ConfigManager.php',
      ["'/var/lib/shaarli/data", "SHAARLI_DATA . '"],
      ["'/var/cache/shaarli", "SHAARLI_DATA . '"],
    )
    await this.#adapt('autoload.php', [
      "<?php\n\nrequire_once 'Gettext",
      "<?php\ndefine('SHAARLI_DATA', getenv('SHAARLI_DATA'));\nrequire_once 'Gettext",
    ])
  }

  /** Replaces texts in a file of the package, once. */
  async #adapt(name, ...changes) {
    const file = path.join(this.package, name)
    const was = await readFile(file, 'utf8')
    const text = changes.reduce((all, [from, to]) => all.replaceAll(from, to), was)
    if (text === was) return
    await writeFile(`${file}.${process.pid}`, text)
    await rename(`${file}.${process.pid}`, file)
  }

  get options() {
    const env = { ...process.env, SHAARLI_DATA: this.data, SHAARLI_PACKAGE: this.package }
    return { env }
  }

  /** What PHP is told in each call. */
  get settings() {
    return [
      ...['-d', `include_path=.:${this.package}:${this.libraries}`],
      ...['-d', `session.save_path=${this.data}/sessions`],
      ...['-d', 'display_errors=0'],
    ]
  }

  script(text, ...args) {
    return this.run('php', [...this.settings, '-r', OPEN + text, '--', ...args], this.options)
  }

  async seed() {
    for (const name of ['sessions', 'cache', 'pagecache', 'tmp'])
      await mkdir(path.join(this.data, name))
    const salt = 'leaves'
    const hash = (
      await this.run('php', ['-r', 'echo sha1($argv[1]);', '--', `tea-and-cups-9ann${salt}`])
    ).trim()
    const config = {
      credentials: { login: 'ann', hash, salt },
      general: { title: 'Links of the tea shop', timezone: 'UTC', enabled_plugins: [] },
      updates: { check_updates: false },
      thumbnails: { mode: 'none' },
      translation: { language: 'en' },
    }
    await writeFile(
      path.join(this.data, 'config.json.php'),
      `<?php /*${JSON.stringify(config)}*/ ?>`,
    )
    await this.script(SEED, JSON.stringify(LINKS))
  }

  command() {
    return {
      program: 'php',
      args: [...this.settings, '-S', `127.0.0.1:${this.port}`, '-t', this.package],
      options: this.options,
    }
  }

  get start_url() {
    return `${this.address}/`
  }

  async signIn(person) {
    const { page } = person
    const form = page.locator('#login-form')
    await person.click('#login-button')
    await person.type(form.getByLabel('Username'), 'ann')
    await person.type(form.getByLabel('Password'), 'tea-and-cups-9')
    await person.click(form.getByRole('button', { name: 'Login' }))
    await page.getByRole('link', { name: 'Logout' }).first().waitFor()
  }

  /** Every link, in the order in which they were saved. */
  async read() {
    return JSON.parse(await this.script(READ))
  }

  /** Changes fields of a link behind the screen. */
  change(title, fields) {
    return this.script(CHANGE, title, JSON.stringify(fields))
  }

  /** Deletes a link behind the screen. */
  remove(title) {
    return this.script(REMOVE, title)
  }
}

/** The entry of a link in the list. */
export const entry = (page, title) =>
  page.locator('.linklist-item').filter({
    has: page.getByRole('heading', { name: title, exact: true }),
  })
