// Boxes of entries are ticked, a bar slides in, and one of its buttons changes all of them.

import { entry } from '../apps/shaarli.mjs'

async function mark(person, { links }) {
  for (const title of links) await person.tick(entry(person.page, title).locator('.link-checkbox'))
}

const button = (page, name) => page.locator('#actions').getByText(name, { exact: true })

/** Clicks the words of a button: a click on its picture is answered with an error. */
async function press(person, name) {
  const one = button(person.page, name)
  await one.waitFor()
  const { width, height } = await one.boundingBox()
  await person.click(one, { position: { x: width * 0.7, y: height / 2 } })
  await person.page.locator('#actions:not(.open)').waitFor({ state: 'attached' })
}

const hidden = (page, title) => entry(page, title).locator('.label-private')

async function hide(person, app, values) {
  await mark(person, values)
  await press(person, 'Set private')
  for (const title of values.links) await hidden(person.page, title).waitFor()
}

const asked = { links: ['Customs office', 'Harbour notices'] }

export default {
  app: 'shaarli',
  kinds: ['semantic HTML', 'bulk actions'],
  goal: 'Make some links private together',
  values: { links: ['Hill Farm', 'Two Rivers', 'Paper Mill'] },
  perform: hide,
  truth: {
    inputs: [
      {
        name: 'links',
        value: ['Hill Farm', 'Two Rivers', 'Paper Mill'],
        source: 'given',
        changes: true,
      },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['links'], kind: 'list' }],
    effects: [{ name: 'every link is private', kind: 'bulk', values: ['links'] }],
    expected: (before, { links }) =>
      before.map((one) => (links.includes(one.title) ? { ...one, private: true } : one)),
    done: 'The list shows the word Private at each of these links, and at no other that was public',
  },
  right: [
    { name: 'other links', values: asked },
    { name: 'one link', values: { links: ['Tea auction calendar'] } },
    {
      name: 'another way: each in its own form',
      values: { links: ['Tea auction calendar', 'Two Rivers'] },
      perform: async (person, app, { links }) => {
        const { page } = person
        for (const title of links) {
          await person.click(entry(page, title).getByRole('link', { name: 'Edit' }).first())
          await person.tick(page.getByLabel('Private'))
          await person.click(page.getByRole('button', { name: 'Apply Changes' }))
          await hidden(page, title).waitFor()
        }
      },
    },
  ],
  faults: [
    {
      name: 'one link is still public',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.change('Harbour notices', { private: false }),
    },
    {
      name: 'one link is not ticked',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { links: ['Customs office'] },
    },
    {
      name: 'the links are ticked, and no button is pressed',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => mark(person, values),
    },
    {
      name: 'the wrong button is pressed',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await mark(person, values)
        await press(person, 'Set public')
      },
    },
    {
      name: 'the picture of the button is clicked, which is answered with an error',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await mark(person, values)
        await person.click(button(page, 'Set private').locator('i'))
        await person.sees('Invalid visibility provided.')
      },
    },
    {
      name: 'the links are deleted instead',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await mark(person, values)
        await person.answering(true, () => person.click('#actions-delete'))
        for (const title of values.links)
          await entry(person.page, title).waitFor({ state: 'detached' })
      },
    },
    {
      name: 'another link is taken for one of them',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { links: ['Customs office', 'Hill Farm'] },
    },
    {
      name: 'one of them is made public again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await hide(person, app, values)
        await mark(person, { links: ['Customs office'] })
        await press(person, 'Set public')
        await hidden(page, 'Customs office').waitFor({ state: 'detached' })
      },
    },
    {
      name: 'another link is private as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Tea auction calendar', { private: true }),
    },
  ],
}
