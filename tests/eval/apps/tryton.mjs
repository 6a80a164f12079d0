// Tryton (PyPI, its client from Debian, unpacked): customers, articles and working hours of an instrument workshop. A client
// in one page with tabs, toolbars of icons, lists that turn into forms, lists inside forms, fields that search; sign-in in steps.

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { deb, pip } from '../support/cache.mjs'

const USER = { login: 'mara', password: 'bow-and-string-8' }

const MODULES = 'party,company,company_work_time,currency,country,product,timesheet'

const SEED = String.raw`
import datetime, json, sys
from decimal import Decimal
from trytond.config import config
config.update_etc(sys.argv[1])
from trytond.pool import Pool
from trytond.transaction import Transaction
login, password = sys.argv[2:4]
Pool.start()
pool = Pool('workshop')
pool.init()
with Transaction().start('workshop', 1) as transaction:
    get = pool.get
    Party, Address, Mechanism, Category = map(get, ('party.party', 'party.address', 'party.contact_mechanism', 'party.category'))
    Currency, Company, Employee, Work, Line = map(get, ('currency.currency', 'company.company', 'company.employee', 'timesheet.work', 'timesheet.line'))
    Template, Product, Kind, Unit = map(get, ('product.template', 'product.product', 'product.category', 'product.uom'))
    User, Group = map(get, ('res.user', 'res.group'))
    euro, = Currency.create([dict(name='Euro', symbol='€', code='EUR', numeric_code='978', rounding=Decimal('0.01'), digits=2)])
    own, = Party.create([dict(name='Sandberg Instruments')])
    company, = Company.create([dict(party=own.id, currency=euro.id)])
    topics = {one.name: one for one in Category.create([dict(name=name) for name in ('School', 'Orchestra', 'Private', 'Supplier')])}
    for name, topic, street, code, city, phone, mail in (
            ('Lakeside Primary School', 'School', 'Shore Road 12', '6210', 'Marlow', '0551 20 31 40', 'office@lakeside.example'),
            ('Marlow Chamber Orchestra', 'Orchestra', 'Hall Square 1', '6211', 'Marlow', '0551 20 77 10', 'notes@marlow.example'),
            ('Petra Vance', 'Private', 'Mill Lane 4', '6300', 'Oxley', '0553 81 24 66', 'petra@mail.example'),
            ('Peter Vance', 'Private', 'Station Road 9', '6300', 'Oxley', '0553 81 90 02', 'peter@mail.example'),
            ('Northwood Timber', 'Supplier', 'Quay 3', '7140', 'Northwood', '0570 11 45 80', 'sales@northwood.example'),
            ('Oxley Grammar School', 'School', 'Church Street 30', '6301', 'Oxley', '0553 80 11 00', 'music@oxley.example')):
        Party.create([dict(name=name, categories=[('add', [topics[topic].id])],
            addresses=[('create', [dict(street=street, postal_code=code, city=city)])],
            contact_mechanisms=[('create', [dict(type='phone', value=phone), dict(type='email', value=mail)])])])
    with transaction.set_context(company=company.id):
        unit, = Unit.search([('name', '=', 'Unit')])
        hour, = Unit.search([('name', '=', 'Hour')])
        kinds = {one.name: one for one in Kind.create([dict(name=name) for name in ('Strings', 'Accessories', 'Work')])}
        for name, code, kind, type_, uom, price, cost in (
                ('Violin strings, set', 'S-101', 'Strings', 'goods', unit, '38.50', '21.00'),
                ('Viola strings, set', 'S-102', 'Strings', 'goods', unit, '52.00', '29.40'),
                ('Cello strings, set', 'S-103', 'Strings', 'goods', unit, '119.00', '71.00'),
                ('Rosin, dark', 'A-201', 'Accessories', 'goods', unit, '7.90', '3.20'),
                ('Rosin, light', 'A-202', 'Accessories', 'goods', unit, '7.90', '3.10'),
                ('Bow hair, renewed', 'W-301', 'Work', 'service', unit, '65.00', '18.00'),
                ('Repair at the bench', 'W-302', 'Work', 'service', hour, '72.00', '40.00')):
            Template.create([dict(name=name, code=code, type=type_, default_uom=uom.id, list_price=Decimal(price), categories=[('add', [kinds[kind].id])],
                products=[('create', [dict(cost_price=Decimal(cost))])])])
        people = {}
        for name in ('Mara Sandberg', 'Elin Rask'):
            one, = Party.create([dict(name=name)])
            people[name], = Employee.create([dict(party=one.id, company=company.id)])
        works = {one.name: one for one in Work.create([dict(name=name, company=company.id) for name in ('Bench', 'School visits', 'Shop counter', 'Accounts')])}
        for who, work, day, hours, text in (
                ('Mara Sandberg', 'Bench', 3, 5, 'Cello of the orchestra'), ('Mara Sandberg', 'Accounts', 3, 2, ''),
                ('Elin Rask', 'School visits', 4, 4, 'Lakeside, twelve violins')):
            Line.create([dict(employee=people[who].id, company=company.id, work=works[work].id, date=datetime.date(2025, 3, day), duration=datetime.timedelta(hours=hours), description=text)])
    mara = people['Mara Sandberg']
    User.create([dict(name='Mara Sandberg', login=login, password=password, groups=[('add', [one.id for one in Group.search([])])],
        companies=[('add', [company.id])], company=company.id, employees=[('add', [one.id for one in people.values()])], employee=mara.id)])
    transaction.commit()
`

export default class Tryton extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'tabs', 'icons', 'lists in forms', 'sign-in in steps']

  async install() {
    const folder = await pip(
      'tryton',
      ...[
        'trytond==6.0.76',
        'trytond_party==6.0.8',
        'trytond_company==6.0.9',
        'trytond_currency==6.0.6',
      ],
      ...[
        'trytond_country==6.0.4',
        'trytond_product==6.0.6',
        'trytond_timesheet==6.0.3',
        'trytond_company_work_time==6.0.1',
      ],
      ...['werkzeug==2.2.3', 'python-sql==1.4.0', 'relatorio==0.10.1', 'setuptools==80.9.0'],
    )
    this.bin = path.join(folder, 'bin')
    this.client = path.join(await deb('tryton-sao'), 'usr/share/tryton-sao/www')
  }

  get config() {
    return path.join(this.data, 'trytond.conf')
  }

  get options() {
    const { PATH, TZ } = process.env
    const env = { PATH, TZ, LANG: 'C.UTF-8', HOME: this.data, PYTHONWARNINGS: 'ignore' }
    return { env: { ...env, TRYTONPASSFILE: path.join(this.data, 'password') } }
  }

  /** The settings name the folder and the port. */
  #settings() {
    const lines = [
      '[database]\nuri = sqlite://',
      `path = ${this.data}\n[web]`,
      `listen = 127.0.0.1:${this.port}`,
      `root = ${this.client}\n[session]\ntimeout = 86400\n`,
    ]
    return writeFile(this.config, lines.join('\n'))
  }

  async seed() {
    await this.#settings()
    await writeFile(path.join(this.data, 'password'), 'the-one-of-nobody-3')
    await writeFile(path.join(this.data, 'workshop.sqlite'), '')
    const admin = ['-c', this.config, '-d', 'workshop', '--email', 'admin@workshop.example', '-p']
    const modules = MODULES.split(',')
    await this.run(
      path.join(this.bin, 'trytond-admin'),
      [...admin, '-u', 'ir', 'res', ...modules],
      this.options,
    )
    const args = ['-c', SEED, this.config, USER.login, USER.password]
    await this.run(path.join(this.bin, 'python'), args, this.options)
  }

  async command() {
    await this.#settings()
    return {
      program: path.join(this.bin, 'trytond'),
      args: ['-c', this.config, '-d', 'workshop'],
      options: this.options,
    }
  }

  get start_url() {
    return `${this.address}/#workshop`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByRole('textbox', { name: 'User name' }), USER.login)
    await person.click(page.getByRole('button', { name: 'Login' }))
    await person.type(page.locator('input[type=password]:visible'), USER.password)
    await person.click(page.getByRole('button', { name: 'OK' }))
    await page.getByText('Party', { exact: true }).first().waitFor()
  }

  sql(statement, ...values) {
    return sqlite(this, path.join(this.data, 'workshop.sqlite'), statement, ...values)
  }

  /** Parties with their addresses and contacts, articles with their prices, and hours that were worked. */
  async read() {
    const parties = await this.sql('select id, name, active from party_party order by id')
    const addresses = await this.sql(
      "select party, coalesce(street, '') as street, coalesce(postal_code, '') as code, coalesce(city, '') as city, active from party_address order by id",
    )
    const contacts = await this.sql(
      'select party, type, value from party_contact_mechanism where active order by type, value',
    )
    const topics = await this.sql(
      'select r.party, c.name from party_category_rel r join party_category c on c.id = r.category order by c.name',
    )
    const products = await this.sql(
      `select t.name, t.code, t.type, t.active, (select cast(list_price as text) from product_list_price where template = t.id) as price,
        (select cast(c.cost_price as text) from product_cost_price c join product_product p on p.id = c.product where p.template = t.id) as cost
        from product_template t order by t.id`,
    )
    const hours = await this.sql(
      `select p.name as who, w.name as work, l.date as day, l.duration, coalesce(l.description, '') as text from timesheet_line l
        join company_employee e on e.id = l.employee join party_party p on p.id = e.party join timesheet_work w on w.id = l.work order by l.id`,
    )
    const of = (rows, id) =>
      rows.filter((one) => one.party === id).map(({ party: _, ...row }) => row)
    return {
      parties: parties.map(({ id, ...one }) => ({
        ...one,
        addresses: of(addresses, id),
        contacts: of(contacts, id),
        topics: of(topics, id).map(({ name }) => name),
      })),
      products: products.map((one) => ({
        ...one,
        price: Number(one.price),
        cost: Number(one.cost),
      })),
      hours,
    }
  }
}

/** The tab that is open. */
export const pane = (page) => page.locator('#tabcontent > .tab-pane.active')

const entry = (page, name) => page.locator('#menu').getByText(name, { exact: true })

/** Opens a part of the application from the tree at the left. */
export async function openPart(person, group, name) {
  const { page } = person
  if (!(await entry(page, name).isVisible())) await person.click(entry(page, group))
  await person.click(entry(page, name))
  await pane(page).getByRole('columnheader').first().waitFor()
}

/** Leaves only the rows of the list that have these words. */
export async function search(person, words) {
  const { page } = person
  await person.type(pane(page).getByPlaceholder('Search'), words)
  await person.press('Enter')
  await page.waitForURL(/search_value/)
}

/** A button of the bar above the tab that is open, which is an icon. */
export const tool = (page, name) =>
  pane(page).locator('nav.toolbar').first().getByTitle(name, { exact: true })

/** Opens the form of a row of the list. */
export async function openRow(person, name) {
  const { page } = person
  await person.doubleClick(pane(page).getByRole('cell', { name, exact: true }))
  await field(page, 'Name').waitFor()
}

/** A field of the form, by its label. */
export const field = (page, name) =>
  pane(page).getByLabel(`${name}:`, { exact: true }).locator('visible=true').first()

/** Stores what the tab shows, and waits until that is said. */
export async function save(person) {
  const { page } = person
  const said = page.getByText('Record saved.')
  await said.first().waitFor({ state: 'hidden' })
  await person.click(tool(page, 'Save'))
  await said.first().waitFor()
}

/** Types the beginning of a name into a field that searches, and takes the name from the list below it. */
export async function take(person, input, name) {
  const { page } = person
  await person.type(input, name.slice(0, 4))
  await person.click(page.locator('.completion:visible').getByText(name, { exact: true }))
}

/** Deletes what is selected, from the menu of the tab. */
export async function remove(person) {
  const { page } = person
  await person.click(pane(page).locator('.navbar-brand'))
  await person.click(pane(page).getByRole('menuitem', { name: 'Delete', exact: true }))
  await person.click(page.locator('.modal:visible').getByRole('button', { name: 'OK' }))
  await page.getByText('Records removed.').first().waitFor()
}
