// A post is written in an editor of blocks, paragraph by paragraph; its topic and a tag are set in a panel at the side, and
// a second panel opens before it is published.

import { menu } from '../apps/wordpress.mjs'

const panel = (page, name) => page.getByRole('button', { name, exact: true })

/** Opens a part of the panel at the side unless it is open. */
async function unfold(person, name) {
  const button = panel(person.page, name)
  await button.waitFor()
  if ((await button.getAttribute('aria-expanded')) === 'false') await person.click(button)
}

async function write(person, { title, text }) {
  const { page } = person
  await menu(person, 'Posts')
  await person.click(page.locator('.page-title-action', { hasText: 'Add New' }))
  await person.click(page.getByRole('textbox', { name: 'Add title' }))
  await person.write(title)
  for (const line of text) {
    await person.press('Enter')
    await person.write(line)
  }
}

async function file(person, { topic, tag }) {
  const { page } = person
  const tab = page.locator('.edit-post-sidebar__panel-tab[data-label="Post"]')
  await tab.waitFor()
  if (!/is-active/.test(await tab.getAttribute('class'))) await person.click(tab)
  await unfold(person, 'Categories')
  await person.tick(page.getByRole('checkbox', { name: topic, exact: true }))
  if (!tag) return
  await unfold(person, 'Tags')
  await person.type(page.getByLabel('Add New Tag'), tag)
  await person.press('Enter')
  await page.locator('.components-form-token-field__token', { hasText: tag }).waitFor()
}

async function send(person) {
  const { page } = person
  await person.click('.editor-post-publish-panel__toggle')
  await person.click('.editor-post-publish-panel__header-publish-button button')
  await page.locator('.post-publish-panel__postpublish').waitFor()
}

async function publish(person, app, values) {
  await write(person, values)
  await file(person, values)
  await send(person)
}

const asked = {
  title: 'Lost watering can',
  text: ['A green can with a dent stood at the pump.', 'It waits in the shed for its owner.'],
  topic: 'Committee',
  tag: 'shed',
}

const post = ({ title, text, topic, tag }) => ({
  ...{ kind: 'post', title, status: 'publish', excerpt: '', text },
  ...{ topics: [topic], tags: tag ? [tag] : [] },
})

export default {
  app: 'wordpress',
  kinds: ['block editor', 'panels', 'chips', 'confirmation in a panel', 'sign-in'],
  goal: 'Publish a post with a title, two paragraphs, a topic and a tag on the site of the garden',
  values: {
    title: 'Hedge day on the third of May',
    text: ['We meet at nine at the mill gate.', 'Bring gloves and a pair of shears.'],
    topic: 'Work days',
    tag: 'hedge',
  },
  perform: publish,
  truth: {
    inputs: [
      { name: 'title', value: 'Hedge day on the third of May', source: 'given', changes: true },
      {
        name: 'text',
        value: ['We meet at nine at the mill gate.', 'Bring gloves and a pair of shears.'],
        source: 'given',
        changes: true,
      },
      { name: 'topic', value: 'Work days', source: 'given', changes: true },
      { name: 'tag', value: 'hedge', source: 'given', changes: true },
      { name: 'user', value: 'greta', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the post is published', kind: 'created', values: ['title', 'text', 'topic', 'tag'] },
    ],
    expected: (before, values) => ({ ...before, posts: [...before.posts, post(values)] }),
    done: 'The list of posts shows the title as published, with the topic and the tag, and its page shows both paragraphs',
  },
  right: [
    { name: 'another post', values: asked },
    { name: 'without a tag', values: { ...asked, topic: 'Other news', tag: undefined } },
    {
      name: 'another way: filed first, written after that',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await person.click(page.locator('#wp-admin-bar-new-content > a'))
        await page.getByRole('textbox', { name: 'Add title' }).waitFor()
        await file(person, values)
        await person.click(page.getByRole('textbox', { name: 'Add title' }))
        await person.write(values.title)
        for (const line of values.text) {
          await person.press('Enter')
          await person.write(line)
        }
        await send(person)
      },
    },
  ],
  faults: [
    {
      name: 'the post is a draft all the same',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { title }) => app.change(title, 'post_status', 'draft'),
    },
    {
      name: 'it is only saved as a draft',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await write(person, values)
        await file(person, values)
        await person.click(page.getByRole('button', { name: 'Save draft' }))
        await page.getByText('Saved', { exact: true }).waitFor()
      },
    },
    {
      name: 'the second paragraph is missing',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { text: asked.text.slice(0, 1) },
    },
    {
      name: 'another topic is ticked',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { topic: 'Markets' },
    },
    {
      name: 'the stored title is cut off',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { title }) => app.change(title, 'post_title', 'Lost watering'),
    },
    {
      name: 'it is published twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await publish(person, app, values)
        await person.open(app.start_url)
        await publish(person, app, values)
      },
    },
    {
      name: 'it goes to the trash afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await publish(person, app, values)
        await person.open(app.start_url)
        await menu(person, 'Posts')
        const row = page.getByRole('row').filter({ hasText: values.title })
        await row.hover()
        await person.click(row.getByRole('link', { name: /Trash/ }))
        await person.sees('1 post moved to the Trash.')
      },
    },
    {
      name: 'a draft of somebody else is published as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Paths need bark', 'post_status', 'publish'),
    },
  ],
}
