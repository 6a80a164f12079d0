// A line of a text is selected and crossed out with an icon. What changes is a format, not a word.

import { line, loaded, openPad, stored } from '../apps/etherpad.mjs'

const icon = (page, name) => page.getByRole('button', { name, exact: true })
const STRIKE = 'Strikethrough (Ctrl+5)'

async function select(person, task) {
  await person.click(line(person.page, task))
  await person.press('Home')
  await person.press('Shift+End')
}

async function crossOut(person, app, { pad, task }) {
  await openPad(person, pad)
  await select(person, task)
  await person.click(icon(person.page, STRIKE))
  await stored(app, pad, `<s>${task}</s>`)
}

const asked = { pad: 'Market', task: 'Ann brings the tent' }

export default {
  app: 'etherpad',
  kinds: ['rich text in frames', 'saves by itself'],
  goal: 'Cross out what is done in a list',
  values: { pad: 'Market', task: 'Bob prints the price list' },
  perform: crossOut,
  truth: {
    inputs: [
      { name: 'pad', value: 'Market', source: 'given', changes: true },
      { name: 'task', value: 'Bob prints the price list', source: 'given', changes: true },
    ],
    effects: [{ name: 'the line is crossed out', kind: 'changed', values: ['pad', 'task'] }],
    expected: (before, { pad, task }) => ({
      ...before,
      pads: {
        ...before.pads,
        [pad]: before.pads[pad].map((one) => (one === task ? `<s>${one}</s>` : one)),
      },
    }),
    done: 'The line of the pad is crossed out, and no other',
  },
  right: [
    { name: 'another line', values: asked },
    { name: 'another pad', values: { pad: 'Stock', task: 'Oolong: 5 tins' } },
    {
      name: 'another way: the pad by its address, and by the keys',
      values: { pad: 'Market', task: 'Cleo fills the sample jars' },
      perform: async (person, app, { pad, task }) => {
        await person.open(`${app.address}/p/${pad}`)
        await loaded(person)
        await select(person, task)
        await person.press('Control+5')
        await stored(app, pad, `<s>${task}</s>`)
      },
    },
  ],
  faults: [
    {
      name: 'the line is as before',
      kind: 'says saved but is not',
      values: asked,
      // A text that is set has no formats.
      behind: async (app) => app.write('Market', (await app.lines('Market')).map(plain)),
    },
    {
      name: 'another line is crossed out',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { task: 'Cleo fills the sample jars' },
    },
    {
      name: 'the line is made bold',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, { pad, task }) => {
        await openPad(person, pad)
        await select(person, task)
        await person.click(icon(person.page, 'Bold (Ctrl+B)'))
        await stored(app, pad, `<strong>${task}</strong>`)
      },
    },
    {
      name: 'one word of the line is crossed out',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { pad, task }) => {
        await openPad(person, pad)
        await person.click(line(person.page, task))
        await person.press('End')
        await person.press('Control+Shift+ArrowLeft')
        await person.click(icon(person.page, STRIKE))
        await stored(app, pad, 'Ann brings the <s>tent</s>')
      },
    },
    {
      name: 'the icon is clicked once more',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await crossOut(person, app, values)
        await person.click(icon(person.page, STRIKE))
        await stored(app, values.pad, values.task)
      },
    },
    {
      name: 'the line is taken out of the text',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, { pad, task }) => {
        await openPad(person, pad)
        await select(person, task)
        await person.press('Delete')
        await stored(app, pad, '')
      },
    },
    {
      name: 'another line is crossed out as well',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await crossOut(person, app, values)
        const other = 'Cleo fills the sample jars'
        await select(person, other)
        await person.click(icon(person.page, STRIKE))
        await stored(app, values.pad, `<s>${other}</s>`)
      },
    },
  ],
}

const plain = (line) => line.replace(/<[^>]+>/g, '')
