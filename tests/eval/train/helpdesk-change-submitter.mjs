// A menu of a record opens its form, in which one of many fields is changed.

import { openTicket, row, toList } from '../apps/helpdesk.mjs'

async function openForm(person, ticket) {
  const { page } = person
  await openTicket(person, ticket)
  await person.click(page.getByRole('button', { name: 'Actions' }))
  await person.click(page.locator('.dropdown-menu').getByRole('link', { name: 'Edit' }))
  await page.locator('#id_submitter_email').waitFor()
}

async function fill(person, { ticket, submitter }) {
  await openForm(person, ticket)
  await person.type('#id_submitter_email', submitter)
}

async function save(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Save Changes' }))
  await page.waitForURL((url) => !url.pathname.endsWith('/edit/'))
}

async function change(person, app, values) {
  await fill(person, values)
  await save(person)
}

const asked = { ticket: 'Order new aprons', submitter: 'ivo@shop.example' }

export default {
  app: 'helpdesk',
  kinds: ['semantic HTML', 'menu of a record', 'sign-in'],
  goal: 'Correct the e-mail address of who submitted a ticket',
  values: { ticket: 'Prices of tins are wrong', submitter: 'kim.lee@mail.example' },
  perform: change,
  truth: {
    inputs: [
      {
        name: 'ticket',
        value: 'Prices of tins are wrong',
        source: 'given',
        changes: true,
        forms: ['3. Prices of tins are wrong'],
      },
      { name: 'submitter', value: 'kim.lee@mail.example', source: 'given', changes: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the ticket has the address', kind: 'changed', values: ['ticket', 'submitter'] },
    ],
    expected: (before, { ticket, submitter }) =>
      before.map((one) => (one.title === ticket ? { ...one, submitter } : one)),
    done: 'The page of the ticket shows the new address as the one who submitted it',
  },
  right: [
    { name: 'another ticket', values: asked },
    {
      name: 'a ticket that somebody has',
      values: { ticket: 'The till prints no receipts', submitter: 'ida.brown@shop.example' },
    },
    {
      name: 'another way: found with the search, and sent with a key',
      values: { ticket: 'The cold room is too warm', submitter: 'maxine@store.example' },
      perform: async (person, app, values) => {
        const { page } = person
        await person.type(page.getByRole('searchbox'), 'cold room')
        await row(page, 'Order new aprons').waitFor({ state: 'detached' })
        await fill(person, values)
        await person.press('Enter')
        await page.waitForURL((url) => !url.pathname.endsWith('/edit/'))
      },
    },
  ],
  faults: [
    {
      name: 'the address is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { ticket }) => app.change(ticket, 'submitter_email', 'ida@shop.example'),
    },
    {
      name: 'the address is stored with another ending',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { ticket }) => app.change(ticket, 'submitter_email', 'ivo@store.example'),
    },
    {
      name: 'the priority is changed as well',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.choose('#id_priority', '1. Critical')
        await save(person)
      },
    },
    {
      name: 'another ticket gets the address',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { ticket: 'Shelf 4 is wobbly' },
    },
    {
      name: 'the form is filled and not saved',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'the address is no address, and the form says so',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, { ...values, submitter: 'ivo@shop' })
        await person.click(page.getByRole('button', { name: 'Save Changes' }))
        await person.sees('Enter a valid email address.')
      },
    },
    {
      name: 'the old address is put back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await toList(person)
        await change(person, app, { ...values, submitter: 'ida@shop.example' })
      },
    },
    {
      name: 'another ticket is given to somebody',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Shelf 4 is wobbly', 'assigned_to_id', 2),
    },
  ],
}
