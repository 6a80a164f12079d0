// A long form in two parts, whose queue draws it again, with a choice of a custom field, a rich text, and a day in a calendar.

import { act, find, pick, update, write } from '../apps/request-tracker.mjs'

async function begin(person, { queue }) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Create new ticket' }))
  await page.getByRole('heading', { name: 'Create a new ticket' }).first().waitFor()
  await pick(person, 'select[name=Queue]', queue)
  await page
    .getByRole('heading', { name: `Create a new ticket in ${queue}` })
    .first()
    .waitFor()
}

async function basics(person, { owner, house, subject, text }) {
  if (owner) await pick(person, 'select[name=Owner]', owner)
  if (house) await pick(person, 'select[name*=CustomField]', house)
  await person.type('input[name=Subject]:visible', subject)
  if (text) await write(person, text)
}

async function details(person, { priority, due }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Details', exact: true }))
  await pick(person, 'select[name=InitialPriority]', priority)
  if (due) await person.type('#Due', due)
}

async function create(person) {
  await person.click('input[name=SubmitTicket]:visible')
  await person.sees(/Ticket \d+ created in queue/)
}

async function fill(person, values) {
  await begin(person, values)
  await basics(person, values)
  await details(person, values)
}

async function open(person, app, values) {
  await fill(person, values)
  await create(person)
}

const asked = {
  queue: 'Building',
  owner: 'lotte (Lotte de Boer)',
  house: 'Gym',
  subject: 'Shower in the changing room drips',
  text: 'The second one from the door.',
  priority: 'Low',
  due: '2031-04-11',
}

export default {
  app: 'request-tracker',
  kinds: ['semantic HTML', 'long form', 'form drawn again by the server', 'rich text', 'sign-in'],
  goal: 'Open a ticket for the help desk and give it to somebody',
  values: {
    queue: 'Classrooms',
    owner: 'jonas (Jonas Weber)',
    house: 'Science wing',
    subject: 'Microscope camera is not found',
    text: 'The laptop of the lab shows a black window.',
    priority: 'High',
    due: '2031-03-14',
  },
  perform: open,
  truth: {
    inputs: [
      { name: 'queue', value: 'Classrooms', source: 'given', changes: true },
      {
        name: 'owner',
        value: 'jonas (Jonas Weber)',
        source: 'given',
        changes: true,
        forms: ['jonas', 'Jonas Weber'],
      },
      { name: 'house', value: 'Science wing', source: 'given', changes: true },
      {
        name: 'subject',
        value: 'Microscope camera is not found',
        source: 'given',
        changes: true,
      },
      {
        name: 'text',
        value: 'The laptop of the lab shows a black window.',
        source: 'given',
        changes: true,
      },
      { name: 'priority', value: 'High', source: 'given', changes: true },
      {
        name: 'due',
        value: '2031-03-14',
        source: 'given',
        changes: true,
        forms: ['2031-03-14 00:00:00', 'Fri Mar 14 00:00:00 2031'],
      },
      { name: 'user', value: 'petra', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the ticket is stored',
        kind: 'created',
        values: ['queue', 'owner', 'house', 'subject', 'text', 'priority', 'due'],
      },
    ],
    expected: (before, { queue, owner, house, subject, text, priority, due }) => ({
      ...before,
      tickets: [
        ...before.tickets,
        {
          queue,
          subject,
          status: 'new',
          owner: owner?.split(' ')[0] ?? 'Nobody',
          priority,
          due: due ?? '',
          house: house ?? '',
          requestor: 'petra@lindenschool.example',
          messages: text ? [`Create: ${text}`] : [],
        },
      ],
    }),
    done: 'The page of the new ticket shows its queue, owner, house, subject, message, priority and due date',
  },
  right: [
    { name: 'another ticket', values: asked },
    {
      name: 'nobody is named, no house and no day',
      values: {
        queue: 'Accounts',
        owner: undefined,
        house: undefined,
        subject: 'Account for the new librarian',
        text: 'He is called Emil Sander.',
        priority: 'Medium',
        due: undefined,
      },
    },
    {
      name: 'another way: the details first, and the owner last',
      values: { ...asked, subject: 'Bell of the annex rings twice', house: 'Annex' },
      perform: async (person, app, values) => {
        const { page } = person
        await begin(person, values)
        await details(person, values)
        await person.click(page.getByRole('link', { name: 'Basics', exact: true }))
        await write(person, values.text)
        await basics(person, { ...values, owner: undefined, text: undefined })
        await pick(person, 'select[name=Owner]', values.owner)
        await create(person)
      },
    },
  ],
  faults: [
    {
      name: 'the ticket is deleted',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { subject }) => app.ticket(subject, 'Status', 'deleted'),
    },
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'it is due a year later',
      kind: 'one field wrong',
      values: asked,
      does: { due: '2032-04-11' },
    },
    {
      name: 'the house is forgotten',
      kind: 'one field wrong',
      values: asked,
      does: { house: undefined },
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
      name: 'it is opened in another queue',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { queue: 'Classrooms' },
    },
    {
      name: 'another ticket is given away as well',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await open(person, app, values)
        await find(person, { word: 'Blind', subject: 'Blind in room 8 is stuck' })
        await act(person, 'Comment')
        await pick(person, 'select[name=Owner]', values.owner)
        await update(person, 'Owner changed from Nobody')
      },
    },
  ],
}
