// A form that is reached over another one, which asks for the address first. The list has the new link at its top.

import { entry } from '../apps/shaarli.mjs'

async function openForm(person, url) {
  const { page } = person
  await person.click('#shaarli-menu-shaare')
  await person.type('#shaare', url)
  await person.click(page.getByRole('button', { name: 'Add link', exact: true }))
  await page.locator('#lf_title:not([disabled])').waitFor()
}

async function fill(person, { url, title, description, tags, secret }) {
  const { page } = person
  await openForm(person, url)
  await person.type('#lf_title', title)
  if (description) await person.type('#lf_description', description)
  if (tags) {
    await person.type('#lf_tags', tags)
    // Suggestions close.
    await person.press('Tab')
  }
  if (secret) await person.tick(page.getByLabel('Private'))
}

async function save(person, { title }) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Save', exact: true }))
  await entry(page, title).waitFor()
}

async function add(person, app, values) {
  await fill(person, values)
  await save(person, values)
}

const asked = {
  url: 'https://lemontree.example/care',
  title: 'Lemon tree care',
  description: 'Water it twice a week.',
  tags: 'plants shop',
}

export default {
  app: 'shaarli',
  kinds: ['semantic HTML', 'form behind a form', 'suggestions'],
  goal: 'Save a link with a title, a description and tags',
  values: {
    url: 'https://brassbrothers.example/catalogue',
    title: 'Brass Brothers',
    description: 'Kettles and scales.',
    tags: 'brass supplier',
  },
  perform: add,
  truth: {
    inputs: [
      {
        name: 'url',
        value: 'https://brassbrothers.example/catalogue',
        source: 'given',
        changes: true,
      },
      { name: 'title', value: 'Brass Brothers', source: 'given', changes: true },
      { name: 'description', value: 'Kettles and scales.', source: 'given', changes: true },
      { name: 'tags', value: 'brass supplier', source: 'given', changes: true },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the link is in the list',
        kind: 'created',
        values: ['url', 'title', 'description', 'tags'],
      },
    ],
    expected: (before, { url, title, description, tags }) => [
      ...before,
      {
        ...{ title, url, description: description ?? '', tags: tags ? tags.split(' ') : [] },
        ...{ private: false, sticky: false },
      },
    ],
    done: 'The list has the link at its top, with its title, description, tags and address',
  },
  right: [
    { name: 'another link', values: asked },
    {
      name: 'without a description',
      values: {
        url: 'http://cedar.example/works/boxes.html',
        title: 'Cedar Works, boxes',
        description: undefined,
        tags: 'boxes',
      },
    },
    {
      name: 'another way: in another order, and sent with a key',
      values: { ...asked, url: 'https://kettle.example/', title: 'How to descale a kettle' },
      perform: async (person, app, { url, title, description, tags }) => {
        const { page } = person
        await person.click('#shaarli-menu-shaare')
        await person.type('#shaare', url)
        await person.press('Enter')
        await page.locator('#lf_title:not([disabled])').waitFor()
        await person.type('#lf_tags', tags)
        await person.press('Tab')
        await person.type('#lf_description', description)
        await person.type('#lf_title', title)
        await person.press('Enter')
        await entry(page, title).waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'the link is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { title }) => app.remove(title),
    },
    {
      name: 'a word of the description is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { title }) => app.change(title, { description: 'Water it twice a day.' }),
    },
    {
      name: 'one tag is not stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { title }) => app.change(title, { tags: ['plants'] }),
    },
    {
      name: 'nobody else can see it',
      kind: 'one field wrong',
      values: asked,
      does: { secret: true },
    },
    {
      name: 'another address is saved than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { url: 'https://lemontree.example/shop' },
    },
    {
      name: 'the form is filled and not saved',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'it is saved a second time with another address',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        const again = { ...values, url: `${values.url}/` }
        await fill(person, again)
        const { page } = person
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await entry(page, values.title).nth(1).waitFor()
      },
    },
    {
      name: 'the link is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        const one = entry(page, values.title)
        await person.answering(true, () =>
          person.click(one.getByRole('link', { name: 'Delete' }).first()),
        )
        await one.waitFor({ state: 'detached' })
      },
    },
    {
      name: 'another link is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Customs office', { description: 'Closed on Fridays.' }),
    },
  ],
}
