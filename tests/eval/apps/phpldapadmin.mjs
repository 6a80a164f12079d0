// phpLDAPadmin (Debian, unpacked; PHP) over the OpenLDAP server (Debian, unpacked): who is in a rowing club. A tree beside
// the page, templates that ask and a page that asks again before anything is stored; sign-in.

import { cp, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { deb, system } from '../support/cache.mjs'

const BASE = 'dc=rowing,dc=example'
const KEEPER = `cn=keeper,${BASE}`
const PASSWORD = 'oars-and-sculls-31'

/** First name, last name, mail, telephone, mobile, town. */
const PEOPLE = [
  ['Nils', 'Aker', 'nils@rowing.example', '555 0101', '555 0901', 'Riverton'],
  ['Berta', 'Blom', 'berta@rowing.example', '555 0102', '555 0902', 'Lowbridge'],
  ['Carl', 'Dahl', 'carl@rowing.example', '555 0103', '555 0903', 'Riverton'],
  ['Doris', 'Ek', 'doris@rowing.example', '555 0104', '555 0904', 'Millford'],
  ['Emil', 'Dahl', 'emil@rowing.example', '555 0105', '555 0905', 'Millford'],
]

const entry = (name, values) =>
  `dn: ${name}\n${values.map(([attribute, value]) => `${attribute}: ${value}`).join('\n')}\n`

const unit = (name) =>
  entry(`ou=${name},${BASE}`, [
    ['objectClass', 'organizationalUnit'],
    ['ou', name],
  ])

const LDIF = [
  entry(BASE, [
    ['objectClass', 'dcObject'],
    ['objectClass', 'organization'],
    ['dc', 'rowing'],
    ['o', 'Rowing club'],
  ]),
  unit('people'),
  unit('boats'),
  ...PEOPLE.map(([first, last, mail, telephone, mobile, town]) =>
    entry(`cn=${first} ${last},ou=people,${BASE}`, [
      ['objectClass', 'inetOrgPerson'],
      ['cn', `${first} ${last}`],
      ['givenName', first],
      ['sn', last],
      ['mail', mail],
      ['telephoneNumber', telephone],
      ['mobile', mobile],
      ['l', town],
    ]),
  ),
].join('\n')

const CONFIG = `<?php
$config->custom->appearance['friendly_attrs'] = array(
  'facsimileTelephoneNumber' => 'Fax', 'gid' => 'Group', 'mail' => 'Email', 'telephoneNumber' => 'Telephone', 'uid' => 'User Name');
$config->custom->appearance['hide_template_warning'] = true;
$config->custom->appearance['timezone'] = 'UTC';
$config->custom->session['blowfish'] = 'rowing-on-the-river-at-six-in-the-morning';
$servers = new Datastore();
$servers->newServer('ldap_pla');
$servers->setValue('server', 'name', 'Rowing club');
$servers->setValue('server', 'host', getenv('LDAP_URI'));
$servers->setValue('server', 'port', 0);
$servers->setValue('server', 'base', array('${BASE}'));
$servers->setValue('login', 'auth_type', 'session');
$servers->setValue('login', 'bind_id', '${KEEPER}');
`

export default class PhpLdapAdmin extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'tree', 'templates', 'sign-in']

  async install() {
    await system('/usr/lib/php/20220829/ldap.so', 'php-cli', 'php-ldap', 'php-xml')
    this.folder = await deb('phpldapadmin', 'slapd', 'libltdl7', 'libwrap0')
    this.package = path.join(this.folder, 'usr/share/phpldapadmin')
    // The link of the package leads to the folder of an installed one.
    const templates = path.join(this.package, 'templates')
    if ((await lstat(templates)).isSymbolicLink()) {
      await rm(templates)
      await cp(path.join(this.folder, 'etc/phpldapadmin/templates'), templates, { recursive: true })
    }
    const settings = path.join(this.package, 'config/config.php')
    if ((await readFile(settings, 'utf8').catch(() => '')) !== CONFIG)
      await writeFile(settings, CONFIG)
    // phpLDAPadmin separates the random parts of a kept password by colons, and cannot read one in a hundred of them again.
    const own = path.join(this.package, 'lib/functions.php')
    const given = await readFile(own, 'utf8')
    const fixed = given
      .replace("'::' . $iv . '::' . $tag", "'::' . bin2hex($iv) . '::' . bin2hex($tag)")
      .replace('$options=0, $iv, $tag));', '$options=0, hex2bin($iv), hex2bin($tag)));')
    if (fixed !== given) await writeFile(own, fixed)
  }

  /** Beside the data, because a socket cannot be copied. */
  get socket() {
    return this.machine.path('ldapi')
  }

  get uri() {
    return `ldapi://${encodeURIComponent(this.socket)}`
  }

  get config() {
    return path.join(this.data, 'slapd.conf')
  }

  get environment() {
    return {
      ...process.env,
      LD_LIBRARY_PATH: path.join(this.folder, 'usr/lib/x86_64-linux-gnu'),
    }
  }

  /** The folder of the data is named in the settings of the server. */
  async configure() {
    await mkdir(path.join(this.data, 'base'), { recursive: true })
    const schema = path.join(this.folder, 'etc/ldap/schema')
    await writeFile(
      this.config,
      `${['core', 'cosine', 'inetorgperson'].map((name) => `include ${schema}/${name}.schema\n`).join('')}
pidfile ${this.data}/slapd.pid
modulepath ${this.folder}/usr/lib/ldap
moduleload back_mdb
database mdb
maxsize 16777216
suffix "${BASE}"
rootdn "${KEEPER}"
rootpw ${PASSWORD}
directory ${this.data}/base
`,
    )
  }

  /** Runs one of the programs of the server, which are one program with several names. */
  slap(name, ...args) {
    return this.run(
      path.join(this.folder, 'usr/sbin/slapd'),
      ['-T', name, '-f', this.config, ...args],
      { env: this.environment },
    )
  }

  async seed() {
    await this.configure()
    const file = path.join(this.data, 'seed.ldif')
    await writeFile(file, LDIF)
    await this.slap('add', '-l', file)
    await rm(file)
  }

  async command() {
    await this.configure()
    await rm(this.socket, { force: true })
    const slapd = path.join(this.folder, 'usr/sbin/slapd')
    const php = `php -d display_errors=0 -d session.save_path=${this.data} -S 127.0.0.1:${this.port} -t ${this.package}/htdocs`
    const serve = `LD_LIBRARY_PATH="$LIBRARIES" "${slapd}" -d 0 -f "${this.config}" -h "$LDAP_URI" &
      until [ -S "${this.socket}" ]; do sleep 0.05; done
      exec ${php}`
    return {
      program: 'sh',
      args: ['-c', serve],
      options: {
        cwd: this.package,
        env: {
          ...process.env,
          ...{ LDAP_URI: this.uri, LIBRARIES: this.environment.LD_LIBRARY_PATH },
          PHP_CLI_SERVER_WORKERS: '3',
        },
      },
    }
  }

  get start_url() {
    return `${this.address}/index.php`
  }

  async signIn(person) {
    const { page } = person
    await person.click(page.getByText('login', { exact: true }))
    await person.type('input[name=login_pass]', PASSWORD)
    await person.click(page.getByRole('button', { name: 'Authenticate' }))
    await page.getByText('Successfully logged into server').waitFor()
  }

  /** Changes attributes of a person behind the screen, or removes the person (`null`). */
  change(name, changes) {
    const given = JSON.stringify([KEEPER, PASSWORD, dn(name), changes])
    return this.run('php', ['-r', CHANGE, given], {
      env: { ...process.env, LDAP_URI: this.uri },
    })
  }

  /** Every entry below the club: its place, and its attributes without those that the server keeps. */
  async read() {
    const text = (await this.slap('cat')).replaceAll('\n ', '')
    const entries = text
      .split('\n\n')
      .map((block) =>
        block
          .split('\n')
          .map((line) => line.match(/^([A-Za-z]+):(:?) (.*)$/))
          .filter(Boolean)
          .map(([, name, coded, value]) => [
            name,
            coded ? Buffer.from(value, 'base64').toString('utf8') : value,
          ]),
      )
      .filter((one) => one.length)
    const all = {}
    for (const [[, dn], ...values] of entries) {
      const kept = values.filter(([name]) => !HIDDEN.includes(name))
      const entry = {}
      for (const [name, value] of kept) entry[name] = [...(entry[name] ?? []), value].sort()
      all[dn] = entry
    }
    return all
  }
}

const HIDDEN = [
  ...['structuralObjectClass', 'entryUUID', 'creatorsName', 'createTimestamp', 'entryCSN'],
  ...['modifiersName', 'modifyTimestamp'],
]

const CHANGE = `
[$uri, $user, $password, $name, $changes] = [getenv('LDAP_URI'), ...json_decode($argv[1], true)];
$server = ldap_connect($uri);
ldap_set_option($server, LDAP_OPT_PROTOCOL_VERSION, 3);
ldap_bind($server, $user, $password) || exit(1);
(is_null($changes) ? ldap_delete($server, $name) : ldap_mod_replace($server, $name, $changes)) || exit(1);
`

/** The place of a person in the tree. */
export const dn = (name) => `cn=${name},ou=people,${BASE}`

/** The page of an entry, when it is there. */
const heading = (page, name) => page.getByRole('heading', { name, exact: true })

/** Opens the tree, and an entry below the club. */
export async function openUnit(person, unit) {
  const { page } = person
  const tree = page.locator('#ajSID_1_nodes')
  await person.click(tree.getByRole('link', { name: '+-' }).first())
  await person.click(tree.locator(`a.phplm[title="ou=${unit},${BASE}"]`))
  await heading(page, `ou=${unit}`).waitFor()
}

/** Opens a person in the tree. */
export async function openPerson(person, name) {
  const { page } = person
  const tree = page.locator('#ajSID_1_nodes')
  await person.click(tree.getByRole('link', { name: '+-' }).first())
  await person.click(tree.getByRole('link', { name: '+-' }).nth(1))
  await person.click(tree.locator(`a.phplm[title="${dn(name)}"]`))
  await heading(page, `cn=${name}`).waitFor()
}

/** The field of an attribute. */
export const field = (page, attribute) => page.locator(`[id="new_values_${attribute}_0"]`)
