// Some pages are deleted one after the other, each from its own page; then a sentence says so on another page.

async function cancelOne(person, tour) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Tours', exact: true }).first())
  await person.click(page.getByRole('link', { name: tour, exact: true }))
  await person.click(page.getByRole('link', { name: 'Delete', exact: true }))
  await person.sees(`Delete “${tour}”`)
  await person.click(page.getByRole('button', { name: 'Yes, delete', exact: true }))
  await person.sees('Edit “Tours”')
}

async function say(person, { notice }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Walking club', exact: true }))
  await person.sees('Edit “Walking club”')
  await person.type(page.locator('textarea'), notice)
  await person.click(page.getByRole('button', { name: 'Save Changes', exact: true }))
  await page.waitForURL(/\/preview/)
}

async function cancel(person, app, values) {
  for (const tour of values.tours) await cancelOne(person, tour)
  await say(person, values)
}

const addresses = {
  'Round the lake': '/tours/lake-round',
  'Along the ridge': '/tours/ridge-walk',
  'Seven mills': '/tours/mill-valley',
  'Herbs and flowers': '/tours/herb-day',
}

function expected(before, { tours, notice }) {
  const state = { ...before, '/.': { ...before['/.'], body: notice } }
  for (const tour of tours) delete state[addresses[tour]]
  return state
}

const asked = {
  tours: ['Herbs and flowers', 'Along the ridge'],
  notice: 'Two tours of the summer are cancelled.',
}

export default {
  app: 'lektor',
  kinds: ['single-page app', 'loop', 'page of a record'],
  goal: 'Cancel some tours of the club, and say so on the first page',
  values: {
    tours: ['Round the lake', 'Seven mills'],
    notice: 'The tours in May are cancelled because of the flood.',
  },
  perform: cancel,
  truth: {
    inputs: [
      { name: 'tours', value: ['Round the lake', 'Seven mills'], source: 'given', changes: true },
      {
        name: 'notice',
        value: 'The tours in May are cancelled because of the flood.',
        source: 'given',
        changes: true,
      },
      { name: 'section', value: 'Tours', source: 'constant', changes: false },
      { name: 'first page', value: 'Walking club', source: 'constant', changes: false },
    ],
    loops: [{ over: ['tours'], kind: 'loop' }],
    effects: [
      { name: 'the tours are gone', kind: 'deleted', values: ['tours'] },
      { name: 'the first page says so', kind: 'changed', values: ['notice'] },
    ],
    expected,
    done: 'The list of tours does not have them any more, and the first page shows the sentence',
  },
  right: [
    { name: 'two other tours', values: asked },
    {
      name: 'one tour',
      values: { tours: ['Along the ridge'], notice: 'The ridge is closed until August.' },
    },
    {
      name: 'another way: the sentence first',
      values: {
        tours: ['Seven mills', 'Along the ridge', 'Round the lake'],
        notice: 'Only the herbs are left this year.',
      },
      perform: async (person, app, values) => {
        await say(person, values)
        await person.open(`${app.address}/admin/edit?path=/tours`)
        for (const tour of values.tours) await cancelOne(person, tour)
      },
    },
  ],
  faults: [
    {
      name: 'the question is answered with no for one tour',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await cancelOne(person, values.tours[0])
        await person.click(page.getByRole('link', { name: 'Tours', exact: true }).first())
        await person.click(page.getByRole('link', { name: values.tours[1], exact: true }))
        await person.click(page.getByRole('link', { name: 'Delete', exact: true }))
        await person.click(page.getByRole('button', { name: 'No, cancel', exact: true }))
        await say(person, values)
      },
    },
    {
      name: 'one tour is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { tours: ['Herbs and flowers'] },
    },
    {
      name: 'the first page does not say it',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { tours }) => {
        for (const tour of tours) await cancelOne(person, tour)
      },
    },
    {
      name: 'the sentence is not saved',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.put('', { body: 'We walk in every weather.' }),
    },
    {
      name: 'the sentence loses a word',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.put('', { body: 'Two tours of the summer are' }),
    },
    {
      name: 'a tour that takes place is deleted as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.run('rm', ['-r', 'tours/lake-round'], { cwd: app.content }),
    },
    {
      name: 'another tour is deleted instead of one',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { tours: ['Herbs and flowers', 'Seven mills'] },
    },
    {
      name: 'a tour is back behind the screen',
      kind: 'undone after',
      values: asked,
      behind: async (app) => {
        await app.run('cp', ['-r', 'tours/lake-round', 'tours/ridge-walk'], { cwd: app.content })
        await app.put('tours/ridge-walk', { title: 'Along the ridge' })
      },
    },
  ],
}
