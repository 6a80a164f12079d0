// An entry of a tree is opened, two of its fields are changed, and a page with the old and the new values asks before they
// are stored. Two people have the same last name.

import { dn, field, openPerson, openUnit } from '../apps/phpldapadmin.mjs'

async function fillFields(person, { mobile, town }) {
  const { page } = person
  if (mobile !== undefined) await person.type(field(page, 'mobile'), mobile)
  if (town) await person.type(field(page, 'l'), town)
  await person.click(page.getByRole('button', { name: 'Update Object' }))
  await page.getByText('Do you want to make these changes?').waitFor()
}

async function fill(person, values) {
  await openPerson(person, values.name)
  await fillFields(person, values)
}

async function commit(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Update Object' }))
  await page
    .getByText(/was modified|were modified/)
    .first()
    .waitFor()
}

async function change(person, app, values) {
  await fill(person, values)
  await commit(person)
}

const asked = { name: 'Doris Ek', mobile: '555 0977', town: 'Riverton' }

export default {
  app: 'phpldapadmin',
  kinds: ['semantic HTML', 'tree', 'asks before it stores', 'sign-in'],
  goal: 'Change the mobile number of somebody in the club who moved, and the town',
  values: { name: 'Carl Dahl', mobile: '555 0955', town: 'Lowbridge' },
  perform: change,
  truth: {
    inputs: [
      {
        name: 'name',
        value: 'Carl Dahl',
        source: 'given',
        changes: true,
        forms: ['cn=Carl Dahl', dn('Carl Dahl')],
      },
      { name: 'mobile', value: '555 0955', source: 'given', changes: true },
      { name: 'town', value: 'Lowbridge', source: 'given', changes: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the entry has the new number and the new town',
        kind: 'changed',
        values: ['name', 'mobile', 'town'],
      },
    ],
    expected: (before, { name, mobile, town }) => ({
      ...before,
      [dn(name)]: {
        ...before[dn(name)],
        mobile: [mobile],
        ...(town ? { l: [town] } : {}),
      },
    }),
    done: 'The entry of the person shows the new mobile number and the new town',
  },
  right: [
    { name: 'somebody else', values: asked },
    { name: 'the number only', values: { name: 'Emil Dahl', mobile: '555 0988', town: undefined } },
    {
      name: 'another way: from the list of everybody, the town first',
      values: asked,
      perform: async (person, app, { name, mobile, town }) => {
        const { page } = person
        await openUnit(person, 'people')
        await person.click(page.getByRole('link', { name: /^View \d+ children/ }))
        const list = page.locator('#ajBODY')
        await person.click(list.getByRole('link', { name: `cn=${name}`, exact: true }))
        await person.type(field(page, 'l'), town)
        await fillFields(person, { mobile })
        await commit(person)
      },
    },
  ],
  faults: [
    {
      name: 'the old number is still there',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.change('Doris Ek', { mobile: ['555 0904'] }),
    },
    {
      name: 'the question before the end is answered with no',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.click(page.getByRole('button', { name: 'Cancel' }))
        await page.getByText('Do you want to make these changes?').waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'the town is skipped at the end',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.tick(page.locator('[id=skip_array_l]'))
        await commit(person)
      },
    },
    {
      name: 'the number goes into the field of the telephone',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, { name, mobile, town }) => {
        const { page } = person
        await openPerson(person, name)
        await person.type(field(page, 'telephonenumber'), mobile)
        await fillFields(person, { town })
        await commit(person)
      },
    },
    {
      name: 'somebody with the same last name is changed',
      kind: 'wrong record',
      needs: 'request',
      values: { name: 'Emil Dahl', mobile: '555 0988', town: 'Lowbridge' },
      does: { name: 'Carl Dahl' },
    },
    {
      name: 'the number is mistyped',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { mobile: '555 0797' },
    },
    {
      name: 'the old number is put back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await fillFields(person, { mobile: '555 0904' })
        await commit(person)
      },
    },
    {
      name: 'somebody else moves as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Nils Aker', { l: ['Lowbridge'] }),
    },
  ],
}
