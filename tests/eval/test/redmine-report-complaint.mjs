// A long form whose lists are drawn again by the server when the tracker changes, after a look at what is open already.

import { openProject, redrawn, tab } from '../apps/redmine.mjs'

async function fill(person, { project, subject, text, priority, who, category, due }) {
  const { page } = person
  await openProject(person, project)
  await person.click(tab(page, 'Issues'))
  await person.click(page.getByRole('link', { name: 'New issue', exact: true }))
  await person.choose('#issue_tracker_id', 'Complaint')
  await redrawn(page)
  await person.type(page.getByLabel('Subject'), subject)
  if (text) await person.type('#issue_description', text)
  await person.choose('#issue_priority_id', priority)
  if (who) await person.choose('#issue_assigned_to_id', who)
  await person.choose('#issue_category_id', category)
  if (due) await person.date('#issue_due_date', due)
}

async function create(person) {
  await person.click(person.page.getByRole('button', { name: 'Create', exact: true }))
  await person.sees(/Issue #\d+ created/)
}

async function report(person, app, values) {
  await fill(person, values)
  await create(person)
}

const logins = { 'Joris Peeters': 'joris', 'Sefa Yildiz': 'sefa', 'Tom Achebe': 'tom' }

const asked = {
  project: 'School library',
  subject: 'Bench in the reading corner creaks',
  text: 'The teacher hears it in every lesson.',
  priority: 'Low',
  who: 'Sefa Yildiz',
  category: 'Seats',
  due: '2031-03-28',
}

export default {
  app: 'redmine',
  kinds: ['semantic HTML', 'long form', 'form drawn again by the server', 'sign-in'],
  goal: 'Report a complaint of a customer and give it to somebody',
  values: {
    project: 'Hotel Bellevue',
    subject: 'Wardrobe of room 107 smells of varnish',
    text: 'The guests moved to another room.',
    priority: 'High',
    who: 'Tom Achebe',
    category: 'Wardrobes',
    due: '2031-02-21',
  },
  perform: report,
  truth: {
    inputs: [
      { name: 'project', value: 'Hotel Bellevue', source: 'given', changes: true },
      { name: 'tracker', value: 'Complaint', source: 'constant', changes: false },
      {
        name: 'subject',
        value: 'Wardrobe of room 107 smells of varnish',
        source: 'given',
        changes: true,
      },
      { name: 'text', value: 'The guests moved to another room.', source: 'given', changes: true },
      { name: 'priority', value: 'High', source: 'given', changes: true },
      { name: 'who', value: 'Tom Achebe', source: 'given', changes: true },
      { name: 'category', value: 'Wardrobes', source: 'given', changes: true },
      { name: 'due', value: '2031-02-21', source: 'given', changes: true },
      { name: 'user', value: 'maria', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the complaint is stored',
        kind: 'created',
        values: ['project', 'subject', 'text', 'priority', 'who', 'category', 'due'],
      },
    ],
    expected: (before, { project, subject, text, priority, who, category, due }, after) => ({
      ...before,
      issues: [
        ...before.issues,
        {
          project,
          tracker: 'Complaint',
          subject,
          description: text ?? '',
          status: 'New',
          priority,
          assigned: logins[who] ?? '',
          category,
          version: '',
          start: after.issues.at(-1).start,
          due: due ?? '',
          done: 0,
          hours: null,
          phone: '',
          remarks: [],
        },
      ],
    }),
    done: 'The page of the new complaint shows its subject, text, priority, assignee, category and due date',
  },
  right: [
    { name: 'another customer', values: asked },
    {
      name: 'nobody is named, no text and no day',
      values: {
        project: 'Workshop',
        subject: 'Dust from the big saw in the yard',
        text: undefined,
        priority: 'Urgent',
        who: undefined,
        category: 'Machines',
        due: undefined,
      },
    },
    {
      name: 'another way: from the plus of the project, the tracker last',
      values: {
        ...asked,
        project: 'Hotel Bellevue',
        category: 'Reception',
        subject: 'Drawer of the counter is stuck',
      },
      perform: async (person, app, { project, subject, text, priority, who, category, due }) => {
        const { page } = person
        await openProject(person, project)
        await person.click('#new-object')
        await person.click(page.locator('.new-issue-sub'))
        await person.type(page.getByLabel('Subject'), subject)
        await person.type('#issue_description', text)
        await person.choose('#issue_tracker_id', 'Complaint')
        await redrawn(page)
        await person.choose('#issue_category_id', category)
        await person.date('#issue_due_date', due)
        await person.choose('#issue_assigned_to_id', who)
        await person.choose('#issue_priority_id', priority)
        await create(person)
      },
    },
  ],
  faults: [
    {
      name: 'the complaint is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { subject }) =>
        app.sql('delete from issues where subject = ? returning id', subject),
    },
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'it is stored as a job',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { subject }) => app.issue(subject, 'tracker_id', 1),
    },
    {
      name: 'another priority is chosen',
      kind: 'one field wrong',
      values: asked,
      does: { priority: 'High' },
    },
    {
      name: 'it is due on another day',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { subject }) => app.issue(subject, 'due_date', '2031-08-23'),
    },
    {
      name: 'it is reported twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await report(person, app, values)
        await report(person, app, values)
      },
    },
    {
      name: 'it is reported in another project',
      kind: 'wrong record',
      needs: 'request',
      values: { ...asked, project: 'Hotel Bellevue', category: 'Doors' },
      does: { project: 'School library', category: 'Seats' },
    },
    {
      name: 'another issue is given away as well',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await report(person, app, values)
        await person.click(tab(page, 'Issues'))
        await person.click(page.getByRole('link', { name: 'Reading steps at the window' }))
        await person.click(page.getByRole('link', { name: 'Edit', exact: true }).first())
        await person.choose('#issue_assigned_to_id', values.who)
        await person.click(page.getByRole('button', { name: 'Submit' }))
        await person.sees('Successful update.')
      },
    },
  ],
}
