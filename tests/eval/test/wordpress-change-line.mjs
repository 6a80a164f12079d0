// One paragraph of a page is clicked in an editor of blocks and written again; the rest of the page stays as it is.

import { menu } from '../apps/wordpress.mjs'

const line = (page, text) =>
  page.getByRole('document', { name: /Paragraph/ }).filter({ hasText: text })

async function openPage(person, title) {
  const { page } = person
  await menu(person, 'Pages')
  await person.click(page.locator('a.row-title', { hasText: title }))
  await page.getByRole('textbox', { name: 'Add title' }).waitFor()
}

async function rewrite(person, { old, text }) {
  await person.edit(line(person.page, old), text)
}

async function update(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Update', exact: true }))
  await page.getByText('Page updated.').first().waitFor()
}

async function change(person, app, values) {
  await openPage(person, values.title)
  await rewrite(person, values)
  await update(person)
}

const asked = {
  title: 'Renting a plot',
  old: 'A plot costs 60 a year.',
  text: 'A plot costs 72 a year.',
}

/** The text of a page, as it is stored, with one line in place of another. */
const replaced = (app, title, old, text) =>
  app.sql(
    "update wp_posts set post_content = replace(post_content, ?, ?) where post_title = ? and post_type = 'page'",
    ...[old, text, title],
  )

export default {
  app: 'wordpress',
  kinds: ['block editor', 'semantic HTML', 'sign-in'],
  goal: 'Change one line on a page of the site of the garden',
  values: { title: 'Opening times', old: 'Sunday: 10 to 16', text: 'Sunday: 11 to 15' },
  perform: change,
  truth: {
    inputs: [
      { name: 'page', value: 'Opening times', source: 'given', changes: true },
      { name: 'old line', value: 'Sunday: 10 to 16', source: 'given', changes: true },
      { name: 'new line', value: 'Sunday: 11 to 15', source: 'given', changes: true },
      { name: 'user', value: 'greta', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'the page has the new line', kind: 'changed', values: ['page', 'new line'] }],
    expected: (before, { title, old, text }) => ({
      ...before,
      posts: before.posts.map((one) =>
        one.title === title
          ? { ...one, text: one.text.map((said) => (said === old ? text : said)) }
          : one,
      ),
    }),
    done: 'The page shows the new line where the old one was, and the other lines as before',
  },
  right: [
    { name: 'a line of another page', values: asked },
    {
      name: 'a line of a third page',
      values: {
        title: 'Water and compost',
        old: 'Compost is shared out in March.',
        text: 'Compost is shared out in the first week of April.',
      },
    },
    {
      name: 'another way: from the page that visitors see',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await person.click(page.locator('#wp-admin-bar-site-name > a'))
        await person.click(page.getByRole('link', { name: values.title }).first())
        await person.click('#wp-admin-bar-edit > a')
        await page.getByRole('textbox', { name: 'Add title' }).waitFor()
        await rewrite(person, values)
        await update(person)
      },
    },
  ],
  faults: [
    {
      name: 'the line is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { title, old, text }) => replaced(app, title, text, old),
    },
    {
      name: 'another price is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { title, text }) => replaced(app, title, text, 'A plot costs 27 a year.'),
    },
    {
      name: 'another line of the page is written over',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { old: 'The waiting list has eleven names.' },
    },
    {
      name: 'the line is written and the page is not updated',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await openPage(person, values.title)
        await rewrite(person, values)
      },
    },
    {
      name: 'the old line is written again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await rewrite(person, { old: values.text, text: values.old })
        const stored = person.page.waitForResponse(
          (one) => /wp(\/|%2F)v2/.test(one.url()) && one.request().method() !== 'GET',
        )
        await update(person)
        await stored
      },
    },
    {
      name: 'the title of the page is written over as well',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await openPage(person, values.title)
        await person.edit(person.page.getByRole('textbox', { name: 'Add title' }), 'Renting')
        await rewrite(person, values)
        await update(person)
      },
    },
    {
      name: 'a line of another page is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => replaced(app, 'Opening times', 'Saturday: 9 to 17', 'Saturday: 9 to 12'),
    },
  ],
}
