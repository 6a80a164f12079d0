// An existing record of a single-page app is edited: a tag is taken off, a line is added.

import { confirm } from '../apps/tiddlywiki.mjs'

const note = (page, title) => page.locator(`[data-tiddler-title="${title}"]`)
const editor = (page) => page.locator('.tc-tiddler-edit-frame').first()

async function edit(person, { order }) {
  await person.click(note(person.page, order).getByRole('button', { name: 'Edit this tiddler' }))
  await editor(person.page).waitFor()
}

async function untag(person) {
  const tag = editor(person.page).locator('.tc-tag-list-item', { hasText: 'open' })
  await person.click(tag.locator('.tc-remove-tag-button'))
}

async function tag(person, name) {
  await person.type(editor(person.page).getByPlaceholder('tag name'), name)
  await person.press('Enter')
}

async function close(person, app, values) {
  await edit(person, values)
  await untag(person)
  await tag(person, 'done')
  await confirm(person, app)
}

const set = (before, title, change) => ({ ...before, [title]: { ...before[title], ...change } })

export default {
  app: 'tiddlywiki',
  kinds: ['single-page app', 'nameless fields'],
  goal: 'Move an order from open to done',
  values: { order: 'Order of May' },
  perform: close,
  truth: {
    inputs: [
      { name: 'order', value: 'Order of May', source: 'given', changes: true },
      { name: 'tag', value: 'done', source: 'constant', changes: false },
      { name: 'old tag', value: 'open', source: 'constant', changes: false },
    ],
    effects: [{ name: 'the order is done', kind: 'changed', values: ['order', 'tag'] }],
    expected: (before, { order }) => set(before, order, { tags: 'Order done' }),
    done: 'The order has the tag done and no longer the tag open',
  },
  right: [
    { name: 'another order', values: { order: 'Order of June' } },
    {
      name: 'another way: the new tag first',
      values: { order: 'Order of June' },
      perform: async (person, app, values) => {
        await edit(person, values)
        await tag(person, 'done')
        await untag(person)
        await confirm(person, app)
      },
    },
  ],
  faults: [
    {
      name: 'the tags are as before',
      kind: 'says saved but is not',
      values: { order: 'Order of June' },
      behind: (app, { order }) => app.put(order, { tags: 'Order open', text: 'One cup for Ada.' }),
    },
    {
      name: 'the tag open stays',
      kind: 'half done',
      values: { order: 'Order of June' },
      perform: async (person, app, values) => {
        await edit(person, values)
        await tag(person, 'done')
        await confirm(person, app)
      },
    },
    {
      name: 'the changes are discarded',
      kind: 'half done',
      values: { order: 'Order of June' },
      perform: async (person, app, values) => {
        await edit(person, values)
        await untag(person)
        await tag(person, 'done')
        const discard = () =>
          person.click(person.page.getByRole('button', { name: 'Discard changes to this tiddler' }))
        await person.answering(true, discard)
        await app.saved(person)
      },
    },
    {
      name: 'another order is closed',
      kind: 'wrong record',
      needs: 'request',
      values: { order: 'Order of June' },
      does: { order: 'Order of May' },
    },
    {
      name: 'the wrong tag is set',
      kind: 'one field wrong',
      values: { order: 'Order of June' },
      perform: async (person, app, values) => {
        await edit(person, values)
        await untag(person)
        await tag(person, 'lost')
        await confirm(person, app)
      },
    },
    {
      name: 'the other order is closed as well',
      kind: 'other record touched',
      values: { order: 'Order of June' },
      behind: (app) =>
        app.put('Order of May', { tags: 'Order done', text: 'Two tins for the office.' }),
    },
  ],
}
