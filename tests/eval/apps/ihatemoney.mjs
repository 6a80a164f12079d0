// I Hate Money (PyPI): the shared costs of a household. Pages of a server, whose form for a new bill is a
// dialog of Bootstrap; sign-in with a code.

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const SEED = `
import datetime
from ihatemoney.run import create_app
from ihatemoney.models import Bill, BillType, Person, Project, db
from ihatemoney.utils import generate_password_hash
app = create_app()
with app.app_context():
    project = Project(id='mill', name='The old mill', password=generate_password_hash('tea'),
                      contact_email='ada@mill.example', default_currency='XXX')
    db.session.add(project)
    people = {}
    for name in ('Ada', 'Grace', 'Edsger', 'Barbara'):
        people[name] = Person(name=name, weight=1)
        people[name].project = project
        db.session.add(people[name])
    db.session.commit()
    for day, what, payer, amount, owers in (
        (2, 'Firewood', 'Ada', 84, 'Ada Grace Edsger Barbara'), (5, 'Internet in March', 'Grace', 39.9, 'Ada Grace Edsger Barbara'),
        (9, 'Paint for the door', 'Edsger', 27.5, 'Ada Edsger'), (11, 'Train tickets', 'Barbara', 61, 'Grace Barbara'),
        (14, 'Potatoes', 'Ada', 12, 'Ada Grace Barbara'), (20, 'Cleaning cloths', 'Grace', 8.4, 'Ada Grace Edsger Barbara')):
        db.session.add(Bill(amount=amount, date=datetime.date(2031, 3, day), external_link='', original_currency='XXX',
            owers=[people[one] for one in owers.split()], payer_id=people[payer].id, project_default_currency='XXX',
            what=what, bill_type=BillType.EXPENSE))
    db.session.commit()
`

export default class IHateMoney extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'dialogs', 'sign-in']

  async install() {
    this.bin = path.join(await pip('ihatemoney', 'ihatemoney==7.2.1'), 'bin')
  }

  get file() {
    return path.join(this.data, 'money.db')
  }

  get env() {
    return { ...process.env, IHATEMONEY_SETTINGS_FILE_PATH: path.join(this.data, 'settings.cfg') }
  }

  /** The database is in the folder of the run, so its address is written before each start. */
  settings() {
    return writeFile(
      path.join(this.data, 'settings.cfg'),
      `SQLALCHEMY_DATABASE_URI = 'sqlite:///${this.file}'
SECRET_KEY = 'mill'
SESSION_COOKIE_SECURE = False
SHOW_ADMIN_EMAIL = False
`,
    )
  }

  async seed() {
    await this.settings()
    await this.run(path.join(this.bin, 'python'), ['-c', SEED], { env: this.env })
  }

  async command() {
    await this.settings()
    return {
      program: path.join(this.bin, 'ihatemoney'),
      args: ['run', '--port', String(this.port)],
      options: { env: this.env },
    }
  }

  get start_url() {
    return `${this.address}/mill/`
  }

  async signIn(person) {
    await person.type('#password', 'tea')
    await person.click(person.page.getByRole('button', { name: 'submit', exact: true }))
    await person.sees('Add a new bill')
  }

  /** SQL behind the back of what is watched. Returns the rows of a query. */
  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Every bill in the order in which it was made, and who takes part. */
  async read() {
    const people = await this.sql('select name, weight, activated from person order by id')
    const bills = await this
      .sql(`select b.what, p.name as payer, b.amount, b.date, b.external_link as link,
      (select group_concat(name) from (select o.name from billowers join person o on o.id = person_id
        where bill_id = b.id order by o.id)) as owers
      from bill b join person p on p.id = b.payer_id order by b.id`)
    return { people, bills }
  }
}
