// WordPress (Debian, unpacked; PHP on MariaDB): the site of a community garden. Lists and forms of the server, rows with
// actions that appear under the pointer and answers in place, and an editor of blocks for posts and pages; sign-in.

import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { until } from '../../window/support/webdriver.mjs'
import { App } from '../support/app.mjs'
import { deb, system } from '../support/cache.mjs'

const CONFIG = `<?php
define('DB_NAME', 'garden');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('GARDEN_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', getenv('GARDEN_ADDRESS'));
define('WP_SITEURL', getenv('GARDEN_ADDRESS'));
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name)
  define($name, 'spade-and-rake-' . $name);
// It asks nothing of the network, and runs nothing by itself.
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('AUTOSAVE_INTERVAL', 86400);
define('WP_DEFAULT_THEME', 'twentytwentythree');
define('ABSPATH', __DIR__ . '/');
$table_prefix = 'wp_';
require_once ABSPATH . 'wp-settings.php';
`

const SEED = String.raw`<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = 'garden.example';
require getenv('GARDEN_PACKAGE') . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
function wp_new_blog_notification() {}
wp_install('Millbrook Garden', 'greta', 'greta@garden.example', true, '', 'beans-and-peas-3');
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $one) wp_delete_post($one->ID, true);
global $wpdb;
$wpdb->query("delete from {$wpdb->comments}");
wp_update_user(['ID' => 1, 'display_name' => 'Greta Olsen', 'first_name' => 'Greta', 'last_name' => 'Olsen']);
foreach (['blogdescription' => 'Forty plots by the mill', 'timezone_string' => 'UTC', 'date_format' => 'j F Y', 'show_avatars' => 0, 'comments_notify' => 0, 'moderation_notify' => 0] as $name => $value) update_option($name, $value);
update_user_meta(1, $wpdb->get_blog_prefix() . 'persisted_preferences', ['core/edit-post' => ['welcomeGuide' => false, 'fullscreenMode' => false], '_modified' => '2025-01-05T09:00:00.000Z']);
update_user_meta(1, 'show_welcome_panel', 0);
update_user_meta(1, 'meta-box-order_dashboard', ['normal' => '', 'side' => '', 'column3' => '', 'column4' => '']);
update_user_meta(1, 'metaboxhidden_dashboard', ['dashboard_primary', 'dashboard_site_health', 'dashboard_quick_press']);
$topics = [];
wp_update_term(1, 'category', ['name' => 'Other news', 'slug' => 'other-news']);
foreach (['Work days', 'Harvest', 'Committee', 'Markets'] as $name) $topics[$name] = wp_insert_term($name, 'category')['term_id'];
$topics['Other news'] = 1;
function blocks(...$all) {
  return implode("\n\n", array_map(fn($one) => "<!-- wp:paragraph -->\n<p>$one</p>\n<!-- /wp:paragraph -->", $all));
}
$posts = [];
foreach ([
  ['Plum tree cut back', '2025-01-12', 'Work days', ['trees'], 'publish', ['Six of us cut the old plum tree.', 'The branches lie by the gate for whoever wants them.']],
  ['Seed swap in the hall', '2025-01-26', 'Markets', ['seeds', 'hall'], 'publish', ['Bring what you have too much of.', 'Doors open at two.']],
  ['New water meter', '2025-02-03', 'Committee', [], 'publish', ['The meter is behind plot 12.', 'Please write down what you use.']],
  ['First rhubarb', '2025-03-19', 'Harvest', ['rhubarb'], 'publish', ['Plot 31 is early again.']],
  ['Paths need bark', '2025-04-02', 'Work days', [], 'draft', ['Two lorries of bark come on Friday.']],
] as [$title, $day, $topic, $tags, $status, $text])
  $posts[$title] = wp_insert_post(['post_title' => $title, 'post_date' => "$day 09:30:00", 'post_category' => [$topics[$topic]], 'tags_input' => $tags,
    'post_status' => $status, 'post_author' => 1, 'post_content' => blocks(...$text), 'comment_status' => 'open'], true);
foreach ([
  ['Opening times', ['The gate is open for everybody.', 'Saturday: 9 to 17', 'Sunday: 10 to 16', 'Wednesday: 14 to 18']],
  ['Water and compost', ['Water runs from April to October.', 'Compost is shared out in March.']],
  ['Renting a plot', ['A plot costs 60 a year.', 'The waiting list has eleven names.', 'Write to Greta if you want to be on it.']],
] as [$title, $text])
  wp_insert_post(['post_type' => 'page', 'post_title' => $title, 'post_date' => '2025-01-05 10:00:00', 'post_status' => 'publish', 'post_author' => 1, 'post_content' => blocks(...$text), 'comment_status' => 'closed'], true);
foreach ([
  ['Plum tree cut back', 'Hamid Rahimi', 'hamid@mail.example', '2025-01-13 18:02:00', 1, 'Thank you, I took two bundles.'],
  ['Seed swap in the hall', 'Nell Carter', 'nell@mail.example', '2025-01-27 08:15:00', 0, 'Can I bring tomato seeds of last year?'],
  ['Seed swap in the hall', 'Tobias Frey', 'tobias@mail.example', '2025-01-27 11:40:00', 0, 'Is there a step at the door of the hall?'],
  ['New water meter', 'Ines Prado', 'ines@mail.example', '2025-02-04 07:20:00', 0, 'Where do we write it down?'],
  ['New water meter', 'Best Pills', 'pills@cheap.example', '2025-02-04 03:11:00', 0, 'Cheap pills, very cheap, look here.'],
  ['First rhubarb', 'Nell Carter', 'nell@mail.example', '2025-03-20 12:00:00', 0, 'Ours is still asleep.'],
  ['First rhubarb', 'Owen Price', 'owen@mail.example', '2025-03-20 19:30:00', 1, 'Crumble on Sunday!'],
] as [$post, $name, $mail, $time, $approved, $text])
  wp_insert_comment(['comment_post_ID' => $posts[$post], 'comment_author' => $name, 'comment_author_email' => $mail, 'comment_date' => $time, 'comment_date_gmt' => $time, 'comment_approved' => $approved, 'comment_content' => $text, 'comment_type' => 'comment']);
`

const SQL = `
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$base = new mysqli('localhost', 'root', '', $argv[1], 0, getenv('GARDEN_SOCKET'));
$base->set_charset('utf8mb4');
$said = $base->execute_query($argv[2], json_decode($argv[3]));
echo json_encode($said === true ? [] : $said->fetch_all(MYSQLI_ASSOC));`

export default class WordPress extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'block editor', 'actions under the pointer', 'sign-in']

  async install() {
    await system(
      '/usr/lib/php/20220829/sqlite3.so',
      ...['php-cli', 'php-sqlite3', 'php-xml', 'php-mbstring'],
    )
    await system('/usr/lib/php/20220829/mysqli.so', 'php-mysql')
    await system('/usr/sbin/mariadbd', 'mariadb-server-core')
    const folder = await deb(
      'wordpress',
      ...['wordpress-theme-twentytwentythree', 'libjs-cropper', 'libjs-underscore', 'php-getid3'],
    )
    this.package = path.join(folder, 'usr/share/wordpress')
    await writeFile(path.join(this.package, 'wp-config.php'), CONFIG)
  }

  get environment() {
    return {
      ...process.env,
      GARDEN_SOCKET: this.machine.path('garden.sock'),
      GARDEN_ADDRESS: this.address,
      GARDEN_PACKAGE: this.package,
      PHP_CLI_SERVER_WORKERS: '4',
    }
  }

  async seed() {
    await mkdir(path.join(this.data, 'base'))
    await this.start()
    await this.query('', 'create database garden character set utf8mb4')
    const file = path.join(this.data, 'seed.php')
    await writeFile(file, SEED)
    await this.run('php', ['-d', 'sendmail_path=/bin/true', file], { env: this.environment })
  }

  /** The database and the site, in one group of processes that ends together. */
  command() {
    const base = [
      `mariadbd --no-defaults --user="$(id -un)" --datadir="${path.join(this.data, 'base')}" --socket="$GARDEN_SOCKET" --pid-file="${this.machine.path('garden.pid')}"`,
      '--skip-networking --skip-grant-tables --skip-log-bin --performance-schema=off --innodb-buffer-pool-size=32M --innodb-log-file-size=8M',
      '--innodb-flush-log-at-trx-commit=0 --aria-pagecache-buffer-size=8M --key-buffer-size=1M',
    ].join(' ')
    const site = `php -d display_errors=0 -d sendmail_path=/bin/true -S 127.0.0.1:${this.port} -t "$GARDEN_PACKAGE"`
    const wait = 'until [ -S "$GARDEN_SOCKET" ]; do kill -0 $! || exit 1; sleep 0.1; done'
    return {
      program: 'sh',
      args: ['-c', `PATH=$PATH:/usr/sbin; rm -f "$GARDEN_SOCKET"; ${base} & ${wait}; exec ${site}`],
      options: { env: this.environment },
    }
  }

  /** A database whose files are to be copied must have been ended, not killed. */
  async stop() {
    const file = this.machine.path('garden.pid')
    if (this.server?.exitCode === null && existsSync(file)) {
      await this.query('', 'shutdown')
      const gone = async () => !existsSync(file)
      await until(gone, 20_000, async () => `the database does not end: ${this.server.log}`)
    }
    await super.stop()
  }

  get start_url() {
    return `${this.address}/wp-admin/`
  }

  async signIn(person) {
    const { page } = person
    await person.type('#user_login', 'greta')
    await person.type('#user_pass', 'beans-and-peas-3')
    await person.click(page.getByRole('button', { name: 'Log In' }))
    await page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor()
  }

  async query(base, statement, ...values) {
    const args = ['-r', SQL, '--', base, statement, JSON.stringify(values)]
    return JSON.parse(await this.run('php', args, { env: this.environment }))
  }

  sql(statement, ...values) {
    return this.query('garden', statement, ...values)
  }

  /** Changes the text, the title or the state of the newest post or page with a title behind the screen. */
  change(title, field, value) {
    return this.sql(
      `update wp_posts set ${field} = ? where post_title = ? and post_type in ('post', 'page') order by ID desc limit 1`,
      ...[value, title],
    )
  }

  /** Posts and pages with what they are filed under, without drafts that nobody wrote, and comments from the oldest to the newest. */
  async read() {
    const posts = await this.sql(
      `select ID as id, post_type as kind, post_title as title, post_status as status, post_content as text, post_excerpt as excerpt
        from wp_posts where post_type in ('post', 'page') and post_status != 'auto-draft' order by ID`,
    )
    const terms = await this.sql(
      `select r.object_id as post, x.taxonomy as kind, t.name from wp_term_relationships r join wp_term_taxonomy x using (term_taxonomy_id)
        join wp_terms t using (term_id) where x.taxonomy in ('category', 'post_tag') order by t.name`,
    )
    const comments = await this.sql(
      `select c.comment_ID as id, p.post_title as post, c.comment_author as name, c.comment_approved as state, c.comment_content as text, q.comment_author as answers
        from wp_comments c join wp_posts p on p.ID = c.comment_post_ID left join wp_comments q on q.comment_ID = c.comment_parent order by c.comment_ID`,
    )
    const filed = (id, kind) =>
      terms.filter((one) => one.post === id && one.kind === kind).map(({ name }) => name)
    return {
      posts: posts.map(({ id, text, ...one }) => ({
        ...one,
        text: paragraphs(text),
        topics: filed(id, 'category'),
        tags: filed(id, 'post_tag'),
      })),
      comments: comments.map(({ id: _, state, answers, ...one }) => ({
        ...one,
        state: STATES[state] ?? state,
        answers: answers ?? '',
      })),
    }
  }
}

const STATES = { 0: 'waits', 1: 'approved' }

/** Blocks as the lines that a reader sees, each with the kind of its block unless it is a paragraph. */
const paragraphs = (text) =>
  [...text.matchAll(/<!-- wp:(\S+)[^]*?-->\s*([^]*?)\s*<!-- \/wp:\1 -->/g)].map(
    ([, kind, html]) => {
      const said = html
        .replace(/<br>/g, '\n')
        .replace(/<[^>]+>/g, '')
        .replaceAll('&amp;', '&')
        .trim()
      return kind === 'paragraph' ? said : `${kind}: ${said}`
    },
  )

/** Goes to a part of the administration by the menu at the left. */
export const menu = (person, name) =>
  person.click(person.page.locator('#adminmenu').getByRole('link', { name, exact: true }).first())
