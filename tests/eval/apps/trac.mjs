// Trac (PyPI): tickets, milestones and a wiki of a small project, in plain HTML: a long form with a preview,
// comments, lists that are changed together, and wiki text in a text area.

import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const ADMIN = [
  'permission add anonymous TRAC_ADMIN',
  'component remove component1',
  'component remove component2',
  'component add Shop ines',
  'component add Stock milan',
  'component add Website sofia',
  ...[1, 2, 3, 4].map((number) => `milestone remove milestone${number}`),
  'milestone add Spring 2031-03-31',
  'milestone add Summer 2031-06-30',
  'milestone add Autumn 2031-09-30',
  'version remove 1.0',
  'version remove 2.0',
  'version add 1.4',
  'version add 1.5',
]

const SEED = `
import sys, warnings
warnings.simplefilter('ignore')
from trac.env import open_environment
from trac.ticket.model import Ticket
from trac.wiki.model import WikiPage
env = open_environment(sys.argv[1])
for summary, kind, priority, component, milestone, owner in (
    ('The till prints no date', 'defect', 'major', 'Shop', 'Spring', 'ines'),
    ('Count the tins every week', 'task', 'minor', 'Stock', 'Spring', 'milan'),
    ('Show the opening hours', 'enhancement', 'minor', 'Website', 'Spring', 'sofia'),
    ('Prices end in three digits', 'defect', 'critical', 'Shop', 'Summer', 'ines'),
    ('List of suppliers is old', 'task', 'trivial', 'Stock', 'Summer', 'milan'),
):
    one = Ticket(env)
    for name, value in dict(summary=summary, type=kind, priority=priority, component=component, milestone=milestone,
                            owner=owner, reporter='pat', status='new', description='', keywords='', cc='', version='').items():
        one[name] = value
    one.insert()
for name, text in (('Suppliers', '= Suppliers =\\n\\n * Hill Farm, tea\\n * Clay & Co, cups\\n'),
                   ('OpeningHours', '= Opening hours =\\n\\nMonday to Friday, 9 to 18.\\n'),
                   ('Returns', '= Returns =\\n\\nWithin 14 days.\\n')):
    page = WikiPage(env, name)
    page.text = text
    page.save('pat', 'First text')
`

const CHANGE = `
import json, sys, warnings
warnings.simplefilter('ignore')
from trac.env import open_environment
from trac.ticket.model import Ticket
from trac.wiki.model import WikiPage
env = open_environment(sys.argv[1])
what, name, change = sys.argv[2], sys.argv[3], json.loads(sys.argv[4])
if what == 'wiki':
    page = WikiPage(env, name)
    if change is None:
        page.delete()
    else:
        page.text = change
        page.save('pat', '')
else:
    one = Ticket(env, env.db_query('SELECT MAX(id) FROM ticket WHERE summary = %s', (name,))[0][0])
    if change is None:
        one.delete()
    else:
        for field, value in change.items():
            one[field] = value
        one.save_changes('pat', '')
`

const FIELDS =
  'summary, type, priority, component, milestone, version, owner, status, resolution, keywords, cc, description'

export default class Trac extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'long form', 'wiki text']

  async install() {
    // The last setuptools that has pkg_resources.
    this.bin = path.join(await pip('trac', 'trac==1.6', 'setuptools==80.9.0'), 'bin')
  }

  get project() {
    return path.join(this.data, 'project')
  }

  get environed() {
    return { env: { PATH: process.env.PATH, LANG: 'C.UTF-8', PYTHONWARNINGS: 'ignore' } }
  }

  async seed() {
    const admin = (...args) =>
      this.run(path.join(this.bin, 'trac-admin'), [this.project, ...args], this.environed)
    await admin('initenv', 'Tea shop', 'sqlite:db/trac.db')
    for (const line of ADMIN) await admin(...line.split(' '))
    await this.python(SEED)
  }

  command() {
    return {
      program: path.join(this.bin, 'tracd'),
      args: ['-s', '-b', '127.0.0.1', '-p', String(this.port), this.project],
      options: this.environed,
    }
  }

  get start_url() {
    return `${this.address}/wiki`
  }

  python(script, ...args) {
    return this.run(
      path.join(this.bin, 'python'),
      ['-c', script, this.project, ...args],
      this.environed,
    )
  }

  sql(statement, ...values) {
    return sqlite(this, path.join(this.project, 'db/trac.db'), statement, ...values)
  }

  /** Tickets with their comments, the milestones, and the pages that people wrote, each as it is now. */
  async read() {
    const tickets = await this.sql(`select id, ${FIELDS} from ticket order by id`)
    const comments = await this.sql(
      "select ticket, newvalue as text from ticket_change where field = 'comment' and newvalue != '' order by time",
    )
    const milestones = await this.sql(
      'select name, due / 86400000000 as day, completed > 0 as closed, description from milestone order by name',
    )
    const pages = await this.sql(
      "select name, text from wiki w where version = (select max(version) from wiki where name = w.name) and (author != 'trac' or version > 1) order by name",
    )
    return {
      tickets: tickets.map(({ id, ...ticket }) => ({
        ...filled(ticket),
        comments: comments.filter((one) => one.ticket === id).map((one) => plain(one.text)),
      })),
      milestones: milestones.map((one) => ({ ...one, description: plain(one.description) })),
      pages: Object.fromEntries(pages.map(({ name, text }) => [name, plain(text)])),
    }
  }

  /** Changes the newest ticket of this summary behind the screen; `null` deletes it. */
  ticket(summary, change) {
    return this.python(CHANGE, 'ticket', summary, JSON.stringify(change))
  }

  /** Writes another text on a wiki page behind the screen; `null` deletes it. */
  page(name, text) {
    return this.python(CHANGE, 'wiki', name, JSON.stringify(text))
  }
}

/** What was never written is the same as an empty field. */
const filled = (ticket) =>
  Object.fromEntries(Object.entries(ticket).map(([name, value]) => [name, plain(value)]))

/** A browser sends lines that end in CR LF. */
const plain = (text) => (text ?? '').replaceAll('\r', '').trim()
