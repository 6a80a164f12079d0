// The hours of one person on one day are booked on several jobs, one form after another. The list of jobs says which
// job is which.

import { openProject, redrawn, tab } from '../apps/redmine.mjs'

async function openJob(person, job) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Projects', exact: true }))
  await person.click(tab(page, 'Issues'))
  await person.click(page.getByRole('link', { name: job, exact: true }))
}

async function fill(person, { who, day, hours, activity, comment }) {
  const { page } = person
  await person.choose('#time_entry_user_id', who)
  await redrawn(page)
  await person.date('#time_entry_spent_on', day)
  await person.type(page.getByLabel('Hours'), hours)
  if (comment) await person.type(page.getByLabel('Comment'), comment)
  await person.choose('#time_entry_activity_id', activity)
}

async function create(person) {
  await person.click(person.page.getByRole('button', { name: 'Create', exact: true }))
  await person.sees('Successful creation.')
}

async function bookOne(person, { jobs, hours, comments, ...values }, at) {
  await openJob(person, jobs[at])
  await person.click(person.page.getByRole('link', { name: 'Log time', exact: true }).first())
  await fill(person, { ...values, hours: hours[at], comment: comments[at] })
  await create(person)
}

async function book(person, app, values) {
  for (const at of values.jobs.keys()) await bookOne(person, values, at)
}

/** The sheet is checked at the end: the hours of all projects. */
async function bookAndLook(person, app, values) {
  await book(person, app, values)
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Projects', exact: true }))
  await person.click(tab(page, 'Spent time'))
  await page.getByRole('heading', { name: 'Spent time' }).waitFor()
}

const logins = { 'Joris Peeters': 'joris', 'Sefa Yildiz': 'sefa', 'Tom Achebe': 'tom' }

const asked = {
  who: 'Sefa Yildiz',
  day: '2031-01-28',
  jobs: ['Build the low shelves', 'Count the plywood sheets'],
  hours: ['6.5', '1.25'],
  comments: ['Second coat of oil', 'Rack at the gate'],
  activity: 'Workshop',
}

/** The project and the number of these jobs. */
const PLACES = {
  'Build the low shelves': ['School library', '6'],
  'Count the plywood sheets': ['Workshop', '10'],
}

const removed = (comment) => (app) =>
  app.sql('delete from time_entries where comments = ? returning id', comment)

export default {
  app: 'redmine',
  kinds: ['semantic HTML', 'loop', 'form drawn again by the server', 'sign-in'],
  goal: 'Book the hours of somebody for one day on several jobs',
  values: {
    who: 'Tom Achebe',
    day: '2031-01-27',
    jobs: [
      'Counter of the reception',
      'Shelf by the entrance leans',
      'Which oil for the terrace boards?',
    ],
    hours: ['4', '2.5', '0.75'],
    comments: ['Frame of the counter', 'Angles at the wall', 'Tried two oils'],
    activity: 'On site',
  },
  perform: bookAndLook,
  truth: {
    inputs: [
      { name: 'who', value: 'Tom Achebe', source: 'given', changes: true },
      { name: 'day', value: '2031-01-27', source: 'given', changes: true },
      {
        name: 'jobs',
        value: [
          'Counter of the reception',
          'Shelf by the entrance leans',
          'Which oil for the terrace boards?',
        ],
        source: 'given',
        changes: true,
      },
      { name: 'hours', value: ['4', '2.5', '0.75'], source: 'given', changes: true },
      {
        name: 'comments',
        value: ['Frame of the counter', 'Angles at the wall', 'Tried two oils'],
        source: 'given',
        changes: true,
      },
      { name: 'activity', value: 'On site', source: 'given', changes: true },
      { name: 'user', value: 'maria', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['jobs', 'hours', 'comments'], kind: 'loop' }],
    effects: [
      {
        name: 'the hours are booked on every job',
        kind: 'created',
        values: ['who', 'day', 'jobs', 'hours', 'comments', 'activity'],
      },
    ],
    expected: (before, { who, day, jobs, hours, comments, activity }) => ({
      ...before,
      times: [
        ...before.times,
        ...jobs.map((issue, at) => ({
          issue,
          who: logins[who],
          day,
          hours: Number(hours[at]),
          activity,
          comment: comments[at] ?? '',
        })),
      ],
    }),
    done: 'The list of spent time has a row for each job with the person, the day, the hours, the activity and the comment',
  },
  right: [
    { name: 'two jobs of somebody else', values: asked },
    {
      name: 'one job, without a comment',
      values: {
        who: 'Joris Peeters',
        day: '2031-02-03',
        jobs: ['Hang the doors of rooms 101 to 110'],
        hours: ['8'],
        comments: [],
        activity: 'Travel',
      },
    },
    {
      name: 'another way: in the hours of the project, by the number of the issue',
      values: asked,
      perform: async (person, app, { jobs, hours, comments, ...values }) => {
        const { page } = person
        for (const at of jobs.keys()) {
          const [project, number] = PLACES[jobs[at]]
          await openProject(person, project)
          await person.click(tab(page, 'Spent time'))
          await person.click(page.getByRole('link', { name: 'Log time', exact: true }))
          await person.type('#time_entry_issue_id', number)
          await person.press('Tab')
          await redrawn(page)
          await fill(person, { ...values, hours: hours[at], comment: comments[at] })
          await create(person)
        }
      },
    },
  ],
  faults: [
    {
      name: 'the hours of one job are not there',
      kind: 'says saved but is not',
      values: asked,
      behind: removed('Rack at the gate'),
    },
    {
      name: 'the last job is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { jobs: ['Build the low shelves'] },
    },
    {
      name: 'the last form is filled and not sent',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await bookOne(person, values, 0)
        await openJob(person, values.jobs[1])
        await person.click(person.page.getByRole('link', { name: 'Log time', exact: true }).first())
        await fill(person, { ...values, hours: values.hours[1], comment: values.comments[1] })
      },
    },
    {
      name: 'the hours of one job are mistyped',
      kind: 'one field wrong',
      values: asked,
      does: { hours: ['6.5', '12.5'] },
    },
    {
      name: 'one job is booked for another day',
      kind: 'one field wrong',
      values: asked,
      behind: (app) =>
        app.sql(
          "update time_entries set spent_on = '2031-01-29' where comments = 'Second coat of oil' returning id",
        ),
    },
    {
      name: 'they are booked for the one who signed in',
      kind: 'one field wrong',
      values: asked,
      behind: (app) =>
        app.sql(
          "update time_entries set user_id = (select id from users where login = 'maria') where spent_on = '2031-01-28' returning id",
        ),
    },
    {
      name: 'the first job is booked twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await book(person, app, values)
        await bookOne(person, values, 0)
      },
    },
    {
      name: 'hours of another day are lost',
      kind: 'other record touched',
      values: asked,
      behind: removed('Had a look'),
    },
  ],
}
