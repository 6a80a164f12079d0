// A deletion that wants a word typed before it is done.

const scene = (page) => page.locator('#deleteconfirmationscene')
const card = (page, name) => page.locator('article:visible', { hasText: name }).first()

async function ask(person, { collection }) {
  const { page } = person
  await card(page, collection).hover()
  await person.click(card(page, collection).locator('[data-name=delete]'))
  await scene(page).waitFor()
}

async function remove(person, app, values) {
  const { page } = person
  await ask(person, values)
  const word = await scene(page).locator('[data-name=deleteconfirmationtext]').innerText()
  await person.type(scene(page).locator('[data-name=confirmationtxt]'), word)
  await person.click(scene(page).locator('[data-name=delete]'))
  await card(page, values.collection).waitFor({ state: 'detached' })
}

const asked = { collection: 'Errands' }

export default {
  app: 'radicale',
  kinds: ['single-page app', 'controls below the pointer', 'sign-in'],
  goal: 'Delete a calendar or address book',
  values: { collection: 'Tastings' },
  perform: remove,
  truth: {
    inputs: [
      { name: 'collection', value: 'Tastings', source: 'given', changes: true },
      { name: 'word', value: 'DELETE', source: 'constant', changes: false },
      { name: 'user', value: 'desk', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'it is deleted', kind: 'deleted', values: ['collection'] }],
    expected: (before, { collection }) => before.filter((one) => one.name !== collection),
    done: 'The list does not show it any more',
  },
  right: [
    { name: 'another calendar', values: asked },
    { name: 'an address book', values: { collection: 'Makers' } },
  ],
  faults: [
    {
      name: 'the question is answered with no',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await ask(person, values)
        await person.click(scene(person.page).locator('[data-name=cancel]'))
        await card(person.page, values.collection).waitFor()
      },
    },
    {
      name: 'it is there again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.restore('errands'),
    },
    {
      name: 'another one is deleted',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { collection: 'Shifts' },
    },
    {
      name: 'another one is gone as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.remove('Shifts'),
    },
    {
      name: 'another one loses its description',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Shifts', { 'C:calendar-description': '' }),
    },
  ],
}
