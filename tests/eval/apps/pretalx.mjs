// pretalx (PyPI): the programme of a conference. Server-rendered lists and forms of Django with choices that are searched
// and fields for a day and a time; and a schedule of rooms and hours in Vue, in which sessions are dragged to their place.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from '../../window/support/webdriver.mjs'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const ADMIN = { email: 'ann@desk.example', password: 'tea-and-cups-9' }

const ROOMS = ['Great hall', 'Library', 'Garden room']

// Title, speaker, track, type, state, and where and when it is (day of the event, hour).
const SESSIONS = [
  ['Opening words', 'Greta Olsen', 'Trade', 'Talk', 'confirmed', ['Great hall', 0, 9]],
  ['Leaves on the slope', 'Hamid Rahimi', 'Growing', 'Talk', 'confirmed', ['Great hall', 0, 10]],
  ['Water, hard and soft', 'Nell Carter', 'Brewing', 'Talk', 'confirmed', ['Library', 0, 10]],
  ['Tasting for beginners', 'Ines Prado', 'Brewing', 'Workshop', 'confirmed', ['Library', 1, 9]],
  ['Frost in the garden', 'Tobias Frey', 'Growing', 'Talk', 'confirmed', null],
  ['Pots and glazes', 'Owen Price', 'Trade', 'Talk', 'confirmed', null],
  ['Rolling by hand', 'Mina Okafor', 'Growing', 'Workshop', 'confirmed', null],
  ['Steam and patience', 'Piotr Lindqvist', 'Brewing', 'Talk', 'confirmed', null],
  ['Fair prices', 'Ruth Abell', 'Trade', 'Talk', 'submitted', null],
  ['Moss as a neighbour', 'Tomas Weir', 'Growing', 'Talk', 'submitted', null],
]

// Code, track, type, until when, how often, note.
const CODES = [
  ['LATEGROWERS', 'Growing', null, '2031-04-20T18:00', 5, 'For the growers of the valley.'],
  ['PRESSDESK', null, 'Talk', null, 1, ''],
  ['POTTERS2031', 'Trade', 'Workshop', '2031-04-30T23:59', 3, 'Asked for by Owen.'],
]

const SEED = `
import json, os, sys
os.environ['DJANGO_SETTINGS_MODULE'] = 'pretalx.settings'
import django
django.setup()
from django.db.backends.signals import connection_created
# Waiting for the disk after each of hundreds of migrations takes minutes.
connection_created.connect(lambda connection, **_: connection.cursor().execute('PRAGMA synchronous = OFF'), weak=False)
from django.core.management import call_command
call_command('migrate', verbosity=0)
from datetime import date, datetime, timedelta, timezone
from django.db import transaction
from django_scopes import scope, scopes_disabled
from pretalx.event.models import Event, Organiser, Team
from pretalx.person.models import SpeakerProfile, User
from pretalx.submission.models import Submission, SubmissionType, SubmitterAccessCode, Track
given = json.load(open(sys.argv[1]))
at = lambda text: text and datetime.fromisoformat(text).replace(tzinfo=timezone.utc)
with scopes_disabled(), transaction.atomic():
    ann = User.objects.create_user(email=given['email'], password=given['password'], name='Ann Desk', locale='en', timezone='UTC')
    desk = Organiser.objects.create(name='Desk Events', slug='desk')
    office = Team.objects.create(organiser=desk, name='Office', all_events=True, can_create_events=True, can_change_teams=True,
        can_change_organiser_settings=True, can_change_event_settings=True, can_change_submissions=True)
    office.members.add(ann)
    tea = Event.objects.create(name='Tea Days', slug='tea', organiser=desk, is_public=True, date_from=date(2031, 6, 5), date_to=date(2031, 6, 6),
        timezone='UTC', email='desk@desk.example', locale_array='en', locale='en')
    tea.build_initial_data()
with scope(event=tea), transaction.atomic():
    types = {'Talk': tea.cfp.default_type, 'Workshop': SubmissionType.objects.create(event=tea, name='Workshop', default_duration=90)}
    types['Talk'].name, types['Talk'].default_duration = 'Talk', 60
    types['Talk'].save()
    tracks = {name: Track.objects.create(event=tea, name=name, color=color)
              for name, color in [('Brewing', '#00796b'), ('Growing', '#558b2f'), ('Trade', '#6d4c41')]}
    rooms = {name: tea.rooms.create(name=name, position=number) for number, name in enumerate(given['rooms'])}
    for title, speaker, track, kind, state, place in given['sessions']:
        user = User.objects.create_user(email=speaker.lower().replace(' ', '.') + '@mail.example', name=speaker, locale='en', timezone='UTC')
        SpeakerProfile.objects.create(user=user, event=tea, biography='')
        one = Submission.objects.create(event=tea, title=title, submission_type=types[kind], track=tracks[track], state=state, content_locale='en', abstract='')
        one.speakers.add(user)
        one.update_talk_slots()
        if place:
            slot = one.slots.get(schedule=tea.wip_schedule)
            slot.room = rooms[place[0]]
            slot.start = datetime(2031, 6, 5 + place[1], place[2], tzinfo=timezone.utc)
            slot.end = slot.start + timedelta(minutes=types[kind].default_duration)
            slot.save()
    for code, track, kind, until, uses, notes in given['codes']:
        SubmitterAccessCode.objects.create(event=tea, code=code, track=tracks.get(track), submission_type=types.get(kind), valid_until=at(until),
            maximum_uses=uses, internal_notes=notes)
`

const SERVE = `
import os, socketserver, sys
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
os.environ['DJANGO_SETTINGS_MODULE'] = 'pretalx.settings'
from pretalx.wsgi import application

class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True

class Handler(WSGIRequestHandler):
    def log_message(self, *_):
        pass

make_server('127.0.0.1', int(sys.argv[1]), application, Server, Handler).serve_forever()
`

export default class Pretalx extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'drag and drop', 'searched choices', 'days and times', 'sign-in']

  async install() {
    const folder = await pip('pretalx', 'pretalx==2025.2.2')
    this.bin = path.join(folder, 'bin')
    this.files = path.join(folder, 'static')
    if (existsSync(this.files)) return
    // The package has the sources of the schedule only.
    const run = promisify(execFile)
    const fresh = `${this.files}.${process.pid}`
    const env = {
      ...process.env,
      OUT_DIR: fresh,
      BASE_URL: '/static/',
      PRETALX_FILESYSTEM_STATIC: fresh,
      PRETALX_DATA_DIR: path.join(folder, 'none'),
    }
    const python = path.join(this.bin, 'python')
    const where = ['-c', 'import os, pretalx; print(os.path.dirname(pretalx.__file__))']
    const { stdout } = await run(python, where)
    const cwd = path.join(stdout.trim(), 'frontend/schedule-editor')
    const most = { cwd, env, maxBuffer: 1 << 26 }
    await run('npm', ['ci', '--silent', '--no-audit', '--no-fund'], most)
    await run('npm', ['run', 'build'], most)
    await run(python, ['-m', 'pretalx', 'collectstatic', '--noinput'], { ...most, cwd: folder })
    await rename(fresh, this.files).catch(() => rm(fresh, { recursive: true, force: true }))
  }

  get options() {
    return {
      env: {
        PATH: process.env.PATH,
        LANG: 'C.UTF-8',
        HOME: this.data,
        PYTHONWARNINGS: 'ignore',
        PRETALX_DATA_DIR: this.data,
        PRETALX_FILESYSTEM_STATIC: this.files,
        PRETALX_DB_NAME: this.file,
        PRETALX_SITE_URL: this.address,
        // Nobody gets mail: nothing listens there.
        PRETALX_MAIL_HOST: '127.0.0.1',
        PRETALX_MAIL_PORT: '9',
      },
    }
  }

  get file() {
    return path.join(this.data, 'db.sqlite3')
  }

  async seed() {
    const given = path.join(this.data, 'seed.json')
    await mkdir(path.join(this.data, 'media'), { recursive: true })
    await writeFile(
      given,
      JSON.stringify({ ...ADMIN, rooms: ROOMS, sessions: SESSIONS, codes: CODES }),
    )
    await this.run(path.join(this.bin, 'python'), ['-c', SEED, given], this.options)
  }

  command() {
    return {
      program: path.join(this.bin, 'python'),
      args: ['-c', SERVE, String(this.port)],
      options: this.options,
    }
  }

  get start_url() {
    return `${this.address}/orga/event/tea/`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByRole('textbox', { name: 'Email' }), ADMIN.email)
    await person.type(page.getByRole('textbox', { name: 'Password' }), ADMIN.password)
    await person.click(page.getByRole('button', { name: 'Log in' }))
    await person.sees('Log out')
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** The sessions in order of their titles, with their place in the schedule that is being made; the breaks in it; and the codes. */
  async read() {
    const place = 'r.name as room, substr(l.start, 1, 16) as start, substr(l.end, 1, 16) as end'
    const wip = 'l.schedule_id = (select id from schedule_schedule where version is null)'
    return {
      sessions: await this.sql(
        `select s.title, s.state, t.name as type, k.name as track, s.duration, ${place}
         from submission_submission s join submission_submissiontype t on t.id = s.submission_type_id
         left join submission_track k on k.id = s.track_id
         left join schedule_talkslot l on l.submission_id = s.id and ${wip}
         left join schedule_room r on r.id = l.room_id order by s.title, l.start`,
      ),
      breaks: await this.sql(
        `select l.description, ${place} from schedule_talkslot l join schedule_room r on r.id = l.room_id
         where l.submission_id is null and ${wip} order by l.start, r.name`,
      ),
      codes: await this.sql(
        `select c.code, k.name as track, t.name as type, substr(c.valid_until, 1, 16) as until, c.maximum_uses as uses, coalesce(c.internal_notes, '') as notes
         from submission_submitteraccesscode c left join submission_track k on k.id = c.track_id
         left join submission_submissiontype t on t.id = c.submission_type_id order by c.code`,
      ),
    }
  }

  /** Puts a session elsewhere behind the screen: a room (`null` for none), and from when until when. */
  move(title, room, start, end) {
    return this.sql(
      `update schedule_talkslot set room_id = (select id from schedule_room where name = ?), start = ?, end = ?
       where submission_id = (select id from submission_submission where title = ?)
       and schedule_id = (select id from schedule_schedule where version is null) returning id`,
      room,
      start,
      end,
      title,
    )
  }

  /** Changes an access code behind the screen; `null` deletes it. */
  changeCode(code, field, value) {
    return field === null
      ? this.sql('delete from submission_submitteraccesscode where code = ? returning id', code)
      : this.sql(
          `update submission_submitteraccesscode set ${field} = ? where code = ? returning id`,
          value,
          code,
        )
  }
}

/** Takes a choice of a list that is drawn over the field of this name. */
export async function pick(person, field, choice) {
  const list = person.page.locator('.choices').filter({ has: person.page.locator(`#id_${field}`) })
  await person.click(list)
  await person.click(list.locator('.choices__list--dropdown').getByRole('option', { name: choice }))
}

/** Types a day and a time (`2031-05-09T18:00`) into a field for both, part by part in the order that the browser shows. */
export async function moment(person, target, value) {
  const order = await target.evaluate(() =>
    new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' })
      .formatToParts()
      .map(({ type }) => type)
      .filter((type) => type !== 'literal'),
  )
  const [year, month, day, hour, minute] = value.split(/\D/)
  const half = order.includes('dayPeriod')
  const parts = {
    ...{ year, month, day, minute },
    hour: half ? String(Number(hour) % 12 || 12).padStart(2, '0') : hour,
    dayPeriod: Number(hour) < 12 ? 'AM' : 'PM',
  }
  const date = order.slice(0, 3).map((part) => parts[part])
  const time = order.slice(3).map((part) => parts[part])
  const edge = { position: { x: 14, y: 18 } }
  // The page opens the calendar of the browser a moment after the field has the focus.
  await target.evaluate((field) => {
    field.showPicker = () => {
      HTMLInputElement.prototype.showPicker.call(field)
      field.opened = true
    }
  })
  await person.click(target, edge)
  await until(
    () => target.evaluate((field) => field.opened),
    15_000,
    async () => 'no calendar',
  )
  const isTyped = () =>
    until(
      async () => (await target.inputValue()) === value,
      1_500,
      async () => '',
    ).then(
      () => true,
      () => false,
    )
  // It is closed, to type. Where it takes the first keys, a person closes it once more and types again.
  for (let tries = 0; tries < 4; tries += 1) {
    await person.press('Escape')
    // A click at the edge puts the cursor into the first part. A year may have six digits, so it is left by a key.
    await person.click(target, edge)
    await person.write(date.join(''))
    await person.press('ArrowRight')
    await person.write(time.join(''))
    if (await isTyped()) return
  }
  throw new Error(`typing “${value}” gave “${await target.inputValue()}”`)
}

/** A session in the list of those that have no place, and one in the schedule. */
export const waiting = (page, title) =>
  page.locator('#unassigned .istalk').filter({ hasText: title })
export const placed = (page, title) =>
  page.locator('.c-grid-schedule .istalk').filter({ hasText: title })

/** Drags a session to a room and a moment (`2031-06-05T11:00`) of the schedule, and waits until it is stored. */
export async function dragTo(person, session, room, start) {
  const { page } = person
  const row = page.locator(`[data-slice="${start}:00Z"]`)
  await row.scrollIntoViewIfNeeded()
  const [column, from] = await Promise.all([
    page.getByText(room, { exact: true }).first().boundingBox(),
    row.boundingBox(),
  ])
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await person.drag(session, row, { toPosition: { x: column.x + 20 - from.x, y: 20 } })
  await stored
}
