// One section of a wiki page is edited alone: an entry is typed at its end, and a summary behind what is there.

/** Opens a page by its link on the main page. */
export async function visit(person, title) {
  const { page } = person
  const content = page.locator('#mw-content-text')
  if (!page.url().endsWith('/Main_Page'))
    await person.click(page.getByRole('link', { name: 'Main page', exact: true }))
  await person.click(content.getByRole('link', { name: title, exact: true }))
  await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor()
}

const text = (page) => page.locator('#wpTextbox1')

/** Types the entry at the end of the text that is being edited. */
async function append(person, { entry, summary }) {
  const { page } = person
  await person.click(text(page))
  await person.press('Control+End')
  await person.write(`* ${entry}`)
  if (summary)
    await person.type(page.getByRole('textbox', { name: 'Summary' }), summary, { keep: true })
}

async function save(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Save changes' }))
  await text(page).waitFor({ state: 'detached' })
}

async function fill(person, values) {
  const { page } = person
  await visit(person, values.page)
  const heading = page.getByRole('heading', { name: values.section, level: 2 })
  await person.click(heading.getByRole('link', { name: 'edit' }))
  await append(person, values)
}

async function add(person, app, values) {
  await fill(person, values)
  await save(person)
}

async function preview(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Show preview' }))
  await page.locator('.previewnote').waitFor()
}

/** The text with the entry behind the others of its section. */
function withEntry(whole, section, entry) {
  const lines = whole.split('\n')
  const heading = lines.indexOf(`== ${section} ==`)
  const end = lines.findIndex((line, at) => at > heading && !line.startsWith('*'))
  lines.splice(end < 0 ? lines.length : end, 0, `* ${entry}`)
  return lines.join('\n')
}

const after = (before, { page, section, entry }, remark) => ({
  ...before,
  [page]: {
    text: withEntry(before[page].text, section, entry),
    remarks: [...before[page].remarks, remark],
  },
})

const asked = {
  page: 'Staff handbook',
  section: 'Mornings',
  entry: 'Water the lemon tree',
  summary: 'It was dry on Monday',
}

export default {
  app: 'mediawiki',
  kinds: ['semantic HTML', 'wiki text', 'sign-in'],
  goal: 'Add an entry to a section of a wiki page, and say why in the summary',
  values: {
    page: 'Suppliers',
    section: 'Tins',
    entry: 'Brass Brothers',
    summary: 'Agreed at the fair',
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'page', value: 'Suppliers', source: 'given', changes: true },
      { name: 'section', value: 'Tins', source: 'given', changes: true },
      {
        name: 'entry',
        value: 'Brass Brothers',
        source: 'given',
        changes: true,
        forms: ['* Brass Brothers'],
      },
      { name: 'summary', value: 'Agreed at the fair', source: 'given', changes: true },
      { name: 'user', value: 'Ann', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the section of the page has the entry',
        kind: 'changed',
        values: ['page', 'section', 'entry'],
      },
    ],
    expected: (before, values) =>
      after(before, values, `/* ${values.section} */ ${values.summary ?? ''}`.trim()),
    done: 'The page shows the entry in the section, and its history the summary',
  },
  right: [
    { name: 'another page', values: asked },
    {
      name: 'without a summary',
      values: { section: 'Boxes', entry: 'Cedar Works', summary: undefined },
    },
    {
      name: 'another way: in the text of the whole page, seen in the preview first',
      values: { ...asked, section: 'Evenings', entry: 'Switch off the lamps' },
      perform: async (person, app, values) => {
        const { page } = person
        await visit(person, values.page)
        await person.click(page.getByRole('link', { name: 'Edit', exact: true }))
        await append(person, values)
        await preview(person)
        await save(person)
      },
      expected: (before, values) => after(before, values, values.summary),
    },
  ],
  faults: [
    {
      name: 'the text is as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { page, entry }) => app.text(page, (one) => one.replace(`\n* ${entry}`, '')),
    },
    {
      name: 'a word of the entry is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { page }) => app.text(page, (one) => one.replace('lemon', 'olive')),
    },
    {
      name: 'another section has the entry',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { section: 'Evenings' },
    },
    {
      name: 'it is only seen in the preview',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await preview(person)
      },
    },
    {
      name: 'the entry is there twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, values)
      },
    },
    {
      name: 'the change is undone in the history',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        await person.click(page.getByRole('link', { name: 'View history', exact: true }))
        await person.click(page.getByRole('link', { name: 'undo', exact: true }).first())
        await save(person)
      },
    },
    {
      name: 'another page is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.text('Cellar rules', () => 'Keep it wet.'),
    },
  ],
}
