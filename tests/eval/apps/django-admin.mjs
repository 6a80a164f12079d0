// Django admin (PyPI): the office of a small shop. Lists with check boxes and actions, filters, forms
// with rows of their own, chosen records in list boxes, and a sign-in.

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const SETTINGS = `
import os
BASE_DIR = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SECRET_KEY = 'only-for-the-evaluation'
DEBUG = True
ALLOWED_HOSTS = ['*']
INSTALLED_APPS = ['django.contrib.admin', 'django.contrib.auth', 'django.contrib.contenttypes',
                  'django.contrib.sessions', 'django.contrib.messages', 'django.contrib.staticfiles', 'shop']
MIDDLEWARE = ['office.trust.Trust', 'django.contrib.sessions.middleware.SessionMiddleware', 'django.middleware.common.CommonMiddleware',
              'django.middleware.csrf.CsrfViewMiddleware', 'django.contrib.auth.middleware.AuthenticationMiddleware',
              'django.contrib.messages.middleware.MessageMiddleware']
ROOT_URLCONF = 'office.urls'
TEMPLATES = [{'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True, 'OPTIONS': {'context_processors': [
    'django.template.context_processors.request', 'django.contrib.auth.context_processors.auth',
    'django.contrib.messages.context_processors.messages']}}]
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': os.path.join(BASE_DIR, 'office.db')}}
STATIC_URL = '/static/'
USE_TZ = True
TIME_ZONE = 'UTC'
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
`

// A page that is opened twice at once gets two tokens, and a form would be refused by chance.
const TRUST = `
class Trust:
    def __init__(self, get_response):
        self.get_response = get_response
    def __call__(self, request):
        request._dont_enforce_csrf_checks = True
        return self.get_response(request)
`

const URLS = `
from django.contrib import admin
from django.urls import path
urlpatterns = [path('admin/', admin.site.urls)]
`

const MODELS = `
from django.db import models

class Customer(models.Model):
    name = models.CharField(max_length=80)
    email = models.EmailField(blank=True)
    city = models.CharField(max_length=60, blank=True)
    active = models.BooleanField(default=True)
    notes = models.TextField(blank=True)
    class Meta:
        ordering = ['name']
    def __str__(self):
        return self.name

class Product(models.Model):
    title = models.CharField(max_length=80)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    stock = models.IntegerField(default=0)
    class Meta:
        ordering = ['title']
    def __str__(self):
        return self.title

class Order(models.Model):
    STATES = [(s, s.capitalize()) for s in ('new', 'packed', 'shipped', 'cancelled')]
    number = models.CharField(max_length=20, unique=True)
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT)
    status = models.CharField(max_length=10, choices=STATES, default='new')
    due = models.DateField(null=True, blank=True)
    class Meta:
        ordering = ['number']
    def __str__(self):
        return self.number

class Line(models.Model):
    order = models.ForeignKey(Order, related_name='lines', on_delete=models.CASCADE)
    product = models.ForeignKey(Product, on_delete=models.PROTECT)
    quantity = models.PositiveIntegerField(default=1)
    def __str__(self):
        return f'{self.quantity} x {self.product}'
`

const ADMIN = `
from django.contrib import admin
from .models import Customer, Line, Order, Product

@admin.action(description='Mark selected orders as shipped')
def ship(modeladmin, request, queryset):
    count = queryset.update(status='shipped')
    modeladmin.message_user(request, f'{count} orders were marked as shipped.')

@admin.action(description='Cancel selected orders')
def cancel(modeladmin, request, queryset):
    count = queryset.update(status='cancelled')
    modeladmin.message_user(request, f'{count} orders were cancelled.')

class Lines(admin.TabularInline):
    model = Line
    extra = 2

@admin.register(Order)
class OrderAdmin(admin.ModelAdmin):
    list_display = ['number', 'customer', 'status', 'due']
    list_filter = ['status', 'customer']
    search_fields = ['number', 'customer__name']
    inlines = [Lines]
    actions = [ship, cancel]

@admin.register(Customer)
class CustomerAdmin(admin.ModelAdmin):
    list_display = ['name', 'email', 'city', 'active']
    list_filter = ['active', 'city']
    search_fields = ['name', 'email']

@admin.register(Product)
class ProductAdmin(admin.ModelAdmin):
    list_display = ['title', 'price', 'stock']
    list_editable = ['price', 'stock']
`

const SEED = `
from django.contrib.auth import get_user_model
from shop.models import *
get_user_model().objects.create_superuser('manager', 'manager@shop.example', 'kettle-and-tray-4')
people = {}
for name, email, city in (('Ines Duarte', 'ines@duarte.example', 'Porto'), ('Milan Kovac', 'milan@kovac.example', 'Split'),
                          ('Sofia Lindgren', 'sofia@lindgren.example', 'Uppsala'), ('Tomas Novak', 'tomas@novak.example', 'Brno')):
    people[name] = Customer.objects.create(name=name, email=email, city=city)
things = {}
for title, price, stock in (('Kettle', '39.00', 12), ('Teapot', '24.50', 30), ('Tray', '11.00', 50), ('Strainer', '4.80', 75)):
    things[title] = Product.objects.create(title=title, price=price, stock=stock)
for number, name, status, due, lines in (
    ('SO-4101', 'Ines Duarte', 'packed', '2031-05-04', (('Kettle', 1),)),
    ('SO-4102', 'Milan Kovac', 'new', '2031-05-06', (('Tray', 4), ('Strainer', 2))),
    ('SO-4103', 'Sofia Lindgren', 'packed', '2031-05-07', (('Teapot', 2),)),
    ('SO-4104', 'Tomas Novak', 'packed', '2031-05-09', (('Strainer', 6),)),
    ('SO-4105', 'Ines Duarte', 'new', '2031-05-11', (('Teapot', 1),)),
    ('SO-4106', 'Milan Kovac', 'shipped', '2031-05-02', (('Kettle', 2),)),
    ('SO-4107', 'Sofia Lindgren', 'packed', '2031-05-12', (('Tray', 3),)),
):
    order = Order.objects.create(number=number, customer=people[name], status=status, due=due)
    for title, quantity in lines:
        order.lines.create(product=things[title], quantity=quantity)
`

export default class DjangoAdmin extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'bulk actions', 'rows in a form', 'sign-in']

  async install() {
    this.python = path.join(await pip('django-admin', 'django==5.2.19'), 'bin/python')
  }

  get file() {
    return path.join(this.data, 'office.db')
  }

  manage(...args) {
    return this.run(this.python, ['-W', 'ignore', '-m', 'django', ...args], this.environed)
  }

  get environed() {
    return {
      env: {
        PATH: process.env.PATH,
        PYTHONPATH: this.data,
        PYTHONDONTWRITEBYTECODE: '1',
        DJANGO_SETTINGS_MODULE: 'office.settings',
      },
    }
  }

  async seed() {
    const files = {
      'office/__init__.py': '',
      'office/settings.py': SETTINGS,
      'office/trust.py': TRUST,
      'office/urls.py': URLS,
      'shop/__init__.py': '',
      'shop/models.py': MODELS,
      'shop/admin.py': ADMIN,
    }
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(this.data, name)), { recursive: true })
      await writeFile(path.join(this.data, name), text)
    }
    await this.manage('makemigrations', 'shop', '--verbosity', '0')
    await this.manage('migrate', '--verbosity', '0')
    await this.manage('shell', '-c', SEED)
  }

  command() {
    return {
      program: this.python,
      args: ['-W', 'ignore', '-m', 'django', 'runserver', '--noreload', `127.0.0.1:${this.port}`],
      options: this.environed,
    }
  }

  get start_url() {
    return `${this.address}/admin/`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByRole('textbox', { name: 'Username:' }), 'manager')
    await person.type(page.getByLabel('Password:'), 'kettle-and-tray-4')
    await person.click(page.getByRole('button', { name: 'Log in' }))
    await page.locator('#user-tools').waitFor()
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Customers, products, and orders with their lines. */
  async read() {
    const customers = await this.sql(
      'select name, email, city, active, notes from shop_customer order by name',
    )
    const products = await this.sql('select title, price, stock from shop_product order by title')
    const orders = await this.sql(
      'select o.id, number, c.name as customer, status, due from shop_order o join shop_customer c on c.id = customer_id order by number',
    )
    const lines = await this.sql(
      'select order_id as id, title as product, quantity from shop_line l join shop_product p on p.id = product_id order by l.id',
    )
    return {
      customers,
      products,
      orders: orders.map(({ id, ...order }) => ({
        ...order,
        lines: lines.filter((line) => line.id === id).map(({ id: _, ...line }) => line),
      })),
    }
  }
}
