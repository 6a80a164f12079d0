// Several records are ticked in a table and deleted together.

async function tick(person, invoices) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'invoices', exact: true }).first())
  await person.click(page.getByRole('link', { name: 'Content', exact: true }))
  for (const invoice of invoices)
    await person.tick(page.getByRole('row').filter({ hasText: invoice }).getByRole('checkbox'))
}

async function remove(person, app, { invoices }) {
  const { page } = person
  await tick(person, invoices)
  await person.click(page.getByRole('button', { name: 'Bulk Delete' }))
  await person.sees(/Successfully deleted/)
}

export default {
  app: 'sqlite-web',
  kinds: ['tables with nameless fields', 'list input'],
  goal: 'Delete some invoices',
  values: { invoices: ['INV-2032', 'INV-2034'] },
  perform: remove,
  truth: {
    inputs: [{ name: 'invoices', value: ['INV-2032', 'INV-2034'], source: 'given', changes: true }],
    loops: [{ over: ['invoices'], kind: 'list' }],
    effects: [{ name: 'the invoices are gone', kind: 'bulk', values: ['invoices'] }],
    expected: (before, { invoices }) => ({
      ...before,
      invoices: before.invoices.filter((row) => !invoices.includes(row.number)),
    }),
    done: 'The table no longer has the invoices, and has all others',
  },
  right: [
    { name: 'two others', values: { invoices: ['INV-2031', 'INV-2035'] } },
    { name: 'three', values: { invoices: ['INV-2031', 'INV-2033', 'INV-2035'] } },
    {
      name: 'another way: one after another by the link of the row',
      values: { invoices: ['INV-2033', 'INV-2035'] },
      perform: async (person, app, { invoices }) => {
        const { page } = person
        for (const invoice of invoices) {
          await person.click(page.getByRole('link', { name: 'invoices', exact: true }).first())
          await person.click(page.getByRole('link', { name: 'Content', exact: true }))
          const row = page.getByRole('row').filter({ hasText: invoice })
          await person.click(row.getByRole('link', { name: 'Delete' }))
          await person.click(
            page.locator('form').getByRole('button', { name: 'Delete', exact: true }),
          )
          await person.sees(/Successfully deleted/)
        }
      },
    },
  ],
  faults: [
    {
      name: 'one invoice is there again',
      kind: 'says saved but is not',
      values: { invoices: ['INV-2031', 'INV-2035'] },
      behind: (app) =>
        app.sql(
          "insert into invoices (number, customer, amount, status) values ('INV-2031', 'Grace Hopper', 120, 'open')",
        ),
    },
    {
      name: 'they are ticked and not deleted',
      kind: 'half done',
      values: { invoices: ['INV-2031', 'INV-2035'] },
      perform: (person, app, { invoices }) => tick(person, invoices),
    },
    {
      name: 'another invoice is deleted instead of one of them',
      kind: 'wrong record',
      needs: 'request',
      values: { invoices: ['INV-2031', 'INV-2035'] },
      does: { invoices: ['INV-2031', 'INV-2033'] },
    },
    {
      name: 'another invoice goes as well',
      kind: 'other record touched',
      values: { invoices: ['INV-2031', 'INV-2035'] },
      behind: (app) => app.sql("delete from invoices where number = 'INV-2033'"),
    },
  ],
}
