// A menu of a wiki page leads to a form with a drawn list of reasons; the page is deleted, and the log says why.

import { visit } from './mediawiki-add-entry.mjs'

async function fill(person, { page: name, reason, remark }) {
  const { page } = person
  await visit(person, name)
  await person.click(page.getByRole('button', { name: 'More', exact: true }))
  await person.click(page.getByRole('link', { name: 'Delete', exact: true }))
  if (reason) {
    // The server sends a plain list; the drawn one takes its place.
    await person.click(page.locator('.oo-ui-dropdownWidget').getByRole('combobox'))
    await person.click(page.getByRole('option', { name: reason, exact: true }))
  }
  await person.type(page.getByLabel('Other/additional reason'), remark)
}

async function submit(person) {
  await person.click(person.page.getByRole('button', { name: 'Delete page' }))
  await person.sees('Action complete')
}

async function remove(person, app, values) {
  await fill(person, values)
  await submit(person)
}

const asked = {
  page: 'Cellar rules',
  reason: 'Copyright violation',
  remark: 'Copied from the book of the landlord',
}

export default {
  app: 'mediawiki',
  kinds: ['semantic HTML', 'menus drawn by scripts', 'drawn list of choices', 'sign-in'],
  goal: 'Delete a wiki page for a reason of the list, with a remark',
  read: async (app) => ({ pages: await app.read(), deletions: await app.deletions() }),
  values: {
    page: 'Opening hours',
    reason: 'Author request',
    remark: 'They hang on the door now',
  },
  perform: remove,
  truth: {
    inputs: [
      { name: 'page', value: 'Opening hours', source: 'given', changes: true },
      { name: 'reason', value: 'Author request', source: 'given', changes: true },
      { name: 'remark', value: 'They hang on the door now', source: 'given', changes: true },
      { name: 'user', value: 'Ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'the page is gone', kind: 'deleted', values: ['page'] }],
    expected: ({ pages, deletions }, { page, reason, remark }) => {
      const { [page]: _, ...others } = pages
      return {
        pages: others,
        deletions: [...deletions, [page, [reason, remark].filter(Boolean).join(': ')]],
      }
    },
    done: 'The wiki has no page of this title, and its log of deletions shows the reason and the remark',
  },
  right: [
    { name: 'another page', values: asked },
    {
      name: 'the remark that the form proposes is emptied',
      values: { page: 'Staff handbook', reason: 'Broken redirect', remark: '' },
    },
  ],
  faults: [
    {
      name: 'the page is there again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { page }) => app.script('undelete', '--user=Ann', page),
    },
    {
      name: 'another reason is chosen',
      kind: 'one field wrong',
      values: asked,
      does: { reason: 'Vandalism' },
    },
    {
      name: 'another page is deleted',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { page: 'Suppliers' },
    },
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.click(person.page.getByRole('link', { name: 'Main page', exact: true }))
        await person.sees('Welcome to the tea shop')
      },
    },
    {
      name: 'another page is deleted as well',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await remove(person, app, values)
        await remove(person, app, { ...values, page: 'Suppliers' })
      },
    },
    {
      name: 'the page is restored by its log',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await remove(person, app, values)
        await person.open(`${app.address}/index.php/Special:Undelete/${values.page}`)
        await person.click(page.getByRole('button', { name: 'Undelete' }))
        await person.sees(/has been undeleted/)
      },
    },
  ],
}
