// A menu of a wiki page leads to a form, in which the page gets another title and a tick is taken away.

import { visit } from './mediawiki-add-entry.mjs'

async function fill(person, { page: name, title, reason }, { redirect = false } = {}) {
  const { page } = person
  await visit(person, name)
  await person.click(page.getByRole('button', { name: 'More', exact: true }))
  await person.click(page.getByRole('link', { name: 'Move', exact: true }))
  await form(person, { title, reason }, { redirect })
}

async function form(person, { title, reason }, { redirect }) {
  const { page } = person
  await person.type(page.locator('[name=wpNewTitleMain]'), title)
  if (reason) await person.type(page.getByLabel('Reason'), reason)
  if (!redirect) await person.tick(page.getByLabel('Leave a redirect behind'))
}

async function submit(person) {
  await person.click(person.page.getByRole('button', { name: 'Move page' }))
  await person.sees('Move succeeded')
}

async function move(person, app, values) {
  await fill(person, values)
  await submit(person)
}

/** Gives a page another title behind the screen. */
async function rename(app, from, to) {
  const stored = (title) => title.replaceAll(' ', '_')
  await app.sql(
    'update page set page_title = ? where page_title = ? returning page_id',
    stored(to),
    stored(from),
  )
  await app.touch()
}

const asked = {
  page: 'Opening hours',
  title: 'Hours of the summer',
  reason: 'The winter gets a page of its own',
}

export default {
  app: 'mediawiki',
  kinds: ['semantic HTML', 'menus drawn by scripts', 'sign-in'],
  goal: 'Move a wiki page to another title without leaving a redirect, and give the reason',
  values: {
    page: 'Cellar rules',
    title: 'Storage rules',
    reason: 'They hold for the loft as well',
  },
  perform: move,
  truth: {
    inputs: [
      { name: 'page', value: 'Cellar rules', source: 'given', changes: true },
      { name: 'title', value: 'Storage rules', source: 'given', changes: true },
      {
        name: 'reason',
        value: 'They hold for the loft as well',
        source: 'given',
        changes: true,
      },
      { name: 'user', value: 'Ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the page stands under its new title', kind: 'created', values: ['title'] },
      { name: 'nothing stands under the old title', kind: 'deleted', values: ['page'] },
    ],
    expected: (before, { page, title, reason }) => {
      const { [page]: moved, ...others } = before
      const remark = `Ann moved page [[${page}]] to [[${title}]] without leaving a redirect`
      return {
        ...others,
        [title]: {
          text: moved.text,
          remarks: [...moved.remarks, reason ? `${remark}: ${reason}` : remark],
        },
      }
    },
    done: 'The wiki shows the page under the new title, and no page under the old one',
  },
  right: [
    { name: 'another page', values: asked },
    {
      name: 'without a reason',
      values: { page: 'Staff handbook', title: 'Handbook', reason: undefined },
    },
    {
      name: 'another way: the form is opened by its address',
      values: { page: 'Suppliers', title: 'Farms and makers', reason: 'A clearer name' },
      perform: async (person, app, values) => {
        await person.open(`${app.address}/index.php/Special:MovePage/${values.page}`)
        await form(person, values, {})
        await submit(person)
      },
    },
  ],
  faults: [
    {
      name: 'the page has its old title',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { page, title }) => rename(app, title, page),
    },
    {
      name: 'a redirect is left behind',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values, { redirect: true })
        await submit(person)
      },
    },
    {
      name: 'a letter of the title is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { title }) => rename(app, title, 'Hours of the simmer'),
    },
    {
      name: 'another page is moved',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { page: 'Cellar rules' },
    },
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(person.page.getByRole('link', { name: 'Main page', exact: true }))
        await person.sees('Welcome to the tea shop')
      },
    },
    {
      name: 'the page is moved back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await move(person, app, values)
        await person.click(page.getByRole('link', { name: values.title, exact: true }).first())
        await person.click(page.getByRole('button', { name: 'More', exact: true }))
        await person.click(page.getByRole('link', { name: 'Move', exact: true }))
        await form(person, { title: values.page }, {})
        await submit(person)
      },
    },
    {
      name: 'another page is emptied as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.text('Staff handbook', () => 'To do'),
    },
  ],
}
