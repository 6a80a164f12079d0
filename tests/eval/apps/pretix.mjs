// pretix (PyPI): the back office of a ticket shop, on Django. Long server-rendered forms with side navigation, fields
// with a list of choices that is searched while typing, calendars, and panels with a form of their own on one page.

import path from 'node:path'
import { writeFile } from 'node:fs/promises'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const ADMIN = { email: 'ann@desk.example.com', password: 'tea-and-cups-9' }

// Code, e-mail, name, products, status (n: pending, p: paid), internal comment, follow-up, attention at the door.
const ORDERS = [
  ['B7KQX', 'ada@lovelace.example', 'Ada Lovelace', ['Day ticket'], 'p', '', null, false],
  [
    ...['C9MTA', 'grace@hopper.example', 'Grace Hopper', ['Day ticket', 'Workshop'], 'n'],
    ...['Wants an invoice.', null, false],
  ],
  ['F3RHW', 'alan@turing.example', 'Alan Turing', ['Weekend ticket'], 'n', '', null, false],
  ['H8LZN', 'emmy@noether.example', 'Emmy Noether', ['Weekend ticket'], 'p', '', null, false],
  [
    ...['K7PSE', 'edsger@dijkstra.example', 'Edsger Dijkstra', ['Day ticket', 'Day ticket'], 'p'],
    ...['Comes with a wheelchair.', '2031-08-20', true],
  ],
  ['M3UVG', 'katherine@johnson.example', 'Katherine Johnson', ['Workshop'], 'n', '', null, false],
  ['R9YDB', 'barbara@liskov.example', 'Barbara Liskov', ['Day ticket'], 'p', '', null, false],
]

const SEED = `
import json, os, sys
os.environ['DJANGO_SETTINGS_MODULE'] = 'pretix.settings'
import django
django.setup()
from django.db.backends.signals import connection_created
# Waiting for the disk after each of hundreds of migrations takes minutes.
connection_created.connect(lambda connection, **_: connection.cursor().execute('PRAGMA synchronous = OFF'), weak=False)
from django.core.management import call_command
call_command('migrate', verbosity=0)
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from django.db import transaction
from django_scopes import scopes_disabled
from i18nfield.strings import LazyI18nString
from pretix.base.models import *
given = json.load(sys.stdin)
word = lambda text: LazyI18nString({'en': text})
with scopes_disabled(), transaction.atomic():
    ann = User.objects.create_user(given['email'], given['password'], fullname='Ann Desk', timezone='UTC', locale='en')
    desk = Organizer.objects.create(name='Desk Events', slug='desk')
    team = Team.objects.create(organizer=desk, name='Office', all_events=True, **{
        field.name: True for field in Team._meta.fields if field.name.startswith('can_')})
    team.members.add(ann)
    fair = Event.objects.create(
        organizer=desk, name=word('Autumn Tea Fair'), slug='fair', currency='EUR', live=True, testmode=False,
        date_from=datetime(2031, 9, 12, 10, tzinfo=timezone.utc), date_to=datetime(2031, 9, 14, 18, tzinfo=timezone.utc),
        plugins='pretix.plugins.banktransfer,pretix.plugins.checkinlists,pretix.plugins.statistics')
    fair.set_defaults()
    fair.settings.timezone = 'UTC'
    fair.settings.locale = 'en'
    fair.settings.locales = ['en']
    admission = fair.categories.create(name=word('Admission'), position=0)
    extras = fair.categories.create(name=word('Extras'), position=1)
    items = {}
    for at, (name, price, category, admits) in enumerate([
        ('Day ticket', '24.00', admission, True), ('Weekend ticket', '58.00', admission, True),
        ('Reduced day ticket', '15.00', admission, True), ('Workshop', '35.00', extras, False),
        ('Tea cup', '9.50', extras, False), ('Poster', '6.00', extras, False),
    ]):
        items[name] = fair.items.create(
            name=word(name), default_price=Decimal(price), category=category, admission=admits, personalized=admits,
            position=at, active=name != 'Poster')
    for name, size, inside in [('Hall', 400, ['Day ticket', 'Weekend ticket', 'Reduced day ticket']), ('Workshop room', 24, ['Workshop']), ('Shop', None, ['Tea cup', 'Poster'])]:
        quota = fair.quotas.create(name=name, size=size)
        quota.items.add(*[items[one] for one in inside])
    fair.vouchers.create(code='PRESS2031', max_usages=20, item=items['Day ticket'], price_mode='set', value=Decimal('0.00'), tag='press', comment='For newspapers.')
    fair.vouchers.create(code='STAFFCUP', max_usages=12, item=items['Tea cup'], price_mode='percent', value=Decimal('50.00'), tag='staff')
    fair.vouchers.create(code='EARLYTEA', max_usages=100, price_mode='subtract', value=Decimal('4.00'), tag='early', valid_until=datetime(2031, 5, 31, 23, 59, 59, tzinfo=timezone.utc))
    web = desk.sales_channels.get(identifier='web')
    for at, (code, email, name, products, status, comment, follow_up, attention) in enumerate(given['orders']):
        total = sum(items[one].default_price for one in products)
        placed = datetime(2026, 10, 1 + at, 9, 30, tzinfo=timezone.utc)
        order = Order.objects.create(
            code=code, event=fair, email=email, status=status, datetime=placed, locale='en', total=total, sales_channel=web,
            expires=datetime(2031, 8, 1, 23, 59, 59, tzinfo=timezone.utc), comment=comment, checkin_attention=attention,
            custom_followup_at=follow_up and date.fromisoformat(follow_up))
        for number, one in enumerate(products):
            OrderPosition.objects.create(
                order=order, item=items[one], price=items[one].default_price, positionid=number + 1,
                attendee_name_parts={'_scheme': 'full', 'full_name': name} if items[one].admission else {})
        if status == 'p':
            order.payments.create(provider='manual', state='confirmed', amount=total, payment_date=placed)
        order.create_transactions(is_new=True)
`

// Serves the application and its files. The server of Django for development wants the sources of the style sheets.
const SERVE = `
import mimetypes, os, posixpath, socketserver, sys
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
os.environ['DJANGO_SETTINGS_MODULE'] = 'pretix.settings'
from pretix.wsgi import application
from django.conf import settings

class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True

class Handler(WSGIRequestHandler):
    def log_message(self, *_):
        pass

def serve(environ, start):
    where = environ['PATH_INFO']
    if not where.startswith('/static/'):
        return application(environ, start)
    file = os.path.join(settings.STATIC_ROOT, posixpath.normpath(where[8:]))
    if '..' in file or not os.path.isfile(file):
        start('404 Not Found', [('Content-Type', 'text/plain')])
        return [b'There is no such file.']
    kind = mimetypes.guess_type(file)[0] or 'application/octet-stream'
    start('200 OK', [('Content-Type', kind), ('Cache-Control', 'max-age=86400')])
    with open(file, 'rb') as stored:
        return [stored.read()]

make_server('127.0.0.1', int(sys.argv[1]), serve, Server, Handler).serve_forever()
`

export default class Pretix extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'long form', 'searched choices', 'calendar', 'sign-in']

  async install() {
    this.bin = path.join(await pip('pretix', 'pretix==2025.10.2'), 'bin')
  }

  get file() {
    return path.join(this.data, 'db.sqlite3')
  }

  get options() {
    return {
      env: {
        ...process.env,
        PYTHONWARNINGS: 'ignore',
        PRETIX_PRETIX_DATADIR: this.data,
        PRETIX_PRETIX_URL: this.address,
        PRETIX_PRETIX_INSTANCE_NAME: 'Desk Tickets',
        PRETIX_PRETIX_LOGLEVEL: 'ERROR',
        // Nobody gets mail: nothing listens there.
        PRETIX_MAIL_HOST: '127.0.0.1',
        PRETIX_MAIL_PORT: '9',
      },
    }
  }

  async seed() {
    const [seed, given] = [path.join(this.data, 'seed.py'), path.join(this.data, 'seed.json')]
    await writeFile(seed, SEED)
    await writeFile(given, JSON.stringify({ ...ADMIN, orders: ORDERS }))
    await this.run(
      'sh',
      ['-c', '"$0" "$1" < "$2"', path.join(this.bin, 'python'), seed, given],
      this.options,
    )
  }

  command() {
    return {
      program: path.join(this.bin, 'python'),
      args: ['-c', SERVE, String(this.port)],
      options: this.options,
    }
  }

  get start_url() {
    return `${this.address}/control/event/desk/fair/`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByRole('textbox', { name: 'Email' }), ADMIN.email)
    await person.type(page.getByRole('textbox', { name: 'Password' }), ADMIN.password)
    await person.click(page.getByRole('button', { name: 'Log in' }))
    await page.waitForURL((url) => !url.pathname.includes('login'))
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** What is sold, how much of it there is, vouchers, and orders with what the office wrote on them. */
  async read() {
    const products = await this.sql(
      `select json_extract(i.name, '$.en') as name, i.default_price as price, i.original_price as instead_of, i.active,
        json_extract(c.name, '$.en') as category, i.tax_rule_id is not null as taxed, i.available_from as since, i.available_until as until,
        i.max_per_order as most, i.min_per_order as least, i.require_approval as asks, i.hide_without_voucher as hidden
        from pretixbase_item i left join pretixbase_itemcategory c on c.id = i.category_id order by i.position, i.id`,
    )
    const quotas = await this.sql('select name, size from pretixbase_quota order by id')
    const vouchers = await this.sql(
      `select v.code, v.max_usages as usages, v.valid_until as until, json_extract(i.name, '$.en') as product, q.name as quota,
        v.price_mode as effect, v.value, v.tag, v.comment, v.block_quota as reserves, v.allow_ignore_quota as ignores, v.budget, v.redeemed
        from pretixbase_voucher v left join pretixbase_item i on i.id = v.item_id left join pretixbase_quota q on q.id = v.quota_id order by v.id`,
    )
    const orders = await this.sql(
      `select code, status, email, total, expires, comment, custom_followup_at as follow_up, checkin_attention as attention, coalesce(checkin_text, '') as shown
        from pretixbase_order order by id`,
    )
    return {
      products: products.map(amounts),
      quotas,
      vouchers: vouchers.map(amounts),
      orders: orders.map(amounts),
    }
  }

  /** Changes a field of an order, product or voucher behind the screen. */
  change(table, key, name, column, value) {
    const where = key === 'name' ? "json_extract(name, '$.en')" : key
    return this.sql(
      `update pretixbase_${table} set ${column} = ? where ${where} = ? returning id`,
      value,
      name,
    )
  }
}

/** Amounts as numbers, absent texts as empty ones. */
const amounts = (row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      ['price', 'instead_of', 'value', 'budget', 'total'].includes(name) && value !== null
        ? Number(value)
        : value,
    ]),
  )

/** Saves the form of a page and waits until pretix says so. */
export async function save(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Save', exact: true }))
  await page.locator('.alert-success').waitFor()
}
