// Some tickets of a filtered list are ticked and changed together, in a part of the page that scripts open.

async function mark(person, { tickets }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'View Tickets' }))
  await person.click(page.getByRole('link', { name: 'New Custom Query', exact: true }).first())
  await page.locator('.listing.tickets').first().waitFor()
  for (const summary of tickets)
    await person.tick(
      page.locator('.listing.tickets tr', { hasText: summary }).locator('input[type=checkbox]'),
    )
}

async function change(person, { milestone }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Batch Modify' }))
  // The list goes back to its first entry as soon as one is chosen.
  await page.locator('#add_batchmod_field').focus()
  await person.press('m')
  await person.choose('[name=batchmod_value_milestone]', milestone)
  await person.click('#batchmod_submit')
  await page.getByRole('heading', { name: /Custom Query/ }).waitFor()
}

async function postpone(person, app, values) {
  await mark(person, values)
  await change(person, values)
}

const asked = {
  tickets: ['Show the opening hours', 'Prices end in three digits'],
  milestone: 'Autumn',
}

export default {
  app: 'trac',
  kinds: ['semantic HTML', 'bulk actions'],
  goal: 'Move some tickets to another milestone together',
  values: {
    tickets: ['The till prints no date', 'Count the tins every week'],
    milestone: 'Summer',
  },
  perform: postpone,
  truth: {
    inputs: [
      {
        name: 'tickets',
        value: ['The till prints no date', 'Count the tins every week'],
        source: 'given',
        changes: true,
      },
      { name: 'milestone', value: 'Summer', source: 'given', changes: true },
    ],
    loops: [{ over: ['tickets'], kind: 'list' }],
    effects: [
      {
        name: 'every ticket has the milestone',
        kind: 'bulk',
        values: ['tickets', 'milestone'],
      },
    ],
    expected: (before, { tickets, milestone }) => ({
      ...before,
      tickets: before.tickets.map((one) =>
        tickets.includes(one.summary) ? { ...one, milestone } : one,
      ),
    }),
    done: 'Each of the tickets has the new milestone, and no other has',
  },
  right: [
    { name: 'other tickets', values: asked },
    {
      name: 'three tickets',
      values: {
        tickets: ['List of suppliers is old', 'The till prints no date', 'Show the opening hours'],
        milestone: 'Autumn',
      },
    },
    {
      name: 'another way: each by itself',
      values: asked,
      perform: async (person, app, { tickets, milestone }) => {
        const { page } = person
        for (const summary of tickets) {
          await person.click(page.getByRole('link', { name: 'View Tickets' }))
          await person.click(page.getByRole('link', { name: '{1} Active Tickets', exact: true }))
          await person.click(page.getByRole('link', { name: summary, exact: true }))
          await person.click(page.getByRole('link', { name: 'Modify Ticket' }))
          await person.choose('#field-milestone', milestone)
          await person.click(page.getByRole('button', { name: 'Submit changes' }))
          await page.locator('#changelog').getByText(milestone).first().waitFor()
        }
      },
    },
  ],
  faults: [
    {
      name: 'one ticket has its old milestone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.ticket('Show the opening hours', { milestone: 'Spring' }),
    },
    {
      name: 'they are ticked and nothing is changed',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => mark(person, values),
    },
    {
      name: 'one ticket is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { tickets: ['Prices end in three digits'] },
    },
    {
      name: 'another milestone is chosen',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { milestone: 'Summer' },
    },
    {
      name: 'one ticket is of another component now',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.ticket('Show the opening hours', { component: 'Stock' }),
    },
    {
      name: 'another ticket is moved as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.ticket('Count the tins every week', { milestone: 'Autumn' }),
    },
  ],
}
