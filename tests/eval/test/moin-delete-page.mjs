// A page is found by one of its tags and deleted, with a comment in a form that shows it once more.

const main = (page) => page.getByRole('main')

async function find(person, { tag, name }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Tags', exact: true }))
  await main(page).getByRole('heading', { name: 'Global Tags' }).waitFor()
  await person.click(main(page).getByRole('link', { name: tag }))
  await main(page)
    .getByRole('heading', { name: `Items tagged with ${tag}` })
    .waitFor()
  await person.click(main(page).getByRole('link', { name }))
  await page.waitForURL((url) => decodeURIComponent(url.pathname) === `/${name}`)
}

async function fill(person, { name, comment }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Delete', exact: true }))
  await main(page)
    .getByRole('heading', { name: `Delete '${name}'` })
    .waitFor()
  if (comment) await person.type(main(page).getByLabel('Comment'), comment)
}

async function confirm(person, { name }) {
  const { page } = person
  await person.click(main(page).getByRole('button', { name: 'OK', exact: true }))
  await person.sees(`The item "${name}" was deleted`)
}

async function remove(person, app, values) {
  await find(person, values)
  await fill(person, values)
  await confirm(person, values)
}

const asked = { tag: 'tours', name: 'Guided tours', comment: 'The guide has left us' }

export default {
  app: 'moin',
  kinds: ['semantic HTML', 'search by tags', 'sign-in'],
  goal: 'Delete a page of the wiki and say why',
  values: { tag: 'old', name: 'Old price list', comment: 'The new prices hang at the desk' },
  perform: remove,
  truth: {
    inputs: [
      { name: 'tag', value: 'old', source: 'derived', changes: true, optional: true },
      { name: 'name', value: 'Old price list', source: 'given', changes: true },
      {
        name: 'comment',
        value: 'The new prices hang at the desk',
        source: 'given',
        changes: true,
      },
      { name: 'user', value: 'Nora', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'the page is gone', kind: 'deleted', values: ['name'] }],
    expected: ({ pages, deleted }, { name, comment }) => {
      const { [name]: _, ...others } = pages
      return { pages: others, deleted: [...deleted, [name, comment ?? '']] }
    },
    done: 'The wiki says at the name of the page that it was deleted, and its history has the comment',
  },
  right: [
    { name: 'another page', values: asked },
    {
      name: 'without a comment',
      values: { tag: 'rooms', name: 'Gas lamps', comment: undefined },
    },
    {
      name: 'another way: found by the search',
      values: { name: 'Opening hours', comment: 'They are on the front page now' },
      perform: async (person, app, values) => {
        const { page } = person
        await person.type(page.getByRole('searchbox').first(), 'Tuesday')
        await person.press('Enter')
        await person.click(main(page).getByRole('link', { name: values.name, exact: true }))
        await fill(person, values)
        await confirm(person, values)
      },
    },
  ],
  faults: [
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await find(person, values)
        await fill(person, values)
        await person.click(person.page.getByRole('link', { name: 'Home', exact: true }).first())
        await main(person.page).getByRole('heading', { name: 'Lamp museum' }).waitFor()
      },
    },
    {
      name: 'the page is there again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await remove(person, app, values)
        await person.open(`${app.address}/${encodeURIComponent(values.name)}`)
        await person.click(main(page).getByRole('link', { name: 'MoinMoin', exact: true }))
        await person.type(
          page.getByRole('textbox', { name: 'Type your text here' }),
          '= Guided tours =',
        )
        await person.click(page.getByRole('button', { name: 'OK', exact: true }).first())
        await main(page).getByRole('heading', { name: values.name }).waitFor()
      },
    },
    {
      name: 'it is emptied and not deleted',
      kind: 'says saved but is not',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await find(person, values)
        await person.click(page.getByRole('link', { name: 'Modify', exact: true }))
        await person.type(page.getByRole('textbox', { name: 'Type your text here' }), '-')
        await person.type(main(page).getByLabel('Comment'), values.comment)
        await person.click(page.getByRole('button', { name: 'OK', exact: true }).first())
        await page.waitForURL((url) => decodeURIComponent(url.pathname) === `/${values.name}`)
      },
    },
    {
      name: 'another page is deleted',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { tag: 'loans', name: 'Lenders' },
    },
    {
      name: 'another page is deleted as well',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await remove(person, app, values)
        await remove(person, app, { ...values, tag: 'loans', name: 'Loans' })
      },
    },
    {
      name: 'another page loses its tags',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Opening hours', { tags: [] }),
    },
  ],
}
