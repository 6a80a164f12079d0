// Fossil (Debian, unpacked; C): the web pages of a repository: tickets in long tables, a wiki with an editor of its own
// in tabs, a forum that shows each answer before it is sent, and a search over all of it; sign-in.

import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { deb } from '../support/cache.mjs'

const TICKETS = [
  ['The scale shows ounces', 'Fault', 'Shop', 'Medium', 'Important', 'Since the battery.'],
  ['Labels come off the tins', 'Fault', 'Stock', 'Low', 'Minor', 'Only in damp weather.'],
  ['Send the bill by mail', 'Wish', 'Website', 'Low', 'Minor', 'Asked for by Hill Farm.'],
  ['Count the tins on the top shelf', 'Chore', 'Stock', 'Medium', 'Minor', 'Before the fair.'],
  ['Prices end in three digits', 'Fault', 'Website', 'High', 'Severe', 'On the list only.'],
  ['Scale of the back room is slow', 'Fault', 'Stock', 'Low', 'Cosmetic', 'Not urgent.'],
  ['The till prints no date', 'Fault', 'Shop', 'Medium', 'Important', 'After the update.'],
]

const tea = (name, water, minutes, origin) => [
  name,
  `Comes from ${origin}.\n\nWater: **${water} °C**\n\nTime: **${minutes} minutes**\n`,
]

const PAGES = [
  ['Tea shop', 'What we know, what is to be done, and what our guests ask.\n'],
  tea('Green Terrace', 75, 2, 'the hills above Uji'),
  tea('Black Harbour', 95, 4, 'the plains of Assam'),
  tea('White Orchard', 80, 5, 'Fuding'),
  ['Opening hours', 'Monday to Friday, 9 to 18.\n\nSaturday, 10 to 14.\n'],
  ['Returns', 'Within 14 days, with the bill.\n'],
]

const THREADS = [
  ['ines', 'How do you make Green Terrace?', 'Mine is always bitter.'],
  ['milan', 'Do you still have the blue cups?', 'I would need four of them.'],
  ['ines', 'White Orchard, how long and how hot?', 'It came without a label.'],
  ['milan', 'Too strong: Black Harbour', 'What does the shop say about it?'],
]

const USER = { name: 'ann', password: 'tea-and-cups' }
const GUESTS = ['ines', 'milan']

/** The words of the lists in the form of a ticket, as its TH1 script sets them. */
const CHOICES = {
  type: ['Fault', 'Wish', 'Chore'],
  priority: ['Immediate', 'High', 'Medium', 'Low', 'Zero'],
  severity: ['Critical', 'Severe', 'Important', 'Minor', 'Cosmetic'],
  resolution: ['Open', 'Fixed', 'Rejected', 'Workaround', 'Duplicate', 'Not_A_Fault'],
  status: ['Open', 'Verified', 'Review', 'Deferred', 'Fixed', 'Tested', 'Closed'],
  subsystem: ['Shop', 'Stock', 'Website'],
}

const SETTINGS = {
  'project-name': 'Tea shop',
  mainmenu: [
    'Home / *',
    'Tickets /reportlist *',
    'Wiki /wcontent *',
    'Forum /forum *',
    'Search /search *',
    'Timeline /timeline *',
  ]
    .map((line) => `${line} {}\n`)
    .join(''),
  'search-tkt': '1',
  'search-wiki': '1',
  'search-forum': '1',
  'backoffice-disable': '1',
  'ticket-common': Object.entries(CHOICES)
    .map(([name, words]) => `set ${name}_choices {\n${words.join('\n')}\n}\n`)
    .join(''),
}

const FIELDS = 'title, type, status, subsystem, priority, severity, resolution, foundin, comment'

export default class Fossil extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'long form', 'editor with tabs', 'sign-in']

  async install() {
    this.folder = await deb('fossil', 'libfuse2')
  }

  get file() {
    return path.join(this.data, 'shop.fossil')
  }

  get program() {
    return path.join(this.folder, 'usr/bin/fossil')
  }

  get options() {
    const libraries = ['usr/lib', 'lib'].map((one) =>
      path.join(this.folder, one, 'x86_64-linux-gnu'),
    )
    return {
      env: {
        PATH: process.env.PATH,
        LANG: 'C.UTF-8',
        HOME: this.data,
        FOSSIL_USER: USER.name,
        LD_LIBRARY_PATH: libraries.join(':'),
      },
    }
  }

  /** Runs `fossil` on the repository. */
  fossil(...args) {
    return this.run(this.program, [...args, '-R', this.file], this.options)
  }

  async sql(statement) {
    const said = await this.fossil('sql', '.mode json', statement)
    return said.trim() ? JSON.parse(said) : []
  }

  async seed() {
    await this.run(this.program, ['new', '--admin-user', 'owner', this.file], this.options)
    for (const name of [USER.name, ...GUESTS]) {
      await this.fossil('user', 'new', name, `${name}@desk.example`, USER.password)
      const may = name === USER.name ? 'cfghjkmnorw2345' : 'hjkrw234'
      await this.fossil('user', 'capabilities', name, may)
    }
    const rows = Object.entries(SETTINGS).map(([name, value]) => `('${name}', '${value}', 0)`)
    await this.sql(`replace into config (name, value, mtime) values ${rows.join(', ')}`)
    for (const [title, type, subsystem, priority, severity, comment] of TICKETS)
      await this.fossil(
        ...['ticket', 'add', 'title', title, 'type', type],
        ...['status', 'Open', 'resolution', 'Open'],
        ...['subsystem', subsystem, 'priority', priority, 'severity', severity],
        ...['foundin', '1.4', 'comment', comment],
      )
    for (const [name, text] of PAGES) await this.page(name, text)
    await this.start()
    for (const [user, title, text] of THREADS) await this.thread(user, title, text)
  }

  /** Begins a thread of the forum as a guest does, with the forms of the pages. */
  async thread(user, title, text) {
    let cookie = ''
    const post = (page, fields) =>
      fetch(`${this.address}/${page}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, referer: `${this.address}/${page}` },
        body: new URLSearchParams(fields),
      })
    const signedIn = await post('login', { u: user, p: USER.password, in: 'Login' })
    cookie = signedIn.headers.get('set-cookie').split(';')[0]
    const fields = { title, content: text, mimetype: 'text/x-markdown', submit: 'Submit' }
    const sent = await post('forume1', fields)
    if (sent.status !== 302) throw new Error(`no thread: ${sent.status} ${await sent.text()}`)
  }

  command() {
    return {
      program: this.program,
      args: ['server', '--port', String(this.port), '--localhost', '--nojail', this.file],
      options: this.options,
    }
  }

  /** Writes a page of the wiki behind the screen. */
  async page(name, text) {
    const file = path.join(this.data, 'page.md')
    await writeFile(file, text)
    const there = (await this.fossil('wiki', 'list')).split('\n').includes(name)
    await this.fossil('wiki', there ? 'commit' : 'create', name, file, '-M', 'markdown')
    await rm(file)
  }

  get start_url() {
    return `${this.address}/wiki?name=Tea+shop`
  }

  async signIn(person) {
    const { page } = person
    await person.click(page.getByRole('link', { name: 'Login', exact: true }))
    await person.type('#u', USER.name)
    await person.type('#p', USER.password)
    await person.click(page.getByRole('button', { name: 'Login', exact: true }))
    await page.getByRole('link', { name: USER.name, exact: true }).waitFor()
  }

  /** Tickets with the remarks of their changes, the pages of the wiki, and the threads of the forum, oldest first. */
  async read() {
    const tickets = await this.sql(`select tkt_id as id, ${FIELDS} from ticket order by tkt_ctime`)
    const remarks = await this.sql(
      'select tkt_id as ticket, login, icomment as text from ticketchng order by tkt_mtime, rowid',
    )
    const pages = await this.sql(
      `select substr(tagname, 6) as name, content((select uuid from blob where rid = x.rid)) as artifact
       from tag join tagxref x using (tagid)
       where tagname like 'wiki-%' and x.mtime = (select max(mtime) from tagxref where tagid = x.tagid)
       and x.value > 0 order by name`,
    )
    const posts = await this.sql(
      `select f.fpid as id, f.froot as root, f.firt as answers, content(uuid) as artifact
       from forumpost f join blob on rid = f.fpid
       where not exists (select 1 from forumpost where fprev = f.fpid) order by f.fmtime`,
    )
    return {
      tickets: tickets.map(({ id, ...ticket }) => ({
        ...filled(ticket),
        remarks: remarks.filter((one) => one.ticket === id && plain(one.text)).map(signed),
      })),
      pages: Object.fromEntries(pages.map((one) => [one.name, text(one.artifact)])),
      threads: posts
        .filter((one) => one.root === one.id)
        .map((one) => ({
          title: card(one.artifact, 'H'),
          posts: posts
            .filter(({ root }) => root === one.id)
            .map(({ artifact }) => ({ by: card(artifact, 'U'), text: text(artifact) })),
        })),
    }
  }

  /** Changes a ticket of this title behind the screen. */
  async ticket(title, change) {
    const [{ id }] = await this.sql(
      `select tkt_uuid as id from ticket where title = '${title}' order by tkt_ctime desc`,
    )
    return this.fossil('ticket', 'set', id, ...Object.entries(change).flat())
  }
}

/** What was never written is the same as an empty field. */
const filled = (ticket) =>
  Object.fromEntries(Object.entries(ticket).map(([name, value]) => [name, plain(value)]))

const plain = (text) => (text ?? '').replaceAll('\r', '').trim()

const signed = ({ login, text }) => ({ by: login, text: plain(text) })

/** A line of an artifact that begins with this letter. */
const card = (artifact, letter) =>
  new RegExp(`^${letter} (.*)$`, 'm').exec(artifact)?.[1].replaceAll('\\s', ' ')

/** The text that an artifact ends with. */
const text = (artifact) => plain(/^W \d+\n([\s\S]*)\nZ /m.exec(artifact)?.[1])

/** Goes to a part of the shop by the menu at the top. */
export const menu = (person, name) =>
  person.click(person.page.locator('.mainmenu').getByRole('link', { name, exact: true }))

/** Searches all of the shop. */
export async function search(person, words) {
  const { page } = person
  await menu(person, 'Search')
  await person.type('input[name=s]', words)
  await person.click(page.getByRole('button', { name: 'Search', exact: true }))
  await page.waitForURL(/search\?/)
}

/** Opens a page of the wiki from the list of them. */
export async function openPage(person, name) {
  await menu(person, 'Wiki')
  await person.click(person.page.getByRole('link', { name, exact: true }))
  await person.page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
}

/** Opens a ticket from the table of all of them. */
export async function openTicket(person, title) {
  const { page } = person
  await menu(person, 'Tickets')
  await person.click(page.getByRole('link', { name: 'All Tickets', exact: true }))
  const row = page.getByRole('row').filter({ hasText: title })
  await person.click(row.getByRole('link').first())
  await page.getByRole('cell', { name: title, exact: true }).waitFor()
}

/** Opens the form of the ticket that is shown. */
export async function editTicket(person) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Edit', exact: true }))
  await page.locator('textarea[name=icomment]').waitFor()
}

/** Sends the form of a ticket, which is shown once more before it can be sent. */
export async function submitTicket(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Preview', exact: true }))
  await person.click(page.getByRole('button', { name: 'Submit', exact: true }))
  await page.getByText('View Ticket').waitFor()
}
