// An issue is found by a word in the search of the whole site; its state, its progress and a note are sent in one form.

import { redrawn, tab } from '../apps/redmine.mjs'

async function find(person, { word, subject }) {
  const { page } = person
  await person.type('#quick-search #q', word)
  await person.press('Enter')
  await page.locator('#search-results').waitFor()
  await person.click(page.locator('#search-results').getByRole('link', { name: subject }))
  await page.getByRole('heading', { name: subject }).waitFor()
}

async function edit(person, { status = 'Done', done = '100 %', note }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Edit', exact: true }).first())
  await person.choose('#issue_status_id', status)
  await redrawn(page)
  await person.choose('#issue_done_ratio', done)
  if (note) await person.type('#issue_notes', note)
}

async function submit(person) {
  await person.click(person.page.getByRole('button', { name: 'Submit', exact: true }))
  await person.sees('Successful update.')
}

async function close(person, app, values) {
  await find(person, values)
  await edit(person, values)
  await submit(person)
}

/** Somebody looks at what happened lately, and searches then. */
async function lookAndClose(person, app, values) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Projects', exact: true }))
  await person.click(tab(page, 'Activity'))
  await page.getByRole('heading', { name: 'Activity' }).first().waitFor()
  await close(person, app, values)
}

const asked = {
  word: 'scrapes',
  subject: 'Door of room 104 scrapes the floor',
  note: 'Planed off two millimetres.',
}

export default {
  app: 'redmine',
  kinds: ['semantic HTML', 'search', 'long form', 'sign-in'],
  goal: 'Close a complaint with a note of what was done',
  values: {
    word: 'entrance',
    subject: 'Shelf by the entrance leans',
    note: 'Fixed to the wall with four angles.',
  },
  perform: lookAndClose,
  truth: {
    inputs: [
      { name: 'word', value: 'entrance', source: 'derived', changes: true },
      { name: 'subject', value: 'Shelf by the entrance leans', source: 'given', changes: true },
      {
        name: 'note',
        value: 'Fixed to the wall with four angles.',
        source: 'given',
        changes: true,
      },
      { name: 'status', value: 'Done', source: 'constant', changes: false },
      { name: 'progress', value: '100 %', source: 'constant', changes: false },
      { name: 'user', value: 'maria', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the complaint is done, with the note',
        kind: 'changed',
        values: ['subject', 'status', 'progress', 'note'],
      },
    ],
    expected: (before, { subject, note }) => ({
      ...before,
      issues: before.issues.map((one) =>
        one.subject === subject
          ? {
              ...one,
              status: 'Done',
              done: 100,
              remarks: [...one.remarks, ...(note ? [note] : [])],
            }
          : one,
      ),
    }),
    done: 'The page of the complaint shows that it is closed, with the state Done, 100 % and the note',
  },
  right: [
    { name: 'another complaint', values: asked },
    {
      name: 'without a note',
      values: { ...asked, word: 'room 104', note: undefined },
    },
    {
      name: 'another way: from the list of issues, the note first',
      values: asked,
      perform: async (person, app, { subject, note }) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: 'Projects', exact: true }))
        await person.click(tab(page, 'Issues'))
        await person.click(page.getByRole('link', { name: subject, exact: true }))
        await person.click(page.getByRole('link', { name: 'Edit', exact: true }).first())
        await person.type('#issue_notes', note)
        await person.choose('#issue_done_ratio', '100 %')
        await person.choose('#issue_status_id', 'Done')
        await redrawn(page)
        await submit(person)
      },
    },
  ],
  faults: [
    {
      name: 'it is open as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { subject }) => app.issue(subject, 'status_id', 1),
    },
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await find(person, values)
        await edit(person, values)
        await person.click('#issue-form a:text-is("Cancel")')
        await person.page.locator('#update').waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'it is cancelled instead',
      kind: 'one field wrong',
      values: asked,
      does: { status: 'Cancelled' },
    },
    {
      name: 'the progress stays at a half',
      kind: 'one field wrong',
      values: asked,
      does: { done: '50 %' },
    },
    {
      name: 'another issue of the results is closed',
      kind: 'wrong record',
      needs: 'request',
      values: { ...asked, word: 'room' },
      does: { subject: 'Hang the doors of rooms 101 to 110' },
    },
    {
      name: 'it is opened again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await close(person, app, values)
        await edit(person, { status: 'In progress', done: '80 %' })
        await submit(person)
      },
    },
    {
      name: 'the note is written on another issue too',
      kind: 'other record touched',
      values: asked,
      behind: (app, { note }) =>
        app.sql(
          "insert into journals (journalized_id, journalized_type, user_id, notes, created_on, private_notes) values (1, 'Issue', 4, ?, '2031-01-24 10:00:00', 0) returning id",
          note,
        ),
    },
  ],
}
