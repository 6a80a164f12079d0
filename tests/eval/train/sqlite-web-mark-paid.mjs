// One field of one record is changed; the record is found by its number in a table.

async function edit(person, { invoice }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'invoices', exact: true }).first())
  await person.click(page.getByRole('link', { name: 'Content', exact: true }))
  const row = page.getByRole('row').filter({ hasText: invoice })
  await person.click(row.getByRole('link', { name: 'Edit' }))
}

async function update(person, status) {
  const { page } = person
  const line = page
    .locator('.form-group, .mb-3, .row')
    .filter({ has: page.locator('[name=status]') })
    .last()
  await person.tick(line.getByRole('checkbox'))
  await person.type(page.locator('[name=status]'), status)
  await person.click(page.getByRole('button', { name: 'Update' }))
  await person.sees('Successfully updated')
}

async function pay(person, app, values) {
  await edit(person, values)
  await update(person, 'paid')
}

const set = (state, number, change) => ({
  ...state,
  invoices: state.invoices.map((row) => (row.number === number ? { ...row, ...change } : row)),
})

export default {
  app: 'sqlite-web',
  kinds: ['tables with nameless fields'],
  goal: 'Mark an invoice as paid',
  values: { invoice: 'INV-2032' },
  perform: pay,
  truth: {
    inputs: [
      { name: 'invoice', value: 'INV-2032', source: 'given', changes: true },
      { name: 'status', value: 'paid', source: 'constant', changes: false },
      { name: 'customer', value: 'Edsger Dijkstra', source: 'read', changes: true },
    ],
    effects: [{ name: 'the invoice is paid', kind: 'changed', values: ['invoice', 'status'] }],
    expected: (before, { invoice }) => set(before, invoice, { status: 'paid' }),
    done: 'The row of the invoice shows the status paid',
  },
  right: [
    { name: 'another invoice', values: { invoice: 'INV-2035' } },
    {
      name: 'another way: by SQL',
      values: { invoice: 'INV-2031' },
      perform: async (person, app, { invoice }) => {
        const { page } = person
        await person.type(
          page.getByRole('textbox', { name: 'SQL query' }),
          `update invoices set status = 'paid' where number = '${invoice}'`,
        )
        await person.click(page.getByRole('button', { name: 'Execute' }))
        await page.waitForLoadState()
      },
    },
  ],
  faults: [
    {
      name: 'the status is not stored',
      kind: 'says saved but is not',
      values: { invoice: 'INV-2033' },
      behind: (app, { invoice }) =>
        app.sql(`update invoices set status = 'open' where number = '${invoice}'`),
    },
    {
      name: 'another invoice is marked',
      kind: 'wrong record',
      needs: 'request',
      values: { invoice: 'INV-2033' },
      does: { invoice: 'INV-2035' },
    },
    {
      name: 'the status is misspelt',
      kind: 'one field wrong',
      values: { invoice: 'INV-2031' },
      perform: async (person, app, values) => {
        await edit(person, values)
        await update(person, 'piad')
      },
    },
    {
      name: 'the row is opened and left',
      kind: 'half done',
      values: { invoice: 'INV-2035' },
      perform: async (person, app, values) => {
        await edit(person, values)
        await person.click(person.page.getByRole('link', { name: 'Cancel' }))
      },
    },
    {
      name: 'the status is set back to open',
      kind: 'undone after',
      values: { invoice: 'INV-2035' },
      perform: async (person, app, values) => {
        await pay(person, app, values)
        await edit(person, values)
        await update(person, 'open')
      },
    },
    {
      name: 'a second invoice is marked as well',
      kind: 'other record touched',
      values: { invoice: 'INV-2035' },
      perform: async (person, app, values) => {
        await pay(person, app, values)
        await pay(person, app, { invoice: 'INV-2033' })
      },
    },
  ],
}
