// Words are typed into a field of a list and sent with a key, one after the other; a dialog offers the same.

import { itemRow, openList } from '../apps/home-assistant.mjs'

const field = (page) => page.getByPlaceholder('Add item')

async function add(person, app, { list, items }) {
  const { page } = person
  await openList(person, list)
  for (const item of items) {
    await person.type(field(page), item)
    await person.press('Enter')
    await itemRow(page, item).last().waitFor()
  }
}

const asked = { list: 'Groceries', items: ['Butter', 'Red onions'] }

export default {
  app: 'home-assistant',
  kinds: ['single-page app', 'web components', 'repetition', 'sign-in'],
  goal: 'Put some things on a list of the house',
  values: {
    list: 'House repairs',
    items: ['Sand the bench', 'Tighten the gate', 'Paint the fence'],
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'list', value: 'House repairs', source: 'given', changes: true },
      {
        name: 'items',
        value: ['Sand the bench', 'Tighten the gate', 'Paint the fence'],
        source: 'given',
        changes: true,
      },
      { name: 'user', value: 'ida', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['items'], kind: 'loop' }],
    effects: [{ name: 'the list has the things', kind: 'created', values: ['list', 'items'] }],
    expected: (before, { list, items }) => ({
      ...before,
      lists: {
        ...before.lists,
        [list]: [
          ...before.lists[list],
          ...items.map((summary) => ({ summary, status: 'needs_action' })),
        ],
      },
    }),
    done: 'The list shows each of these things as active',
  },
  right: [
    { name: 'another list', values: asked },
    { name: 'one thing', values: { list: 'Groceries', items: ['Lentils'] } },
    {
      name: 'another way: in a dialog each',
      values: asked,
      perform: async (person, app, { list, items }) => {
        const { page } = person
        await openList(person, list)
        for (const item of items) {
          await person.click(page.locator('ha-fab'))
          await person.type(page.getByRole('textbox', { name: 'Task name*' }), item)
          await person.click(page.locator('ha-dialog').getByRole('button', { name: 'Add item' }))
          await itemRow(page, item).waitFor()
          await page.getByRole('textbox', { name: 'Task name*' }).waitFor({ state: 'hidden' })
        }
      },
    },
  ],
  faults: [
    {
      name: 'one thing is not on the list',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { list, items }) => app.item('remove', list, items[0]),
    },
    {
      name: 'the last thing is typed and not sent',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { list, items }) => {
        await add(person, app, { list, items: items.slice(0, -1) })
        await person.type(field(person.page), items.at(-1))
      },
    },
    {
      name: 'one thing is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { items: asked.items.slice(0, 1) },
    },
    {
      name: 'they are put on the other list',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { list: 'House repairs' },
    },
    {
      name: 'one thing is stored with other words',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { list }) => app.item('update', list, 'Red onions', { rename: 'Onions' }),
    },
    {
      name: 'everything is added twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, values)
        await itemRow(person.page, values.items.at(-1)).nth(1).waitFor()
      },
    },
    {
      name: 'one of them is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        await person.click(itemRow(page, 'Butter').getByText('Butter'))
        await person.click(page.getByRole('button', { name: 'Delete item' }))
        await person.click(page.getByRole('button', { name: 'OK', exact: true }))
        await itemRow(page, 'Butter').waitFor({ state: 'detached' })
      },
    },
    {
      name: 'another thing of the list is ticked as well',
      kind: 'other record touched',
      values: asked,
      behind: (app, { list }) => app.item('update', list, 'Rye bread', { status: 'completed' }),
    },
  ],
}
