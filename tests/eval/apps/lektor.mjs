// Lektor (PyPI): the web site of a walking club as files on the disk. A React application draws the form of each
// page from its model: fields without ids, a list of choices, boxes, a date; it goes from form to preview.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const MODELS = {
  page: `[model]
name = Page
label = {{ this.title }}

[fields.title]
label = Title
type = string
size = large

[fields.body]
label = Body
type = markdown
`,
  tours: `[model]
name = Tours
label = {{ this.title }}

[fields.title]
label = Title
type = string

[children]
model = tour
order_by = day
`,
  tour: `[model]
name = Tour
label = {{ this.title }}

[fields.title]
label = Title
type = string
size = large

[fields.day]
label = Day
type = date
width = 1/3

[fields.level]
label = Level
type = select
choices = easy, middle, hard
choice_labels = Easy, Middle, Hard
width = 1/3

[fields.hours]
label = Hours
type = integer
addon_label = h
width = 1/3

[fields.guide]
label = Guide
type = string
width = 1/2

[fields.full]
label = Places
type = boolean
checkbox_label = No place is left
width = 1/2

[fields.meeting]
label = Meeting point
type = string

[fields.text]
label = Text
type = markdown
`,
}

const body = `<h1>{{ this.title }}</h1>{{ this.body }}`
const TEMPLATES = {
  page: body,
  tours: `<h1>{{ this.title }}</h1><ul>{% for tour in this.children %}<li><a href="{{ tour|url }}">{{ tour.title }}</a> {{ tour.day }}</li>{% endfor %}</ul>`,
  tour: `<h1>{{ this.title }}</h1><p>{{ this.day }}, {{ this.level }}, {{ this.hours }} h, with {{ this.guide }}</p>
{% if this.full %}<p>No place is left.</p>{% endif %}<p>Meet at {{ this.meeting }}</p>{{ this.text }}`,
}

const tour = (title, day, level, hours, guide, full, meeting, text) => ({
  title,
  day,
  level,
  hours,
  guide,
  full: full ? 'yes' : 'no',
  meeting,
  text,
})

const PAGES = {
  '': { _model: 'page', title: 'Walking club', body: 'We walk in every weather.' },
  about: { _model: 'page', title: 'About us', body: 'Founded in 1974 by three teachers.' },
  fees: { _model: 'page', title: 'Fees', body: 'Adults pay 40 euros a year, children nothing.' },
  tours: { _model: 'tours', title: 'Tours' },
  'tours/lake-round': tour(
    'Round the lake',
    '2031-05-04',
    'easy',
    3,
    'Ida Moser',
    false,
    'Boat house',
    'Flat and in the shade. Bring a towel.',
  ),
  'tours/ridge-walk': tour(
    'Along the ridge',
    '2031-06-15',
    'hard',
    8,
    'Jonas Feld',
    false,
    'Upper station',
    'Only for those who do not fear heights.',
  ),
  'tours/mill-valley': tour(
    'Seven mills',
    '2031-05-25',
    'middle',
    5,
    'Ida Moser',
    true,
    'Church square',
    'Two mills still grind.',
  ),
  'tours/herb-day': tour(
    'Herbs and flowers',
    '2031-07-06',
    'easy',
    4,
    'Petra Lind',
    false,
    'Town hall',
    'With a lunch in the meadow.',
  ),
}

/** The text of a file of Lektor. */
const written = (fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('---\n')

/** What is in a file of Lektor. */
function fieldsOf(text) {
  const fields = {}
  for (const block of text.split(/^---\n/m)) {
    const [, name, value] = /^(\w+):([^]*)$/.exec(block) ?? []
    if (name) fields[name] = value.trim()
  }
  return fields
}

export default class Lektor extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'forms drawn from a model']

  async install() {
    this.bin = path.join(await pip('lektor', 'lektor==3.3.14'), 'bin')
  }

  get content() {
    return path.join(this.data, 'site/content')
  }

  file(page) {
    return path.join(this.content, page, 'contents.lr')
  }

  async seed() {
    const site = path.join(this.data, 'site')
    for (const folder of ['models', 'templates'])
      await mkdir(path.join(site, folder), { recursive: true })
    await writeFile(path.join(site, 'club.lektorproject'), '[project]\nname = Walking club\n')
    for (const [name, text] of Object.entries(MODELS))
      await writeFile(path.join(site, `models/${name}.ini`), text)
    for (const [name, text] of Object.entries(TEMPLATES))
      await writeFile(
        path.join(site, `templates/${name}.html`),
        `<!doctype html><meta charset="utf-8"><title>{{ this.title }}</title><body>${text}</body>\n`,
      )
    for (const [page, fields] of Object.entries(PAGES)) {
      await mkdir(path.join(this.content, page), { recursive: true })
      await writeFile(this.file(page), written(fields))
    }
  }

  command() {
    return {
      program: path.join(this.bin, 'lektor'),
      args: ['server', '--host=127.0.0.1', `--port=${this.port}`, '-O', '../built'],
      options: {
        cwd: path.join(this.data, 'site'),
        env: {
          ...process.env,
          PATH: `${this.bin}:${process.env.PATH}`,
          HOME: this.machine.path('user'),
          LANG: 'C.UTF-8',
        },
      },
    }
  }

  get start_url() {
    return `${this.address}/admin/edit?path=/`
  }

  /** Each page with its fields, and the other files beside them. */
  async read() {
    const state = {}
    for (const entry of await readdir(this.content, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = path.join(entry.parentPath ?? entry.path, entry.name)
      const name = path.relative(this.content, file)
      const text = await readFile(file, 'utf8')
      const fields = fieldsOf(text)
      // What a form leaves empty, or a box that nobody ticks, is not written.
      if (name.startsWith('tours/') && fields.title) fields.full ??= 'no'
      if (entry.name === 'contents.lr') state[`/${path.dirname(name)}`] = fields
      else state[`/${name}`] = text
    }
    return state
  }

  /** Changes fields of a page on the disk, behind the back of what is watched. */
  async put(page, changes) {
    const fields = fieldsOf(await readFile(this.file(page), 'utf8'))
    await writeFile(this.file(page), written({ ...fields, ...changes }))
  }
}

/** A field of the form by its label. */
export const field = (person, label) =>
  person.page.locator('dl.field').filter({
    has: person.page.locator('dt', { hasText: new RegExp(`^${label}$`) }),
  })

/** Stores the form; the page goes on to the preview. */
export async function save(person) {
  await person.click(person.page.getByRole('button', { name: 'Save Changes', exact: true }))
  await person.page.waitForURL(/\/preview/)
}
