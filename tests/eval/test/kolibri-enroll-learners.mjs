// People of a long table are ticked, a side panel opens for all of them, and a class is taken there. The page of the
// class offers the same for itself.

import { row, tab, tickRow, usernameOf } from '../apps/kolibri.mjs'

async function fill(person, { learners, group }) {
  const { page } = person
  await tab(person, 'Users')
  for (const learner of learners) await tickRow(person, learner)
  await person.click(page.getByRole('button', { name: 'Enroll in class' }))
  await person.click(page.getByRole('option', { name: group }))
}

async function enroll(person, app, values) {
  const { page } = person
  await fill(person, values)
  await person.click(page.getByRole('button', { name: 'Enroll', exact: true }))
  await person.sees(/enrolled$/)
}

const asked = { learners: ['Lucia Moretti', 'Mira Novak'], group: 'Evening course' }

export default {
  app: 'kolibri',
  kinds: ['single-page app', 'component library', 'bulk actions', 'side panels', 'sign-in'],
  goal: 'Enroll some learners of the school in a class',
  values: { learners: ['Pavel Horak', 'Salma Haddad', 'Amina Diallo'], group: 'Holiday course' },
  perform: enroll,
  truth: {
    inputs: [
      {
        name: 'learners',
        value: ['Pavel Horak', 'Salma Haddad', 'Amina Diallo'],
        source: 'given',
        changes: true,
      },
      { name: 'class', value: 'Holiday course', source: 'given', changes: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['learners'], kind: 'list' }],
    effects: [
      { name: 'every learner is in the class', kind: 'bulk', values: ['learners', 'class'] },
    ],
    expected: (before, { learners, group }) => ({
      ...before,
      people: before.people.map((one) =>
        learners.includes(one.name) ? { ...one, learns: [...one.learns, group].sort() } : one,
      ),
    }),
    done: 'The page of the class lists these learners',
  },
  right: [
    { name: 'other learners', values: asked },
    { name: 'one learner', values: { learners: ['Jonas Weber'], group: 'Afternoon group' } },
    {
      name: 'another way: from the page of the class',
      values: asked,
      perform: async (person, app, { learners, group }) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: group, exact: true }))
        await person.click(page.getByRole('link', { name: 'Enroll learners' }))
        await row(page, learners[0]).waitFor()
        for (const learner of learners) await tickRow(person, learner)
        await person.click(page.getByRole('button', { name: 'Confirm' }))
        await page.getByRole('heading', { name: group, exact: true }).waitFor()
        for (const learner of learners) await row(page, learner).waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'one learner is not in the class',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { group }) => app.leave('lucia', group),
    },
    {
      name: 'the class is taken and nothing is confirmed',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'one learner is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { learners: ['Lucia Moretti'] },
    },
    {
      name: 'somebody with a similar name is ticked',
      kind: 'wrong record',
      needs: 'request',
      values: { learners: ['Lucia Moretti', 'Tomas Novotny'], group: 'Holiday course' },
      does: { learners: ['Lucia Moretti', 'Mira Novak'] },
    },
    {
      name: 'another class is taken',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { group: 'Afternoon group' },
    },
    {
      name: 'it is undone at once',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await enroll(person, app, values)
        const gone = page.waitForResponse((answer) => /membership/.test(answer.url()))
        await person.click(page.getByRole('button', { name: 'Undo' }))
        await gone
      },
    },
    {
      name: 'one of them is not in the class any more in which she was',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.leave(usernameOf('Mira Novak'), 'Morning group'),
    },
    {
      name: 'somebody else is in the class as well',
      kind: 'other record touched',
      values: asked,
      behind: (app, { group }) => app.join('pavel', group),
    },
  ],
}
