// A form whose labels are the headers of table rows: text, two lists and a note.

import { row } from '../apps/roundup.mjs'

async function fill(person, { title, priority, assigned, note }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Create New' }).first())
  await person.type(row(page, 'Title').locator('input'), title)
  await person.choose(row(page, 'Priority').locator('select'), priority)
  if (assigned) await person.choose(row(page, 'Assigned To').locator('select'), assigned)
  if (note) await person.type(row(page, 'Change Note').locator('textarea'), note)
}

async function create(person, app, values) {
  await fill(person, values)
  await person.click(person.page.getByRole('button', { name: 'Submit New Entry' }))
  await person.sees(/created/)
}

export default {
  app: 'roundup',
  kinds: ['semantic HTML', 'tables with nameless fields'],
  goal: 'Report an issue in the tracker',
  values: {
    title: 'The printer is out of toner',
    priority: 'bug',
    assigned: 'ada',
    note: 'Second floor, next to the lift.',
  },
  perform: create,
  truth: {
    inputs: [
      { name: 'title', value: 'The printer is out of toner', source: 'given', changes: true },
      { name: 'priority', value: 'bug', source: 'given', changes: true },
      { name: 'assigned', value: 'ada', source: 'given', changes: true },
      { name: 'note', value: 'Second floor, next to the lift.', source: 'given', changes: true },
      { name: 'user', value: 'admin', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the issue is stored',
        kind: 'created',
        values: ['title', 'priority', 'assigned', 'note'],
      },
    ],
    expected: (before, { title, priority, assigned, note }) => ({
      ...before,
      issues: [
        ...before.issues,
        {
          title,
          priority,
          status: 'unread',
          assigned: assigned ?? '',
          keywords: [],
          messages: note ? [note] : [],
        },
      ],
    }),
    done: 'The issue is in the list of issues with its title, priority and assignee',
  },
  right: [
    {
      name: 'other values',
      values: {
        title: 'Window of room 4 is broken',
        priority: 'urgent',
        assigned: 'grace',
        note: 'Glass on the floor.',
      },
    },
    {
      name: 'nobody assigned and no note',
      values: { title: 'Paint the fence', priority: 'wish', assigned: undefined, note: undefined },
    },
    {
      name: 'another way: by its address, from the bottom to the top',
      values: {
        title: 'Router restarts at night',
        priority: 'critical',
        assigned: 'ada',
        note: 'Since Monday.',
      },
      perform: async (person, app, { title, priority, assigned, note }) => {
        const { page } = person
        await person.open(`${app.address}/issue?@template=item`)
        await person.type(row(page, 'Change Note').locator('textarea'), note)
        await person.choose(row(page, 'Assigned To').locator('select'), assigned)
        await person.choose(row(page, 'Priority').locator('select'), priority)
        await person.type(row(page, 'Title').locator('input'), title)
        await person.click(page.getByRole('button', { name: 'Submit New Entry' }))
        await person.sees(/created/)
      },
    },
  ],
  faults: [
    {
      name: 'the issue is gone again',
      kind: 'says saved but is not',
      values: {
        title: 'The door bell is silent',
        priority: 'bug',
        assigned: 'grace',
        note: 'Front door.',
      },
      behind: (app, { title }) => app.change(title, null),
    },
    {
      name: 'the priority is stored wrong',
      kind: 'one field wrong',
      values: {
        title: 'Smoke detector beeps',
        priority: 'urgent',
        assigned: 'ada',
        note: 'Kitchen.',
      },
      behind: (app, { title }) => app.change(title, { priority: 'wish' }),
    },
    {
      name: 'it is assigned to somebody else',
      kind: 'one field wrong',
      values: { title: 'Tap drips', priority: 'bug', assigned: 'ada', note: 'Bathroom.' },
      behind: (app, { title }) => app.change(title, { assignedto: 'grace' }),
    },
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: { title: 'Chair wobbles', priority: 'wish', assigned: 'ada', note: 'Room 2.' },
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'it is reported twice',
      kind: 'done twice',
      values: { title: 'Clock is late', priority: 'bug', assigned: 'grace', note: 'Ten minutes.' },
      perform: async (person, app, values) => {
        await create(person, app, values)
        await create(person, app, values)
      },
    },
    {
      name: 'another title is typed than was asked for',
      kind: 'wrong record',
      needs: 'request',
      values: { title: 'Bin is full', priority: 'bug', assigned: 'ada', note: 'Yard.' },
      does: { title: 'Bin is stolen' },
    },
    {
      name: 'another issue is closed',
      kind: 'other record touched',
      values: { title: 'Desk is too low', priority: 'wish', assigned: 'ada', note: 'Room 7.' },
      behind: (app) => app.change('The kettle leaks', { status: 'resolved' }),
    },
  ],
}
