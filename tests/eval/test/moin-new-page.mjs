// A page that is not there yet is opened by its address; the wiki asks for the kind of text, and then shows its form.

const main = (page) => page.getByRole('main')

async function fill(person, app, { name, kind = 'Markdown', text, comment, summary, tags }) {
  const { page } = person
  await person.open(`${app.address}/${encodeURIComponent(name)}`)
  await person.click(main(page).getByRole('link', { name: kind, exact: true }))
  await person.type(page.getByRole('textbox', { name: 'Type your text here' }), text)
  if (comment) await person.type(main(page).getByLabel('Comment'), comment)
  await person.type(main(page).getByLabel('Summary'), summary)
  if (tags) await person.type(main(page).getByLabel('Tags'), tags)
}

async function save(person, name) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'OK', exact: true }).first())
  await page.waitForURL((url) => decodeURIComponent(url.pathname) === `/${name}`)
}

async function write(person, app, values) {
  await fill(person, app, values)
  await save(person, values.name)
}

/** Somebody looks first at how the page of another room is written. */
async function lookAndWrite(person, app, values) {
  const { page } = person
  await person.click(main(page).getByRole('link', { name: 'Oil lamps', exact: true }))
  await main(page).getByText('Room 2, with the clay lamps.').waitFor()
  await write(person, app, values)
}

const asked = {
  name: 'Miner lamps',
  text: '# Miner lamps\n\nRoom 5, with the pit lamps.',
  comment: 'Opens in June',
  summary: 'The fifth room',
  tags: 'rooms, mines',
}

const split = (tags) =>
  (tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
    .sort()

export default {
  app: 'moin',
  kinds: ['semantic HTML', 'wiki text', 'sign-in'],
  goal: 'Write a page of the wiki for a new room, in Markdown',
  values: {
    name: 'Ship lamps',
    text: '# Ship lamps\n\nRoom 4, with the harbour lights.',
    comment: 'Written for the opening',
    summary: 'The fourth room',
    tags: 'rooms, harbour',
  },
  perform: lookAndWrite,
  truth: {
    inputs: [
      { name: 'name', value: 'Ship lamps', source: 'given', changes: true },
      { name: 'kind', value: 'Markdown', source: 'constant', changes: false },
      {
        name: 'text',
        value: '# Ship lamps\n\nRoom 4, with the harbour lights.',
        source: 'given',
        changes: true,
      },
      { name: 'comment', value: 'Written for the opening', source: 'given', changes: true },
      { name: 'summary', value: 'The fourth room', source: 'given', changes: true },
      { name: 'tags', value: 'rooms, harbour', source: 'given', changes: true },
      { name: 'user', value: 'Nora', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the page is in the wiki',
        kind: 'created',
        values: ['name', 'text', 'comment', 'summary', 'tags'],
      },
    ],
    expected: (before, { name, text, comment, summary, tags }) => ({
      ...before,
      pages: {
        ...before.pages,
        [name]: {
          kind: 'text/x-markdown',
          tags: split(tags),
          summary,
          text,
          comment: comment ?? '',
        },
      },
    }),
    done: 'The wiki shows the page with its summary, its text and its tags, and its history has the comment',
  },
  right: [
    { name: 'another room', values: asked },
    {
      name: 'no comment and no tags',
      values: {
        name: 'Workshop lamps',
        text: '# Workshop lamps\n\nRoom 6.',
        comment: undefined,
        summary: 'The sixth room',
        tags: undefined,
      },
    },
    {
      name: 'another way: previewed before it is saved, the tags first',
      values: asked,
      perform: async (person, app, { name, text, comment, summary, tags }) => {
        const { page } = person
        await person.open(`${app.address}/${encodeURIComponent(name)}`)
        await person.click(main(page).getByRole('link', { name: 'Markdown', exact: true }))
        await person.type(main(page).getByLabel('Tags'), tags)
        await person.type(main(page).getByLabel('Summary'), summary)
        await person.type(page.getByRole('textbox', { name: 'Type your text here' }), text)
        await person.type(main(page).getByLabel('Comment'), comment)
        await person.click(page.getByRole('button', { name: 'Preview', exact: true }).first())
        await main(page).locator('p', { hasText: 'Room 5, with the pit lamps.' }).waitFor()
        await save(person, name)
      },
    },
  ],
  faults: [
    {
      name: 'the page is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { name }) => app.change(name, null),
    },
    {
      name: 'the form is filled and cancelled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, app, values)
        await person.click(person.page.getByRole('button', { name: 'Cancel', exact: true }).first())
      },
    },
    {
      name: 'the text is stored without its last line',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { name }) => app.change(name, { text: '# Miner lamps\r\n' }),
    },
    {
      name: 'it is written as Moin text',
      kind: 'one field wrong',
      values: asked,
      does: { kind: 'MoinMoin' },
    },
    {
      name: 'a tag is missing',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { name }) => app.change(name, { tags: ['rooms'] }),
    },
    {
      name: 'it gets another name',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { name: 'Mine lamps' },
    },
    {
      name: 'the page of another room is emptied',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('Oil lamps', { text: '\r\n' }),
    },
  ],
}
