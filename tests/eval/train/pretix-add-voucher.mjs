// A long form with a code that is suggested, a field of a day and one of a time with calendars that open over the form,
// a list of choices that opens with a search field, and a tag with suggestions.

import { save } from '../apps/pretix.mjs'

async function takeProduct(person, product, search) {
  const { page } = person
  await person.click(page.locator('#id_itemvar + .select2'))
  const list = page.locator('.select2-dropdown')
  if (search) await person.type(list.getByRole('searchbox'), search)
  await person.click(list.getByRole('option', { name: product, exact: true }))
  await list.waitFor({ state: 'detached' })
}

async function typeDay(person, day) {
  await person.type('#id_valid_until_0', day)
  // The calendar closes.
  await person.press('Tab')
  await person.type('#id_valid_until_1', '23:59:59')
  await person.press('Tab')
}

async function openForm(person) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Create a new voucher' }))
  await page.locator('#id_itemvar + .select2').waitFor()
}

async function fill(person, { code, usages, day, product, effect, value, tag, comment }) {
  const { page } = person
  await openForm(person)
  if (code) await person.type(page.getByLabel('Voucher code'), code)
  await person.type(page.getByLabel('Maximum usages'), usages)
  if (day) await typeDay(person, day)
  await takeProduct(person, product)
  await person.choose('#id_price_mode', effect)
  await person.type(page.getByLabel('Voucher value'), value)
  await person.type('#id_tag', tag)
  // Suggestions close.
  await person.press('Tab')
  if (comment) await person.type('#id_comment', comment)
}

async function add(person, app, values) {
  await fill(person, values)
  await save(person)
}

const EFFECTS = {
  'Set product price to': 'set',
  'Subtract from product price': 'subtract',
  'Reduce product price by (%)': 'percent',
}

const asked = {
  code: 'TEACLUB31',
  usages: '60',
  day: '2031-08-15',
  product: 'Weekend ticket',
  effect: 'Subtract from product price',
  value: '8.00',
  tag: 'clubs',
  comment: 'Asked for by Rosa.',
}

export default {
  app: 'pretix',
  kinds: ['semantic HTML', 'long form', 'searched choices', 'calendar', 'sign-in'],
  start: '/control/event/desk/fair/vouchers/',
  goal: 'Create a voucher with a code for a product of the fair',
  values: {
    code: 'HARBOUR25',
    usages: '15',
    day: '2031-09-05',
    product: 'Workshop',
    effect: 'Reduce product price by (%)',
    value: '25.00',
    tag: 'partners',
    comment: 'For the neighbours at the harbour.',
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'code', value: 'HARBOUR25', source: 'given', changes: true },
      { name: 'usages', value: '15', source: 'given', changes: true },
      {
        name: 'day',
        value: '2031-09-05',
        source: 'given',
        changes: true,
        forms: ['Sept. 5, 2031', 'September 5, 2031'],
      },
      { name: 'time', value: '23:59:59', source: 'constant', changes: false },
      { name: 'product', value: 'Workshop', source: 'given', changes: true },
      { name: 'effect', value: 'Reduce product price by (%)', source: 'given', changes: true },
      { name: 'value', value: '25.00', source: 'given', changes: true, forms: ['25'] },
      { name: 'tag', value: 'partners', source: 'given', changes: true },
      {
        name: 'comment',
        value: 'For the neighbours at the harbour.',
        source: 'given',
        changes: true,
        optional: true,
      },
      {
        name: 'user',
        value: 'ann@desk.example.com',
        source: 'constant',
        changes: false,
        neutral: true,
      },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the voucher is in the list',
        kind: 'created',
        values: ['code', 'usages', 'day', 'product', 'effect', 'value', 'tag', 'comment'],
      },
    ],
    expected: (before, { code, usages, day, product, effect, value, tag, comment }) => ({
      ...before,
      vouchers: [
        ...before.vouchers,
        {
          ...{ code, usages: Number(usages), until: day ? `${day} 23:59:59` : null, product },
          ...{ quota: null, effect: EFFECTS[effect], value: Number(value), tag },
          ...{ comment: comment ?? '', reserves: 0, ignores: 0, budget: null, redeemed: 0 },
        },
      ],
    }),
    done: 'The list of vouchers shows the code with its number of usages, its day, its tag and its product',
  },
  right: [
    { name: 'another voucher', values: asked },
    {
      name: 'no last day and no comment',
      values: {
        code: 'CUPFORTEN',
        usages: '10',
        day: undefined,
        product: 'Tea cup',
        effect: 'Set product price to',
        value: '5.00',
        tag: 'staff',
        comment: undefined,
      },
    },
    {
      name: 'another way: in another order, and the product is searched',
      values: { ...asked, code: 'LATESUMMER', product: 'Reduced day ticket', value: '3.00' },
      perform: async (person, app, values) => {
        const { page } = person
        await openForm(person)
        await person.choose('#id_price_mode', values.effect)
        await person.type(page.getByLabel('Voucher value'), values.value)
        await takeProduct(person, values.product, 'Reduced')
        await person.type('#id_comment', values.comment)
        await person.type('#id_tag', values.tag)
        await person.press('Tab')
        await typeDay(person, values.day)
        await person.type(page.getByLabel('Maximum usages'), values.usages)
        await person.type(page.getByLabel('Voucher code'), values.code)
        await person.press('Enter')
        await page.locator('.alert-success').waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'the voucher is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { code }) =>
        app.sql('delete from pretixbase_voucher where code = ? returning id', code),
    },
    {
      name: 'another value is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { code }) => app.change('voucher', 'code', code, 'value', '80.00'),
    },
    {
      name: 'another product is chosen than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { product: 'Day ticket' },
    },
    {
      name: 'the form is filled and not saved',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'it is created again under the code that is suggested',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, { ...values, code: undefined })
      },
    },
    {
      name: 'the voucher is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        const row = page.getByRole('row').filter({ hasText: values.code })
        await person.click(row.locator('a[href$="/delete"]'))
        await person.click(page.getByRole('button', { name: 'Delete', exact: true }))
        await page.locator('.alert-success').waitFor()
      },
    },
    {
      name: 'another voucher may be used more often',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change('voucher', 'code', 'STAFFCUP', 'max_usages', 60),
    },
  ],
}
