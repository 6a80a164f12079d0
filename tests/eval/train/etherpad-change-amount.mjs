// A pad is opened by its name, and one line of its text is written again. The text is no field and is in a
// frame of a frame; it is stored while it is typed.

import { line, loaded, openPad, stored } from '../apps/etherpad.mjs'

async function change(person, app, { pad, item, amount }) {
  const { page } = person
  await openPad(person, pad)
  await person.click(line(page, `${item}:`))
  await person.press('Home')
  await person.press('Shift+End')
  await person.write(`${item}: ${amount}`)
  await stored(app, pad, `${item}: ${amount}`)
}

/** Changes the lines of a pad behind the screen. */
const rewrite = async (app, pad, change) => app.write(pad, (await app.lines(pad)).map(change))

const asked = { pad: 'Stock', item: 'Oolong', amount: '9 tins' }

export default {
  app: 'etherpad',
  kinds: ['rich text in frames', 'saves by itself'],
  goal: 'Change the amount of something in a list',
  values: { pad: 'Stock', item: 'Sencha', amount: '31 tins' },
  perform: change,
  truth: {
    inputs: [
      { name: 'pad', value: 'Stock', source: 'given', changes: true },
      { name: 'item', value: 'Sencha', source: 'given', changes: true },
      { name: 'amount', value: '31 tins', source: 'given', changes: true, forms: ['31'] },
    ],
    effects: [
      { name: 'the line has the amount', kind: 'changed', values: ['pad', 'item', 'amount'] },
    ],
    expected: (before, { pad, item, amount }) => ({
      ...before,
      pads: {
        ...before.pads,
        [pad]: before.pads[pad].map((one) =>
          one.startsWith(`${item}:`) ? `${item}: ${amount}` : one,
        ),
      },
    }),
    done: 'The line of the item in the pad shows the new amount',
  },
  right: [
    { name: 'another item', values: asked },
    { name: 'another pad', values: { pad: 'Recipes', item: 'Chai', amount: '5 spoons' } },
    {
      name: 'another way: the pad by its address, and only the amount is typed',
      values: { pad: 'Stock', item: 'Mint', amount: '18 tins' },
      perform: async (person, app, { pad, item, amount }) => {
        await person.open(`${app.address}/p/${pad}`)
        await loaded(person)
        await person.click(line(person.page, `${item}:`))
        await person.press('End')
        await person.press('Control+Shift+ArrowLeft')
        await person.press('Control+Shift+ArrowLeft')
        await person.write(amount)
        await stored(app, pad, `${item}: ${amount}`)
      },
    },
  ],
  faults: [
    {
      name: 'the amount is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) =>
        rewrite(app, 'Stock', (one) => (one.startsWith('Oolong:') ? 'Oolong: 5 tins' : one)),
    },
    {
      name: 'another amount is typed than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { amount: '6 tins' },
    },
    {
      name: 'the amount of another item is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { item: 'Assam' },
    },
    {
      name: 'the amount is a line of its own, and the old one stays',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, { pad, item, amount }) => {
        await openPad(person, pad)
        await person.click(line(person.page, `${item}:`))
        await person.press('End')
        await person.press('Enter')
        await person.write(`${item}: ${amount}`)
        await stored(app, pad, `${item}: ${amount}`)
      },
    },
    {
      name: 'the old amount is taken out, and none is typed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { pad, item }) => {
        await openPad(person, pad)
        await person.click(line(person.page, `${item}:`))
        await person.press('Home')
        await person.press('Shift+End')
        await person.write(`${item}:`)
        await stored(app, pad, `${item}:`)
      },
    },
    {
      name: 'the change is taken back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await person.press('Home')
        await person.press('Shift+End')
        await person.write('Oolong: 5 tins')
        await stored(app, values.pad, 'Oolong: 5 tins')
      },
    },
    {
      name: 'another line is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        rewrite(app, 'Stock', (one) => (one.startsWith('Mint:') ? 'Mint: 2 tins' : one)),
    },
  ],
}
