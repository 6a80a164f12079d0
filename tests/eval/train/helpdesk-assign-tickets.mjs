// Rows of a list are ticked, and a menu has a list of choices with what shall be done with them, and a button.

import { openTicket, row, toList } from '../apps/helpdesk.mjs'

async function mark(person, { tickets }) {
  for (const title of tickets) await person.tick(row(person.page, title).getByRole('checkbox'))
}

async function choose(person, action) {
  const { page } = person
  await person.click(page.locator('#actions-dropdown').getByRole('button', { name: 'Actions' }))
  await person.choose('#id_mass_action', action)
}

async function go(person) {
  const { page } = person
  // The page of the list comes up again, with nothing ticked.
  await person.click(page.locator('#actions-dropdown').getByRole('button', { name: 'Go' }))
  await page.locator('#actions-dropdown .dropdown-menu.show').waitFor({ state: 'detached' })
  await page.locator('#ticketTable tbody .tickettitle').first().waitFor()
}

async function assign(person, app, values) {
  await mark(person, values)
  await choose(person, values.who)
  await go(person)
}

const asked = { tickets: ['Order new aprons', 'The search finds no oolong'], who: 'ann' }

const note = (who, title = `Assigned to ${who} in bulk update`) => ({
  ...{ title, comment: '', user: 'ann', status: null },
})

export default {
  app: 'helpdesk',
  kinds: ['semantic HTML', 'bulk actions', 'list drawn by a script'],
  goal: 'Give some tickets to a colleague together',
  values: { tickets: ['Shelf 4 is wobbly', 'The cold room is too warm'], who: 'cleo' },
  perform: assign,
  truth: {
    inputs: [
      {
        name: 'tickets',
        value: ['Shelf 4 is wobbly', 'The cold room is too warm'],
        source: 'given',
        changes: true,
        forms: ['2. Shelf 4 is wobbly', '6. The cold room is too warm'],
      },
      {
        name: 'who',
        value: 'cleo',
        source: 'given',
        changes: true,
        forms: ['cleo@desk.example'],
      },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['tickets'], kind: 'list' }],
    effects: [{ name: 'every ticket has the owner', kind: 'bulk', values: ['tickets', 'who'] }],
    expected: (before, { tickets, who }) =>
      before.map((one) =>
        tickets.includes(one.title)
          ? { ...one, owner: who, notes: [...one.notes, note(who)] }
          : one,
      ),
    done: 'The list shows the colleague as the owner in the row of each of these tickets',
  },
  right: [
    { name: 'other tickets, one of which somebody had', values: asked },
    {
      name: 'three tickets',
      values: {
        tickets: ['Prices of tins are wrong', 'Shelf 4 is wobbly', 'Order new aprons'],
        who: 'bob',
      },
    },
    {
      name: 'another way: each on its own page',
      values: { tickets: ['Prices of tins are wrong', 'Order new aprons'], who: 'cleo' },
      perform: async (person, app, { tickets, who }) => {
        const { page } = person
        for (const [at, title] of tickets.entries()) {
          if (at) await toList(person)
          await openTicket(person, title)
          const form = page.locator('form').filter({ has: page.locator('input[name=ticket_id]') })
          await person.choose(form.locator('select[name=owner]'), who)
          await person.click(form.getByRole('button', { name: 'Save ticket assignment' }))
          await person.sees(/Assigned to cleo/)
        }
      },
      expected: (before, { tickets, who }, after) =>
        before.map((one, at) =>
          tickets.includes(one.title)
            ? { ...one, owner: who, notes: [...one.notes, note(who, after[at].notes.at(-1).title)] }
            : one,
        ),
    },
  ],
  faults: [
    {
      name: 'one ticket has nobody',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.change('Order new aprons', 'assigned_to_id', null),
    },
    {
      name: 'one ticket has another owner',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.change('Order new aprons', 'assigned_to_id', 3),
    },
    {
      name: 'another colleague is chosen than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { who: 'cleo' },
    },
    {
      name: 'one ticket is not ticked',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { tickets: ['Order new aprons'] },
    },
    {
      name: 'everything is chosen, and the button is not pressed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await mark(person, values)
        await choose(person, values.who)
      },
    },
    {
      name: 'no ticket is ticked',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await choose(person, values.who)
        await go(person)
      },
    },
    {
      name: 'the tickets are closed instead',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await mark(person, values)
        await choose(person, "Close (Don't Send E-Mail)")
        await go(person)
      },
    },
    {
      name: 'one of them is taken from the colleague again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await assign(person, app, values)
        await mark(person, { tickets: ['The search finds no oolong'] })
        await choose(person, 'Nobody (Unassign)')
        await go(person)
      },
    },
    {
      name: 'another ticket has the owner as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Prices of tins are wrong', 'assigned_to_id', 1),
    },
  ],
}
