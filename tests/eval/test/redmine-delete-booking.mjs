// A row of a list of hours is deleted by a small picture at its end, after a question of the browser.

import { openProject, tab } from '../apps/redmine.mjs'

const row = (page, { day, comment }) =>
  page.locator('tr.time-entry').filter({ hasText: day }).filter({ hasText: comment })

async function list(person, { project }) {
  const { page } = person
  await openProject(person, project)
  await person.click(tab(page, 'Spent time'))
  await page.getByRole('heading', { name: 'Spent time' }).waitFor()
}

async function press(person, values, answer = true) {
  const { page } = person
  await person.answering(answer, () =>
    person.click(row(page, values).getByRole('link', { name: 'Delete', exact: true })),
  )
  if (answer) await person.sees('Successful deletion.')
}

async function remove(person, app, values) {
  await list(person, values)
  await press(person, values)
}

/** Somebody opens the job first, and sees there that the hours are in it. */
async function checkAndRemove(person, app, values) {
  const { page } = person
  await list(person, values)
  await person.click(row(page, values).getByRole('link', { name: /^Job #/ }))
  await page.getByRole('link', { name: 'Log time', exact: true }).first().waitFor()
  await person.click(tab(page, 'Spent time'))
  await press(person, values)
}

const asked = { project: 'School library', day: '2031-01-23', comment: 'Sanding' }

const gone = (comment) => (app) =>
  app.sql('delete from time_entries where comments = ? returning id', comment)

export default {
  app: 'redmine',
  kinds: ['semantic HTML', 'question of the browser', 'sign-in'],
  goal: 'Delete hours that were booked by mistake',
  values: { project: 'Hotel Bellevue', day: '2031-01-21', comment: 'Room 104' },
  perform: checkAndRemove,
  truth: {
    inputs: [
      { name: 'project', value: 'Hotel Bellevue', source: 'given', changes: true },
      { name: 'day', value: '2031-01-21', source: 'given', changes: true, optional: true },
      { name: 'comment', value: 'Room 104', source: 'given', changes: true },
      { name: 'user', value: 'maria', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'the hours are gone', kind: 'deleted', values: ['comment'] }],
    expected: (before, { day, comment }) => ({
      ...before,
      times: before.times.filter((one) => one.day !== day || one.comment !== comment),
    }),
    done: 'The list of spent time of the project has no row with this day and comment, and the other rows are there',
  },
  right: [
    { name: 'of another project', values: asked },
    { name: 'another day', values: { day: '2031-01-20', comment: 'Rooms 101 to 103' } },
    {
      name: 'another way: ticked and deleted by the menu of the row, in the list of all projects',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: 'Projects', exact: true }))
        await person.click(tab(page, 'Spent time'))
        await person.tick(row(page, values).getByRole('checkbox'))
        await person.click(row(page, values).getByRole('link', { name: 'Actions' }))
        await person.answering(true, () =>
          person.click(page.locator('#context-menu').getByRole('link', { name: 'Delete' })),
        )
        await person.sees('Successful deletion.')
      },
    },
  ],
  faults: [
    {
      name: 'the hours are there as before',
      kind: 'says saved but is not',
      values: asked,
      perform: async (person, app, values) => {
        await remove(person, app, values)
        await app.sql(
          "insert into time_entries (project_id, user_id, author_id, issue_id, hours, comments, activity_id, spent_on, tyear, tmonth, tweek, created_on, updated_on) select project_id, user_id, author_id, issue_id, 4.25, 'Sanding', activity_id, '2031-01-23', 2031, 1, 4, created_on, updated_on from time_entries where comments = 'Cut the boards' returning id",
        )
      },
    },
    {
      name: 'the question is answered with no',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await list(person, values)
        await press(person, values, false)
      },
    },
    {
      name: 'the hours of another day are deleted',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { day: '2031-01-22', comment: 'Cut the boards' },
    },
    {
      name: 'the other row of the same day is deleted',
      kind: 'wrong record',
      needs: 'request',
      values: { day: '2031-01-21', comment: 'Room 104' },
      does: { comment: 'Rooms 105 and 106' },
    },
    {
      name: 'they are set to a quarter of an hour instead',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await list(person, values)
        await person.click(row(page, values).getByRole('link', { name: 'Edit', exact: true }))
        await person.type(page.getByLabel('Hours'), '0.25')
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await person.sees('Successful update.')
      },
    },
    {
      name: 'other hours are deleted as well',
      kind: 'other record touched',
      values: asked,
      behind: gone('Had a look'),
    },
  ],
}
