// A table form: the name of each field is the header of its row, and a list of functions is between.

import { field } from '../apps/adminer.mjs'

async function fill(person, { name, email, plan, since }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'members', exact: true }).last())
  await person.click(page.getByRole('link', { name: 'New item' }))
  await person.type(field(page, 'name'), name)
  await person.type(field(page, 'email'), email)
  if (plan) await person.type(field(page, 'plan'), plan)
  if (since) await person.type(field(page, 'since'), since)
}

async function add(person, app, values) {
  await fill(person, values)
  await person.click(person.page.getByRole('button', { name: 'Save', exact: true }))
  await person.sees(/Item.* has been inserted/)
}

export default {
  app: 'adminer',
  kinds: ['tables with nameless fields'],
  goal: 'Add a member to the club',
  values: { name: 'Karen Jones', email: 'karen@idf.example', plan: 'plus', since: '2031-04-09' },
  perform: add,
  truth: {
    inputs: [
      { name: 'name', value: 'Karen Jones', source: 'given', changes: true },
      { name: 'email', value: 'karen@idf.example', source: 'given', changes: true },
      { name: 'plan', value: 'plus', source: 'given', changes: true },
      { name: 'since', value: '2031-04-09', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the member is stored', kind: 'created', values: ['name', 'email', 'plan', 'since'] },
    ],
    expected: (before, { name, email, plan, since }) => ({
      ...before,
      members: [...before.members, { name, email, plan: plan ?? null, since: since ?? null }],
    }),
    done: 'The table of members has a row with these values',
  },
  right: [
    {
      name: 'other values',
      values: {
        name: 'Mary Jackson',
        email: 'mary@tunnel.example',
        plan: 'basic',
        since: '2031-05-01',
      },
    },
    {
      name: 'plan and day left out',
      values: {
        name: 'Joan Clarke',
        email: 'joan@park.example',
        plan: undefined,
        since: undefined,
      },
    },
    {
      name: 'another way: from the last field to the first',
      values: {
        name: 'Annie Easley',
        email: 'annie@centaur.example',
        plan: 'plus',
        since: '2031-06-11',
      },
      perform: async (person, app, { name, email, plan, since }) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: 'members', exact: true }).last())
        await person.click(page.getByRole('link', { name: 'New item' }))
        await person.type(field(page, 'since'), since)
        await person.type(field(page, 'plan'), plan)
        await person.type(field(page, 'email'), email)
        await person.type(field(page, 'name'), name)
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await person.sees(/Item.* has been inserted/)
      },
    },
  ],
  faults: [
    {
      name: 'the member is gone again',
      kind: 'says saved but is not',
      values: {
        name: 'Radia Perlman',
        email: 'radia@tree.example',
        plan: 'basic',
        since: '2031-05-02',
      },
      behind: (app, { name }) => app.sql(`delete from members where name = '${name}'`),
    },
    {
      name: 'the plan is stored wrong',
      kind: 'one field wrong',
      values: {
        name: 'Radia Perlman',
        email: 'radia@tree.example',
        plan: 'basic',
        since: '2031-05-02',
      },
      behind: (app, { name }) => app.sql(`update members set plan = 'plus' where name = '${name}'`),
    },
    {
      name: 'the form is filled and not saved',
      kind: 'half done',
      values: {
        name: 'Radia Perlman',
        email: 'radia@tree.example',
        plan: 'basic',
        since: '2031-05-02',
      },
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'the member is added twice',
      kind: 'done twice',
      values: {
        name: 'Radia Perlman',
        email: 'radia@tree.example',
        plan: 'basic',
        since: '2031-05-02',
      },
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, values)
      },
    },
    {
      name: 'another address is typed than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: {
        name: 'Radia Perlman',
        email: 'radia@tree.example',
        plan: 'basic',
        since: '2031-05-02',
      },
      does: { email: 'radio@tree.example' },
    },
    {
      name: 'another member changes the plan',
      kind: 'other record touched',
      values: {
        name: 'Radia Perlman',
        email: 'radia@tree.example',
        plan: 'basic',
        since: '2031-05-02',
      },
      behind: (app) => app.sql("update members set plan = 'none' where name = 'Alan Turing'"),
    },
  ],
}
