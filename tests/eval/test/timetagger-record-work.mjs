// A control that is drawn on a canvas opens a dialog; a choice in it shows fields for the day and the times. The page
// then shows today, so the person looks for what was recorded.

import { clickDrawn, dialog, found, RECORD, search, sent } from '../apps/timetagger.mjs'

const field = (page, kind, at) => dialog(page).locator(`input[type=${kind}]`).nth(at)
const button = (page, name) => dialog(page).getByRole('button', { name })

async function openForm(person) {
  await clickDrawn(person, RECORD)
  await dialog(person.page).waitFor()
}

async function fill(person, { text, day, from, to }) {
  const { page } = person
  await person.type(dialog(page).getByPlaceholder(/^What /), text)
  await person.click(dialog(page).getByText('Already done'))
  await person.date(field(page, 'date', 0), day)
  await person.type(field(page, 'text', 1), from)
  await person.type(field(page, 'text', 2), to)
}

const create = (person) => sent(person, () => person.click(button(person.page, 'Create')))

async function record(person, app, values) {
  await openForm(person)
  await fill(person, values)
  await create(person)
}

async function recordAndLook(person, app, values) {
  await record(person, app, values)
  await search(person, values.text.replace(/ #.*/, ''))
  await found(person.page, values.text).waitFor()
}

const asked = {
  text: 'Pegs for the car park #field',
  day: '2026-03-09',
  from: '07:40',
  to: '11:05',
}

export default {
  app: 'timetagger',
  kinds: ['canvas', 'dialogs', 'form that changes'],
  goal: 'Record work that is already done, with its tag, its day and its times',
  values: {
    text: 'Plan of the quarry #office',
    day: '2026-03-06',
    from: '08:15',
    to: '12:50',
  },
  perform: recordAndLook,
  truth: {
    inputs: [
      { name: 'text', value: 'Plan of the quarry #office', source: 'given', changes: true },
      { name: 'day', value: '2026-03-06', source: 'given', changes: true },
      { name: 'from', value: '08:15', source: 'given', changes: true },
      { name: 'to', value: '12:50', source: 'given', changes: true },
      {
        name: 'words to look for',
        value: 'Plan of the quarry',
        source: 'derived',
        changes: true,
        neutral: true,
      },
      { name: 'kind', value: 'Already done', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the work is recorded', kind: 'created', values: ['text', 'day', 'from', 'to'] },
    ],
    expected: (before, { text, day, from, to }) => [...before, { day, from, to, text }],
    done: 'A search shows the record on its day, and its dialog shows both times',
  },
  right: [
    { name: 'other work on another day', values: asked },
    {
      name: 'work with two tags',
      values: {
        text: 'Levels at the ford #field #travel',
        day: '2026-03-10',
        from: '09:30',
        to: '16:20',
      },
    },
    {
      name: 'another way: opened by a key, the times first',
      values: asked,
      perform: async (person, app, { text, day, from, to }) => {
        const { page } = person
        await person.press('s')
        await person.click(dialog(page).getByText('Already done'))
        await person.date(field(page, 'date', 0), day)
        await person.type(field(page, 'text', 1), from)
        await person.type(field(page, 'text', 2), to)
        await person.type(dialog(page).getByPlaceholder(/^What /), text)
        await create(person)
      },
    },
  ],
  faults: [
    {
      name: 'the record is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { text }) => app.change(text, null),
    },
    {
      name: 'the end is stored an hour too late',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { text }) => app.change(text, { to: '12:05' }),
    },
    {
      name: 'it is recorded for another day',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { day: '2026-03-08' },
    },
    {
      name: 'the tag is left out',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { text: 'Pegs for the car park' },
    },
    {
      name: 'it is started now and not recorded as done',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { text }) => {
        await openForm(person)
        await person.type(dialog(person.page).getByPlaceholder(/^What /), text)
        await sent(person, () => person.click(button(person.page, 'Start')))
      },
    },
    {
      name: 'the dialog is filled and cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await openForm(person)
        await fill(person, values)
        await person.click(button(person.page, 'Cancel'))
        await dialog(person.page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'it is recorded twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await record(person, app, values)
        await record(person, app, values)
      },
    },
    {
      name: 'it is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await recordAndLook(person, app, values)
        await person.click(found(page, values.text))
        await person.click(button(page, 'Delete').first())
        await sent(person, () => person.click(button(page, 'Confirm deleting this record')))
      },
    },
    {
      name: 'another record is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Levels at the quarry #field', { to: '17:30' }),
    },
  ],
}
