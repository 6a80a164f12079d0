// Somebody is taken out of one class and out of another, each by a button in the table of the class that asks again.

import { row, tab, tickRow, usernameOf } from '../apps/kolibri.mjs'

async function openClass(person, group) {
  const { page } = person
  await person.click(page.getByRole('link', { name: group, exact: true }))
  await page.getByRole('heading', { name: group, exact: true }).waitFor()
}

async function ask(person, name) {
  const { page } = person
  await person.click(row(page, name).getByRole('button', { name: 'Remove' }))
  return page.getByRole('dialog')
}

async function leave(person, app, { group, learners }) {
  const { page } = person
  await openClass(person, group)
  for (const learner of learners) {
    const dialog = await ask(person, learner)
    await person.click(dialog.getByRole('button', { name: 'Remove' }))
    await row(page, learner).waitFor({ state: 'hidden' })
  }
}

const asked = { group: 'Evening course', learners: ['Tomas Novotny', 'Henrik Dahl'] }

export default {
  app: 'kolibri',
  kinds: ['single-page app', 'component library', 'dialogs', 'repetition', 'sign-in'],
  goal: 'Take some learners out of a class',
  values: { group: 'Morning group', learners: ['Jonas Weber', 'Mira Novak'] },
  perform: leave,
  truth: {
    inputs: [
      { name: 'class', value: 'Morning group', source: 'given', changes: true },
      {
        name: 'learners',
        value: ['Jonas Weber', 'Mira Novak'],
        source: 'given',
        changes: true,
      },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['learners'], kind: 'loop' }],
    effects: [
      {
        name: 'the learners are not in the class any more',
        kind: 'deleted',
        values: ['class', 'learners'],
      },
    ],
    expected: (before, { group, learners }) => ({
      ...before,
      people: before.people.map((one) =>
        learners.includes(one.name)
          ? { ...one, learns: one.learns.filter((name) => name !== group) }
          : one,
      ),
    }),
    done: 'The page of the class does not list these learners, and the list of users still does',
  },
  right: [
    { name: 'another class', values: asked },
    { name: 'one learner', values: { group: 'Afternoon group', learners: ['Amina Diallo'] } },
    {
      name: 'another way: ticked in the list of users',
      values: asked,
      perform: async (person, app, { group, learners }) => {
        const { page } = person
        await tab(person, 'Users')
        for (const learner of learners) await tickRow(person, learner)
        await person.click(page.getByRole('button', { name: 'Remove from class' }))
        await person.click(page.getByRole('option', { name: group }))
        await person.click(page.getByRole('button', { name: 'Remove', exact: true }))
        await person.sees(/removed/)
      },
    },
  ],
  faults: [
    {
      name: 'one learner is still in the class',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { group }) => app.join(usernameOf('Henrik Dahl'), group),
    },
    {
      name: 'the last question is answered with Cancel',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { group, learners: [first, last] }) => {
        await leave(person, app, { group, learners: [first] })
        const dialog = await ask(person, last)
        await person.click(dialog.getByRole('button', { name: 'Cancel' }))
        await dialog.waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'one learner is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { learners: ['Tomas Novotny'] },
    },
    {
      name: 'the coach is taken out for one of them',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { learners: ['Tomas Novotny', 'Edgar Lind'] },
    },
    {
      name: 'the learners of another class are taken out',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { group: 'Morning group', learners: ['Jonas Weber', 'Mira Novak'] },
    },
    {
      name: 'one learner is enrolled again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await leave(person, app, values)
        await person.click(page.getByRole('link', { name: 'Enroll learners' }))
        await tickRow(person, 'Henrik Dahl')
        await person.click(page.getByRole('button', { name: 'Confirm' }))
        await row(page, 'Henrik Dahl').waitFor()
        await page.getByRole('heading', { name: values.group, exact: true }).waitFor()
      },
    },
    {
      name: 'the account of one of them is gone as well',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.change('tomas', 'date_deleted', '2031-05-09'),
    },
    {
      name: 'a learner of another class is taken out as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.leave('amina', 'Afternoon group'),
    },
  ],
}
