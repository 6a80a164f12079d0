// A place in a tree, a template out of many, a form that fills one field from two others, and a page that asks before
// the entry is stored.

import { dn, field, openUnit } from '../apps/phpldapadmin.mjs'

async function chooseTemplate(person, unit) {
  const { page } = person
  await openUnit(person, unit)
  await person.click(page.getByRole('link', { name: 'Create a child entry' }))
  await person.tick(page.getByRole('radio', { name: 'Generic: Address Book Entry' }))
  await field(page, 'givenname').waitFor()
}

async function fillFields(person, { first, last, telephone, mobile, mail, town }) {
  const { page } = person
  await person.type(field(page, 'givenname'), first)
  await person.type(field(page, 'sn'), last)
  if (town) await person.type(field(page, 'l'), town)
  if (telephone) await person.type(field(page, 'telephonenumber'), telephone)
  if (mobile) await person.type(field(page, 'mobile'), mobile)
  await person.type(field(page, 'mail'), mail)
  await person.click(page.getByRole('button', { name: 'Create Object' }))
  await page.getByText('Do you want to create this entry?').waitFor()
}

async function fill(person, { unit = 'people', ...values }) {
  await chooseTemplate(person, unit)
  await fillFields(person, values)
}

async function commit(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Commit' }))
  await page.getByText('Creation successful!').waitFor()
}

async function add(person, app, values) {
  await fill(person, values)
  await commit(person)
}

const asked = {
  first: 'Gustav',
  last: 'Holm',
  telephone: '555 0122',
  mobile: '555 0922',
  mail: 'gustav@rowing.example',
  town: 'Millford',
}

export default {
  app: 'phpldapadmin',
  kinds: ['semantic HTML', 'tree', 'templates', 'asks before it stores', 'sign-in'],
  goal: 'Add somebody to the address book of the club',
  values: {
    first: 'Frida',
    last: 'Gran',
    telephone: '555 0111',
    mobile: '555 0911',
    mail: 'frida@rowing.example',
    town: 'Lowbridge',
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'first', value: 'Frida', source: 'given', changes: true },
      { name: 'last', value: 'Gran', source: 'given', changes: true },
      { name: 'telephone', value: '555 0111', source: 'given', changes: true },
      { name: 'mobile', value: '555 0911', source: 'given', changes: true },
      { name: 'mail', value: 'frida@rowing.example', source: 'given', changes: true },
      { name: 'town', value: 'Lowbridge', source: 'given', changes: true },
      { name: 'name', value: 'Frida Gran', source: 'derived', changes: true },
      {
        name: 'template',
        value: 'Generic: Address Book Entry',
        source: 'constant',
        changes: false,
      },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the person is in the address book',
        kind: 'created',
        values: ['first', 'last', 'telephone', 'mobile', 'mail', 'town'],
      },
    ],
    expected: (before, { first, last, telephone, mobile, mail, town }) => ({
      ...before,
      [dn(`${first} ${last}`)]: {
        ...{ cn: [`${first} ${last}`], givenName: [first], sn: [last], mail: [mail] },
        ...(telephone ? { telephoneNumber: [telephone] } : {}),
        ...(mobile ? { mobile: [mobile] } : {}),
        ...(town ? { l: [town] } : {}),
        objectClass: ['inetOrgPerson', 'top'],
      },
    }),
    done: 'The entry of the person is below people, with the names, both numbers, the mail and the town',
  },
  right: [
    { name: 'somebody else', values: asked },
    {
      name: 'without a mobile number and a town',
      values: { ...asked, mobile: undefined, town: undefined },
    },
    {
      name: 'another way: the new entry from the tree',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        const tree = page.locator('#ajSID_1_nodes')
        await person.click(tree.getByRole('link', { name: '+-' }).first())
        await person.click(tree.getByRole('link', { name: '+-' }).nth(1))
        await person.click(
          tree
            .locator('a.phplm[onclick*="container=ou%3Dpeople"]')
            .and(page.getByRole('link', { name: 'Create new entry here' })),
        )
        await person.tick(page.getByRole('radio', { name: 'Generic: Address Book Entry' }))
        await fillFields(person, values)
        await commit(person)
      },
    },
  ],
  faults: [
    {
      name: 'the entry is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.change('Gustav Holm', null),
    },
    {
      name: 'the question before the end is answered with no',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.click(page.getByRole('button', { name: 'Cancel' }))
        await page.getByText('Do you want to create this entry?').waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'the mail is skipped at the end',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.tick(page.locator('[id=skip_array_mail]'))
        await commit(person)
      },
    },
    {
      name: 'the two numbers are exchanged',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { telephone: '555 0922', mobile: '555 0122' },
    },
    {
      name: 'another mail is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.change('Gustav Holm', { mail: ['gustaf@rowing.example'] }),
    },
    {
      name: 'the person is put among the boats',
      kind: 'wrong record',
      values: asked,
      does: { unit: 'boats' },
    },
    {
      name: 'the name is misspelt',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { last: 'Holme' },
    },
    {
      name: 'the entry is deleted afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        await person.click(page.getByRole('link', { name: 'Delete this entry' }))
        await person.click(page.getByRole('button', { name: 'Delete' }))
        await page.getByText('successfully deleted').first().waitFor()
      },
    },
    {
      name: 'the number of another person is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Berta Blom', { telephoneNumber: [] }),
    },
  ],
}
