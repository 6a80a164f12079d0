// A record of another day is found by a search, opened from what was found, and its end is corrected in a dialog.

import { dialog, found, search, sent } from '../apps/timetagger.mjs'

const time = (page, at) => dialog(page).locator('input[type=text]').nth(at)
const button = (page, name) => dialog(page).getByRole('button', { name })

async function openRecord(person, text) {
  const { page } = person
  await search(person, text.replace(/ #.*/, ''))
  await person.click(found(page, text))
  await dialog(page).waitFor()
}

const save = (person) => sent(person, () => person.click(button(person.page, 'Save')))

async function correct(person, app, { text, to }) {
  await openRecord(person, text)
  await person.type(time(person.page, 2), to)
  // The button is for what was changed; a field is changed when it is left.
  await person.press('Tab')
  await save(person)
}

const asked = { text: 'Invoice to the school #office', to: '15:25' }

const change = (before, text, changes) =>
  before.map((one) => (one.text === text ? { ...one, ...changes } : one))

export default {
  app: 'timetagger',
  kinds: ['canvas', 'dialogs', 'search'],
  goal: 'Correct the time at which recorded work ended',
  values: { text: 'Levels at the weir #field', to: '12:40' },
  perform: correct,
  truth: {
    inputs: [
      {
        name: 'text',
        value: 'Levels at the weir #field',
        source: 'given',
        changes: true,
        forms: ['Levels at the weir'],
      },
      { name: 'to', value: '12:40', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the record ends at the right time', kind: 'changed', values: ['text', 'to'] },
    ],
    expected: (before, { text, to }) => change(before, text, { to }),
    done: 'The dialog of the record shows the new end, and no other record is changed',
  },
  right: [
    { name: 'another record', values: asked },
    { name: 'an earlier end', values: { text: 'Call with the council #calls', to: '09:10' } },
    {
      name: 'another way: the search is opened by a key, and found by the tag',
      values: asked,
      perform: async (person, app, { text, to }) => {
        const { page } = person
        await person.press('f')
        await person.type(page.getByPlaceholder('Tags or text to search for'), '#office')
        await person.click(page.getByRole('button', { name: 'Search', exact: true }))
        await person.click(found(page, text))
        await person.type(time(page, 2), to)
        await person.press('Tab')
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the old end is there again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { text }) => app.change(text, { to: '14:00' }),
    },
    {
      name: 'another record is corrected',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { text: 'Plan of the weir #office' },
    },
    {
      name: 'the end is mistyped',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { to: '15:52' },
    },
    {
      name: 'the beginning is moved as well',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { text }) => app.change(text, { from: '12:15' }),
    },
    {
      name: 'the dialog is filled and cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { text, to }) => {
        const { page } = person
        await openRecord(person, text)
        await person.type(time(page, 2), to)
        await person.press('Tab')
        await person.click(button(page, 'Cancel'))
        await dialog(page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'the old end is entered again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await correct(person, app, values)
        await dialog(page).waitFor({ state: 'hidden' })
        await person.click(found(page, values.text))
        await person.type(time(page, 2), '14:00')
        await person.press('Tab')
        await save(person)
      },
    },
    {
      name: 'the record is deleted',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, { text }) => {
        const { page } = person
        await openRecord(person, text)
        await person.click(button(page, 'Delete').first())
        await sent(person, () => person.click(button(page, 'Confirm deleting this record')))
      },
    },
    {
      name: 'another record of the same day is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Pegs for the school yard #field', null),
    },
  ],
}
