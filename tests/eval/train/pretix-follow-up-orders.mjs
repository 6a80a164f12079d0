// The same panel of a page is filled for several records, one after another: a text, a day with a calendar, and a box.

const ORDERS = '/control/event/desk/fair/orders/'

async function openOrder(person, order) {
  const { page } = person
  await person.click(page.getByRole('link', { name: order, exact: true }))
  await page.getByRole('heading', { name: `Order details: ${order}` }).waitFor()
}

async function backToList(person) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'All orders', exact: true }))
  await page.waitForURL((url) => url.pathname === ORDERS)
}

const panel = (page) => page.locator('form[action$="/comment"]')

async function fill(person, { comment, day, attention = true }) {
  const form = panel(person.page)
  await person.type(form.getByLabel('Comment', { exact: true }), comment)
  if (day) {
    await person.type(form.getByLabel('Follow-up date'), day)
    // The calendar closes.
    await person.press('Tab')
  }
  if (attention) await person.tick(form.getByLabel('Requires special attention'))
}

async function save(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Update comment' }))
  await page.locator('.alert-success').waitFor()
}

async function note(person, order, values) {
  await openOrder(person, order)
  await fill(person, values)
  await save(person)
}

async function noteAll(person, app, values) {
  for (const [at, order] of values.orders.entries()) {
    if (at) await backToList(person)
    await note(person, order, values)
  }
}

const asked = {
  orders: ['R9YDB', 'F3RHW'],
  comment: 'Arrives late, keep the seat.',
  day: '2031-09-10',
}

export default {
  app: 'pretix',
  kinds: ['semantic HTML', 'loop', 'calendar', 'sign-in'],
  start: ORDERS,
  goal: 'Write a note on some orders, follow them up on a day, and mark them for attention at the entrance',
  values: {
    orders: ['M3UVG', 'H8LZN', 'B7KQX'],
    comment: 'Asked for a vegan lunch.',
    day: '2031-09-01',
  },
  perform: noteAll,
  truth: {
    inputs: [
      { name: 'orders', value: ['M3UVG', 'H8LZN', 'B7KQX'], source: 'given', changes: true },
      { name: 'comment', value: 'Asked for a vegan lunch.', source: 'given', changes: true },
      { name: 'day', value: '2031-09-01', source: 'given', changes: true },
      {
        name: 'user',
        value: 'ann@desk.example.com',
        source: 'constant',
        changes: false,
        neutral: true,
      },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    loops: [{ over: ['orders'], kind: 'loop' }],
    effects: [
      {
        name: 'every order has the note and the day',
        kind: 'bulk',
        values: ['orders', 'comment', 'day'],
      },
    ],
    expected: (before, { orders, comment, day }) => ({
      ...before,
      orders: before.orders.map((one) =>
        orders.includes(one.code)
          ? { ...one, comment, follow_up: day ?? one.follow_up, attention: 1 }
          : one,
      ),
    }),
    done: 'The page of each order shows the note, the day and the ticked box under Internal comment',
  },
  right: [
    { name: 'other orders', values: asked },
    {
      name: 'one order, and no day',
      values: { orders: ['C9MTA'], comment: 'Brings two children.', day: undefined },
    },
    {
      name: 'another way: each opened by its code, and the box first',
      values: { ...asked, orders: ['C9MTA', 'H8LZN'] },
      perform: async (person, app, { orders, comment, day }) => {
        const { page } = person
        for (const [at, order] of orders.entries()) {
          if (at) await backToList(person)
          await person.type(page.getByPlaceholder('Order code'), order)
          await person.click(page.getByRole('button', { name: 'Go!' }))
          await page.getByRole('heading', { name: `Order details: ${order}` }).waitFor()
          await person.tick(panel(page).getByLabel('Requires special attention'))
          await fill(person, { comment, day, attention: false })
          await save(person)
        }
      },
    },
  ],
  faults: [
    {
      name: 'the note of one order is not stored',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.change('order', 'code', 'R9YDB', 'comment', ''),
    },
    {
      name: 'one order gets another day',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.change('order', 'code', 'F3RHW', 'custom_followup_at', '2031-10-09'),
    },
    {
      name: 'one order is not marked',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        const [first, second] = values.orders
        await note(person, first, values)
        await backToList(person)
        await note(person, second, { ...values, attention: false })
      },
    },
    {
      name: 'the last order is left out',
      kind: 'half done',
      needs: 'request',
      values: asked,
      does: { orders: ['R9YDB'] },
    },
    {
      name: 'the panel of the last order is filled and not saved',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const [first, second] = values.orders
        await note(person, first, values)
        await backToList(person)
        await openOrder(person, second)
        await fill(person, values)
      },
    },
    {
      name: 'another order is taken for one of them',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { orders: ['R9YDB', 'H8LZN'] },
    },
    {
      name: 'the note of the first order is emptied again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await noteAll(person, app, values)
        await backToList(person)
        await openOrder(person, 'R9YDB')
        await fill(person, { comment: '', attention: false })
        await save(person)
      },
    },
    {
      name: 'the note is written over that of another order',
      kind: 'other record touched',
      values: asked,
      behind: (app, { comment }) => app.change('order', 'code', 'C9MTA', 'comment', comment),
    },
  ],
}
