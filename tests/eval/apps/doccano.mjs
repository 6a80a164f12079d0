// doccano (PyPI): labels for texts. A Vue application with Material Design: menus of actions, dialogs, tables
// with tick boxes, chips, and a page that goes through documents one by one.

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const SEED = `
from django.contrib.auth.models import User
from projects.models import *
from label_types.models import CategoryType
from examples.models import Example
from roles.models import Role
ann = User.objects.create_superuser('ann', 'ann@desk.example', 'tea-and-cups-9')
for name in ('bob', 'cleo'):
    User.objects.create_user(name, name + '@desk.example', 'tea-and-cups-9')
texts = {
    'Tea reviews': ['The green tea is bright and fresh.', 'My parcel came a week late.', 'A dull cup, never again.', 'Good, but the tin was dented.'],
    'Shop mails': ['Where is order 1187?', 'Please send an invoice.'],
    'Harvest notes': ['Two days of rain.'],
}
labels = {
    'Tea reviews': ['Praise', 'Complaint', 'Delivery'],
    'Shop mails': ['Question', 'Invoice'],
    'Harvest notes': ['Weather'],
}
for name, documents in texts.items():
    project = TextClassificationProject.objects.create(name=name, description='About ' + name.lower() + '.', project_type='DocumentClassification', created_by=ann)
    project.add_admin()
    for text in documents:
        Example.objects.create(project=project, text=text)
    for label in labels[name]:
        CategoryType.objects.create(project=project, text=label, background_color='#2e7d32')
`

export default class Doccano extends App {
  static module = import.meta.url
  static kinds = ['single-page app', 'component library', 'sign-in', 'dialogs']

  async install() {
    const folder = await pip(
      'doccano',
      'doccano==1.8.4',
      'setuptools==69.5.1',
      'marshmallow==3.22.0',
      'numpy==1.26.4',
    )
    this.bin = path.join(folder, 'bin')
    const [python] = await readdir(path.join(folder, 'lib'))
    this.backend = path.join(folder, 'lib', python, 'site-packages/backend')
  }

  get file() {
    return path.join(this.data, 'db.sqlite3')
  }

  get options() {
    return {
      cwd: this.backend,
      env: {
        ...process.env,
        PATH: `${this.bin}:${process.env.PATH}`,
        PYTHONPATH: this.backend,
        PYTHONDONTWRITEBYTECODE: '1',
        DOCCANO_HOME: this.data,
        STANDALONE: 'True',
        DJANGO_SETTINGS_MODULE: 'config.settings.production',
        DATABASE_URL: `sqlite:///${this.file}`,
        MEDIA_ROOT: path.join(this.data, 'media'),
        FILEPOND_UPLOAD_DIR: path.join(this.data, 'upload'),
      },
    }
  }

  manage(...args) {
    return this.run(
      path.join(this.bin, 'python'),
      ['-W', 'ignore', 'manage.py', ...args],
      this.options,
    )
  }

  async seed() {
    await this.manage('migrate', '--verbosity', '0')
    await this.manage('create_roles')
    await this.manage('shell', '-c', SEED)
  }

  command() {
    return {
      program: path.join(this.bin, 'gunicorn'),
      args: ['--workers=1', '--threads=4', `--bind=127.0.0.1:${this.port}`, 'config.wsgi'],
      options: this.options,
    }
  }

  get start_url() {
    return `${this.address}/projects`
  }

  async signIn(person) {
    const { page } = person
    if (!page.url().includes('/auth')) await page.goto(`${this.address}/auth/`)
    await person.type(page.getByLabel('Username'), 'ann')
    await person.type(page.locator('input[type=password]'), 'tea-and-cups-9')
    await person.click(page.getByRole('main').getByRole('button', { name: 'Login', exact: true }))
    await page.waitForURL((url) => url.pathname.startsWith('/projects'))
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Projects, what documents and labels they have, which document has which label, and who takes part. */
  async read() {
    const projects = await this.sql('select name, description from projects_project order by name')
    const labels = await this.sql(
      'select p.name as project, l.text as label, l.suffix_key as key from label_types_categorytype l join projects_project p on p.id = l.project_id order by 1, 2',
    )
    const texts = await this.sql(
      'select p.name as project, e.text as text from examples_example e join projects_project p on p.id = e.project_id order by 1, 2',
    )
    const given = await this.sql(
      'select e.text as text, l.text as label from labels_category c join examples_example e on e.id = c.example_id join label_types_categorytype l on l.id = c.label_id order by 1, 2',
    )
    const members = await this.sql(
      'select p.name as project, u.username as user, r.name as role from projects_member m join projects_project p on p.id = m.project_id join auth_user u on u.id = m.user_id join roles_role r on r.id = m.role_id order by 1, 2',
    )
    return {
      projects: projects.map((row) => [row.name, row.description]),
      labels: labels.map((row) => [row.project, row.label, row.key ?? '']),
      texts: texts.map((row) => [row.project, row.text]),
      given: given.map((row) => [row.text, row.label]),
      members: members.map((row) => [row.project, row.user, row.role]),
    }
  }
}
