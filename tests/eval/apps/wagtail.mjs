// Wagtail (PyPI): an editor of web pages on Django, with sign-in, rich text and menus drawn by scripts.

import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { pip } from '../support/cache.mjs'

const SEED = `
from django.contrib.auth import get_user_model
from wagtail.models import Page, Collection
from wagtail.contrib.redirects.models import Redirect
from home.models import HomePage
get_user_model().objects.create_superuser('admin', 'admin@desk.example', 'tea-and-cups-9')
home = HomePage.objects.first()
for title in ('Opening hours', 'Our teas', 'Old news'):
    home.add_child(instance=HomePage(title=title, slug=title.lower().replace(' ', '-')))
Redirect.add_redirect('/tee', '/our-teas/')
for name in ('Photos', 'Menus'):
    Collection.get_first_root_node().add_child(name=name)
`

export default class Wagtail extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'rich text', 'sign-in']

  async install() {
    this.bin = path.join(await pip('wagtail', 'wagtail==6.3.5'), 'bin')
  }

  get file() {
    return path.join(this.data, 'db.sqlite3')
  }

  manage(...args) {
    return this.run(path.join(this.bin, 'python'), ['-W', 'ignore', 'manage.py', ...args])
  }

  async seed() {
    await this.run(path.join(this.bin, 'wagtail'), ['start', 'site1', '.'])
    await this.manage('migrate', '--verbosity', '0')
    await this.manage('shell', '-c', SEED)
  }

  command() {
    return {
      program: path.join(this.bin, 'python'),
      args: ['-W', 'ignore', 'manage.py', 'runserver', '--noreload', `127.0.0.1:${this.port}`],
    }
  }

  get start_url() {
    return `${this.address}/admin/`
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByRole('textbox', { name: /username/i }), 'admin')
    await person.type(page.locator('input[type=password]'), 'tea-and-cups-9')
    await person.click(page.getByRole('button', { name: 'Sign in' }))
    await page.waitForURL((url) => !url.pathname.includes('login'))
  }

  sql(statement, ...values) {
    return sqlite(this, this.file, statement, ...values)
  }

  /** Pages with what is published, redirects, collections and accounts. */
  async read() {
    const pages = await this.sql(
      'select title, draft_title, slug, live, has_unpublished_changes as draft, url_path as place from wagtailcore_page where depth > 1 order by path',
    )
    const redirects = await this.sql(
      'select old_path as source, redirect_link as target, is_permanent as permanent from wagtailredirects_redirect order by old_path',
    )
    const collections = await this.sql(
      'select name from wagtailcore_collection where depth > 1 order by name',
    )
    const users = await this.sql(
      'select username, email, first_name, last_name, is_active from auth_user order by username',
    )
    return { pages, redirects, collections: collections.map(({ name }) => name), users }
  }
}
