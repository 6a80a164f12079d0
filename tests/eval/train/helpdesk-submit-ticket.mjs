// A form with two lists of choices, a calendar that opens over it, and a field that is filled beforehand. The page of
// the new ticket comes up.

async function openForm(person) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'New Ticket' }))
  await page.locator('#id_queue').waitFor()
}

async function typeDay(person, day) {
  await person.type('#id_due_date', day)
  // The calendar closes.
  await person.press('Tab')
  await person.page.locator('#ui-datepicker-div').waitFor({ state: 'hidden' })
}

async function fill(person, { queue, title, description, priority, day, submitter, owner }) {
  await openForm(person)
  await person.choose('#id_queue', queue)
  await person.type('#id_title', title)
  await person.type('#id_body', description)
  if (priority) await person.choose('#id_priority', priority)
  if (day) await typeDay(person, day)
  await person.type('#id_submitter_email', submitter)
  if (owner) await person.choose('#id_assigned_to', owner)
}

async function submit(person, { title }) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Submit Ticket' }))
  await page.getByRole('heading', { name: title }).first().waitFor()
}

async function open(person, app, values) {
  await fill(person, values)
  await submit(person, values)
}

const now = new Date()

/** The middle of the next month, which the calendar shows after one click. */
const MIDDLE = new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1, 15))
  .toISOString()
  .slice(0, 10)

const asked = {
  queue: 'Warehouse',
  title: 'The scale shows too much',
  description: 'Every tin weighs ten grams more.',
  priority: '4. Low',
  day: '2031-06-12',
  submitter: 'nina@store.example',
}

export default {
  app: 'helpdesk',
  kinds: ['semantic HTML', 'calendar', 'sign-in'],
  goal: 'Open a ticket for somebody who reported a problem',
  values: {
    queue: 'Website',
    title: 'The basket forgets its contents',
    description: 'It is empty after the sign-in.',
    priority: '2. High',
    day: '2031-04-02',
    submitter: 'otto@mail.example',
  },
  perform: open,
  truth: {
    inputs: [
      { name: 'queue', value: 'Website', source: 'given', changes: true },
      { name: 'title', value: 'The basket forgets its contents', source: 'given', changes: true },
      {
        name: 'description',
        value: 'It is empty after the sign-in.',
        source: 'given',
        changes: true,
      },
      { name: 'priority', value: '2. High', source: 'given', changes: true },
      {
        name: 'day',
        value: '2031-04-02',
        source: 'given',
        changes: true,
        forms: ['April 2, 2031', 'Apr 2, 2031', 'April 2, 2031, midnight'],
      },
      { name: 'submitter', value: 'otto@mail.example', source: 'given', changes: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the ticket is there',
        kind: 'created',
        values: ['queue', 'title', 'description', 'priority', 'day', 'submitter'],
      },
    ],
    expected: (before, { queue, title, description, priority, day, submitter }) => [
      ...before,
      {
        ...{ title, queue, submitter, owner: null, status: 1 },
        priority: Number((priority ?? '3')[0]),
        due: day ? `${day} 00:00:00` : null,
        ...{ description, resolution: null, held: 0 },
        notes: [{ title: 'Ticket Opened', comment: description, user: 'ann', status: null }],
      },
    ],
    done: 'The page of the new ticket shows its title, description, queue, priority, due date and who submitted it',
  },
  right: [
    { name: 'another ticket', values: asked },
    {
      name: 'without a day, and with the usual priority',
      values: {
        queue: 'Shop',
        title: 'The door bell is silent',
        description: 'Customers knock at the window.',
        priority: undefined,
        day: undefined,
        submitter: 'ida@shop.example',
      },
    },
    {
      name: 'another way: in another order, with the day taken from the calendar',
      values: { ...asked, title: 'The label printer is out of paper', day: MIDDLE },
      perform: async (person, app, { queue, title, description, priority, submitter }) => {
        const { page } = person
        await openForm(person)
        await person.type('#id_submitter_email', submitter)
        await person.type('#id_title', title)
        await person.choose('#id_priority', priority)
        await person.click('#id_due_date')
        const calendar = page.locator('#ui-datepicker-div')
        await person.click(calendar.getByTitle('Next'))
        await person.click(calendar.getByRole('link', { name: '15', exact: true }))
        await person.type('#id_body', description)
        await person.choose('#id_queue', queue)
        await submit(person, { title })
      },
    },
  ],
  faults: [
    {
      name: 'the ticket is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { title }) => app.remove(title),
    },
    {
      name: 'another address of the submitter is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { title }) => app.change(title, 'submitter_email', 'nino@store.example'),
    },
    {
      name: 'another day is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { title }) => app.change(title, 'due_date', '2031-12-06 00:00:00'),
    },
    {
      name: 'the description is stored empty',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { title }) => app.change(title, 'description', ''),
    },
    {
      name: 'another queue is chosen than was asked for',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { queue: 'Shop' },
    },
    {
      name: 'it is given to somebody',
      kind: 'one field wrong',
      values: asked,
      does: { owner: 'cleo' },
    },
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'it is opened twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await open(person, app, values)
        await open(person, app, values)
      },
    },
    {
      name: 'the ticket is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await open(person, app, values)
        await person.click(page.getByRole('button', { name: 'Actions' }))
        await person.click(page.getByRole('link', { name: 'Delete' }))
        await person.click(page.getByRole('button', { name: /^Yes/ }))
        await page.waitForURL((url) => !url.pathname.includes('delete'))
      },
    },
    {
      name: 'another ticket is given to somebody',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Order new aprons', 'assigned_to_id', 3),
    },
  ],
}
