// Links that appear only below the pointer lead to a form that is filled in already.

const scene = (page) => page.locator('#editcollectionscene')
const card = (page, name) => page.locator('article:visible', { hasText: name }).first()

async function write(person, { collection, name, description }) {
  const { page } = person
  await card(page, collection).hover()
  await person.click(card(page, collection).locator('[data-name=edit]'))
  await person.type('#displayname', name)
  if (description) await person.type('#description', description)
}

async function send(person, name) {
  await person.click(scene(person.page).locator('[data-name=submit]'))
  await card(person.page, name).waitFor()
}

async function rename(person, app, values) {
  await write(person, values)
  await send(person, values.name)
}

const asked = { collection: 'Makers', name: 'Partners', description: 'All who deliver' }

export default {
  app: 'radicale',
  kinds: ['single-page app', 'controls below the pointer', 'sign-in'],
  goal: 'Give a calendar or address book another name and description',
  values: { collection: 'Tastings', name: 'Evenings', description: 'For members only' },
  perform: rename,
  truth: {
    inputs: [
      { name: 'collection', value: 'Tastings', source: 'given', changes: true },
      { name: 'name', value: 'Evenings', source: 'given', changes: true },
      { name: 'description', value: 'For members only', source: 'given', changes: true },
      { name: 'user', value: 'desk', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the name and the description are stored',
        kind: 'changed',
        values: ['collection', 'name', 'description'],
      },
    ],
    expected: (before, { collection, name, description }) =>
      before
        .map((one) =>
          one.name === collection
            ? { ...one, name, description: description ?? one.description }
            : one,
        )
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    done: 'The list shows the new name with the new description, and the old name is gone',
  },
  right: [
    { name: 'an address book', values: asked },
    {
      name: 'the description stays',
      values: { collection: 'Errands', name: 'Ways', description: undefined },
    },
  ],
  faults: [
    {
      name: 'the name is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) => app.change(name, { 'D:displayname': 'Makers' }),
    },
    {
      name: 'the form is filled and given up',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await write(person, values)
        await person.click(scene(person.page).locator('[data-name=cancel]'))
        await card(person.page, 'Makers').waitFor()
      },
    },
    {
      name: 'the description is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { name }) =>
        app.change(name, { 'CR:addressbook-description': 'Nobody delivers' }),
    },
    {
      name: 'another one is renamed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { collection: 'Errands' },
    },
    {
      name: 'the old name is written back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await rename(person, app, values)
        await rename(person, app, {
          collection: values.name,
          name: 'Makers',
          description: 'Potters and farms',
        })
      },
    },
    {
      name: 'another calendar is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.remove('Shifts'),
    },
  ],
}
