// A page is opened by its name in a list, its title is changed, and it is published by a menu.

async function edit(person, { page: name, title }) {
  const { page } = person
  await person.click(page.getByRole('link', { name, exact: true }).first())
  await person.type(page.getByRole('textbox', { name: /^Title/ }), title)
}

async function publish(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'More actions' }))
  await person.click(page.getByRole('button', { name: 'Publish', exact: true }))
  await person.sees(/has been published/)
}

async function rename(person, app, values) {
  await edit(person, values)
  await publish(person)
}

const set = (before, name, title) => ({
  ...before,
  pages: before.pages.map((one) =>
    one.title === name ? { ...one, title, draft_title: title } : one,
  ),
})

export default {
  app: 'wagtail',
  kinds: ['semantic HTML', 'sign-in', 'menus drawn by scripts'],
  goal: 'Change the title of a page and publish it',
  start: '/admin/pages/3/',
  values: { page: 'Our teas', title: 'Teas of the season' },
  perform: rename,
  truth: {
    inputs: [
      { name: 'page', value: 'Our teas', source: 'given', changes: true },
      { name: 'title', value: 'Teas of the season', source: 'given', changes: true },
      { name: 'user', value: 'admin', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the page has its new title and is published',
        kind: 'changed',
        values: ['page', 'title'],
      },
    ],
    expected: (before, { page, title }) => set(before, page, title),
    done: 'The published page shows the new title',
  },
  right: [
    { name: 'another page', values: { page: 'Opening hours', title: 'When we are open' } },
    { name: 'a third page', values: { page: 'Old news', title: 'News of 2030' } },
  ],
  faults: [
    {
      name: 'it is saved as a draft only',
      kind: 'half done',
      values: { page: 'Opening hours', title: 'When we are open' },
      perform: async (person, app, values) => {
        await edit(person, values)
        await person.click(person.page.getByRole('button', { name: 'Save draft' }))
        await person.sees(/has been (saved|updated)/)
      },
    },
    {
      name: 'the title is as before',
      kind: 'says saved but is not',
      values: { page: 'Opening hours', title: 'When we are open' },
      behind: (app) =>
        app.sql("update wagtailcore_page set title = 'Opening hours' where slug = 'opening-hours'"),
    },
    {
      name: 'another page is renamed',
      kind: 'wrong record',
      needs: 'request',
      values: { page: 'Opening hours', title: 'When we are open' },
      does: { page: 'Old news' },
    },
    {
      name: 'the title is misspelt in the database',
      kind: 'one field wrong',
      values: { page: 'Opening hours', title: 'When we are open' },
      behind: (app) =>
        app.sql(
          "update wagtailcore_page set title = 'When we are closed' where slug = 'opening-hours'",
        ),
    },
    {
      name: 'the page is unpublished afterwards',
      kind: 'undone after',
      values: { page: 'Opening hours', title: 'When we are open' },
      behind: (app) => app.sql("update wagtailcore_page set live = 0 where slug = 'opening-hours'"),
    },
    {
      name: 'another page loses its title',
      kind: 'other record touched',
      values: { page: 'Opening hours', title: 'When we are open' },
      behind: (app) => app.sql("update wagtailcore_page set title = 'x' where slug = 'old-news'"),
    },
  ],
}
