// The same is done for every record of a filtered list, one after another.

import { row } from '../apps/roundup.mjs'

async function assign(person, issue, who) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Show Unassigned' }))
  await person.click(page.getByRole('link', { name: issue, exact: true }))
  await person.choose(row(page, 'Assigned To').locator('select'), who)
  await person.click(page.getByRole('button', { name: 'Submit Changes' }))
  await person.sees(/edited ok/)
}

const open = ['Order new cups', 'The kettle leaks']

async function assignAll(person, app, { who }, asked, issues = open) {
  for (const issue of issues) await assign(person, issue, who)
}

export default {
  app: 'roundup',
  kinds: ['tables with nameless fields', 'loop'],
  goal: 'Assign all issues that nobody has to one person',
  values: { who: 'ada' },
  perform: (person, app, values) => assignAll(person, app, values),
  truth: {
    inputs: [
      { name: 'who', value: 'ada', source: 'given', changes: true },
      { name: 'issues', value: open, source: 'read', changes: true },
      { name: 'user', value: 'admin', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['issues'], kind: 'loop' }],
    effects: [{ name: 'every issue has somebody', kind: 'bulk', values: ['issues', 'who'] }],
    expected: (before, { who }) => ({
      ...before,
      issues: before.issues.map((one) => (one.assigned ? one : { ...one, assigned: who })),
    }),
    done: 'The list of unassigned issues is empty, and the page of each shows the person',
  },
  right: [
    { name: 'another person', values: { who: 'grace' } },
    {
      name: 'the other way round',
      values: { who: 'ada' },
      perform: (person, app, values) =>
        assignAll(person, app, values, undefined, [...open].reverse()),
    },
    {
      name: 'only one issue is open',
      values: { who: 'grace' },
      prepare: (app) => app.change('Order new cups', { assignedto: 'ada' }),
      perform: (person, app, values) =>
        assignAll(person, app, values, undefined, ['The kettle leaks']),
    },
  ],
  faults: [
    {
      name: 'one issue is left out',
      kind: 'half done',
      values: { who: 'grace' },
      perform: (person, app, values) =>
        assignAll(person, app, values, undefined, ['The kettle leaks']),
    },
    {
      name: 'one assignment is lost',
      kind: 'says saved but is not',
      values: { who: 'grace' },
      behind: (app) => app.change('Order new cups', { assignedto: 'anonymous' }),
    },
    {
      name: 'they are given to another person',
      kind: 'one field wrong',
      needs: 'request',
      values: { who: 'grace' },
      does: { who: 'ada' },
    },
    {
      name: 'an issue of somebody else is taken as well',
      kind: 'other record touched',
      values: { who: 'ada' },
      behind: (app) => app.change('Heating is loud', { assignedto: 'ada' }),
    },
  ],
}
