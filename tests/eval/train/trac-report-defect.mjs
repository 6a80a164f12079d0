// A long form: a summary, a text, five list boxes and key words; some of it is left as it is.

const field = (page, name) => page.locator(`#field-${name}`)

async function fill(person, values) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'New Ticket' }))
  await person.type(field(page, 'summary'), values.summary)
  if (values.description) await person.type(field(page, 'description'), values.description)
  if (values.type) await person.choose(field(page, 'type'), values.type)
  if (values.priority) await person.choose(field(page, 'priority'), values.priority)
  if (values.milestone) await person.choose(field(page, 'milestone'), values.milestone)
  await person.choose(field(page, 'component'), values.component)
  if (values.keywords) await person.type(field(page, 'keywords'), values.keywords)
}

const previewed = (person, { summary }) =>
  person.page.locator('#ticket .summary', { hasText: summary }).waitFor()

async function send(person) {
  await person.click(person.page.getByRole('button', { name: 'Create ticket' }))
  await person.page.locator('#ticket').getByText('Opened').waitFor()
}

async function report(person, app, values) {
  await fill(person, values)
  await send(person)
}

const owners = { Shop: 'ines', Stock: 'milan', Website: 'sofia' }

const other = {
  summary: 'The scale shows ounces',
  description: 'Since the new battery.',
  type: 'defect',
  priority: 'critical',
  milestone: 'Autumn',
  component: 'Shop',
  keywords: 'scale',
}

export default {
  app: 'trac',
  kinds: ['semantic HTML', 'long form'],
  goal: 'Report something to do as a ticket of the project',
  values: {
    summary: 'Mail of orders is not sent',
    description: 'Nobody got one on Sunday.',
    type: 'enhancement',
    priority: 'blocker',
    milestone: 'Summer',
    component: 'Website',
    keywords: 'mail order',
  },
  perform: report,
  truth: {
    inputs: [
      { name: 'summary', value: 'Mail of orders is not sent', source: 'given', changes: true },
      { name: 'description', value: 'Nobody got one on Sunday.', source: 'given', changes: true },
      { name: 'type', value: 'enhancement', source: 'given', changes: true },
      { name: 'priority', value: 'blocker', source: 'given', changes: true },
      { name: 'milestone', value: 'Summer', source: 'given', changes: true },
      { name: 'component', value: 'Website', source: 'given', changes: true },
      { name: 'keywords', value: 'mail order', source: 'given', changes: true },
      { name: 'owner', value: 'sofia', source: 'made', changes: true },
    ],
    effects: [
      {
        name: 'the ticket is stored',
        kind: 'created',
        values: [
          'summary',
          'description',
          'type',
          'priority',
          'milestone',
          'component',
          'keywords',
        ],
      },
    ],
    expected: (before, values) => ({
      ...before,
      tickets: [
        ...before.tickets,
        {
          summary: values.summary,
          type: values.type ?? 'defect',
          priority: values.priority ?? 'major',
          component: values.component,
          milestone: values.milestone ?? '',
          version: '',
          owner: owners[values.component],
          status: 'new',
          resolution: '',
          keywords: values.keywords ?? '',
          cc: '',
          description: values.description ?? '',
          comments: [],
        },
      ],
    }),
    done: 'The page of the new ticket shows its summary, type, priority, milestone, component and key words',
  },
  right: [
    { name: 'other values', values: other },
    {
      name: 'only the summary and the component',
      values: {
        summary: 'Buy string',
        component: 'Stock',
        description: undefined,
        type: undefined,
        priority: undefined,
        milestone: undefined,
        keywords: undefined,
      },
    },
    {
      name: 'another way: seen in the preview first',
      values: { ...other, summary: 'The door is not painted', type: 'task', component: 'Stock' },
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(person.page.getByRole('button', { name: 'Preview' }))
        await previewed(person, values)
        await send(person)
      },
    },
  ],
  faults: [
    {
      name: 'the ticket is gone again',
      kind: 'says saved but is not',
      values: other,
      behind: (app, { summary }) => app.ticket(summary, null),
    },
    {
      name: 'it is only previewed',
      kind: 'half done',
      values: other,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(person.page.getByRole('button', { name: 'Preview' }))
        await previewed(person, values)
      },
    },
    {
      name: 'the milestone is stored wrong',
      kind: 'one field wrong',
      values: other,
      behind: (app, { summary }) => app.ticket(summary, { milestone: 'Spring' }),
    },
    {
      name: 'the text is left out',
      kind: 'one field wrong',
      needs: 'request',
      values: other,
      does: { description: undefined },
    },
    {
      name: 'it is reported twice',
      kind: 'done twice',
      values: other,
      perform: async (person, app, values) => {
        await report(person, app, values)
        await report(person, app, values)
      },
    },
    {
      name: 'another ticket gets another priority',
      kind: 'other record touched',
      values: other,
      behind: (app) => app.ticket('Count the tins every week', { priority: 'blocker' }),
    },
  ],
}
