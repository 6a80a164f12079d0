// One of many similar records is opened, and a line is added to a list in another tab of its form.

import { openWatch, saveWatch } from '../apps/changedetection.mjs'

const lines = (page) => page.locator('#ignore_text')

async function write(person, { watch, line }) {
  const { page } = person
  await openWatch(person, watch)
  await person.click(page.getByRole('link', { name: 'Filters & Triggers' }))
  const had = await lines(page).inputValue()
  await person.click(lines(page))
  await person.press('Control+End')
  await person.write(had && !had.endsWith('\n') ? `\n${line}` : line)
}

async function ignore(person, app, values) {
  await write(person, values)
  await saveWatch(person)
}

const asked = { watch: 'Harbour notices', line: 'Next tide' }

export default {
  app: 'changedetection',
  kinds: ['semantic HTML', 'tabs', 'list in a text field'],
  goal: 'Ignore lines with some words on one of the watched pages',
  values: { watch: 'Two Rivers delivery days', line: 'Holiday greetings' },
  perform: ignore,
  truth: {
    inputs: [
      { name: 'watch', value: 'Two Rivers delivery days', source: 'given', changes: true },
      { name: 'line', value: 'Holiday greetings', source: 'given', changes: true },
    ],
    effects: [{ name: 'the watch ignores the line', kind: 'changed', values: ['watch', 'line'] }],
    expected: (before, { watch, line }) => ({
      ...before,
      watches: before.watches.map((one) =>
        one.title === watch ? { ...one, ignored: [...one.ignored, line] } : one,
      ),
    }),
    done: 'The form of the watch shows the line under what is ignored',
  },
  right: [
    { name: 'another watch, which ignores a line already', values: asked },
    { name: 'a third one', values: { watch: 'Tea auction calendar', line: 'Bidders online' } },
    {
      name: 'another way: the watch is found by its tag',
      values: { watch: 'Customs office hours', line: 'Waiting time' },
      perform: async (person, app, values) => {
        const { page } = person
        await person.click(page.locator('a.button-tag').getByText('Offices', { exact: true }))
        await page.waitForURL((url) => url.searchParams.has('tag'))
        await ignore(person, app, values)
      },
    },
  ],
  faults: [
    {
      name: 'the line is not stored',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { watch }) => app.change(watch, { ignore_text: ['Weather'] }),
    },
    {
      name: 'a letter of the line is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { watch }) => app.change(watch, { ignore_text: ['Weather', 'Next tile'] }),
    },
    {
      name: 'it is written among the words that trigger',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, { watch, line }) => {
        const { page } = person
        await openWatch(person, watch)
        await person.click(page.getByRole('link', { name: 'Filters & Triggers' }))
        await person.type(page.locator('#trigger_text'), line)
        await saveWatch(person)
      },
    },
    {
      name: 'another watch is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { watch: 'Customs office hours' },
    },
    {
      name: 'it is written and the form is left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await write(person, values)
        await person.click(page.locator('.pure-menu-heading').first())
        await page.locator('#new-watch-form').waitFor()
      },
    },
    {
      name: 'the line is taken away again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await ignore(person, app, values)
        await openWatch(person, values.watch)
        await person.click(page.getByRole('link', { name: 'Filters & Triggers' }))
        await person.type(lines(page), 'Weather')
        await saveWatch(person)
      },
    },
    {
      name: 'the line that was there before is gone',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { watch }) => app.change(watch, { ignore_text: ['Next tide'] }),
    },
    {
      name: 'another watch ignores it as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Tea auction calendar', { ignore_text: ['Next tide'] }),
    },
  ],
}
