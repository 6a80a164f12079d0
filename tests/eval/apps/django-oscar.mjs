// django-oscar (PyPI): the dashboard of a small web shop in a Django project. Searches, forms of the server behind tabs,
// rows of forms, and actions on lines that are ticked; sign-in.

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const SETTINGS = `
import os
from oscar import INSTALLED_APPS
from oscar.defaults import *
BASE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SECRET_KEY = 'shop'
DEBUG = True
ALLOWED_HOSTS = ['*']
MIDDLEWARE = [
    'django.contrib.sessions.middleware.SessionMiddleware', 'django.middleware.common.CommonMiddleware',
    'django.middleware.csrf.CsrfViewMiddleware', 'django.contrib.auth.middleware.AuthenticationMiddleware',
    'django.contrib.messages.middleware.MessageMiddleware', 'oscar.apps.basket.middleware.BasketMiddleware']
AUTHENTICATION_BACKENDS = ['oscar.apps.customer.auth_backends.EmailBackend', 'django.contrib.auth.backends.ModelBackend']
ROOT_URLCONF = 'shop.urls'
TEMPLATES = [{
    'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True,
    'OPTIONS': {'context_processors': ['django.template.context_processors.' + one for one in ('debug', 'request', 'media', 'static')] +
        ['django.contrib.auth.context_processors.auth', 'django.contrib.messages.context_processors.messages',
         'oscar.apps.search.context_processors.search_form', 'oscar.apps.checkout.context_processors.checkout',
         'oscar.core.context_processors.metadata']}}]
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': os.path.join(BASE, 'shop.sqlite3'), 'ATOMIC_REQUESTS': True}}
HAYSTACK_CONNECTIONS = {'default': {'ENGINE': 'haystack.backends.simple_backend.SimpleEngine'}}
SITE_ID = 1
STATIC_URL = '/static/'
MEDIA_URL = '/media/'
MEDIA_ROOT = os.path.join(BASE, 'media')
DEFAULT_AUTO_FIELD = 'django.db.models.AutoField'
TIME_ZONE = 'UTC'
USE_TZ = True
LANGUAGE_CODE = 'en-gb'
EMAIL_BACKEND = 'django.core.mail.backends.dummy.EmailBackend'
OSCAR_SHOP_NAME = 'Kiln and clay'
OSCAR_IMAGE_FOLDER = 'images'
OSCAR_ORDER_STATUS_PIPELINE = {'New': ('Packed', 'Cancelled'), 'Packed': ('Sent', 'Cancelled'), 'Sent': ('Returned',), 'Returned': (), 'Cancelled': ()}
OSCAR_LINE_STATUS_PIPELINE = {'New': ('Packed', 'Missing'), 'Packed': (), 'Missing': ('Packed',)}
OSCAR_INITIAL_ORDER_STATUS = 'New'
OSCAR_INITIAL_LINE_STATUS = 'New'
`

const URLS = `
from django.apps import apps
from django.urls import include, path
urlpatterns = [path('i18n/', include('django.conf.urls.i18n')), path('', include(apps.get_app_config('oscar').urls[0]))]
`

/** Title, number in the shop, price, number in stock, when to order again. */
const PRODUCTS = [
  ['Blue bowl', 'BO-1', '24.00', 14, 4],
  ['Blue bowl, large', 'BO-2', '38.00', 6, 2],
  ['Milk jug', 'JU-1', '31.50', 9, 3],
  ['Oil jug', 'JU-2', '29.00', 5, 3],
  ['Tea pot', 'TE-1', '64.00', 3, 2],
  ['Salt pig', 'SA-1', '18.50', 21, 5],
]

/** Number, mail and name of the customer, status, and how many of which product. */
const ORDERS = [
  ['100041', 'nora@hills.example', 'Nora', 'Winter', 'Sent', [[1, 'BO-1']]],
  [
    '100042',
    'sam@harbour.example',
    'Sam',
    'Okoye',
    'Packed',
    [
      [2, 'BO-1'],
      [1, 'JU-1'],
    ],
  ],
  ['100043', 'ruth@mill.example', 'Ruth', 'Stein', 'New', [[1, 'TE-1']]],
  [
    '100044',
    'ivo@tower.example',
    'Ivo',
    'Marek',
    'Packed',
    [
      [4, 'SA-1'],
      [1, 'BO-2'],
      [1, 'JU-2'],
    ],
  ],
  ['100045', 'sam@harbour.example', 'Sam', 'Okoye', 'New', [[1, 'JU-2']]],
  ['100046', 'lena@orchard.example', 'Lena', 'Voss', 'Packed', [[1, 'TE-1']]],
]

const MAIL = 'keeper@kiln.example'
const PASSWORD = 'clay-and-glaze-77'

const SEED = `
import datetime, json, os
from decimal import Decimal
from django.contrib.auth.models import User
from oscar.core.loading import get_model
of = get_model
products, orders, mail, password = json.loads(os.environ['SEED'])
User.objects.create_superuser('keeper', mail, password)
kind = of('catalogue', 'ProductClass').objects.create(name='Pottery')
shelf = of('catalogue', 'Category').add_root(name='Kitchen')
partner = of('partner', 'Partner').objects.create(name='Our kiln')
country = of('address', 'Country').objects.create(iso_3166_1_a2='GB', printable_name='United Kingdom', name='United Kingdom', is_shipping_country=True)
for name in ('Sent', 'Returned'):
    of('order', 'ShippingEventType').objects.create(name=name)
made = {}
for title, sku, price, number, low in products:
    one = of('catalogue', 'Product').objects.create(title=title, upc=sku, product_class=kind)
    of('catalogue', 'ProductCategory').objects.create(product=one, category=shelf)
    made[sku] = of('partner', 'StockRecord').objects.create(product=one, partner=partner, partner_sku=sku, price=Decimal(price),
        price_currency='GBP', num_in_stock=number, low_stock_threshold=low)
day = datetime.datetime(2031, 2, 3, 9, 0, tzinfo=datetime.timezone.utc)
for number, email, first, last, status, lines in orders:
    day += datetime.timedelta(days=1)
    user, _ = User.objects.get_or_create(username=email, defaults={'email': email, 'first_name': first, 'last_name': last})
    to = of('order', 'ShippingAddress').objects.create(first_name=first, last_name=last, line1='1 Mill Lane', line4='Leith', postcode='EH6 6AA', country=country)
    total = sum(made[sku].price * count for count, sku in lines)
    order = of('order', 'Order').objects.create(number=number, user=user, shipping_address=to, currency='GBP', total_incl_tax=total, total_excl_tax=total,
        shipping_incl_tax=0, shipping_excl_tax=0, shipping_method='Parcel', shipping_code='parcel', status=status, date_placed=day)
    for count, sku in lines:
        stock = made[sku]
        sum_ = stock.price * count
        line = of('order', 'Line').objects.create(order=order, partner=partner, partner_name=partner.name, partner_sku=sku, stockrecord=stock, product=stock.product,
            title=stock.product.title, upc=sku, quantity=count, num_allocated=count, line_price_incl_tax=sum_, line_price_excl_tax=sum_, line_price_before_discounts_incl_tax=sum_,
            line_price_before_discounts_excl_tax=sum_, unit_price_incl_tax=stock.price, unit_price_excl_tax=stock.price, status='New' if status == 'New' else 'Packed')
        stock.num_allocated = (stock.num_allocated or 0) + count
        stock.save()
`

export default class DjangoOscar extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'tabs', 'rows of forms', 'sign-in']

  async install() {
    const folder = await pip(
      'django-oscar',
      'django-oscar==4.2.1',
      'django==5.2.19',
      'sorl-thumbnail==12.11.0',
    )
    this.bin = path.join(folder, 'bin')
  }

  get file() {
    return path.join(this.data, 'shop.sqlite3')
  }

  get environment() {
    return {
      ...{ ...process.env, PYTHONPATH: this.data, PYTHONDONTWRITEBYTECODE: '1' },
      DJANGO_SETTINGS_MODULE: 'shop.settings',
    }
  }

  manage(args, more) {
    const env = { ...this.environment, ...more }
    return this.run(path.join(this.bin, 'django-admin'), args, { env })
  }

  async seed() {
    await mkdir(path.join(this.data, 'shop'))
    await writeFile(path.join(this.data, 'shop/settings.py'), SETTINGS)
    await writeFile(path.join(this.data, 'shop/urls.py'), URLS)
    await this.manage(['migrate', '--verbosity', '0'])
    const given = JSON.stringify([PRODUCTS, ORDERS, MAIL, PASSWORD])
    await this.manage(['shell', '-c', SEED], { SEED: given })
  }

  command() {
    return {
      program: path.join(this.bin, 'django-admin'),
      args: ['runserver', '--noreload', '--skip-checks', `127.0.0.1:${this.port}`],
      options: { env: this.environment },
    }
  }

  get start_url() {
    return `${this.address}/dashboard/login/`
  }

  async signIn(person) {
    const { page } = person
    await person.type('input[name=username]', MAIL)
    await person.type('input[name=password]', PASSWORD)
    await person.click(page.getByRole('button', { name: 'Login' }))
    await page.waitForURL('**/dashboard/')
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Products with price and stock; orders with their status, notes, lines and what happened to these. */
  async read() {
    const orders = await this.sql('select id, number, status from order_order order by number')
    const notes = await this.sql(
      'select order_id as id, note_type as kind, message as text from order_ordernote order by id',
    )
    const events = await this.sql(
      `select event.order_id as id, type.name as kind, event.notes as reference, line.partner_sku as sku, part.quantity as number
        from order_shippingevent as event join order_shippingeventtype as type on type.id = event.event_type_id
        join order_shippingeventquantity as part on part.event_id = event.id join order_line as line on line.id = part.line_id
        order by event.id, line.id`,
    )
    const of = (rows, id) => rows.filter((row) => row.id === id).map(({ id: _, ...one }) => one)
    return {
      products: await this.sql(
        `select product.title as title, product.upc as upc, is_public as shown, partner_sku as sku, cast(price as text) as price,
          num_in_stock as stock, low_stock_threshold as low from catalogue_product as product
          left join partner_stockrecord as stock on stock.product_id = product.id order by product.id, stock.id`,
      ),
      orders: orders.map(({ id, ...one }) => ({
        ...one,
        notes: of(notes, id).filter(({ kind }) => kind !== 'System'),
        events: of(events, id),
      })),
    }
  }
}

/** Opens a page from a menu of the dashboard. */
export async function menu(person, above, name) {
  const { page } = person
  await person.click(page.getByRole('button', { name: above, exact: true }))
  await person.click(page.locator('.dropdown-menu.show').getByRole('link', { name, exact: true }))
  await page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
}

/** Chooses an option of a list that a script draws in place of the list box with this id: it opens above the page. */
export async function pick(person, id, name) {
  const { page } = person
  await person.click(page.locator(`[aria-labelledby="select2-${id}-container"]`))
  await person.click(page.locator('.select2-results').getByRole('option', { name, exact: true }))
}

/** Opens an order from the list of orders, which a search makes shorter. */
export async function openOrder(person, number) {
  const { page } = person
  await menu(person, 'Fulfilment', 'Orders')
  await person.type(page.getByLabel('Order number'), number)
  await person.click(page.getByRole('button', { name: 'Search', exact: true }))
  await page.getByRole('heading', { name: `Order #${number}` }).waitFor()
}

/** Opens a product from the list of products, which a search makes shorter. */
export async function openProduct(person, title) {
  const { page } = person
  await menu(person, 'Catalogue', 'Products')
  await person.type(page.getByLabel('Product title'), title)
  await person.click(page.getByRole('button', { name: 'Search', exact: true }))
  await page.waitForURL(/[?&]title=/)
  await person.click(page.getByRole('table').getByRole('link', { name: title, exact: true }))
  await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor()
}
