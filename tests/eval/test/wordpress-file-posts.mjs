// Posts of a list are ticked, an action is chosen for all of them, and a form opens above the list in which a topic is
// ticked. Each row offers a form of its own for the same.

import { menu } from '../apps/wordpress.mjs'

const row = (page, title) => page.locator('#the-list > tr').filter({ hasText: title })
const form = (page) => page.locator('tr.inline-edit-row:visible')
const topicIn = (page, topic) => form(page).getByRole('checkbox', { name: topic, exact: true })

async function openList(person) {
  await menu(person, 'Posts')
  await row(person.page, 'First rhubarb').waitFor()
}

async function fill(person, { posts, topic }) {
  const { page } = person
  await openList(person)
  for (const post of posts) await person.tick(row(page, post).locator('.check-column input'))
  await person.choose('#bulk-action-selector-top', 'Edit')
  await person.click('#doaction')
  await person.tick(topicIn(page, topic))
}

async function file(person, app, values) {
  await fill(person, values)
  await person.click(form(person.page).getByRole('button', { name: 'Update' }))
  await person.sees(/posts? updated\./)
}

/** Ticks or unticks a topic of one post in the form of its row. */
async function quickly(person, post, topic) {
  const { page } = person
  await row(page, post).hover()
  await person.click(row(page, post).getByRole('button', { name: /^Quick edit/i }))
  await person.tick(topicIn(page, topic))
  await person.click(form(page).getByRole('button', { name: 'Update' }))
  await form(page).waitFor({ state: 'hidden' })
}

/** The post and the topic of a relation, as the database has them. */
const RELATION = `select p.ID, x.term_taxonomy_id from wp_posts p, wp_term_taxonomy x join wp_terms t using (term_id)
  where p.post_title = ? and t.name = ? and x.taxonomy = 'category'`

const give = (app, post, topic) =>
  app.sql(
    `insert into wp_term_relationships (object_id, term_taxonomy_id) ${RELATION}`,
    post,
    topic,
  )

const take = (app, post, topic) =>
  app.sql(
    `delete from wp_term_relationships where (object_id, term_taxonomy_id) in (${RELATION})`,
    ...[post, topic],
  )

const asked = { posts: ['Seed swap in the hall', 'New water meter'], topic: 'Harvest' }

export default {
  app: 'wordpress',
  kinds: ['semantic HTML', 'bulk actions', 'form in a list', 'sign-in'],
  goal: 'Put some posts of the site of the garden under one more topic',
  values: { posts: ['Plum tree cut back', 'First rhubarb', 'Paths need bark'], topic: 'Markets' },
  perform: file,
  truth: {
    inputs: [
      {
        name: 'posts',
        value: ['Plum tree cut back', 'First rhubarb', 'Paths need bark'],
        source: 'given',
        changes: true,
      },
      { name: 'topic', value: 'Markets', source: 'given', changes: true },
      { name: 'action', value: 'Edit', source: 'constant', changes: false },
      { name: 'user', value: 'greta', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['posts'], kind: 'list' }],
    effects: [{ name: 'every post has the topic', kind: 'bulk', values: ['posts', 'topic'] }],
    expected: (before, { posts, topic }) => ({
      ...before,
      posts: before.posts.map((one) =>
        posts.includes(one.title) ? { ...one, topics: [...one.topics, topic].sort() } : one,
      ),
    }),
    done: 'The list of posts shows the topic for each of these posts, beside those that they had',
  },
  right: [
    { name: 'other posts', values: asked },
    { name: 'one post', values: { posts: ['First rhubarb'], topic: 'Other news' } },
    {
      name: 'another way: each in the form of its row',
      values: asked,
      perform: async (person, app, { posts, topic }) => {
        await openList(person)
        for (const post of posts) await quickly(person, post, topic)
      },
    },
  ],
  faults: [
    {
      name: 'one post has not got the topic',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { posts, topic }) => take(app, posts[1], topic),
    },
    {
      name: 'the topic is ticked and the form cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(form(person.page).getByRole('button', { name: 'Cancel' }))
        await form(person.page).waitFor({ state: 'hidden' })
      },
    },
    {
      name: 'one post is not ticked',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { posts: asked.posts.slice(0, 1) },
    },
    {
      name: 'another topic is ticked',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { topic: 'Work days' },
    },
    {
      name: 'another post is ticked for one of them',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { posts: ['Seed swap in the hall', 'Plum tree cut back'] },
    },
    {
      name: 'the topic that one of them had is lost',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => take(app, 'New water meter', 'Committee'),
    },
    {
      name: 'the topic is taken from one of them again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await file(person, app, values)
        await quickly(person, values.posts[0], values.topic)
      },
    },
    {
      name: 'another post gets the topic as well',
      kind: 'other record touched',
      values: asked,
      behind: (app, { topic }) => give(app, 'Plum tree cut back', topic),
    },
  ],
}
