// A page that does not exist is looked for, created and written.

import { save } from '../apps/dokuwiki.mjs'

async function look(person, { name }) {
  const { page } = person
  await person.type('#qsearch__in', name)
  await person.press('Enter')
  await person.click(page.locator('#dokuwiki__content').getByRole('link', { name }).first())
}

async function write(person, { text, remark }) {
  await person.type('#wiki__text', text)
  if (remark) await person.type('#edit__summary', remark)
}

async function create(person, app, values) {
  await look(person, values)
  await write(person, values)
  await save(person)
}

const asked = { name: 'keys', text: 'The spare key hangs in the loft.', remark: 'asked by Ines' }

export default {
  app: 'dokuwiki',
  kinds: ['semantic HTML', 'wiki text', 'sign-in'],
  goal: 'Write a new page in the wiki',
  values: { name: 'parking', text: 'Two places behind the house.', remark: 'for the drivers' },
  perform: create,
  truth: {
    inputs: [
      { name: 'name', value: 'parking', source: 'given', changes: true },
      { name: 'text', value: 'Two places behind the house.', source: 'given', changes: true },
      { name: 'remark', value: 'for the drivers', source: 'given', changes: true },
      { name: 'user', value: 'keeper', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'the page is stored', kind: 'created', values: ['name', 'text'] }],
    expected: (before, { name, text }) => ({ ...before, pages: { ...before.pages, [name]: text } }),
    done: 'The page has its name and its text',
  },
  right: [
    { name: 'another page', values: asked },
    {
      name: 'without a remark',
      values: { name: 'windows', text: 'Closed at night.', remark: undefined },
    },
    {
      name: 'another way: by its address',
      values: { name: 'music', text: 'Never before ten.', remark: 'new rule' },
      perform: async (person, app, values) => {
        await person.open(`${app.address}/doku.php?id=${values.name}&do=edit`)
        await write(person, values)
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the page is empty',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) => app.write(name, ''),
    },
    {
      name: 'it is written and given up',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await write(person, values)
        await person.answering(true, () =>
          person.click(person.page.getByRole('button', { name: 'Cancel' })),
        )
        await person.page.locator('#wiki__text').waitFor({ state: 'detached' })
      },
    },
    {
      name: 'a word is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { name }) => app.text(name, (all) => all.replace('loft', 'cellar')),
    },
    {
      name: 'another name is typed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { name: 'locks' },
    },
    {
      name: 'the text is taken out, so the page is deleted',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await create(person, app, values)
        await person.click(person.page.getByRole('link', { name: /Edit this page/ }).first())
        await person.type('#wiki__text', '')
        await save(person)
      },
    },
    {
      name: 'another page is written over',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.write('closing', 'Nothing.\n'),
    },
  ],
}
