// Rows are ticked, buttons slide in, and one of them asks for a name in a question of the browser.

import { openWatch, row, saveWatch, TAGS } from '../apps/changedetection.mjs'

async function mark(person, { watches }) {
  for (const title of watches) await person.tick(row(person.page, title).getByRole('checkbox'))
}

async function give(person, { tag }) {
  const { page } = person
  await person.answering(tag, () => person.click(page.locator('#checkbox-assign-tag')))
  await person.sees(/watches were tagged/)
}

async function label(person, app, values) {
  await mark(person, values)
  await give(person, values)
}

const asked = {
  watches: ['Customs office hours', 'Harbour notices'],
  tag: 'Abroad',
}

export default {
  app: 'changedetection',
  kinds: ['semantic HTML', 'bulk actions', 'browser dialogs'],
  goal: 'Give some watched pages a tag together',
  values: { watches: ['Two Rivers price list', 'Paper Mill stock'], tag: 'Prices' },
  perform: label,
  truth: {
    inputs: [
      {
        name: 'watches',
        value: ['Two Rivers price list', 'Paper Mill stock'],
        source: 'given',
        changes: true,
      },
      { name: 'tag', value: 'Prices', source: 'given', changes: true },
    ],
    loops: [{ over: ['watches'], kind: 'list' }],
    effects: [{ name: 'every watch has the tag', kind: 'bulk', values: ['watches', 'tag'] }],
    expected: (before, { watches, tag }) => ({
      tags: [...new Set([...before.tags, tag])].sort(),
      watches: before.watches.map((one) =>
        watches.includes(one.title) ? { ...one, tags: [...one.tags, tag].sort() } : one,
      ),
    }),
    done: 'The list shows the tag in the row of each of these watches, and in no other that did not have it',
  },
  right: [
    { name: 'other watches and a tag that is new', values: asked },
    {
      name: 'three watches',
      values: {
        watches: ['Hill Farm price list', 'Paper Mill stock', 'Tea auction calendar'],
        tag: 'Spring',
      },
    },
    {
      name: 'another way: each in its own form',
      values: { watches: ['Tea auction calendar', 'Customs office hours'], tag: 'Suppliers' },
      perform: async (person, app, { watches, tag }) => {
        const { page } = person
        for (const title of watches) {
          await openWatch(person, title)
          const field = page.locator('#tags')
          const had = await field.inputValue()
          await person.type(field, had ? `${had}, ${tag}` : tag)
          await saveWatch(person)
        }
      },
    },
  ],
  faults: [
    {
      name: 'one watch has no new tag',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.change('Harbour notices', { tags: [TAGS.Offices] }),
    },
    {
      name: 'one watch is not ticked',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { watches: ['Customs office hours'] },
    },
    {
      name: 'the question for the name is closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await mark(person, values)
        const { page } = person
        await person.answering(false, () => person.click(page.locator('#checkbox-assign-tag')))
        // It says so although no name was given.
        await person.sees(/watches were tagged/)
      },
    },
    {
      name: 'another tag is typed than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { tag: 'Prices' },
    },
    {
      name: 'the watches are paused instead',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await mark(person, values)
        await person.click(page.getByRole('button', { name: 'Pause', exact: true }))
        await person.sees(/watches paused/)
      },
    },
    {
      name: 'the tag is taken from one of them again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await label(person, app, values)
        await openWatch(person, 'Customs office hours')
        await person.type(page.locator('#tags'), 'Offices')
        await saveWatch(person)
      },
    },
    {
      name: 'another watch is paused on the way',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Tea auction calendar', { paused: true }),
    },
  ],
}
