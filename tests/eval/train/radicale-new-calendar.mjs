// A form that scripts show in place of the list: a kind, a name, a description.

const scene = (page) => page.locator('#createcollectionscene')

async function fill(person, { kind, name, description }) {
  const { page } = person
  await person.click(page.locator('#collectionsscene [data-name=new]'))
  if (kind) await person.choose(scene(page).locator('[data-name=type]'), kind)
  await person.type('#create_displayname', name)
  if (description) await person.type('#create_description', description)
}

async function send(person, name) {
  const { page } = person
  await person.click(scene(page).locator('[data-name=submit]'))
  await page.locator('article:visible', { hasText: name }).waitFor()
}

async function create(person, app, values) {
  await fill(person, values)
  await send(person, values.name)
}

const KINDS = {
  Tasks: { kind: 'VCALENDAR', parts: 'VTODO' },
  'Calendar, journal and tasks': { kind: 'VCALENDAR', parts: 'VEVENT,VJOURNAL,VTODO' },
  'Address book': { kind: 'VADDRESSBOOK', parts: '' },
}

const asked = { kind: 'Address book', name: 'Drivers', description: 'Who brings the tins' }

export default {
  app: 'radicale',
  kinds: ['single-page app', 'parts shown and hidden', 'sign-in'],
  goal: 'Make a new calendar or address book',
  values: { kind: 'Tasks', name: 'Markets', description: 'What to take along' },
  perform: create,
  truth: {
    inputs: [
      { name: 'kind', value: 'Tasks', source: 'given', changes: true },
      { name: 'name', value: 'Markets', source: 'given', changes: true },
      { name: 'description', value: 'What to take along', source: 'given', changes: true },
      { name: 'user', value: 'desk', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'it is stored', kind: 'created', values: ['kind', 'name', 'description'] }],
    expected: (before, { kind, name, description }) =>
      [
        ...before,
        {
          name,
          ...KINDS[kind ?? 'Calendar, journal and tasks'],
          description: description ?? '',
          entries: 0,
        },
      ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    done: 'The list shows the new name with its kind and its description',
  },
  right: [
    { name: 'an address book', values: asked },
    {
      name: 'the proposed kind, and no description',
      values: { kind: undefined, name: 'Repairs', description: undefined },
    },
  ],
  faults: [
    {
      name: 'it is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) => app.remove(name),
    },
    {
      name: 'the form is filled and given up',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(scene(person.page).locator('[data-name=cancel]'))
        await scene(person.page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'the description is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { name }) =>
        app.change(name, { 'CR:addressbook-description': 'Who brings the cups' }),
    },
    {
      name: 'it is made twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await create(person, app, values)
        await fill(person, values)
        await person.click(scene(person.page).locator('[data-name=submit]'))
        await person.page.locator('article:visible', { hasText: values.name }).nth(1).waitFor()
      },
    },
    {
      name: 'another name is typed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { name: 'Riders' },
    },
    {
      name: 'another calendar is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.remove('Tastings'),
    },
  ],
}
