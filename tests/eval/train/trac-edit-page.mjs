// The text of a wiki page is written again in a text area, with a remark.

async function write(person, { page: name, text, remark }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Index', exact: true }))
  await person.click(page.getByRole('link', { name, exact: true }))
  await person.click(page.getByRole('button', { name: 'Edit this page' }))
  await person.type('#text', text)
  if (remark) await person.type('#comment', remark)
}

async function save(person) {
  await person.click(person.page.getByRole('button', { name: 'Submit changes' }).first())
  await person.page.getByRole('button', { name: 'Edit this page' }).waitFor()
}

async function edit(person, app, values) {
  await write(person, values)
  await save(person)
}

const asked = { page: 'Returns', text: 'Within 30 days, with the bill.', remark: 'As in May' }

export default {
  app: 'trac',
  kinds: ['semantic HTML', 'wiki text'],
  goal: 'Rewrite a page of the wiki, with a remark about the change',
  values: {
    page: 'OpeningHours',
    text: 'Monday to Saturday, 10 to 19.',
    remark: 'Hours of the summer',
  },
  perform: edit,
  truth: {
    inputs: [
      { name: 'page', value: 'OpeningHours', source: 'given', changes: true },
      { name: 'text', value: 'Monday to Saturday, 10 to 19.', source: 'given', changes: true },
      { name: 'remark', value: 'Hours of the summer', source: 'given', changes: true },
    ],
    effects: [
      { name: 'the page has the new text', kind: 'changed', values: ['page', 'text', 'remark'] },
    ],
    expected: (before, { page, text }) => ({ ...before, pages: { ...before.pages, [page]: text } }),
    done: 'The page shows the new text, and its history the remark',
  },
  right: [
    { name: 'another page', values: asked },
    {
      name: 'without a remark',
      values: { page: 'Suppliers', text: 'Hill Farm only.', remark: undefined },
    },
    {
      name: 'another way: by its address, seen in the preview first',
      values: { page: 'Returns', text: 'Not for opened tins.', remark: 'New rule' },
      perform: async (person, app, { page: name, text, remark }) => {
        const { page } = person
        await person.open(`${app.address}/wiki/${name}`)
        await person.click(page.getByRole('button', { name: 'Edit this page' }))
        await person.type('#comment', remark)
        await person.type('#text', text)
        await person.click(page.getByRole('button', { name: 'Preview Page' }).first())
        await page.locator('.wikipage', { hasText: text }).first().waitFor()
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the text is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.page('Returns', '= Returns =\n\nWithin 14 days.\n'),
    },
    {
      name: 'the text is written and the change is given up',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await write(person, values)
        await person.click(person.page.getByRole('button', { name: 'Cancel' }).first())
        await person.page.getByRole('button', { name: 'Edit this page' }).waitFor()
      },
    },
    {
      name: 'a number of the text is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { page, text }) => app.page(page, text.replace('30', '3')),
    },
    {
      name: 'another page is written',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { page: 'Suppliers' },
    },
    {
      name: 'the page is written empty afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await edit(person, app, values)
        await edit(person, app, { ...values, text: 'To do' })
      },
    },
    {
      name: 'another page is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.page('Suppliers', null),
    },
  ],
}
