// django-helpdesk (PyPI): tickets of a help desk in a small Django project. Pages and forms of the server, a list that a
// script fills, menus, parts of a page behind tabs and folds; sign-in.

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const SETTINGS = `
import os
BASE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SECRET_KEY = 'desk'
DEBUG = True
ALLOWED_HOSTS = ['*']
INSTALLED_APPS = ['django.contrib.' + one for one in (
    'admin', 'auth', 'contenttypes', 'sessions', 'sites', 'messages', 'staticfiles', 'humanize')] + ['rest_framework', 'helpdesk']
MIDDLEWARE = [
    'django.contrib.sessions.middleware.SessionMiddleware', 'django.middleware.common.CommonMiddleware',
    'django.middleware.csrf.CsrfViewMiddleware', 'django.contrib.auth.middleware.AuthenticationMiddleware',
    'django.contrib.messages.middleware.MessageMiddleware']
ROOT_URLCONF = 'desk.urls'
TEMPLATES = [{
    'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True,
    'OPTIONS': {'context_processors': ['django.template.context_processors.' + one for one in ('debug', 'request')] +
        ['django.contrib.auth.context_processors.auth', 'django.contrib.messages.context_processors.messages']}}]
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': os.path.join(BASE, 'desk.sqlite3')}}
SITE_ID = 1
STATIC_URL = '/static/'
MEDIA_URL = '/media/'
MEDIA_ROOT = os.path.join(BASE, 'media')
LOGIN_URL = '/login/'
LOGIN_REDIRECT_URL = '/tickets/'
DEFAULT_AUTO_FIELD = 'django.db.models.AutoField'
TIME_ZONE = 'UTC'
EMAIL_BACKEND = 'django.core.mail.backends.dummy.EmailBackend'
HELPDESK_TEAMS_MODE_ENABLED = False
HELPDESK_REDIRECT_TO_LOGIN_BY_DEFAULT = True
`

const URLS = `
from django.urls import include, path
urlpatterns = [path('', include('helpdesk.urls', namespace='helpdesk'))]
`

const SEED = `
import datetime
from django.contrib.auth.models import User
from helpdesk.models import FollowUp, Queue, Ticket
people = {}
for name in ('ann', 'bob', 'cleo'):
    people[name] = User.objects.create_superuser(name, name + '@desk.example', 'tea-and-cups-9')
queues = {}
for title, slug in (('Shop', 'shop'), ('Warehouse', 'store'), ('Website', 'web')):
    queues[slug] = Queue.objects.create(title=title, slug=slug, email_address=slug + '@desk.example')
day = datetime.datetime(2025, 3, 1, 9, 0, tzinfo=datetime.timezone.utc)
for queue, title, submitter, priority, owner, body in (
        ('shop', 'The till prints no receipts', 'ida@shop.example', 2, 'bob', 'Since Monday the paper stays white.'),
        ('store', 'Shelf 4 is wobbly', 'jon@store.example', 4, None, 'It moves when a box is put on it.'),
        ('web', 'Prices of tins are wrong', 'kim@mail.example', 3, None, 'All tins cost nothing.'),
        ('shop', 'Order new aprons', 'ida@shop.example', 5, None, 'Four large ones and two small ones.'),
        ('web', 'The search finds no oolong', 'lou@mail.example', 3, 'bob', 'Although we sell three kinds of it.'),
        ('store', 'The cold room is too warm', 'max@store.example', 1, None, 'It has eleven degrees.')):
    day += datetime.timedelta(days=1)
    ticket = Ticket.objects.create(queue=queues[queue], title=title, submitter_email=submitter, priority=priority,
        assigned_to=people.get(owner), description=body, status=Ticket.OPEN_STATUS)
    # The model writes the present time.
    Ticket.objects.filter(id=ticket.id).update(created=day, modified=day)
    FollowUp.objects.create(ticket=ticket, title='Ticket Opened', date=day, public=True, comment=body)
`

export default class Helpdesk extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'list drawn by a script', 'sign-in']

  async install() {
    const folder = await pip('helpdesk', 'django-helpdesk==2.6.1', 'django==5.2.19')
    this.bin = path.join(folder, 'bin')
  }

  get file() {
    return path.join(this.data, 'desk.sqlite3')
  }

  get options() {
    return {
      env: {
        ...process.env,
        PYTHONPATH: this.data,
        PYTHONDONTWRITEBYTECODE: '1',
        DJANGO_SETTINGS_MODULE: 'desk.settings',
      },
    }
  }

  manage(...args) {
    return this.run(path.join(this.bin, 'django-admin'), args, this.options)
  }

  async seed() {
    await mkdir(path.join(this.data, 'desk'))
    await writeFile(path.join(this.data, 'desk/settings.py'), SETTINGS)
    await writeFile(path.join(this.data, 'desk/urls.py'), URLS)
    await this.manage('migrate', '--verbosity', '0')
    await this.manage('shell', '-c', SEED)
  }

  command() {
    return {
      program: path.join(this.bin, 'django-admin'),
      args: ['runserver', '--noreload', '--skip-checks', `127.0.0.1:${this.port}`],
      options: this.options,
    }
  }

  get start_url() {
    return `${this.address}/tickets/`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByLabel('Username'), 'ann')
    await person.type(page.getByLabel('Password'), 'tea-and-cups-9')
    await person.click(page.getByRole('button', { name: 'Login' }))
    await page.locator('#ticketTable tbody .tickettitle').first().waitFor()
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Changes a field of the newest ticket of this title behind the screen. */
  change(title, field, value) {
    return this.sql(
      `update helpdesk_ticket set ${field} = ? where id = (select max(id) from helpdesk_ticket where title = ?) returning id`,
      value,
      title,
    )
  }

  /** Deletes a ticket behind the screen. */
  remove(title) {
    return this.sql('delete from helpdesk_ticket where title = ? returning id', title)
  }

  /** Every ticket in the order in which it was made, with what was written about it. */
  async read() {
    const tickets = await this
      .sql(`select t.id, t.title, q.title as queue, t.submitter_email as submitter, u.username as owner, t.status,
        t.priority, t.due_date as due, t.description, t.resolution, t.on_hold as held
      from helpdesk_ticket t join helpdesk_queue q on q.id = t.queue_id left join auth_user u on u.id = t.assigned_to_id
      order by t.id`)
    const notes = await this
      .sql(`select f.ticket_id as ticket, f.title, f.comment, f.public, u.username as user, f.new_status as status
      from helpdesk_followup f left join auth_user u on u.id = f.user_id order by f.id`)
    return tickets.map(({ id, ...one }) => ({
      ...one,
      notes: notes
        .filter((note) => note.ticket === id)
        .map(({ title, comment, user, status }) => ({
          title,
          comment: comment ?? '',
          user,
          status,
        })),
    }))
  }
}

/** The row of a ticket in the list. */
export const row = (page, title) =>
  page.locator('#ticketTable tbody tr').filter({ has: page.getByText(`. ${title}`) })

/** Opens a ticket from the list. */
export async function openTicket(person, title) {
  const { page } = person
  await person.click(row(page, title).getByRole('link'))
  await page.getByRole('heading', { name: title }).first().waitFor()
}

/** Goes back to the list. */
export async function toList(person) {
  const { page } = person
  await person.click(page.locator('.sidebar').getByRole('link', { name: 'All Tickets' }))
  await page.locator('#ticketTable tbody .tickettitle').first().waitFor()
}
