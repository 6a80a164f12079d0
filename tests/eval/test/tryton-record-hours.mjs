// A row of a list is filled in place: who and when are there already, the work is searched in its cell.

import { openPart, pane, remove, save, take, tool } from '../apps/tryton.mjs'

const row = (page) => pane(page).locator('tbody tr.selected').last()
const cell = (page, name) => row(page).locator(`input[name=${name}]`)

async function openRow(person) {
  const { page } = person
  await openPart(person, 'Timesheet', 'Lines')
  await pane(page).getByText('Lakeside, twelve violins').waitFor()
  await newRow(person)
}

async function newRow(person) {
  const { page } = person
  await person.click(tool(page, 'New'))
  await cell(page, 'duration').waitFor()
}

async function fill(person, { work, hours, text }) {
  const { page } = person
  await person.type(cell(page, 'duration'), hours)
  await take(person, cell(page, 'work'), work)
  if (text) await person.type(cell(page, 'description'), text)
}

async function record(person, app, values) {
  await openRow(person)
  await fill(person, values)
  await save(person)
}

const asked = { work: 'School visits', hours: '03:15', text: 'Oxley, six cellos' }

const seconds = (hours) => {
  const [hour, minute] = hours.split(':').map(Number)
  return hour * 3600 + minute * 60
}

/** Sets a field of the newest line behind the screen. */
const line = (app, name, value) =>
  app.sql(
    `update timesheet_line set ${name} = ? where id = (select max(id) from timesheet_line) returning id`,
    value,
  )

export default {
  app: 'tryton',
  kinds: ['single-page app', 'list filled in place', 'fields that search', 'sign-in'],
  goal: 'Record the hours of today for a kind of work, with a remark',
  values: { work: 'Bench', hours: '02:30', text: 'New bridge for a viola' },
  perform: record,
  truth: {
    inputs: [
      { name: 'work', value: 'Bench', source: 'given', changes: true },
      { name: 'hours', value: '02:30', source: 'given', changes: true, forms: ['2:30'] },
      { name: 'remark', value: 'New bridge for a viola', source: 'given', changes: true },
      {
        name: 'employee',
        value: 'Mara Sandberg',
        source: 'constant',
        changes: false,
        neutral: true,
      },
      {
        name: 'company',
        value: 'Sandberg Instruments',
        source: 'constant',
        changes: false,
        neutral: true,
      },
      { name: 'user', value: 'mara', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the hours are recorded', kind: 'created', values: ['work', 'hours', 'remark'] },
    ],
    expected: (before, { work, hours, text }) => ({
      ...before,
      hours: [
        ...before.hours,
        {
          ...{ who: 'Mara Sandberg', work, day: new Date().toLocaleDateString('sv') },
          ...{ duration: seconds(hours), text: text ?? '' },
        },
      ],
    }),
    done: 'The list of timesheet lines shows a row of today with the work, the hours and the remark',
  },
  right: [
    { name: 'another work', values: asked },
    { name: 'without a remark', values: { work: 'Accounts', hours: '01:45', text: undefined } },
    {
      name: 'another way: the remark first, the hours last',
      values: asked,
      perform: async (person, app, { work, hours, text }) => {
        const { page } = person
        await openRow(person)
        await person.type(cell(page, 'description'), text)
        await take(person, cell(page, 'work'), work)
        await person.type(cell(page, 'duration'), hours)
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the line is not there',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) =>
        app.sql(
          'delete from timesheet_line where id = (select max(id) from timesheet_line) returning id',
        ),
    },
    {
      name: 'other hours are stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => line(app, 'duration', 5 * 3600 + 180),
    },
    {
      name: 'another work is taken',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { work: 'Shop counter' },
    },
    {
      name: 'the remark is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { text: undefined },
    },
    {
      name: 'the row is filled and not saved',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await openRow(person)
        await fill(person, values)
      },
    },
    {
      name: 'the hours are recorded twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await record(person, app, values)
        await newRow(person)
        await fill(person, values)
        await save(person)
      },
    },
    {
      name: 'the line is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await record(person, app, values)
        await remove(person)
      },
    },
    {
      name: 'the hours of somebody else are changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.sql(
          "update timesheet_line set duration = 3600 where description = 'Lakeside, twelve violins' returning id",
        ),
    },
  ],
}
