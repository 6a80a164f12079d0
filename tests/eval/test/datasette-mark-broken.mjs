// Rows of a table are changed one after another, each in a dialog over the table, which then shows the new values.

import { action, confirm, dialog, field } from '../apps/datasette.mjs'

async function open(person, tool) {
  const { page } = person
  await person.click(action(page, 'Edit', tool))
  await field(page, 'state').waitFor()
}

async function fill(person, tool, note, state = 'broken') {
  const { page } = person
  await open(person, tool)
  await person.type(field(page, 'state'), state)
  await person.type(field(page, 'note'), note)
}

async function markOne(person, tool, note, state) {
  await fill(person, tool, note, state)
  await confirm(person, 'Save', 'Updated')
}

async function mark(person, app, { tools, notes }) {
  for (const at of tools.keys()) await markOne(person, tools[at], notes[at])
}

const asked = {
  tools: ['Seed drill', 'Long ladder'],
  notes: ['Wheel is bent', 'Third step is loose'],
}

export default {
  app: 'datasette',
  start: '/library/tools',
  kinds: ['semantic HTML', 'dialogs', 'loop', 'requests with JSON'],
  goal: 'Mark some tools as broken, and write down what is wrong with each',
  values: {
    tools: ['Hedge trimmer', 'Floor sander', 'Pipe wrench'],
    notes: ['Blade is dull', 'Cable is cut', 'Jaw slips'],
  },
  perform: mark,
  truth: {
    inputs: [
      {
        name: 'tools',
        value: ['Hedge trimmer', 'Floor sander', 'Pipe wrench'],
        source: 'given',
        changes: true,
      },
      {
        name: 'notes',
        value: ['Blade is dull', 'Cable is cut', 'Jaw slips'],
        source: 'given',
        changes: true,
      },
      { name: 'state', value: 'broken', source: 'constant', changes: false },
    ],
    loops: [{ over: ['tools', 'notes'], kind: 'loop' }],
    effects: [
      { name: 'every tool is broken, with its note', kind: 'changed', values: ['tools', 'notes'] },
    ],
    expected: (before, { tools, notes }) =>
      before.map((one) => {
        const at = tools.indexOf(one.name)
        return at < 0 ? one : { ...one, state: 'broken', note: notes[at] }
      }),
    done: 'The rows of the tools show the state broken and what is wrong with each',
  },
  right: [
    { name: 'two other tools', values: asked },
    { name: 'one tool', values: { tools: ['Tent pole set'], notes: ['One pole is missing'] } },
    {
      name: 'another way: from the last to the first, on the table sorted by name',
      values: asked,
      perform: async (person, app, { tools, notes }) => {
        const { page } = person
        await person.click(page.getByRole('columnheader').getByRole('link', { name: 'name' }))
        await page.waitForURL('**_sort=name')
        for (const at of [...tools.keys()].reverse()) await markOne(person, tools[at], notes[at])
      },
    },
  ],
  faults: [
    {
      name: 'one tool is ready again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.change('Seed drill', 'state', 'ready'),
    },
    {
      name: 'the last tool is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { tools: ['Seed drill'], notes: ['Wheel is bent'] },
    },
    {
      name: 'the last dialog is filled and cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { tools, notes }) => {
        const { page } = person
        await markOne(person, tools[0], notes[0])
        await fill(person, tools[1], notes[1])
        await person.click(dialog(page).getByRole('button', { name: 'Cancel' }))
        await dialog(page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'the notes are exchanged',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { notes: ['Third step is loose', 'Wheel is bent'] },
    },
    {
      name: 'one state is mistyped',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, { tools, notes }) => {
        await markOne(person, tools[0], notes[0])
        await markOne(person, tools[1], notes[1], 'broke')
      },
    },
    {
      name: 'the other ladder is marked',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { tools: ['Seed drill', 'Short ladder'] },
    },
    {
      name: 'the first tool is set back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await mark(person, app, values)
        await markOne(person, 'Seed drill', 'Wheel is bent', 'ready')
      },
    },
    {
      name: 'another tool loses its note as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Apple press', 'note', ''),
    },
  ],
}
