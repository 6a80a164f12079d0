// MoinMoin 2 (PyPI): a wiki of a small museum. Items have names, tags and summaries, and are written as Moin wiki text
// or Markdown; the storage is one of files, with an index beside it. The views of an item are drawn by a theme.

import { appendFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

/** What every program in the wiki begins with. */
const PREPARE = `
import io, json, logging, sys
logging.disable(logging.CRITICAL)
from moin.app import create_app, before_wiki
from moin import current_app
app = create_app()
context = app.app_context()
context.push()
before_wiki()
store = current_app.storage
WIKI, MARKDOWN = 'text/x.moin.wiki;charset=utf-8', 'text/x-markdown;charset=utf-8'
def put(name, text, kind=WIKI, tags=(), summary='', comment=''):
    item = store[name]
    meta = dict(name=[name], namespace='', contenttype=kind, itemtype='default', tags=list(tags), summary=summary, comment=comment)
    item.store_revision(meta, io.BytesIO(text.replace('\\n', '\\r\\n').encode()), overwrite=False, remote_addr='127.0.0.1')
`

const SEED = `
from moin import user
for name, mail in (('Nora', 'nora@museum.example'), ('Ilir', 'ilir@museum.example')):
    said = user.create_user(username=name, password='lamps-and-keys-4', email=mail)
    assert not said, said
put('Home', '= Lamp museum =\\n\\n * [[Opening hours]]\\n * [[Guided tours]]\\n * [[Lenders]]\\n * [[Loans]]\\n * [[Oil lamps]]\\n', tags=['start'])
put('Opening hours', '= Opening hours =\\n\\nTuesday to Sunday, 10 to 17.\\n', tags=['visitors'], summary='When we are open')
put('Guided tours', '= Guided tours =\\n\\n * Sunday, 11\\n * Wednesday, 15\\n', tags=['visitors', 'tours'], summary='Tours of the house')
put('Lenders', '= Lenders =\\n\\n * Harbour authority, ship lamps\\n * Family Brandt, miner lamps\\n', tags=['loans'], summary='Who lends us lamps')
put('Loans', '# Loans\\n\\n- Ship lamp, until May\\n- Miner lamp, until August\\n', MARKDOWN, tags=['loans'], summary='What is lent to us')
put('Oil lamps', '# Oil lamps\\n\\nRoom 2, with the clay lamps.\\n', MARKDOWN, tags=['rooms'], summary='The second room')
put('Gas lamps', '# Gas lamps\\n\\nRoom 3, with the street lamps.\\n', MARKDOWN, tags=['rooms'], summary='The third room')
put('Old price list', '= Prices =\\n\\nAdults 4, children 2.\\n', tags=['visitors', 'old'], summary='Prices of last year')
`

const READ = `
pages, deleted = {}, []
for rev in store.documents(namespace=''):
    meta = rev.meta
    if not meta.get('name'):
        deleted.append(['+'.join(meta.get('name_old') or []), meta.get('comment') or ''])
        continue
    rev.data.seek(0)
    pages['+'.join(meta['name'])] = dict(kind=meta['contenttype'].split(';')[0], tags=sorted(meta.get('tags') or []), summary=meta.get('summary') or '',
        text=rev.data.read().decode().replace('\\r\\n', '\\n').strip(), comment=meta.get('comment') or '')
print('\\n@' + json.dumps(dict(pages=dict(sorted(pages.items())), deleted=sorted(deleted))))
`

const CHANGE = `
name, change = json.loads(sys.argv[1])
item = store[name]
rev = item.get_revision('current')
meta = dict(rev.meta)
rev.data.seek(0)
text = rev.data.read().decode()
if change is None:
    for one in list(item.iter_revs()):
        item.destroy_revision(one.revid)
else:
    text = change.pop('text', text)
    for key in ('revid', 'dataid', 'mtime', 'size', 'sha1', 'parentid'):
        meta.pop(key, None)
    meta.update(change)
    item.store_revision(meta, io.BytesIO(text.encode()), overwrite=False, remote_addr='127.0.0.1')
`

const SERVE = `
import sys
from werkzeug.serving import run_simple
run_simple('127.0.0.1', int(sys.argv[1]), app, threaded=True)
`

export default class Moin extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'wiki text', 'sign-in']

  async install() {
    // The last setuptools that has pkg_resources.
    this.bin = path.join(await pip('moin', 'moin==2.0.0b5', 'setuptools==80.9.0'), 'bin')
  }

  get wiki() {
    return path.join(this.data, 'instance')
  }

  get environment() {
    return {
      env: {
        ...process.env,
        PYTHONWARNINGS: 'ignore',
        MOINCFG: path.join(this.wiki, 'wikiconfig.py'),
      },
      cwd: this.wiki,
    }
  }

  async seed() {
    const moin = (...args) => this.run(path.join(this.bin, 'moin'), args, this.environment)
    await this.run(path.join(this.bin, 'moin'), ['create-instance', '-p', this.wiki])
    const file = path.join(this.wiki, 'wikiconfig.py')
    const config = (await readFile(file, 'utf8'))
      .replaceAll(
        /before="YOUR-SUPER-EDITOR:[^"]*"/g,
        'before="Known:read,write,create,destroy,admin"',
      )
      .replaceAll('YOUR-TRUSTED-EDITORS-GROUP:read,write,create ', '')
      .replace('YOUR-SUPER-USER-NAME', 'Nora')
      .replace('sitename = "My MoinMoin"', 'sitename = "Lamp museum"')
      .replace('edit_locking_policy = "lock"', 'edit_locking_policy = None')
    await writeFile(file, config)
    await appendFile(file, '\nSECRET_KEY = "wick-and-glass-and-oil"\n')
    await moin('index-create')
    await this.python(SEED)
  }

  python(script, ...args) {
    return this.run(
      path.join(this.bin, 'python'),
      ['-c', PREPARE + script, ...args],
      this.environment,
    )
  }

  command() {
    return {
      program: path.join(this.bin, 'python'),
      args: ['-c', PREPARE.replace(/^context[^]*/m, '') + SERVE, String(this.port)],
      options: this.environment,
    }
  }

  get start_url() {
    return `${this.address}/Home`
  }

  async signIn(person) {
    const { page } = person
    await person.click(page.getByRole('link', { name: 'Login' }).first())
    await person.type(page.getByLabel('Username'), 'Nora')
    await person.type(page.getByLabel('Password', { exact: true }), 'lamps-and-keys-4')
    await person.click(page.getByRole('button', { name: 'Log in' }))
    await page.getByRole('link', { name: 'Logout' }).first().waitFor()
  }

  /** Every item as it is now, with the comment of its last change, and the deleted ones with the comment of the deletion. */
  async read() {
    const said = await this.python(READ)
    return JSON.parse(said.slice(said.lastIndexOf('\n@') + 2))
  }

  /** Stores another version of an item behind the screen; `null` destroys it. */
  change(name, change) {
    return this.python(CHANGE, JSON.stringify([name, change]))
  }
}
