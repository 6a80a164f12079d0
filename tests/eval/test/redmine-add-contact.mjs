// A phone number is read in a table of the wiki and typed into a field of an issue, with a note of who answers.

import { openProject, tab } from '../apps/redmine.mjs'

const PEOPLE = {
  Caretaker: ['Anouk Meyer', '0471 55 20 13'],
  'Front desk': ['Remy Colin', '0471 55 20 88'],
  Mason: ['Piet Vos', '0482 91 07 46'],
  Architect: ['Lena Dahl', '0473 30 64 52'],
}

/** Looks the number up. Somebody who forgot where it is looks at another page first. */
async function lookUp(person, role, { detour = false } = {}) {
  const { page } = person
  await openProject(person, 'Hotel Bellevue')
  await person.click(tab(page, 'Wiki'))
  if (detour) {
    await person.click(page.locator('#content').getByRole('link', { name: 'Keys', exact: true }))
    await person.sees('The keys hang in the office')
    await person.click(tab(page, 'Wiki'))
  }
  await person.click(page.locator('#content').getByRole('link', { name: 'People on site' }))
  await page.getByRole('row').filter({ hasText: role }).waitFor()
}

async function fill(person, { subject, phone, note }) {
  const { page } = person
  await person.click(tab(page, 'Issues'))
  await person.click(page.getByRole('link', { name: subject, exact: true }))
  await person.click(page.getByRole('link', { name: 'Edit', exact: true }).first())
  await person.type(page.getByLabel('Contact phone'), phone)
  if (note) await person.type('#issue_notes', note)
}

async function submit(person) {
  await person.click(person.page.getByRole('button', { name: 'Submit', exact: true }))
  await person.sees('Successful update.')
}

async function add(person, app, { role, ...values }) {
  await lookUp(person, role)
  await fill(person, { phone: PEOPLE[role][1], ...values })
  await submit(person)
}

async function seekAndAdd(person, app, { role, ...values }) {
  await lookUp(person, role, { detour: true })
  await fill(person, { phone: PEOPLE[role][1], ...values })
  await submit(person)
}

const asked = {
  subject: 'Wardrobes for rooms 101 to 110',
  role: 'Architect',
  note: 'She has the drawings.',
}

const phone = (subject, value) => (app) =>
  app.sql(
    "update custom_values set value = ? where customized_type = 'Issue' and customized_id = (select id from issues where subject = ?) returning id",
    value,
    subject,
  )

export default {
  app: 'redmine',
  kinds: ['semantic HTML', 'wiki text', 'read value', 'sign-in'],
  goal: 'Write the phone number of somebody on site into an issue, with a note',
  values: {
    subject: 'Counter of the reception',
    role: 'Mason',
    note: 'He brings the stone, call him a day before.',
  },
  perform: seekAndAdd,
  truth: {
    inputs: [
      { name: 'subject', value: 'Counter of the reception', source: 'given', changes: true },
      { name: 'role', value: 'Mason', source: 'given', changes: true, optional: true },
      { name: 'phone', value: '0482 91 07 46', source: 'read', changes: true },
      {
        name: 'note',
        value: 'He brings the stone, call him a day before.',
        source: 'given',
        changes: true,
      },
      { name: 'project', value: 'Hotel Bellevue', source: 'constant', changes: false },
      { name: 'user', value: 'maria', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the issue has the number and the note',
        kind: 'changed',
        values: ['subject', 'phone', 'note'],
      },
    ],
    expected: (before, { subject, role, note }) => ({
      ...before,
      issues: before.issues.map((one) =>
        one.subject === subject
          ? {
              ...one,
              phone: PEOPLE[role][1],
              remarks: [...one.remarks, ...(note ? [note] : [])],
            }
          : one,
      ),
    }),
    done: 'The page of the issue shows the phone number that the wiki has for this person, and the note',
  },
  right: [
    { name: 'another issue', values: asked },
    {
      name: 'without a note',
      values: {
        subject: 'Door of room 104 scrapes the floor',
        role: 'Front desk',
        note: undefined,
      },
    },
    {
      name: 'another way: the number is found by the search, the issue by its address',
      values: {
        subject: 'Which oil for the terrace boards?',
        role: 'Caretaker',
        note: 'Anouk knows what was used before.',
      },
      perform: async (person, app, { role, note }) => {
        const { page } = person
        const [name, number] = PEOPLE[role]
        await person.type('#quick-search #q', name)
        await person.press('Enter')
        await person.click(page.locator('#search-results').getByRole('link').first())
        await page.getByRole('row').filter({ hasText: name }).waitFor()
        await person.open(`${app.address}/issues/5`)
        await person.click(page.getByRole('link', { name: 'Edit', exact: true }).first())
        await person.type('#issue_notes', note)
        await person.type(page.getByLabel('Contact phone'), number)
        await submit(person)
      },
    },
  ],
  faults: [
    {
      name: 'the number is not stored',
      kind: 'says saved but is not',
      values: asked,
      behind: phone(asked.subject, ''),
    },
    {
      name: 'the number of the row below is typed',
      kind: 'wrong record',
      values: { ...asked, role: 'Mason' },
      does: { role: 'Architect' },
    },
    {
      name: 'two digits change places',
      kind: 'one field wrong',
      values: asked,
      does: { phone: '0473 30 46 52' },
    },
    {
      name: 'the number is looked up and the form is left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { role, ...values }) => {
        await lookUp(person, role)
        await fill(person, { phone: PEOPLE[role][1], ...values })
        await person.click(tab(person.page, 'Overview'))
        await person.sees('Forty rooms by the sea')
      },
    },
    {
      name: 'another issue gets the number',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { subject: 'Hang the doors of rooms 101 to 110' },
    },
    {
      name: 'the number is taken out again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        await person.click(page.getByRole('link', { name: 'Edit', exact: true }).first())
        await person.type(page.getByLabel('Contact phone'), '')
        await submit(person)
      },
    },
    {
      name: 'somebody else goes missing in the wiki',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.sql(
          "update wiki_contents set text = replace(text, 'Remy Colin', '') where text like '%Remy Colin%' returning id",
        ),
    },
  ],
}
