// Redmine (Debian, unpacked; Ruby on Rails): the jobs of a carpentry as issues of several projects, with a long form,
// a search, time that is booked on issues, versions with days, a wiki, and a sign-in.

import { mkdir, readlink, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App, sqlite } from '../support/app.mjs'
import { deb, system } from '../support/cache.mjs'

/** The gems that Redmine names, without those that only draw Gantt charts or run its tests. */
const GEMS =
  'ruby ruby-bundler puma ruby-sqlite3 ruby-rails ruby-rails-observers ruby-actionpack-action-caching ruby-actionpack-xml-parser ruby-addressable ruby-coderay ruby-commonmarker ruby-csv ruby-task-list ruby-html-pipeline ruby-i18n ruby-jquery-rails ruby-mail ruby-marcel ruby-mini-magick ruby-mini-mime ruby-net-ldap ruby-nokogiri ruby-rack ruby-rack-test ruby-rails-dom-testing ruby-rbpdf ruby-redcarpet ruby-request-store ruby-roadie ruby-roadie-rails ruby-rotp ruby-rouge ruby-rqrcode ruby-sanitize ruby-zip ruby-mocha'

const DATABASE = `production:
  adapter: sqlite3
  database: <%= File.join(ENV['REDMINE_DATA'], 'redmine.sqlite') %>
  timeout: 10000
`

const SEED = `
Setting.app_title = 'Harbour Carpentry'
Setting.login_required = 1
Setting.default_language = 'en'
Setting.text_formatting = 'textile'
Setting.time_format = '%H:%M'
Setting.date_format = '%Y-%m-%d'
Setting.self_registration = 0
Setting.welcome_text = 'Everything that is to be built, mended or answered.'

def person(login, first, last, admin = false)
  user = User.new(firstname: first, lastname: last, mail: login + '@carpentry.example', language: 'en', mail_notification: 'none')
  user.login = login
  user.password = user.password_confirmation = 'larch-and-oak-7'
  user.admin = admin
  user.save!
  user
end
maria = person('maria', 'Maria', 'Sandoval', true)
joris = person('joris', 'Joris', 'Peeters')
sefa = person('sefa', 'Sefa', 'Yildiz')
tom = person('tom', 'Tom', 'Achebe')
User.where(login: 'admin').update_all(status: 3)
User.current = maria

states = [['New', false], ['In progress', false], ['Waiting for material', false], ['Done', true], ['Cancelled', true]]
  .map { |name, closed| IssueStatus.create!(name: name, is_closed: closed) }
trackers = ['Job', 'Complaint', 'Question'].map { |name| Tracker.create!(name: name, default_status: states.first) }
['Low', 'Normal', 'High', 'Urgent'].each { |name| IssuePriority.create!(name: name, is_default: name == 'Normal') }
['Workshop', 'On site', 'Travel', 'Office'].each { |name| TimeEntryActivity.create!(name: name) }
roles = ['Manager', 'Carpenter'].map do |name|
  role = Role.new(name: name, assignable: true, issues_visibility: 'all')
  role.permissions = [:view_issues, :add_issues, :edit_issues, :add_issue_notes, :log_time, :view_time_entries, :view_wiki_pages, :edit_wiki_pages]
  role.save!
  role
end
roles.product(trackers, states, states).each do |role, tracker, from, to|
  WorkflowTransition.create!(role_id: role.id, tracker_id: tracker.id, old_status_id: from.id, new_status_id: to.id) unless from == to
end
roles.product(trackers, states).each do |role, tracker, to|
  WorkflowTransition.create!(role_id: role.id, tracker_id: tracker.id, old_status_id: 0, new_status_id: to.id)
end
phone = IssueCustomField.new(name: 'Contact phone', field_format: 'string', is_for_all: true, visible: true)
phone.trackers = trackers
phone.save!

projects = {}
[['Hotel Bellevue', 'bellevue', 'Forty rooms by the sea, new doors and wardrobes.'],
 ['School library', 'library', 'Shelves and reading places for the primary school.'],
 ['Workshop', 'workshop', 'Machines, wood and everything in our own house.']].each do |name, identifier, text|
  one = Project.new(name: name, description: text, is_public: true)
  one.identifier = identifier
  one.enabled_module_names = ['issue_tracking', 'time_tracking', 'wiki', 'news']
  one.trackers = trackers
  one.save!
  [[maria, roles[0]], [joris, roles[1]], [sefa, roles[1]], [tom, roles[1]]].each do |user, role|
    Member.create!(project: one, principal: user, roles: [role])
  end
  projects[identifier] = one
end
{ 'bellevue' => ['Doors', 'Wardrobes', 'Reception'], 'library' => ['Shelves', 'Seats'], 'workshop' => ['Machines', 'Stock'] }.each do |name, all|
  all.each { |one| IssueCategory.create!(project: projects[name], name: one) }
end
[['bellevue', 'First floor', '2031-04-18'], ['bellevue', 'Second floor', '2031-06-27'],
 ['library', 'Opening day', '2031-09-05'], ['library', 'Summer holidays', '2031-08-01']].each do |name, title, day|
  Version.create!(project: projects[name], name: title, effective_date: day, status: 'open', sharing: 'none')
end

def issue(project, tracker, subject, priority, state, who, category, version, due, done, hours, text)
  Issue.create!(project: project, tracker: Tracker.find_by(name: tracker), subject: subject, description: text,
    priority: IssuePriority.find_by(name: priority), status: IssueStatus.find_by(name: state), author: User.current,
    assigned_to: who, category: project.issue_categories.find_by(name: category.to_s),
    fixed_version: project.versions.find_by(name: version.to_s), start_date: '2031-01-13', due_date: due, done_ratio: done, estimated_hours: hours)
end
b, l, w = projects.values_at('bellevue', 'library', 'workshop')
issue(b, 'Job', 'Hang the doors of rooms 101 to 110', 'Normal', 'In progress', joris, 'Doors', 'First floor', '2031-04-10', 40, 60, 'Oak, hinges on the left.')
issue(b, 'Job', 'Wardrobes for rooms 101 to 110', 'Normal', 'New', sefa, 'Wardrobes', 'First floor', nil, 0, 80, 'Two doors, one drawer.')
issue(b, 'Complaint', 'Door of room 104 scrapes the floor', 'High', 'New', nil, 'Doors', nil, nil, 0, nil, 'The guest could not sleep.')
issue(b, 'Job', 'Counter of the reception', 'High', 'Waiting for material', tom, 'Reception', 'Second floor', '2031-06-02', 20, 45, 'The stone comes from the mason.')
issue(b, 'Question', 'Which oil for the terrace boards?', 'Low', 'New', maria, nil, nil, nil, 0, nil, 'Asked by the caretaker.')
issue(l, 'Job', 'Build the low shelves', 'Normal', 'In progress', sefa, 'Shelves', 'Summer holidays', '2031-07-21', 60, 50, 'Not higher than 120 cm.')
issue(l, 'Job', 'Reading steps at the window', 'Normal', 'New', joris, 'Seats', 'Opening day', nil, 0, 35, 'Three steps with cushions.')
issue(l, 'Complaint', 'Shelf by the entrance leans', 'Urgent', 'In progress', tom, 'Shelves', nil, '2031-02-14', 50, nil, 'It must be fixed to the wall.')
issue(w, 'Job', 'Sharpen the planer knives', 'Normal', 'New', tom, 'Machines', nil, nil, 0, 3, '')
issue(w, 'Job', 'Count the plywood sheets', 'Low', 'New', sefa, 'Stock', nil, nil, 0, 2, '')

[[1, joris, '2031-01-20', 7.5, 'On site', 'Rooms 101 to 103'], [1, joris, '2031-01-21', 6, 'On site', 'Room 104'],
 [1, joris, '2031-01-21', 6, 'On site', 'Rooms 105 and 106'], [6, sefa, '2031-01-22', 8, 'Workshop', 'Cut the boards'],
 [6, sefa, '2031-01-23', 4.25, 'Workshop', 'Sanding'], [8, tom, '2031-01-23', 1.5, 'Travel', 'Had a look']].each do |number, who, day, hours, kind, text|
  TimeEntry.create!(project: Issue.find(number).project, issue_id: number, user: who, author: who, spent_on: day, hours: hours, activity: TimeEntryActivity.find_by(name: kind), comments: text)
end

def page(project, title, text)
  wiki = project.wiki || Wiki.create!(project: project, start_page: 'Wiki')
  one = WikiPage.new(wiki: wiki, title: title)
  one.content = WikiContent.new(page: one, text: text, author: User.current, comments: 'From the old binder')
  one.save_with_content(one.content)
end
page(b, 'Wiki', "h1. Hotel Bellevue\\n\\n* [[People on site]]\\n* [[Keys]]\\n")
page(b, 'People on site', "h1. People on site\\n\\n|_. What |_. Who |_. Phone |\\n| Caretaker | Anouk Meyer | 0471 55 20 13 |\\n| Front desk | Remy Colin | 0471 55 20 88 |\\n| Mason | Piet Vos | 0482 91 07 46 |\\n| Architect | Lena Dahl | 0473 30 64 52 |\\n")
page(b, 'Keys', "h1. Keys\\n\\nThe keys hang in the office, behind the door.\\n")
page(w, 'Wiki', "h1. Workshop\\n\\n* [[Oils and waxes]]\\n* [[Order list]]\\n")
page(w, 'Oils and waxes', "h1. Oils and waxes\\n\\nOak: hard oil. Larch: terrace oil.\\n")
page(w, 'Order list', "h1. Order list\\n\\n* Screws 4 x 40\\n* Wood glue\\n")
`

export default class Redmine extends App {
  static module = import.meta.url
  static kinds = ['semantic HTML', 'long form', 'wiki text', 'sign-in']

  async install() {
    await system('/usr/share/doc/ruby-mocha/copyright', ...GEMS.split(' '))
    const folder = await deb(
      'redmine',
      'ruby-jquery-rails',
      'libjs-jquery',
      'libjs-jquery-ui',
      'libjs-raphael',
      'libjs-chart.js',
    )
    this.package = path.join(folder, 'usr/share/redmine')
    const inPackage = (...parts) => path.join(this.package, ...parts)
    // Its links lead to places of an installed package.
    if (await readlink(inPackage('instances')).catch(() => '')) {
      await writeFile(inPackage('Gemfile.local'), "gem 'sqlite3'\ngem 'puma'\n")
      await rm(inPackage('Gemfile.lock'))
      await rm(inPackage('instances'))
      await mkdir(inPackage('instances'))
    }
  }

  get environment() {
    return {
      env: {
        ...process.env,
        RAILS_ENV: 'production',
        REDMINE_DATA: this.data,
        // The folder of an instance has its settings, its log and its temporary files.
        REDMINE_INSTANCE: path.relative(path.join(this.package, 'instances'), this.data),
        LANG: 'C.UTF-8',
        RUBYOPT: '-W0',
        SCHEMA: path.join(this.data, 'schema.rb'),
      },
      cwd: this.package,
    }
  }

  async seed() {
    for (const name of ['config', 'log', 'tmp', 'files']) await mkdir(path.join(this.data, name))
    await writeFile(path.join(this.data, 'config/database.yml'), DATABASE)
    await writeFile(path.join(this.data, 'config/secret_key.txt'), 'planks-and-screws-'.repeat(4))
    await this.run('ruby', ['-S', 'rake', 'db:migrate'], this.environment)
    const file = path.join(this.data, 'seed.rb')
    await writeFile(file, SEED)
    await this.run('ruby', ['bin/rails', 'runner', file], this.environment)
  }

  command() {
    return {
      program: 'ruby',
      args: ['-S', 'puma', '-t', '1:4', '-b', `tcp://127.0.0.1:${this.port}`, 'config.ru'],
      options: this.environment,
    }
  }

  async signIn(person) {
    const { page } = person
    await person.type(page.getByLabel('Login'), 'maria')
    await person.type('#password', 'larch-and-oak-7')
    await person.click(page.getByRole('button', { name: 'Login' }))
    await page.getByRole('link', { name: 'Sign out' }).waitFor()
  }

  sql(statement, ...values) {
    return sqlite(this, path.join(this.data, 'redmine.sqlite'), statement, ...values)
  }

  /** Issues with their remarks, the hours that are booked on them, and the pages of the wikis. */
  async read() {
    const issues = await this
      .sql(`select i.id, p.name as project, t.name as tracker, i.subject, i.description, s.name as status, e.name as priority,
      u.login as assigned, c.name as category, v.name as version, i.start_date as start, i.due_date as due, i.done_ratio as done, i.estimated_hours as hours,
      (select f.value from custom_values f where f.customized_type = 'Issue' and f.customized_id = i.id) as phone
      from issues i join projects p on p.id = i.project_id join trackers t on t.id = i.tracker_id join issue_statuses s on s.id = i.status_id
      join enumerations e on e.id = i.priority_id left join users u on u.id = i.assigned_to_id left join issue_categories c on c.id = i.category_id
      left join versions v on v.id = i.fixed_version_id order by i.id`)
    const remarks = await this.sql(
      "select journalized_id as issue, notes from journals where coalesce(notes, '') != '' order by id",
    )
    const times = await this
      .sql(`select i.subject as issue, u.login as who, t.spent_on as day, t.hours, e.name as activity, coalesce(t.comments, '') as comment
      from time_entries t left join issues i on i.id = t.issue_id join users u on u.id = t.user_id join enumerations e on e.id = t.activity_id order by t.id`)
    const versions = await this.sql(
      'select name, effective_date as day, status from versions order by id',
    )
    const pages = await this.sql(
      'select p.identifier as project, w.title, c.text from wiki_pages w join wiki_contents c on c.page_id = w.id join wikis k on k.id = w.wiki_id join projects p on p.id = k.project_id order by 1, 2',
    )
    return {
      issues: issues.map(({ id, ...one }) => ({
        ...one,
        description: plain(one.description),
        assigned: one.assigned ?? '',
        category: one.category ?? '',
        version: one.version ?? '',
        due: one.due ?? '',
        phone: one.phone ?? '',
        remarks: remarks.filter(({ issue }) => issue === id).map(({ notes }) => plain(notes)),
      })),
      times,
      versions,
      pages: Object.fromEntries(
        pages.map(({ project, title, text }) => [`${project}/${title}`, plain(text)]),
      ),
    }
  }

  /** Sets a column of the newest issue with this subject behind the screen. */
  issue(subject, column, value) {
    return this.sql(
      `update issues set ${column} = ? where id = (select max(id) from issues where subject = ?) returning id`,
      value,
      subject,
    )
  }
}

/** A browser sends lines that end in CR LF. */
const plain = (text) => (text ?? '').replaceAll('\r', '').trim()

/** Opens a project from the list of all projects. */
export async function openProject(person, name) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Projects', exact: true }))
  await person.click(page.locator('#projects-index').getByRole('link', { name, exact: true }))
}

/** A tab of the project that is open. */
export const tab = (page, name) =>
  page.locator('#main-menu').getByRole('link', { name, exact: true })

/** Some lists of a form have the rest of the form drawn again by the server. */
export const redrawn = (page) => page.waitForFunction(() => window.jQuery.active === 0)
