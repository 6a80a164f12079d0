// A ticket is found in a report; a comment is written and it is resolved by a radio button with a list beside it.

const RESOLUTION = '#action_resolve_resolve_resolution'

async function find(person, { summary }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'View Tickets' }))
  await person.click(page.getByRole('link', { name: '{1} Active Tickets', exact: true }))
  await person.click(page.getByRole('link', { name: summary, exact: true }))
  await person.click(page.getByRole('link', { name: 'Modify Ticket' }))
}

async function decide(person, { resolution, comment }) {
  const { page } = person
  if (comment) await person.type('#comment', comment)
  await person.tick('#action_resolve')
  if (resolution) await person.choose(page.locator(RESOLUTION), resolution)
}

async function send(person) {
  await person.click(person.page.getByRole('button', { name: 'Submit changes' }))
  await person.page.locator('.trac-status', { hasText: 'closed' }).first().waitFor()
}

async function close(person, app, values) {
  await find(person, values)
  await decide(person, values)
  await send(person)
}

const asked = {
  summary: 'Show the opening hours',
  resolution: 'duplicate',
  comment: 'They stand in the wiki.',
}

export default {
  app: 'trac',
  kinds: ['semantic HTML', 'long form'],
  goal: 'Close a ticket of the project and say why',
  values: {
    summary: 'List of suppliers is old',
    resolution: 'wontfix',
    comment: 'The new list comes from the accountant.',
  },
  perform: close,
  truth: {
    inputs: [
      { name: 'summary', value: 'List of suppliers is old', source: 'given', changes: true },
      { name: 'resolution', value: 'wontfix', source: 'given', changes: true },
      {
        name: 'comment',
        value: 'The new list comes from the accountant.',
        source: 'given',
        changes: true,
      },
    ],
    effects: [
      {
        name: 'the ticket is closed with the comment',
        kind: 'changed',
        values: ['summary', 'resolution', 'comment'],
      },
    ],
    expected: (before, { summary, resolution, comment }) => ({
      ...before,
      tickets: before.tickets.map((one) =>
        one.summary === summary
          ? {
              ...one,
              status: 'closed',
              resolution: resolution ?? 'fixed',
              comments: [...one.comments, ...(comment ? [comment] : [])],
            }
          : one,
      ),
    }),
    done: 'The ticket has the status closed, the resolution, and the comment',
  },
  right: [
    { name: 'another ticket', values: asked },
    {
      name: 'the proposed resolution, and no comment',
      values: {
        summary: 'Prices end in three digits',
        resolution: undefined,
        comment: undefined,
      },
    },
    {
      name: 'another way: found by the search, the comment last',
      values: {
        summary: 'Count the tins every week',
        resolution: 'invalid',
        comment: 'The till counts them.',
      },
      perform: async (person, app, { summary, resolution, comment }) => {
        const { page } = person
        await person.type('#proj-search', summary)
        await person.press('Enter')
        await person.click(page.locator('#results').getByRole('link', { name: summary }).first())
        await person.click(page.getByRole('link', { name: 'Modify Ticket' }))
        await decide(person, { resolution })
        await person.type('#comment', comment)
        await send(person)
      },
    },
  ],
  faults: [
    {
      name: 'it is open as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { summary }) => app.ticket(summary, { status: 'new', resolution: '' }),
    },
    {
      name: 'the comment is written and nothing is resolved',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await find(person, values)
        await person.type('#comment', values.comment)
        await person.click(person.page.getByRole('button', { name: 'Submit changes' }))
        await person.page.locator('#changelog').getByText(values.comment).waitFor()
      },
    },
    {
      name: 'another resolution is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { summary }) => app.ticket(summary, { resolution: 'fixed' }),
    },
    {
      name: 'another ticket is closed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { summary: 'The till prints no date' },
    },
    {
      name: 'it is opened again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await close(person, app, values)
        await person.click(page.getByRole('link', { name: 'Modify Ticket' }))
        await person.tick('#action_reopen')
        await person.click(page.getByRole('button', { name: 'Submit changes' }))
        await page.locator('.trac-status', { hasText: 'reopened' }).first().waitFor()
      },
    },
    {
      name: 'another ticket is closed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.ticket('The till prints no date', { status: 'closed', resolution: 'fixed' }),
    },
  ],
}
