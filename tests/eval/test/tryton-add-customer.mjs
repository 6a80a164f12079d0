// A form has an address in it, a list whose rows are filled in place, and a field that searches among categories; all of it
// is stored together by an icon.

import { field, openPart, pane, save, take, tool } from '../apps/tryton.mjs'

/** A part of the form with a bar of its own. */
const block = (page, name) =>
  pane(page).getByLabel(name, { exact: true }).locator('visible=true').last()

async function openForm(person) {
  const { page } = person
  await openPart(person, 'Party', 'Parties')
  await fresh(person)
}

/** An empty form is there when the first address is drawn in it. */
async function fresh(person) {
  const { page } = person
  await person.click(tool(page, 'New'))
  await field(page, 'Street').waitFor()
  await page.waitForFunction(() => window.jQuery.active === 0)
}

async function address(person, { street, code, city }) {
  const { page } = person
  await person.type(field(page, 'Street'), street)
  await person.type(field(page, 'Postal Code'), code)
  await person.type(field(page, 'City'), city)
}

async function contact(person, { mail }) {
  const list = block(person.page, 'Contact Mechanisms')
  await person.click(list.getByRole('button', { name: 'New', exact: true }))
  const row = list.locator('tbody tr.selected').last()
  await person.choose(row.locator('select[name=type]'), 'E-Mail')
  await person.type(row.locator('input[name=value]'), mail)
}

const topicOf = (person, topic) =>
  take(person, block(person.page, 'Categories').locator('input.form-control').first(), topic)

async function fill(person, values) {
  await openForm(person)
  await person.type(field(person.page, 'Name'), values.name)
  await address(person, values)
  if (values.mail) await contact(person, values)
  await topicOf(person, values.topic)
}

async function add(person, app, values) {
  await fill(person, values)
  await save(person)
}

const asked = {
  name: 'Harbour Town Band',
  ...{ street: 'Net Loft 5', code: '7142', city: 'Northwood' },
  mail: 'drums@harbourband.example',
  topic: 'Orchestra',
}

export default {
  app: 'tryton',
  kinds: ['single-page app', 'long form', 'lists in forms', 'fields that search', 'sign-in'],
  goal: 'Add a customer of the workshop with an address, an e-mail address and a category',
  values: {
    name: 'Hillcrest Music School',
    ...{ street: 'Orchard Way 17', code: '6305', city: 'Oxley' },
    mail: 'desk@hillcrest.example',
    topic: 'School',
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'name', value: 'Hillcrest Music School', source: 'given', changes: true },
      { name: 'street', value: 'Orchard Way 17', source: 'given', changes: true },
      { name: 'postal code', value: '6305', source: 'given', changes: true },
      { name: 'city', value: 'Oxley', source: 'given', changes: true },
      { name: 'mail', value: 'desk@hillcrest.example', source: 'given', changes: true },
      { name: 'category', value: 'School', source: 'given', changes: true },
      { name: 'kind of contact', value: 'E-Mail', source: 'constant', changes: false },
      { name: 'user', value: 'mara', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the customer is there',
        kind: 'created',
        values: ['name', 'street', 'postal code', 'city', 'mail', 'category'],
      },
    ],
    expected: (before, { name, street, code, city, mail, topic }) => ({
      ...before,
      parties: [
        ...before.parties,
        {
          ...{ name, active: 1 },
          addresses: [{ street, code, city, active: 1 }],
          contacts: mail ? [{ type: 'email', value: mail }] : [],
          topics: [topic],
        },
      ],
    }),
    done: 'The list of parties shows the name, and its form shows the address, the e-mail address and the category',
  },
  right: [
    { name: 'another customer', values: asked },
    { name: 'without an e-mail address', values: { ...asked, mail: undefined, topic: 'Private' } },
    {
      name: 'another way: the category and the contact first',
      values: asked,
      perform: async (person, app, values) => {
        await openForm(person)
        await topicOf(person, values.topic)
        await contact(person, values)
        await address(person, values)
        await person.type(field(person.page, 'Name'), values.name)
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the contact is not stored',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { mail }) =>
        app.sql('delete from party_contact_mechanism where value = ? returning id', mail),
    },
    {
      name: 'another postal code is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { street }) =>
        app.sql(
          "update party_address set postal_code = '7124' where street = ? returning id",
          street,
        ),
    },
    {
      name: 'another category is taken',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { topic: 'School' },
    },
    {
      name: 'the form is filled and not saved',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'the address is left out',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await openForm(person)
        await person.type(field(person.page, 'Name'), values.name)
        await contact(person, values)
        await topicOf(person, values.topic)
        await save(person)
      },
    },
    {
      name: 'the customer is added twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        await fresh(person)
        await person.type(field(page, 'Name'), values.name)
        await address(person, values)
        await contact(person, values)
        await topicOf(person, values.topic)
        await save(person)
      },
    },
    {
      name: 'it is made inactive afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await person.tick(field(person.page, 'Active'))
        await save(person)
      },
    },
    {
      name: 'the city of another customer is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.sql(
          "update party_address set city = 'Northwood' where street = 'Mill Lane 4' returning id",
        ),
    },
  ],
}
