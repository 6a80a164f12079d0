// A record of a single-page app is found by its search, opened, and deleted after a question.

const note = (page, title) => page.locator(`[data-tiddler-title="${title}"]`)

async function find(person, title) {
  const { page } = person
  await person.type(page.getByRole('searchbox').first(), title)
  await person.click(
    page
      .locator('.tc-search-results, .tc-search-drop-down')
      .getByRole('link', { name: title })
      .first(),
  )
  await note(page, title).waitFor()
}

async function remove(person, app, { title }) {
  const { page } = person
  await find(person, title)
  await person.click(note(page, title).getByRole('button', { name: 'Edit this tiddler' }))
  await person.answering(true, () =>
    person.click(page.getByRole('button', { name: 'Delete this tiddler' })),
  )
  await app.saved(person)
}

const without = (before, title) =>
  Object.fromEntries(Object.entries(before).filter(([name]) => name !== title))

export default {
  app: 'tiddlywiki',
  kinds: ['single-page app', 'nameless fields'],
  goal: 'Delete a note from the notebook',
  values: { title: 'Blue cup' },
  perform: remove,
  truth: {
    inputs: [{ name: 'title', value: 'Blue cup', source: 'given', changes: true }],
    effects: [{ name: 'the note is gone', kind: 'deleted', values: ['title'] }],
    expected: (before, { title }) => without(before, title),
    done: 'The search no longer finds the note',
  },
  right: [
    { name: 'another note', values: { title: 'Black tea' } },
    {
      name: 'another way: by the list of all notes',
      values: { title: 'Green tea' },
      perform: async (person, app, { title }) => {
        const { page } = person
        await person.click(page.getByRole('tab', { name: 'More' }))
        await person.click(page.getByRole('tab', { name: 'All' }))
        await person.click(
          page.locator('.tc-sidebar-scrollable').getByRole('link', { name: title }).first(),
        )
        await person.click(note(page, title).getByRole('button', { name: 'Edit this tiddler' }))
        await person.answering(true, () =>
          person.click(page.getByRole('button', { name: 'Delete this tiddler' })),
        )
        await app.saved(person)
      },
    },
  ],
  faults: [
    {
      name: 'the question is answered with no',
      kind: 'half done',
      values: { title: 'Black tea' },
      perform: async (person, app, { title }) => {
        const { page } = person
        await find(person, title)
        await person.click(note(page, title).getByRole('button', { name: 'Edit this tiddler' }))
        await person.answering(false, () =>
          person.click(page.getByRole('button', { name: 'Delete this tiddler' })),
        )
        await app.saved(person)
      },
    },
    {
      name: 'the note is there again',
      kind: 'says saved but is not',
      values: { title: 'Black tea' },
      behind: (app) =>
        app.put('Black tea', { tags: 'Tea', text: 'Brew at 95 degrees.', price: '7' }),
    },
    {
      name: 'another note is deleted',
      kind: 'wrong record',
      needs: 'request',
      values: { title: 'Black tea' },
      does: { title: 'Green tea' },
    },
    {
      name: 'a second note is deleted as well',
      kind: 'other record touched',
      values: { title: 'Black tea' },
      behind: (app) => app.put('Green tea'),
    },
  ],
}
