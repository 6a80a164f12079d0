// A ticket is found by a search among others that are like it, looked at, and closed with a remark in a long form that
// must be previewed before it can be sent.

import { editTicket, menu, openTicket, search, submitTicket } from '../apps/fossil.mjs'

async function find(person, { words, ticket }) {
  const { page } = person
  await search(person, words)
  await person.click(page.getByRole('link', { name: `Ticket: ${ticket}` }))
  await page.getByRole('cell', { name: ticket, exact: true }).waitFor()
}

async function fill(person, { resolution, remark }) {
  await editTicket(person)
  await person.choose('#status', 'Closed')
  await person.choose('#resolution', resolution)
  if (remark) await person.type('textarea[name=icomment]', remark)
}

async function close(person, app, values) {
  await find(person, values)
  await fill(person, values)
  await submitTicket(person)
}

/** As somebody does who first opens another one that the search found. */
async function closeAfterALook(person, app, values) {
  const { page } = person
  await search(person, values.words)
  const others = page.locator('.searchResult a').filter({ hasNotText: values.ticket })
  await person.click(others.first())
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
  await close(person, app, values)
}

const asked = {
  words: 'tins',
  ticket: 'Labels come off the tins',
  resolution: 'Workaround',
  remark: 'They are glued twice now.',
}

export default {
  app: 'fossil',
  kinds: ['semantic HTML', 'long form', 'search', 'preview before sending', 'sign-in'],
  goal: 'Close a ticket with a resolution and a remark',
  values: {
    words: 'scale',
    ticket: 'The scale shows ounces',
    resolution: 'Fixed',
    remark: 'It was a switch below the plate.',
  },
  perform: closeAfterALook,
  truth: {
    inputs: [
      { name: 'words', value: 'scale', source: 'derived', changes: true, optional: true },
      { name: 'ticket', value: 'The scale shows ounces', source: 'given', changes: true },
      { name: 'resolution', value: 'Fixed', source: 'given', changes: true },
      { name: 'remark', value: 'It was a switch below the plate.', source: 'given', changes: true },
      { name: 'status', value: 'Closed', source: 'constant', changes: false },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the ticket is closed',
        kind: 'changed',
        values: ['ticket', 'status', 'resolution', 'remark'],
      },
    ],
    expected: (before, { ticket, resolution, remark }) => ({
      ...before,
      tickets: before.tickets.map((one) =>
        one.title === ticket
          ? {
              ...one,
              ...{ status: 'Closed', resolution },
              remarks: remark ? [...one.remarks, { by: 'ann', text: remark }] : one.remarks,
            }
          : one,
      ),
    }),
    done: 'The page of the ticket shows the status Closed, the resolution and the remark',
  },
  right: [
    { name: 'another ticket, straight away', values: asked, perform: close },
    {
      name: 'without a remark',
      values: {
        words: 'digits',
        ticket: 'Prices end in three digits',
        resolution: 'Duplicate',
        remark: undefined,
      },
      perform: close,
    },
    {
      name: 'another way: from the table of tickets, the remark first',
      values: { ...asked, ticket: 'The till prints no date', resolution: 'Rejected' },
      perform: async (person, app, { ticket, resolution, remark }) => {
        await openTicket(person, ticket)
        await editTicket(person)
        await person.type('textarea[name=icomment]', remark)
        await person.choose('#resolution', resolution)
        await person.choose('#status', 'Closed')
        await submitTicket(person)
      },
    },
  ],
  faults: [
    {
      name: 'the ticket is still open',
      kind: 'says saved but is not',
      values: asked,
      perform: close,
      behind: (app, { ticket }) => app.ticket(ticket, { status: 'Open' }),
    },
    {
      name: 'another resolution is stored',
      kind: 'one field wrong',
      values: asked,
      perform: close,
      behind: (app, { ticket }) => app.ticket(ticket, { resolution: 'Fixed' }),
    },
    {
      name: 'only the resolution is chosen',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await find(person, values)
        await editTicket(person)
        await person.choose('#resolution', values.resolution)
        await person.type('textarea[name=icomment]', values.remark)
        await submitTicket(person)
      },
    },
    {
      name: 'a ticket that is like it is closed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { ticket: 'Count the tins on the top shelf' },
    },
    {
      name: 'the form is previewed and not sent',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await find(person, values)
        await fill(person, values)
        await person.click(page.getByRole('button', { name: 'Preview', exact: true }))
        await page.getByRole('button', { name: 'Submit', exact: true }).waitFor()
        await menu(person, 'Tickets')
      },
    },
    {
      name: 'the ticket is opened again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await close(person, app, values)
        await editTicket(person)
        await person.choose('#status', 'Open')
        await submitTicket(person)
      },
    },
    {
      name: 'another ticket is closed as well',
      kind: 'other record touched',
      values: asked,
      perform: close,
      behind: (app) => app.ticket('Count the tins on the top shelf', { status: 'Closed' }),
    },
  ],
}
