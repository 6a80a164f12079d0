// A record is opened by the link of its own name, and one list of its form is changed.

import { row, submit } from '../apps/roundup.mjs'

async function set(person, { issue, note }, status) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Show All', exact: true }))
  await person.click(page.getByRole('link', { name: issue, exact: true }))
  await person.choose(row(page, /^Status$/).locator('select'), status)
  if (note) await person.type(row(page, 'Change Note').locator('textarea'), note)
}

async function resolve(person, app, values) {
  await set(person, values, 'resolved')
  await submit(person)
}

const close = (before, issue, note) => ({
  ...before,
  issues: before.issues.map((one) =>
    one.title === issue
      ? { ...one, status: 'resolved', messages: note ? [...one.messages, note] : one.messages }
      : one,
  ),
})

export default {
  app: 'roundup',
  kinds: ['semantic HTML', 'tables with nameless fields'],
  goal: 'Resolve an issue of the tracker with a note',
  values: { issue: 'The kettle leaks', note: 'A new seal was put in.' },
  perform: resolve,
  truth: {
    inputs: [
      { name: 'issue', value: 'The kettle leaks', source: 'given', changes: true },
      { name: 'note', value: 'A new seal was put in.', source: 'given', changes: true },
      { name: 'status', value: 'resolved', source: 'constant', changes: false },
      { name: 'user', value: 'admin', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the issue is resolved', kind: 'changed', values: ['issue', 'status', 'note'] },
    ],
    expected: (before, { issue, note }) => close(before, issue, note),
    done: 'The page of the issue shows the status resolved and the note',
  },
  right: [
    { name: 'another issue', values: { issue: 'Heating is loud', note: 'The pump was replaced.' } },
    {
      name: 'another way: by its number',
      values: { issue: 'Lamp in the hall is dark', note: 'New bulb.' },
      perform: async (person, app, { note }) => {
        const { page } = person
        const number = page.locator('input[name="@number"]')
        await person.type(number, '4')
        await person.click(page.getByRole('button', { name: 'Show issue:' }))
        await person.type(row(page, 'Change Note').locator('textarea'), note)
        await person.choose(row(page, /^Status$/).locator('select'), 'resolved')
        await submit(person)
      },
    },
  ],
  faults: [
    {
      name: 'the status is not stored',
      kind: 'says saved but is not',
      values: { issue: 'Heating is loud', note: 'The pump was replaced.' },
      behind: (app, { issue }) => app.change(issue, { status: 'in-progress' }),
    },
    {
      name: 'another issue is resolved',
      kind: 'wrong record',
      needs: 'request',
      values: { issue: 'Order new cups', note: 'They came today.' },
      does: { issue: 'Heating is loud' },
    },
    {
      name: 'the wrong status is chosen',
      kind: 'one field wrong',
      values: { issue: 'Order new cups', note: 'They came today.' },
      perform: async (person, app, values) => {
        await set(person, values, 'deferred')
        await submit(person)
      },
    },
    {
      name: 'the form is changed and not sent',
      kind: 'half done',
      values: { issue: 'Order new cups', note: 'They came today.' },
      perform: (person, app, values) => set(person, values, 'resolved'),
    },
    {
      name: 'it is opened again afterwards',
      kind: 'undone after',
      values: { issue: 'Heating is loud', note: 'The pump was replaced.' },
      perform: async (person, app, values) => {
        await resolve(person, app, values)
        const { page } = person
        await person.type(page.locator('input[name="@number"]'), '5')
        await person.click(page.getByRole('button', { name: 'Show issue:' }))
        await person.choose(row(page, /^Status$/).locator('select'), 'in-progress')
        await submit(person)
      },
    },
    {
      name: 'a second issue is resolved as well',
      kind: 'other record touched',
      values: { issue: 'Heating is loud', note: 'The pump was replaced.' },
      behind: (app) => app.change('The kettle leaks', { status: 'resolved' }),
    },
  ],
}
