// A record is opened by the link “edit” of its row, and one of its nameless fields is changed.

import { field } from '../apps/adminer.mjs'

async function edit(person, { member, plan }) {
  const { page } = person
  await person.click(page.locator('#tables').getByRole('link', { name: 'select' }).first())
  const row = page.locator('#table tr', { hasText: member })
  await person.click(row.getByRole('link', { name: 'edit' }))
  await person.type(field(page, 'plan'), plan)
}

async function change(person, app, values) {
  await edit(person, values)
  await person.click(person.page.getByRole('button', { name: 'Save', exact: true }))
  await person.sees('Item has been updated')
}

const set = (before, name, plan) => ({
  ...before,
  members: before.members.map((row) => (row.name === name ? { ...row, plan } : row)),
})

export default {
  app: 'adminer',
  kinds: ['tables with nameless fields'],
  goal: 'Change the plan of a member',
  values: { member: 'Alan Turing', plan: 'plus' },
  perform: change,
  truth: {
    inputs: [
      { name: 'member', value: 'Alan Turing', source: 'given', changes: true },
      { name: 'plan', value: 'plus', source: 'given', changes: true },
      { name: 'old plan', value: 'basic', source: 'read', changes: true },
    ],
    effects: [{ name: 'the member has the new plan', kind: 'changed', values: ['member', 'plan'] }],
    expected: (before, { member, plan }) => set(before, member, plan),
    done: 'The row of the member shows the new plan',
  },
  right: [
    { name: 'another member and plan', values: { member: 'Hedy Lamarr', plan: 'gold' } },
    { name: 'the same plan for another member', values: { member: 'Ada Lovelace', plan: 'plus' } },
    {
      name: 'another way: by a command of SQL',
      values: { member: 'Hedy Lamarr', plan: 'silver' },
      perform: async (person, app, { member, plan }) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: 'SQL command' }).first())
        const command = `update members set plan = '${plan}' where name = '${member}'`
        await person.edit(page.locator('pre.sqlarea, textarea').first(), command)
        await person.click(page.getByRole('button', { name: 'Execute' }))
        await person.sees(/Query executed OK/)
      },
    },
  ],
  faults: [
    {
      name: 'the plan is as before',
      kind: 'says saved but is not',
      values: { member: 'Hedy Lamarr', plan: 'gold' },
      behind: (app) => app.sql("update members set plan = 'basic' where name = 'Hedy Lamarr'"),
    },
    {
      name: 'another member is changed',
      kind: 'wrong record',
      needs: 'request',
      values: { member: 'Hedy Lamarr', plan: 'gold' },
      does: { member: 'Ada Lovelace' },
    },
    {
      name: 'the form is left without saving',
      kind: 'half done',
      values: { member: 'Hedy Lamarr', plan: 'gold' },
      perform: (person, app, values) => edit(person, values),
    },
    {
      name: 'the plan is put back',
      kind: 'undone after',
      values: { member: 'Hedy Lamarr', plan: 'gold' },
      perform: async (person, app, values) => {
        await change(person, app, values)
        await change(person, app, { member: 'Hedy Lamarr', plan: 'basic' })
      },
    },
    {
      name: 'a second member is changed as well',
      kind: 'other record touched',
      values: { member: 'Hedy Lamarr', plan: 'gold' },
      behind: (app) => app.sql("update members set plan = 'gold' where name = 'Grace Hopper'"),
    },
    {
      name: 'another field is lost',
      kind: 'one field wrong',
      values: { member: 'Hedy Lamarr', plan: 'gold' },
      behind: (app) => app.sql("update members set email = '' where name = 'Hedy Lamarr'"),
    },
  ],
}
