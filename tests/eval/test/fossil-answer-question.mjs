// What a page of the wiki says is read there and written as the answer to a question of the forum, which is shown once
// more before it is sent.

import { menu, openPage, search } from '../apps/fossil.mjs'

/** Reads how a tea is made on its page. */
async function look(person, tea) {
  await openPage(person, tea)
  const said = await person.page.locator('.wiki, .content').first().innerText()
  return { water: /Water: (\d+ °C)/.exec(said)[1], time: /Time: (\d+ minutes)/.exec(said)[1] }
}

const wording = ({ water, time }) => `Take water of ${water}, and wait ${time}.`

async function reply(person, question, answer) {
  const { page } = person
  await menu(person, 'Forum')
  await person.click(page.getByRole('link', { name: question, exact: true }))
  await write(person, answer)
}

async function write(person, answer) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Reply', exact: true }).last())
  await person.type(page.getByRole('textbox', { name: 'Content:' }), answer)
  await person.click(page.getByRole('button', { name: 'Preview', exact: true }))
  await page.getByRole('button', { name: 'Submit', exact: true }).waitFor()
}

async function send(person, answer) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Submit', exact: true }))
  await page.waitForURL(/forumpost/)
  await page.getByText(answer).first().waitFor()
}

async function answer(person, app, { question, tea }) {
  const said = wording(await look(person, tea))
  await reply(person, question, said)
  await send(person, said)
}

const asked = { question: 'White Orchard, how long and how hot?', tea: 'White Orchard' }
const third = { question: 'Too strong: Black Harbour', tea: 'Black Harbour' }

export default {
  app: 'fossil',
  kinds: ['semantic HTML', 'forum', 'value read on another page', 'sign-in'],
  goal: 'Answer a question of the forum about a tea with the water and the time from its page',
  values: { question: 'How do you make Green Terrace?', tea: 'Green Terrace' },
  perform: answer,
  truth: {
    inputs: [
      {
        name: 'question',
        value: 'How do you make Green Terrace?',
        source: 'given',
        changes: true,
      },
      { name: 'tea', value: 'Green Terrace', source: 'given', changes: true },
      {
        name: 'answer',
        value: 'Take water of 75 °C, and wait 2 minutes.',
        source: 'derived',
        changes: true,
      },
      { name: 'water', value: '75 °C', source: 'read', changes: true, optional: true },
      { name: 'time', value: '2 minutes', source: 'read', changes: true, optional: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the answer is in the thread', kind: 'created', values: ['question', 'answer'] },
    ],
    expected: (before, { question, tea }) => {
      const [, water] = /Water: \*\*(.*)\*\*/.exec(before.pages[tea])
      const [, time] = /Time: \*\*(.*)\*\*/.exec(before.pages[tea])
      const post = { by: 'ann', text: wording({ water, time }) }
      return {
        ...before,
        threads: before.threads.map((one) =>
          one.title === question ? { ...one, posts: [...one.posts, post] } : one,
        ),
      }
    },
    done: 'The thread of the question shows the answer, with the water and the time of the page',
  },
  right: [
    { name: 'another question', values: asked },
    { name: 'a third question, whose tea comes last', values: third },
    {
      name: 'another way: both found by the search',
      values: asked,
      perform: async (person, app, { question, tea }) => {
        const { page } = person
        await search(person, 'water')
        await person.click(page.getByRole('link', { name: `Wiki: ${tea}` }))
        await page.getByText('Water:').waitFor()
        const said = await page.locator('.wiki, .content').first().innerText()
        const words = wording({
          water: /Water: (\d+ °C)/.exec(said)[1],
          time: /Time: (\d+ minutes)/.exec(said)[1],
        })
        await search(person, tea)
        await person.click(page.getByRole('link', { name: question }))
        await write(person, words)
        await send(person, words)
      },
    },
  ],
  faults: [
    {
      name: 'the answer is not in the thread',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) =>
        app.sql('delete from forumpost where fpid = (select max(fpid) from forumpost)'),
    },
    {
      name: 'the answer is seen and not sent',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { question, tea }) =>
        reply(person, question, wording(await look(person, tea))),
    },
    {
      name: 'the time of another tea is written',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, { question, tea }) => {
        const { water } = await look(person, tea)
        const { time } = await look(person, 'Green Terrace')
        const said = wording({ water, time })
        await reply(person, question, said)
        await send(person, said)
      },
    },
    {
      name: 'another question is answered',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: third,
    },
    {
      name: 'the answer is in the thread of another question',
      kind: 'wrong record',
      values: asked,
      does: { question: third.question },
    },
    {
      name: 'it is answered twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await answer(person, app, values)
        await answer(person, app, values)
      },
    },
    {
      name: 'the answer is taken back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await answer(person, app, values)
        await person.click(page.getByRole('button', { name: 'Delete', exact: true }).last())
        await person.click(page.getByRole('button', { name: 'Submit', exact: true }))
        await page.waitForURL(/forumpost/)
        await page.getByText('Deleted').first().waitFor()
      },
    },
    {
      name: 'the page of the tea is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.page('White Orchard', 'Comes from Fuding.\n'),
    },
  ],
}
