// Several tickets get another priority, one after the other, each in its own form that is reached from the table.

import { editTicket, openTicket, search, submitTicket } from '../apps/fossil.mjs'

async function raise(person, app, { tickets, priority }) {
  for (const ticket of tickets) {
    await openTicket(person, ticket)
    await editTicket(person)
    await person.choose('#priority', priority)
    await submitTicket(person)
  }
}

const asked = {
  tickets: ['Labels come off the tins', 'Scale of the back room is slow'],
  priority: 'Zero',
}

export default {
  app: 'fossil',
  kinds: ['semantic HTML', 'long form', 'preview before sending', 'repetition', 'sign-in'],
  goal: 'Give some tickets another priority',
  values: {
    tickets: [
      'Send the bill by mail',
      'Count the tins on the top shelf',
      'The till prints no date',
    ],
    priority: 'Immediate',
  },
  perform: raise,
  truth: {
    inputs: [
      {
        name: 'tickets',
        value: [
          'Send the bill by mail',
          'Count the tins on the top shelf',
          'The till prints no date',
        ],
        source: 'given',
        changes: true,
      },
      { name: 'priority', value: 'Immediate', source: 'given', changes: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['tickets'], kind: 'loop' }],
    effects: [
      { name: 'every ticket has the priority', kind: 'bulk', values: ['tickets', 'priority'] },
    ],
    expected: (before, { tickets, priority }) => ({
      ...before,
      tickets: before.tickets.map((one) =>
        tickets.includes(one.title) ? { ...one, priority } : one,
      ),
    }),
    done: 'The page of each of these tickets shows the new priority',
  },
  right: [
    { name: 'other tickets', values: asked },
    { name: 'one ticket', values: { tickets: ['The scale shows ounces'], priority: 'High' } },
    {
      name: 'another way: each found by the search',
      values: { ...asked, priority: 'Immediate' },
      perform: async (person, app, { tickets, priority }) => {
        for (const ticket of tickets) {
          await search(person, ticket)
          await person.click(person.page.getByRole('link', { name: `Ticket: ${ticket}` }))
          await editTicket(person)
          await person.choose('#priority', priority)
          await submitTicket(person)
        }
      },
    },
  ],
  faults: [
    {
      name: 'one ticket has its old priority',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.ticket('Labels come off the tins', { priority: 'Low' }),
    },
    {
      name: 'one ticket is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { tickets: ['Labels come off the tins'] },
    },
    {
      name: 'the last form is previewed and not sent',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { tickets: [first, last], priority }) => {
        const { page } = person
        await raise(person, app, { tickets: [first], priority })
        await openTicket(person, last)
        await editTicket(person)
        await person.choose('#priority', priority)
        await person.click(page.getByRole('button', { name: 'Preview', exact: true }))
        await person.click(page.getByRole('button', { name: 'Cancel', exact: true }))
      },
    },
    {
      name: 'another priority is chosen',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { priority: 'High' },
    },
    {
      name: 'the severity of one is changed in its place',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, { tickets: [first, last], priority }) => {
        await raise(person, app, { tickets: [first], priority })
        await openTicket(person, last)
        await editTicket(person)
        await person.choose('#severity', 'Minor')
        await submitTicket(person)
      },
    },
    {
      name: 'a ticket that is like it is changed for one of them',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { tickets: ['Labels come off the tins', 'The scale shows ounces'] },
    },
    {
      name: 'the first gets its old priority again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await raise(person, app, values)
        await raise(person, app, { tickets: ['Labels come off the tins'], priority: 'Low' })
      },
    },
    {
      name: 'another ticket is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.ticket('Send the bill by mail', { priority: 'Zero' }),
    },
  ],
}
