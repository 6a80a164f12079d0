// Kolibri (PyPI): classes, people and roles of a small school. A Vue application with components of its own: lists of
// choices in layers, tables with boxes to tick, menus of options, side panels, messages at the foot; sign-in in two steps.

import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const CLASSES = ['Morning group', 'Afternoon group', 'Evening course', 'Holiday course']

const PEOPLE = [
  ['mira', 'Mira Novak', 'learner', ['Morning group']],
  ['jonas', 'Jonas Weber', 'learner', ['Morning group']],
  ['amina', 'Amina Diallo', 'learner', ['Afternoon group']],
  ['pavel', 'Pavel Horak', 'learner', []],
  ['lucia', 'Lucia Moretti', 'learner', []],
  ['henrik', 'Henrik Dahl', 'learner', ['Evening course']],
  ['salma', 'Salma Haddad', 'learner', []],
  ['tomas', 'Tomas Novotny', 'learner', ['Evening course']],
  ['ruth', 'Ruth Okafor', 'coach', ['Morning group']],
  ['edgar', 'Edgar Lind', 'coach', ['Evening course']],
]

const USER = { name: 'ann', password: 'tea-and-cups' }

const SEED = `
import json, sys
from kolibri.utils.main import initialize
initialize()
from kolibri.core.auth.models import Classroom, Facility, FacilityUser
from kolibri.core.device.utils import setup_device_and_facility, validate_device_settings
user, classes, people = json.loads(sys.argv[1])
setup_device_and_facility(None, 'School of the harbour', 'nonformal', {}, validate_device_settings(language_id='en'),
                          user['name'], user['password'])
school = Facility.objects.get()
FacilityUser.objects.filter(username=user['name']).update(full_name='Ann Berger')
rooms = {name: Classroom.objects.create(name=name, parent=school) for name in classes}
for username, name, kind, of in people:
    one = FacilityUser.objects.create_user(username=username, full_name=name, password=user['password'], facility=school)
    for room in of:
        if kind == 'coach':
            rooms[room].add_coach(one)
        else:
            rooms[room].add_member(one)
    if kind == 'coach':
        school.add_role(one, 'classroom assignable coach')
`

export default class Kolibri extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'component library', 'side panels', 'sign-in in steps']

  async install() {
    this.bin = path.join(await pip('kolibri', 'kolibri==0.19.5'), 'bin')
  }

  get options() {
    return {
      env: {
        PATH: process.env.PATH,
        LANG: 'C.UTF-8',
        HOME: this.data,
        KOLIBRI_HOME: this.data,
        KOLIBRI_DISABLE_PING: 'true',
        KOLIBRI_LISTEN_ADDRESS: '127.0.0.1',
        KOLIBRI_ZEROCONF_ENABLED: 'false',
      },
    }
  }

  async seed() {
    const given = JSON.stringify([USER, CLASSES, PEOPLE])
    await this.run(path.join(this.bin, 'python'), ['-c', SEED, given], this.options)
  }

  command() {
    return {
      program: path.join(this.bin, 'kolibri'),
      args: ['start', '--foreground', '--skip-update', '--port', String(this.port)],
      options: this.options,
    }
  }

  get start_url() {
    const next = encodeURIComponent(`${this.address}/en/facility/#/classes`)
    return `${this.address}/en/auth/#/signin?next=${next}`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByRole('textbox', { name: 'Username' }), USER.name)
    await person.click(page.getByRole('button', { name: 'Next' }))
    await person.type(page.getByLabel('Password'), USER.password)
    await person.click(page.getByRole('button', { name: 'Sign in' }))
    await page.getByRole('heading', { name: 'Classes', exact: true }).waitFor()
    await row(page, CLASSES[0]).waitFor()
  }

  sql(statement, ...values) {
    return sqlite(this, path.join(this.data, 'db.sqlite3'), statement, ...values)
  }

  /** People in the order of their user names, with what they are and their classes, and the names of the classes. */
  async read() {
    const people = await this.sql(
      'select id, username, full_name as name, gender, birth_year as born, id_number as identifier from kolibriauth_facilityuser where date_deleted is null order by username',
    )
    const roles = await this.sql(
      'select r.user_id as user, r.kind, c.kind as of, c.name from kolibriauth_role r join kolibriauth_collection c on c.id = collection_id order by c.name, r.kind',
    )
    const members = await this.sql(
      'select m.user_id as user, c.name from kolibriauth_membership m join kolibriauth_collection c on c.id = collection_id order by c.name',
    )
    const classes = await this.sql(
      "select name from kolibriauth_collection where kind = 'classroom' order by name",
    )
    return {
      classes: classes.map((one) => one.name),
      people: people.map(({ id, ...one }) => ({
        ...one,
        roles: roles
          .filter((role) => role.user === id && role.of === 'facility')
          .map((r) => r.kind),
        learns: members.filter((member) => member.user === id).map((member) => member.name),
        teaches: roles.filter((r) => r.user === id && r.of === 'classroom').map((r) => r.name),
      })),
    }
  }

  /** Changes the account of this user name behind the screen. */
  change(username, field, value) {
    return this.sql(
      `update kolibriauth_facilityuser set ${field} = ? where username = ? returning id`,
      value,
      username,
    )
  }

  /** Takes somebody out of a class behind the screen. */
  leave(username, group) {
    return this.sql(
      `delete from kolibriauth_membership where user_id = ${USER_ID} and collection_id = ${CLASS_ID} returning id`,
      username,
      group,
    )
  }

  /** Puts somebody into a class behind the screen. */
  join(username, group) {
    return this.sql(
      `insert into kolibriauth_membership (id, _morango_dirty_bit, _morango_source_id, _morango_partition, user_id, collection_id, dataset_id)
       select lower(hex(randomblob(16))), 1, '', '', ${USER_ID}, ${CLASS_ID}, (select id from kolibriauth_facilitydataset) returning id`,
      username,
      group,
    )
  }
}

const USER_ID = '(select id from kolibriauth_facilityuser where username = ?)'
const CLASS_ID = "(select id from kolibriauth_collection where kind = 'classroom' and name = ?)"

/** The user name of somebody. */
export const usernameOf = (name) => PEOPLE.find((one) => one[1] === name)[0]

/** Goes to a part of the page of the school. */
export async function tab(person, name) {
  const { page } = person
  await person.click(page.getByRole('link', { name, exact: true }))
  await page.getByRole('heading', { name, exact: true }).waitFor()
}

/** The row of somebody, or of a class, in a table. */
export const row = (page, name) => page.getByRole('row').filter({ hasText: name })

/** Ticks the box of a row, which is drawn over a hidden one. */
export const tickRow = (person, name) =>
  person.tick(row(person.page, name).locator('[class*=checkbox]').first())

/** Opens the menu of a row, the button with three dots, and takes an entry. */
export async function fromMenu(person, name, entry) {
  const { page } = person
  await person.click(row(page, name).getByRole('button').last())
  await person.click(page.getByRole('menu').getByText(entry, { exact: true }))
}

/** Opens a list of choices of a form, and takes one. */
export async function pick(person, label, choice) {
  const { page } = person
  // The choices of the list before may still be fading.
  await page.locator('.ui-select-option:visible').first().waitFor({ state: 'hidden' })
  const list = page.locator('.ui-select:visible').filter({
    has: page.locator('.ui-select-label-text', { hasText: label }),
  })
  const option = page
    .locator('.ui-select-option:visible')
    .getByText(choice, { exact: true })
    .first()
  await person.click(list.locator('.ui-select-display'))
  // A list sometimes does not open while another one gives up the focus. A person clicks it again.
  const opened = await option.waitFor({ timeout: 4_000 }).then(
    () => true,
    () => false,
  )
  if (!opened) await person.click(list.locator('.ui-select-display'))
  await person.click(option)
}
