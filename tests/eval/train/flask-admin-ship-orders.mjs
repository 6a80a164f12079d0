// Rows are ticked, and an action of a menu, which asks whether it should, changes all of them.

async function tick(person, { orders }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Orders', exact: true }))
  for (const order of orders)
    await person.tick(page.getByRole('row').filter({ hasText: order }).getByRole('checkbox'))
}

async function apply(person, answer = true) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'With selected' }))
  await person.answering(answer, () =>
    person.click(page.getByRole('link', { name: 'Mark as shipped' })),
  )
}

async function ship(person, app, values) {
  await tick(person, values)
  await apply(person)
  await person.sees(/orders were marked as shipped/)
}

async function edit(person, order, status) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Orders', exact: true }))
  const row = page.getByRole('row').filter({ hasText: order })
  await person.click(row.getByRole('link').first())
  await page.waitForURL(/edit/)
  await person.click(page.locator('#s2id_status .select2-choice'))
  await person.click(page.locator('#select2-drop').getByRole('option', { name: status }))
  await person.click(page.getByRole('button', { name: 'Save', exact: true }))
  await person.sees(/Record was successfully saved/)
}

export default {
  app: 'flask-admin',
  kinds: ['semantic HTML', 'list input', 'dialogs'],
  goal: 'Mark some orders as shipped',
  values: { orders: ['O-1002', 'O-1004'] },
  perform: ship,
  truth: {
    inputs: [
      { name: 'orders', value: ['O-1002', 'O-1004'], source: 'given', changes: true },
      { name: 'status', value: 'shipped', source: 'constant', changes: false },
    ],
    loops: [{ over: ['orders'], kind: 'list' }],
    effects: [{ name: 'the orders are shipped', kind: 'bulk', values: ['orders', 'status'] }],
    expected: (before, { orders }) => ({
      ...before,
      orders: before.orders.map((row) =>
        orders.includes(row.number) ? { ...row, status: 'shipped' } : row,
      ),
    }),
    done: 'The list shows the status shipped for each of the orders, and the old status for all others',
  },
  right: [
    { name: 'two others', values: { orders: ['O-1003', 'O-1005'] } },
    { name: 'three', values: { orders: ['O-1002', 'O-1003', 'O-1005'] } },
    {
      name: 'another way: by the form of each order',
      values: { orders: ['O-1003', 'O-1004'] },
      perform: async (person, app, { orders }) => {
        for (const order of orders) await edit(person, order, 'shipped')
      },
    },
  ],
  faults: [
    {
      name: 'they are ticked, and nothing is done with them',
      kind: 'half done',
      values: { orders: ['O-1003', 'O-1005'] },
      perform: (person, app, values) => tick(person, values),
    },
    {
      name: 'the question is answered with no',
      kind: 'half done',
      values: { orders: ['O-1003', 'O-1005'] },
      perform: async (person, app, values) => {
        await tick(person, values)
        await apply(person, false)
      },
    },
    {
      name: 'one order is open again',
      kind: 'says saved but is not',
      values: { orders: ['O-1003', 'O-1005'] },
      behind: (app) => app.sql("update \"order\" set status = 'open' where number = 'O-1005'"),
    },
    {
      name: 'one order is set to cancelled afterwards',
      kind: 'undone after',
      values: { orders: ['O-1003', 'O-1005'] },
      perform: async (person, app, values) => {
        await ship(person, app, values)
        await edit(person, 'O-1003', 'cancelled')
      },
    },
    {
      name: 'another order is ticked instead of one of them',
      kind: 'wrong record',
      needs: 'request',
      values: { orders: ['O-1003', 'O-1005'] },
      does: { orders: ['O-1003', 'O-1004'] },
    },
    {
      name: 'an order that nobody named is shipped as well',
      kind: 'other record touched',
      values: { orders: ['O-1003', 'O-1005'] },
      behind: (app) => app.sql("update \"order\" set status = 'shipped' where number = 'O-1002'"),
    },
    {
      name: 'they are deleted instead',
      kind: 'one field wrong',
      values: { orders: ['O-1003', 'O-1005'] },
      perform: async (person, app, values) => {
        const { page } = person
        await tick(person, values)
        await person.click(page.getByRole('button', { name: 'With selected' }))
        await person.answering(true, () =>
          person.click(page.getByRole('link', { name: 'Delete', exact: true })),
        )
        await person.sees(/successfully deleted/)
      },
    },
  ],
}
