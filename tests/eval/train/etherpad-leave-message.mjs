// A message in the chat of a pad, under a name that is entered in the list of its users. Nothing is saved by a
// button.

import { until } from '../../window/support/webdriver.mjs'
import { line, loaded, openPad, stored } from '../apps/etherpad.mjs'

async function enterName(person, name) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Show the users on this pad' }))
  await person.type(page.getByPlaceholder('Enter your name'), name)
  await person.press('Enter')
}

async function fill(person, { pad, name, message }) {
  const { page } = person
  await openPad(person, pad)
  if (name) await enterName(person, name)
  await person.click(page.locator('#chaticon'))
  await person.type(page.getByPlaceholder('Write your message here'), message)
}

/** Waits until the server has the message so many times. */
function said(app, { pad, message }, times = 1) {
  return until(
    async () => {
      const { chat } = await app.read()
      return chat.filter(([of, , text]) => of === pad && text === message).length === times
    },
    10_000,
    async () => `the chat of “${pad}” does not have “${message}”`,
  )
}

async function leave(person, app, values) {
  await fill(person, values)
  await person.press('Enter')
  await said(app, values)
}

const asked = { pad: 'Stock', name: 'Cleo', message: 'The mint is nearly sold out.' }

export default {
  app: 'etherpad',
  kinds: ['elements without a role', 'saves by itself'],
  goal: 'Leave a message under a name in the chat of a pad',
  values: { pad: 'Market', name: 'Bob', message: 'The price list is printed.' },
  perform: leave,
  truth: {
    inputs: [
      { name: 'pad', value: 'Market', source: 'given', changes: true },
      { name: 'name', value: 'Bob', source: 'given', changes: true },
      { name: 'message', value: 'The price list is printed.', source: 'given', changes: true },
    ],
    effects: [
      {
        name: 'the chat has the message under the name',
        kind: 'sent',
        values: ['name', 'message'],
      },
    ],
    expected: (before, { pad, name, message }) => ({
      ...before,
      // Messages of one pad stay in their order, pads in that of their names.
      chat: [...before.chat, [pad, name, message]].sort((a, b) =>
        a[0] === b[0] ? 0 : a[0] < b[0] ? -1 : 1,
      ),
    }),
    done: 'The chat of the pad shows the message behind the name',
  },
  right: [
    { name: 'another pad', values: asked },
    {
      name: 'a pad whose chat is empty',
      values: { pad: 'Recipes', name: 'Ann', message: 'Who tries the chai?' },
    },
    {
      name: 'another way: the pad by its address, the chat by its keys, the name first',
      values: { pad: 'Market', name: 'Dora', message: 'I come at nine.' },
      perform: async (person, app, values) => {
        const { page } = person
        await person.open(`${app.address}/p/${values.pad}`)
        await loaded(person)
        await enterName(person, values.name)
        await person.click(line(page, 'Market'))
        await person.press('Alt+C')
        await person.type(page.getByPlaceholder('Write your message here'), values.message)
        await person.press('Enter')
        await said(app, values)
      },
    },
  ],
  faults: [
    {
      name: 'the message is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { pad }) => app.forget(pad),
    },
    {
      name: 'the message is typed and not sent',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'the name is left out',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { name: undefined },
    },
    {
      name: 'another name is entered than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { name: 'Clea' },
    },
    {
      name: 'it is said in the chat of another pad',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { pad: 'Market' },
    },
    {
      name: 'the message is sent twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await leave(person, app, values)
        const field = person.page.getByPlaceholder('Write your message here')
        await person.type(field, values.message)
        await person.press('Enter')
        await said(app, values, 2)
      },
    },
    {
      name: 'it is typed into the text as well',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await leave(person, app, values)
        await person.click(line(person.page, 'Mint:'))
        await person.press('End')
        await person.press('Enter')
        await person.write(values.message)
        await stored(app, values.pad, values.message)
      },
    },
  ],
}
