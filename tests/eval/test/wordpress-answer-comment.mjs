// A comment that waits is found in a list; actions appear under the pointer, a form opens between the rows, and sending the
// answer lets the comment through as well.

import { menu } from '../apps/wordpress.mjs'

const row = (page, words) => page.locator('#the-comment-list > tr').filter({ hasText: words })

/** The row of a comment while it waits. */
const waiting = (page, words) =>
  page.locator('#the-comment-list > tr.unapproved').filter({ hasText: words })

async function openReply(person, words) {
  const { page } = person
  await menu(person, /^Comments/)
  await row(page, words).hover()
  await person.click(row(page, words).getByRole('button', { name: /^Reply/ }))
}

async function fill(person, { words, answer }) {
  await openReply(person, words)
  await person.type('#replycontent', answer)
}

async function send(person, answer) {
  const { page } = person
  await person.click(page.locator('#replyrow').getByRole('button', { name: 'Approve and Reply' }))
  await row(page, answer).waitFor()
}

async function answerComment(person, app, values) {
  await fill(person, values)
  await send(person, values.answer)
}

const asked = {
  words: 'Where do we write it down?',
  answer: 'In the blue book on the shelf beside the meter.',
}

const NAMES = {
  'Is there a step at the door of the hall?': ['Tobias Frey', 'Seed swap in the hall'],
  'Where do we write it down?': ['Ines Prado', 'New water meter'],
  'Can I bring tomato seeds of last year?': ['Nell Carter', 'Seed swap in the hall'],
  'Ours is still asleep.': ['Nell Carter', 'First rhubarb'],
}

/** Sets a field of the comment with this text behind the screen. */
const comment = (app, text, field, value) =>
  app.sql(`update wp_comments set ${field} = ? where comment_content = ?`, value, text)

export default {
  app: 'wordpress',
  kinds: ['semantic HTML', 'actions under the pointer', 'form in a list', 'sign-in'],
  goal: 'Answer a comment that waits on the site of the garden, and let it through',
  values: {
    words: 'Is there a step at the door of the hall?',
    answer: 'There is one, and a ramp at the side of the hall.',
  },
  perform: answerComment,
  truth: {
    inputs: [
      {
        name: 'comment',
        value: 'Is there a step at the door of the hall?',
        source: 'given',
        changes: true,
      },
      {
        name: 'answer',
        value: 'There is one, and a ramp at the side of the hall.',
        source: 'given',
        changes: true,
      },
      { name: 'who asks', value: 'Tobias Frey', source: 'read', changes: true, optional: true },
      {
        name: 'post',
        value: 'Seed swap in the hall',
        source: 'read',
        changes: true,
        optional: true,
      },
      { name: 'user', value: 'greta', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the comment is approved', kind: 'changed', values: ['comment'] },
      { name: 'the answer stands below it', kind: 'created', values: ['comment', 'answer'] },
    ],
    expected: (before, { words, answer }) => {
      const [name, post] = NAMES[words]
      return {
        ...before,
        comments: [
          ...before.comments.map((one) =>
            one.text === words ? { ...one, state: 'approved' } : one,
          ),
          { post, name: 'Greta Olsen', text: answer, state: 'approved', answers: name },
        ],
      }
    },
    done: 'The list of comments shows the comment as approved, and the answer in reply to it',
  },
  right: [
    { name: 'another comment', values: asked },
    {
      name: 'the first of two comments of one person',
      values: {
        words: 'Can I bring tomato seeds of last year?',
        answer: 'Please do, they keep for four years.',
      },
    },
    {
      name: 'another way: let through first, answered after that',
      values: asked,
      perform: async (person, app, { words, answer }) => {
        const { page } = person
        await menu(person, /^Comments/)
        await person.click(page.getByRole('link', { name: /^Pending/ }))
        await row(page, words).hover()
        await person.click(row(page, words).getByRole('button', { name: /^Approve/ }))
        await waiting(page, words).waitFor({ state: 'hidden' })
        await person.click(page.getByRole('link', { name: /^Approved/ }))
        await row(page, words).hover()
        await person.click(row(page, words).getByRole('button', { name: /^Reply/ }))
        await person.type('#replycontent', answer)
        await person.click(
          page.locator('#replyrow').getByRole('button', { name: 'Reply', exact: true }),
        )
        await row(page, answer).waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'the comment waits all the same',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { words }) => comment(app, words, 'comment_approved', '0'),
    },
    {
      name: 'the answer is not stored',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { answer }) =>
        app.sql('delete from wp_comments where comment_content = ?', answer),
    },
    {
      name: 'it is let through and not answered',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { words }) => {
        const { page } = person
        await menu(person, /^Comments/)
        await row(page, words).hover()
        await person.click(row(page, words).getByRole('button', { name: /^Approve/ }))
        await waiting(page, words).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'the answer is written and cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(person.page.locator('#replyrow').getByRole('button', { name: 'Cancel' }))
      },
    },
    {
      name: 'another comment is answered',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { words: 'Ours is still asleep.' },
    },
    {
      name: 'the answer is stored with other words',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { answer }) =>
        comment(app, answer, 'comment_content', 'In the red book on the shelf.'),
    },
    {
      name: 'it is answered twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, { words, answer }) => {
        const { page } = person
        await answerComment(person, app, { words, answer })
        await row(page, words).first().hover()
        await person.click(
          row(page, words)
            .first()
            .getByRole('button', { name: /^Reply/ }),
        )
        await person.type('#replycontent', `${answer} Ask me.`)
        await person.click(
          page.locator('#replyrow').getByRole('button', { name: 'Reply', exact: true }),
        )
        await row(page, `${answer} Ask me.`).waitFor()
      },
    },
    {
      name: 'the comment is sent back to wait',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await answerComment(person, app, values)
        await row(page, values.words).first().hover()
        await person.click(
          row(page, values.words)
            .first()
            .getByRole('button', { name: /^Unapprove/ }),
        )
        await waiting(page, values.words).waitFor()
      },
    },
    {
      name: 'the advertisement is let through as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => comment(app, 'Cheap pills, very cheap, look here.', 'comment_approved', '1'),
    },
  ],
}
