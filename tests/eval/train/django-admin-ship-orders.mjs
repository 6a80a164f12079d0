// Records are ticked in a list, and an action is chosen and run for all of them.

const ACTION = 'Mark selected orders as shipped'

async function choose(person, orders, action) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Orders', exact: true }).first())
  for (const order of orders)
    await person.tick(page.getByRole('checkbox', { name: new RegExp(`${order}$`) }))
  await person.choose(page.getByRole('combobox', { name: 'Action:' }), action)
}

async function run(person, orders, action = ACTION, said = 'were marked as shipped') {
  await choose(person, orders, action)
  await person.click(person.page.getByRole('button', { name: 'Go', exact: true }))
  await person.sees(said)
}

const ship = (person, app, { orders }) => run(person, orders)

const asked = { orders: ['SO-4103', 'SO-4107'] }

export default {
  app: 'django-admin',
  kinds: ['semantic HTML', 'bulk actions', 'list input', 'sign-in'],
  goal: 'Mark some orders as shipped',
  values: { orders: ['SO-4101', 'SO-4104'] },
  perform: ship,
  truth: {
    inputs: [
      { name: 'orders', value: ['SO-4101', 'SO-4104'], source: 'given', changes: true },
      { name: 'action', value: ACTION, source: 'constant', changes: false },
      { name: 'status', value: 'Shipped', source: 'constant', changes: false },
      { name: 'user', value: 'manager', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['orders'], kind: 'list' }],
    effects: [{ name: 'the orders are shipped', kind: 'bulk', values: ['orders', 'status'] }],
    expected: (before, { orders }) => ({
      ...before,
      orders: before.orders.map((order) =>
        orders.includes(order.number) ? { ...order, status: 'shipped' } : order,
      ),
    }),
    done: 'The list shows the status Shipped for each of the orders, and the others are as before',
  },
  right: [
    { name: 'two others', values: asked },
    { name: 'three', values: { orders: ['SO-4101', 'SO-4103', 'SO-4107'] } },
    {
      name: 'another way: the status is chosen in each order',
      values: asked,
      perform: async (person, app, { orders }) => {
        const { page } = person
        for (const order of orders) {
          await person.click(page.getByRole('link', { name: 'Orders', exact: true }).first())
          await person.click(page.getByRole('link', { name: order, exact: true }))
          await person.choose(page.getByRole('combobox', { name: 'Status:' }), 'Shipped')
          await person.click(page.getByRole('button', { name: 'Save', exact: true }))
          await person.sees('was changed successfully')
        }
      },
    },
  ],
  faults: [
    {
      name: 'one of them is packed again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.sql("update shop_order set status = 'packed' where number = 'SO-4107'"),
    },
    {
      name: 'the action is chosen and not run',
      kind: 'half done',
      values: asked,
      perform: (person, app, { orders }) => choose(person, orders, ACTION),
    },
    {
      name: 'one of them is not ticked',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { orders: ['SO-4103'] },
    },
    {
      name: 'another order is ticked instead of one of them',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { orders: ['SO-4103', 'SO-4105'] },
    },
    {
      name: 'they are cancelled instead',
      kind: 'one field wrong',
      values: asked,
      perform: (person, app, { orders }) =>
        run(person, orders, 'Cancel selected orders', 'were cancelled'),
    },
    {
      name: 'one of them is set back afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await ship(person, app, values)
        await person.click(page.getByRole('link', { name: 'SO-4103', exact: true }))
        await person.choose(page.getByRole('combobox', { name: 'Status:' }), 'Packed')
        await person.click(page.getByRole('button', { name: 'Save', exact: true }))
        await person.sees('was changed successfully')
      },
    },
    {
      name: 'another order is shipped as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sql("update shop_order set status = 'shipped' where number = 'SO-4102'"),
    },
  ],
}
