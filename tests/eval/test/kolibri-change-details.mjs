// Somebody is found by a search among people of similar names; the menu of the row leads to a form with fields and a
// list of years.

import { fromMenu, pick, row, tab, usernameOf } from '../apps/kolibri.mjs'

async function find(person, name) {
  const { page } = person
  await tab(person, 'Users')
  await person.type(page.getByRole('searchbox'), name.split(' ')[1].slice(0, 3))
  await page.waitForURL(/search=/)
  await row(page, 'Ruth Okafor').or(row(page, 'Ann Berger')).first().waitFor({ state: 'hidden' })
}

async function fill(person, { name, full, identifier, year }) {
  const { page } = person
  await fromMenu(person, name, 'Edit details')
  await page.getByRole('heading', { name: 'Edit user details' }).waitFor()
  await person.type(page.getByLabel('Full name'), full)
  await person.type(page.getByLabel('Identifier'), identifier)
  if (year) await pick(person, 'Birth year', year)
}

async function save(person) {
  await person.click(person.page.getByRole('button', { name: 'Save', exact: true }))
  await person.sees('Changes saved')
}

async function change(person, app, values) {
  await find(person, values.name)
  await fill(person, values)
  await save(person)
}

const asked = {
  name: 'Tomas Novotny',
  full: 'Tomas Novotny Reyes',
  identifier: 'H-0452',
  year: '2009',
}

export default {
  app: 'kolibri',
  kinds: ['single-page app', 'component library', 'search', 'menus', 'sign-in'],
  goal: 'Change the name, the identifier and the birth year of somebody of the school',
  values: { name: 'Mira Novak', full: 'Mira Novak Sorensen', identifier: 'H-0317', year: '2011' },
  perform: async (person, app, values) => {
    const { page } = person
    // First in which class she is.
    await person.click(page.getByRole('link', { name: 'Morning group', exact: true }))
    await row(page, 'Jonas Weber').waitFor()
    await person.click(page.getByRole('link', { name: 'All classes' }))
    await change(person, app, values)
  },
  truth: {
    inputs: [
      { name: 'person', value: 'Mira Novak', source: 'given', changes: true },
      { name: 'search', value: 'Nov', source: 'derived', changes: true, optional: true },
      { name: 'full name', value: 'Mira Novak Sorensen', source: 'given', changes: true },
      { name: 'identifier', value: 'H-0317', source: 'given', changes: true },
      { name: 'birth year', value: '2011', source: 'given', changes: true },
      {
        name: 'class',
        value: 'Morning group',
        source: 'derived',
        changes: true,
        optional: true,
        neutral: true,
      },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the person has the details',
        kind: 'changed',
        values: ['person', 'full name', 'identifier', 'birth year'],
      },
    ],
    expected: (before, { name, full, identifier, year }) => ({
      ...before,
      people: before.people.map((one) =>
        one.name === name ? { ...one, name: full, identifier, born: year ?? one.born } : one,
      ),
    }),
    done: 'The list of users shows the new name, the identifier and the birth year',
  },
  right: [
    { name: 'somebody of a similar name', values: asked, perform: change },
    {
      name: 'the birth year stays as it is',
      values: {
        name: 'Jonas Weber',
        full: 'Jonas Weber-Lang',
        identifier: 'H-0101',
        year: undefined,
      },
      perform: change,
    },
    {
      name: 'another way: from the whole list, in another order',
      values: asked,
      perform: async (person, app, { name, full, identifier, year }) => {
        const { page } = person
        await tab(person, 'Users')
        await fromMenu(person, name, 'Edit details')
        await page.getByRole('heading', { name: 'Edit user details' }).waitFor()
        await pick(person, 'Birth year', year)
        await person.type(page.getByLabel('Identifier'), identifier)
        await person.type(page.getByLabel('Full name'), full)
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the name is as before',
      kind: 'says saved but is not',
      values: asked,
      perform: change,
      behind: (app, { name }) => app.change(usernameOf(name), 'full_name', name),
    },
    {
      name: 'another identifier is stored',
      kind: 'one field wrong',
      values: asked,
      perform: change,
      behind: (app, { name }) => app.change(usernameOf(name), 'id_number', 'H-0425'),
    },
    {
      name: 'the year above is chosen',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      perform: change,
      does: { year: '2010' },
    },
    {
      name: 'somebody of a similar name is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      perform: change,
      does: { name: 'Mira Novak' },
    },
    {
      name: 'the form is filled and cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await find(person, values.name)
        await fill(person, values)
        await person.click(page.getByRole('button', { name: 'Cancel', exact: true }))
        await row(page, values.name).waitFor()
      },
    },
    {
      name: 'the user name is typed over as well',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await find(person, values.name)
        await fill(person, values)
        await person.type(person.page.getByLabel('Username'), 'tomasreyes')
        await save(person)
      },
    },
    {
      name: 'the old name is written again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await fill(person, { ...values, name: values.full, full: values.name, year: undefined })
        const stored = person.page.waitForResponse((one) => one.request().method() === 'PATCH')
        await save(person)
        await stored
      },
    },
    {
      name: 'somebody else gets the year as well',
      kind: 'other record touched',
      values: asked,
      perform: change,
      behind: (app, { year }) => app.change('mira', 'birth_year', year),
    },
  ],
}
