// A labelled form behind a sign-in, with a default that is left as it is.

async function fill(person, { from, to, permanent = true }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Add redirect' }).first())
  await person.type(page.getByRole('textbox', { name: /^Redirect from/ }), from)
  if (!permanent) await person.tick(page.getByRole('checkbox', { name: /^Permanent/ }))
  await person.type(page.getByRole('textbox', { name: 'Redirect to any URL' }), to)
}

async function add(person, app, values) {
  await fill(person, values)
  await person.click(person.page.getByRole('button', { name: 'Create', exact: true }))
  await person.sees(/Redirect .* added/)
}

const byPath = (a, b) => (a.source < b.source ? -1 : 1)

export default {
  app: 'wagtail',
  kinds: ['semantic HTML', 'sign-in'],
  goal: 'Add a redirect to the web site',
  start: '/admin/redirects/',
  values: { from: '/menu', to: 'https://tea.example/menu-of-may' },
  perform: add,
  truth: {
    inputs: [
      { name: 'from', value: '/menu', source: 'given', changes: true },
      { name: 'to', value: 'https://tea.example/menu-of-may', source: 'given', changes: true },
      { name: 'user', value: 'admin', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'the redirect is stored', kind: 'created', values: ['from', 'to'] }],
    expected: (before, { from, to, permanent = true }) => ({
      ...before,
      redirects: [
        ...before.redirects,
        { source: from, target: to, permanent: permanent ? 1 : 0 },
      ].sort(byPath),
    }),
    done: 'The list of redirects shows the path and its target',
  },
  right: [
    { name: 'other values', values: { from: '/prices', to: 'https://tea.example/prices-of-june' } },
    {
      name: 'another way: from the menu, the target first',
      values: { from: '/shop', to: 'https://tea.example/our-shop' },
      perform: async (person, app, { from, to }) => {
        const { page } = person
        await person.open(`${app.address}/admin/redirects/add/`)
        await person.type(page.getByRole('textbox', { name: 'Redirect to any URL' }), to)
        await person.type(page.getByRole('textbox', { name: /^Redirect from/ }), from)
        await person.click(page.getByRole('button', { name: 'Create', exact: true }))
        await person.sees(/Redirect .* added/)
      },
    },
  ],
  faults: [
    {
      name: 'the redirect is gone again',
      kind: 'says saved but is not',
      values: { from: '/prices', to: 'https://tea.example/prices-of-june' },
      behind: (app, { from }) =>
        app.sql(`delete from wagtailredirects_redirect where old_path = '${from}'`),
    },
    {
      name: 'it leads elsewhere',
      kind: 'one field wrong',
      values: { from: '/prices', to: 'https://tea.example/prices-of-june' },
      behind: (app, { from }) =>
        app.sql(
          `update wagtailredirects_redirect set redirect_link = 'https://tea.example/' where old_path = '${from}'`,
        ),
    },
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: { from: '/prices', to: 'https://tea.example/prices-of-june' },
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'another path is typed than was asked for',
      kind: 'wrong record',
      needs: 'request',
      values: { from: '/prices', to: 'https://tea.example/prices-of-june' },
      does: { from: '/prizes' },
    },
    {
      name: 'another redirect is lost',
      kind: 'other record touched',
      values: { from: '/prices', to: 'https://tea.example/prices-of-june' },
      behind: (app) => app.sql("delete from wagtailredirects_redirect where old_path = '/tee'"),
    },
  ],
}
