// A tab of a record has the form of an answer: a text, a choice of the status, and a box. The answer then is under
// the record, which says its new status.

import { openTicket, row } from '../apps/helpdesk.mjs'

async function openTab(person, ticket) {
  const { page } = person
  await openTicket(person, ticket)
  await person.click(page.getByRole('tab', { name: 'Respond' }))
  await page.locator('#commentBox').waitFor()
}

async function fill(person, { ticket, answer, status = 'Resolved' }) {
  const { page } = person
  await openTab(person, ticket)
  await person.type('#commentBox', answer)
  await person.click(page.getByLabel(status, { exact: true }))
}

async function save(person) {
  const { page } = person
  await person.click(page.locator('#ticket-respond-form').getByRole('button', { name: 'Save' }))
  await page.locator('#commentBox').waitFor({ state: 'hidden' })
}

async function resolve(person, app, values) {
  await fill(person, values)
  await save(person)
}

const asked = { ticket: 'The cold room is too warm', answer: 'The door was left open.' }

/** The ticket with a note and a status. */
const answered = (before, ticket, change, note) =>
  before.map((one) =>
    one.title === ticket ? { ...one, ...change, notes: [...one.notes, note] } : one,
  )

export default {
  app: 'helpdesk',
  kinds: ['semantic HTML', 'tabs', 'sign-in'],
  goal: 'Resolve a ticket with an answer',
  values: { ticket: 'Shelf 4 is wobbly', answer: 'It has new screws.' },
  perform: resolve,
  truth: {
    inputs: [
      {
        name: 'ticket',
        value: 'Shelf 4 is wobbly',
        source: 'given',
        changes: true,
        forms: ['2. Shelf 4 is wobbly'],
      },
      { name: 'answer', value: 'It has new screws.', source: 'given', changes: true },
      { name: 'status', value: 'Resolved', source: 'constant', changes: false },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the ticket is resolved', kind: 'changed', values: ['ticket', 'answer', 'status'] },
    ],
    expected: (before, { ticket, answer }) =>
      answered(
        before,
        ticket,
        { status: 3, resolution: answer },
        // The application names the note so.
        { title: `${ticket} and Resolved`, comment: answer, user: 'ann', status: 3 },
      ),
    done: 'The page of the ticket shows the status Resolved, and the answer as the resolution',
  },
  right: [
    { name: 'another ticket', values: asked },
    {
      name: 'a ticket of another colleague',
      values: { ticket: 'The search finds no oolong', answer: 'The index was built again.' },
    },
    {
      name: 'another way: the status first, and the ticket found with the search',
      values: { ticket: 'Prices of tins are wrong', answer: 'The list was imported again.' },
      perform: async (person, app, { ticket, answer }) => {
        const { page } = person
        await person.type(page.getByRole('searchbox'), 'tins')
        await row(page, 'Order new aprons').waitFor({ state: 'detached' })
        await openTab(person, ticket)
        await person.click(page.getByLabel('Resolved', { exact: true }))
        await person.type('#commentBox', answer)
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the status is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { ticket }) => app.change(ticket, 'status', 1),
    },
    {
      name: 'the answer is not stored',
      kind: 'says saved but is not',
      values: asked,
      behind: async (app, { ticket }) => {
        await app.change(ticket, 'resolution', '')
        await app.sql('delete from helpdesk_followup where new_status = 3 returning id')
      },
    },
    {
      name: 'it is closed instead',
      kind: 'one field wrong',
      values: asked,
      perform: (person, app, values) => resolve(person, app, { ...values, status: 'Closed' }),
    },
    {
      name: 'another ticket is resolved',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { ticket: 'The till prints no receipts' },
    },
    {
      name: 'only the answer is written, the ticket stays open',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { ticket, answer }) => {
        await openTab(person, ticket)
        await person.type('#commentBox', answer)
        await save(person)
      },
    },
    {
      name: 'the form is filled and not saved',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'it is opened again afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await resolve(person, app, values)
        const { page } = person
        await person.click(page.getByRole('tab', { name: 'Respond' }))
        await person.click(page.getByLabel('Reopened', { exact: true }))
        await save(person)
      },
    },
    {
      name: 'another ticket is resolved as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Order new aprons', 'status', 3),
    },
  ],
}
