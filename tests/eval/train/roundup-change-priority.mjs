// Two lists of a record are changed; the record is found by the search of the page.

import { row, submit } from '../apps/roundup.mjs'

async function open(person, issue) {
  const { page } = person
  await person.type(page.locator('input[name="@search_text"]').first(), issue)
  await person.click(page.getByRole('button', { name: 'Search', exact: true }).first())
  await person.click(page.getByRole('link', { name: issue, exact: true }))
}

async function set(person, { priority, assigned }) {
  const { page } = person
  await person.choose(row(page, 'Priority').locator('select'), priority)
  if (assigned) await person.choose(row(page, 'Assigned To').locator('select'), assigned)
}

async function change(person, app, values) {
  await open(person, values.issue)
  await set(person, values)
  await submit(person)
}

export default {
  app: 'roundup',
  kinds: ['semantic HTML', 'tables with nameless fields'],
  goal: 'Give an issue another priority and somebody to work on it',
  values: { issue: 'Lamp in the hall is dark', priority: 'urgent', assigned: 'grace' },
  perform: change,
  truth: {
    inputs: [
      { name: 'issue', value: 'Lamp in the hall is dark', source: 'given', changes: true },
      { name: 'priority', value: 'urgent', source: 'given', changes: true },
      { name: 'assigned', value: 'grace', source: 'given', changes: true },
      { name: 'user', value: 'admin', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the issue has the priority and the person',
        kind: 'changed',
        values: ['issue', 'priority', 'assigned'],
      },
    ],
    expected: (before, { issue, priority, assigned }) => ({
      ...before,
      issues: before.issues.map((one) =>
        one.title === issue ? { ...one, priority, assigned: assigned ?? one.assigned } : one,
      ),
    }),
    done: 'The page of the issue shows the priority and the person',
  },
  right: [
    {
      name: 'another issue',
      values: { issue: 'Order new cups', priority: 'bug', assigned: 'ada' },
    },
    {
      name: 'the person stays',
      values: { issue: 'Heating is loud', priority: 'urgent', assigned: undefined },
    },
  ],
  faults: [
    {
      name: 'the priority is stored wrong',
      kind: 'one field wrong',
      values: { issue: 'Order new cups', priority: 'bug', assigned: 'ada' },
      behind: (app) => app.change('Order new cups', { priority: 'feature' }),
    },
    {
      name: 'nothing is stored',
      kind: 'says saved but is not',
      values: { issue: 'Order new cups', priority: 'bug', assigned: 'ada' },
      behind: (app) => app.change('Order new cups', { priority: 'wish', assignedto: 'grace' }),
    },
    {
      name: 'the form is changed and not sent',
      kind: 'half done',
      values: { issue: 'Order new cups', priority: 'bug', assigned: 'ada' },
      perform: async (person, app, values) => {
        await open(person, values.issue)
        await set(person, values)
      },
    },
    {
      name: 'another issue is changed',
      kind: 'wrong record',
      needs: 'request',
      values: { issue: 'Order new cups', priority: 'bug', assigned: 'ada' },
      does: { issue: 'The kettle leaks' },
    },
    {
      name: 'the person is taken off again',
      kind: 'undone after',
      values: { issue: 'Order new cups', priority: 'bug', assigned: 'ada' },
      perform: async (person, app, values) => {
        await change(person, app, values)
        await change(person, app, { ...values, assigned: 'grace' })
      },
    },
    {
      name: 'another issue is changed as well',
      kind: 'other record touched',
      values: { issue: 'Order new cups', priority: 'bug', assigned: 'ada' },
      behind: (app) => app.change('The kettle leaks', { priority: 'critical' }),
    },
  ],
}
