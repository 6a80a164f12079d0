// Roundup (PyPI): an issue tracker of plain HTML forms and tables, with sign-in.

import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const SEED = `
import sys
from roundup import instance
tracker = instance.open(sys.argv[1])
db = tracker.open('admin')
names = {}
for name in ('ada', 'grace'):
    names[name] = db.user.create(username=name, password=__import__('roundup.password', fromlist=['x']).Password('tea', config=db.config),
                                 address=name + '@desk.example', roles='User', realname=name.title())
def issue(title, priority, status, assigned):
    db.issue.create(title=title, priority=db.priority.lookup(priority), status=db.status.lookup(status),
                    assignedto=names[assigned] if assigned else None)
issue('The kettle leaks', 'bug', 'unread', None)
issue('Door of the archive sticks', 'urgent', 'chatting', 'grace')
issue('Order new cups', 'wish', 'unread', None)
issue('Lamp in the hall is dark', 'bug', 'unread', 'ada')
issue('Heating is loud', 'critical', 'in-progress', 'grace')
db.commit()
`

const READ = `
import json, sys
from roundup import instance
db = instance.open(sys.argv[1]).open('admin')
issues = []
for number in sorted(db.issue.getnodeids(retired=False), key=int):
    one = db.issue.getnode(number)
    word = lambda cls, key, field: getattr(db, cls).get(key, field) if key else ''
    issues.append(dict(title=one.title, priority=word('priority', one.priority, 'name'), status=word('status', one.status, 'name'),
        assigned=word('user', one.assignedto, 'username'),
        keywords=sorted(db.keyword.get(k, 'name') for k in one.keyword),
        messages=[db.msg.get(m, 'content').strip() for m in one.messages]))
print(json.dumps(dict(issues=issues, keywords=sorted(db.keyword.get(k, 'name') for k in db.keyword.getnodeids(retired=False)))))
`

const CHANGE = `
import json, sys
from roundup import instance
db = instance.open(sys.argv[1]).open('admin')
title, change = sys.argv[2], json.loads(sys.argv[3])
number = [n for n in db.issue.getnodeids(retired=False) if db.issue.get(n, 'title') == title][-1]
if change is None:
    db.issue.retire(number)
else:
    for cls in ('priority', 'status'):
        if cls in change: change[cls] = getattr(db, cls).lookup(change[cls])
    if 'assignedto' in change: change['assignedto'] = db.user.lookup(change['assignedto'])
    db.issue.set(number, **change)
db.commit()
`

const SERVE = `
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server
from roundup.cgi.wsgi_handler import RequestDispatcher
class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
make_server('127.0.0.1', int(sys.argv[2]), RequestDispatcher(sys.argv[1]), Server).serve_forever()
`

export default class Roundup extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'tables with nameless fields', 'sign-in']

  async install() {
    this.bin = path.join(await pip('roundup', 'roundup==2.5.0'), 'bin')
  }

  get tracker() {
    return path.join(this.data, 'tracker')
  }

  async seed() {
    const admin = path.join(this.bin, 'roundup-admin')
    await this.run(admin, [
      '-i',
      this.tracker,
      'install',
      'classic',
      'anydbm',
      'mail_domain=desk.example,mail_host=localhost,tracker_web=http://127.0.0.1:8080/tracker/,tracker_name=Tracker,tracker_email=issues',
    ])
    await this.run(admin, ['-i', this.tracker, 'initialise', 'tea'])
    await this.python(SEED)
  }

  python(script, ...args) {
    return this.run(path.join(this.bin, 'python'), ['-c', script, this.tracker, ...args], {
      env: { ...process.env, PYTHONWARNINGS: 'ignore' },
    })
  }

  async command() {
    const file = path.join(this.tracker, 'config.ini')
    const config = await readFile(file, 'utf8')
    const mail = config.indexOf('\n[mail]')
    const own = (text) => text.replace(/^web = .*$/m, `web = http://127.0.0.1:${this.port}/`)
    const kept = (text) =>
      text.replace(/^#?debug = ?.*$/m, `debug = ${path.join(this.data, 'mail')}`)
    await writeFile(file, own(config.slice(0, mail)) + kept(config.slice(mail)))
    // Its own server refuses to run as root, as tests in containers do.
    return {
      program: path.join(this.bin, 'python'),
      args: ['-W', 'ignore', '-c', SERVE, this.tracker, String(this.port)],
    }
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.locator('input[name=__login_name]'), 'admin')
    await person.type(page.locator('input[name=__login_password]'), 'tea')
    await person.click(page.getByRole('button', { name: 'Login' }))
    await person.sees('Logout')
  }

  /** Every issue, in order, and the keywords; not who is told about it, which the tracker decides. */
  async read() {
    return JSON.parse(await this.python(READ))
  }

  /** Changes the newest issue of this title behind the screen; `null` retires it. */
  change(title, change) {
    return this.python(CHANGE, title, JSON.stringify(change))
  }
}

/** The cell beside a header of the form. */
export const row = (page, header) =>
  page.locator('th', { hasText: header }).first().locator('xpath=following-sibling::td[1]')

/** Stores the form of an issue, and waits until the page says so. */
export async function submit(person) {
  await person.click(person.page.getByRole('button', { name: 'Submit Changes' }))
  await person.sees(/edited ok/)
}
