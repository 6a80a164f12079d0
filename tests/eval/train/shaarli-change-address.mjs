// An icon of an entry opens its form, in which one field is changed.

import { entry } from '../apps/shaarli.mjs'

async function openLink(person, link) {
  await person.click(entry(person.page, link).getByRole('link', { name: 'Edit' }).first())
  await person.page.locator('#lf_url').waitFor()
}

async function fill(person, { link, url }) {
  await openLink(person, link)
  await person.type('#lf_url', url)
}

async function save(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Apply Changes' }))
  await page.locator('#linklist').waitFor()
}

async function change(person, app, values) {
  await fill(person, values)
  await save(person)
}

const asked = { link: 'Harbour notices', url: 'https://port.example/board' }

export default {
  app: 'shaarli',
  kinds: ['semantic HTML', 'icons of entries'],
  goal: 'Change the address of a link that has moved',
  values: { link: 'Two Rivers', url: 'https://shop.tworivers.example/all-teas' },
  perform: change,
  truth: {
    inputs: [
      { name: 'link', value: 'Two Rivers', source: 'given', changes: true },
      {
        name: 'url',
        value: 'https://shop.tworivers.example/all-teas',
        source: 'given',
        changes: true,
      },
      { name: 'user', value: 'ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'the link has the address', kind: 'changed', values: ['link', 'url'] }],
    expected: (before, { link, url }) =>
      before.map((one) => (one.title === link ? { ...one, url } : one)),
    done: 'The list shows the new address below the title of the link',
  },
  right: [
    { name: 'another link', values: asked },
    {
      name: 'a private link',
      values: { link: 'Clay and Co', url: 'http://clay.example/' },
    },
    {
      name: 'another way: searched first',
      values: { link: 'Paper Mill', url: 'https://papermill.example/new/boxes' },
      perform: async (person, app, values) => {
        const { page } = person
        const search = page.locator('#search-linklist')
        await person.type(search.getByLabel('Search text'), 'boxes')
        await person.press('Enter')
        await page.getByText('1 result').waitFor()
        await change(person, app, values)
      },
    },
  ],
  faults: [
    {
      name: 'the address is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { link }) => app.change(link, { url: 'https://harbour.example/notices' }),
    },
    {
      name: 'the address is stored without its end',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { link }) => app.change(link, { url: 'https://port.example/' }),
    },
    {
      name: 'the description is lost',
      kind: 'one field wrong',
      values: { link: 'Paper Mill', url: 'https://papermill.example/new/boxes' },
      behind: (app, { link }) => app.change(link, { description: '' }),
    },
    {
      name: 'another link gets the address',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { link: 'Customs office' },
    },
    {
      name: 'the form is filled and not saved',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'it is saved as another link, and the old one stays',
      kind: 'wrong record',
      values: asked,
      perform: async (person, app, { link, url }) => {
        const { page } = person
        await person.click('#shaarli-menu-shaare')
        await person.type('#shaare', url)
        await person.click(page.getByRole('button', { name: 'Add link', exact: true }))
        await page.locator('#lf_title:not([disabled])').waitFor()
        await person.type('#lf_title', link)
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await page.locator('#linklist').waitFor()
      },
    },
    {
      name: 'the old address is put back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        await change(person, app, { ...values, url: 'https://harbour.example/notices' })
      },
    },
    {
      name: 'the link is deleted',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await change(person, app, values)
        await openLink(person, values.link)
        await person.answering(true, () =>
          person.click(page.getByRole('link', { name: 'Delete' }).last()),
        )
        await page.locator('#linklist').waitFor()
      },
    },
    {
      name: 'another link loses its tags',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Hill Farm', { tags: [] }),
    },
  ],
}
