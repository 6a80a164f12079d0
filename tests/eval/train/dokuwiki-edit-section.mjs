// One section of a page is edited by a button beside it, in a text area that holds wiki text.

import { save } from '../apps/dokuwiki.mjs'

const button = (page, section) =>
  page
    .getByRole('heading', { name: section, exact: true })
    .locator('xpath=following::button[starts-with(@title, "' + section + '")][1]')

const section = ({ section: name, text }) => `===== ${name} =====\n\n${text}`

async function write(person, values) {
  const { page } = person
  await person.click(page.locator('#dokuwiki__content').getByRole('link', { name: values.page }))
  await person.click(button(page, values.section))
  await person.type('#wiki__text', section(values))
  if (values.remark) await person.type('#edit__summary', values.remark, { keep: true })
}

async function edit(person, app, values) {
  await write(person, values)
  await save(person)
}

/** The page with another text below the heading; the wiki leaves out the empty line behind it. */
const replaced = (before, { section: name, text }) =>
  before.replace(
    new RegExp(`(===== ${name} =====\\n\\n)[^=]*?(?:\\n\\n(=)|$)`),
    (all, head, next) => (next ? `${head}${text}\n=` : `${head}${text}`),
  )

const asked = { page: 'staff', section: 'Morning', text: 'Sofia and Tomas', remark: 'from May' }

export default {
  app: 'dokuwiki',
  kinds: ['semantic HTML', 'wiki text', 'sign-in'],
  goal: 'Write a section of a page of the wiki anew',
  values: {
    page: 'rooms',
    section: 'Cellar',
    text: 'Empty until July.',
    remark: 'after the flood',
  },
  perform: edit,
  truth: {
    inputs: [
      { name: 'page', value: 'rooms', source: 'given', changes: true },
      { name: 'section', value: 'Cellar', source: 'given', changes: true },
      {
        name: 'text',
        value: 'Empty until July.',
        forms: ['===== Cellar =====\n\nEmpty until July.'],
        source: 'given',
        changes: true,
      },
      {
        name: 'remark',
        value: 'after the flood',
        forms: ['[Cellar] after the flood'],
        source: 'given',
        changes: true,
      },
      { name: 'user', value: 'keeper', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the section has the text', kind: 'changed', values: ['page', 'section', 'text'] },
    ],
    expected: (before, values) => ({
      ...before,
      pages: { ...before.pages, [values.page]: replaced(before.pages[values.page], values) },
    }),
    done: 'The page shows the new text below the heading of the section',
  },
  right: [
    { name: 'another page', values: asked },
    {
      name: 'without a remark',
      values: { page: 'rooms', section: 'Loft', text: 'Full of cups.', remark: undefined },
    },
    {
      name: 'another way: by its address, seen in the preview first',
      values: { page: 'staff', section: 'Evening', text: 'Nobody', remark: 'closed early' },
      perform: async (person, app, values) => {
        const { page } = person
        await person.open(`${app.address}/doku.php?id=${values.page}`)
        await person.click(button(page, values.section))
        await person.type('#edit__summary', values.remark, { keep: true })
        await person.type('#wiki__text', section(values))
        await person.click(page.getByRole('button', { name: 'Preview' }))
        await page.locator('.preview', { hasText: values.text }).waitFor()
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the page is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { text }) => app.text('staff', (all) => all.replace(text, 'Ines')),
    },
    {
      name: 'it is only previewed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await write(person, values)
        await person.click(person.page.getByRole('button', { name: 'Preview' }))
        await person.page.locator('.preview', { hasText: values.text }).waitFor()
      },
    },
    {
      name: 'a name is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.text('staff', (all) => all.replace('Tomas', 'Thomas')),
    },
    {
      name: 'the heading of the section is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.text('staff', (all) => all.replace('===== Evening =====\n', '')),
    },
    {
      name: 'another section is written',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { section: 'Evening' },
    },
    {
      name: 'it is written back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await edit(person, app, values)
        await person.click(button(person.page, values.section))
        await person.type('#wiki__text', section({ ...values, text: 'Ines' }))
        await save(person)
      },
    },
  ],
}
