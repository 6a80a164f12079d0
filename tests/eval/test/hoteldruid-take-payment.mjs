// One of many fields of a long form, with a list beside it that says how the number is meant, and a question about the
// payment on the next page.

import { bar, openStay } from '../apps/hoteldruid.mjs'

/** Fills the field of what is paid. `mode` says whether the amount is added to what was paid before. */
async function fill(person, { amount, mode = 'add' }) {
  const { page } = person
  await person.choose('select[name=modo_aggiorna_pagato]', mode)
  await person.type('input[name=n_pagato]', amount)
  await person.click(page.getByRole('button', { name: /^Modify reservation/ }).last())
  await page.getByText('The paid money will be changed').waitFor()
}

async function finish(person, { method }) {
  const { page } = person
  if (method) await person.choose('select[name^=metodo_pagamento]', method)
  await person.click(page.getByRole('button', { name: 'Continue', exact: true }))
  await page.getByRole('heading', { name: 'Modify or delete reservation' }).waitFor()
}

async function take(person, app, values) {
  await openStay(person, values.guest, values.arrival)
  await fill(person, values)
  await finish(person, values)
}

async function takeAndLook(person, app, values) {
  await take(person, app, values)
  await bar(person, 'RESERVATIONS')
  await person.page.getByRole('heading', { name: 'Table with all the reservations' }).waitFor()
}

const asked = { guest: 'Tanaka', arrival: '2031-04-08', amount: '160', method: 'Card' }

export default {
  app: 'hoteldruid',
  kinds: ['semantic HTML', 'fields without labels', 'long form', 'questions on a second page'],
  goal: 'Write down what a guest paid for a stay, and how',
  values: { guest: 'Brandt', arrival: '2031-04-08', amount: '260', method: 'Cash' },
  perform: takeAndLook,
  truth: {
    inputs: [
      { name: 'guest', value: 'Brandt', source: 'given', changes: true },
      {
        name: 'arrival',
        value: '2031-04-08',
        source: 'given',
        changes: true,
        optional: true,
        forms: ['08-04-2031'],
      },
      { name: 'amount', value: '260', source: 'given', changes: true },
      { name: 'method', value: 'Cash', source: 'given', changes: true },
      { name: 'how the amount is meant', value: 'add', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the stay shows what was paid', kind: 'changed', values: ['guest', 'amount'] },
    ],
    expected: (before, { guest, arrival, amount, method }) => ({
      ...before,
      stays: before.stays.map((one) =>
        one.guest === guest && one.arrival === arrival
          ? // Who paid is expected: HotelDruid confirms the stay.
            { ...one, paid: one.paid + Number(amount), sure: true }
          : one,
      ),
      payments: [...before.payments, { method, amount: Number(amount) }],
    }),
    done: 'In the table of reservations, what the guest paid is larger by the amount',
  },
  right: [
    { name: 'a guest who paid nothing before, by card', values: asked },
    {
      name: 'a part, for the second stay of a guest',
      values: { guest: 'Moreau', arrival: '2031-06-02', amount: '120', method: 'Bank transfer' },
    },
    {
      name: 'another way: with the new sum of all that was paid',
      values: { guest: 'Brandt', arrival: '2031-04-08', amount: '60', method: 'Cash' },
      perform: async (person, app, values) => {
        await openStay(person, values.guest, values.arrival)
        await fill(person, { amount: '140', mode: 'change to' })
        await finish(person, values)
      },
    },
  ],
  faults: [
    {
      name: 'what was paid is not stored',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.stay('Tanaka', 'pagato', null),
    },
    {
      name: 'the amount replaces what was paid before',
      kind: 'one field wrong',
      values: { guest: 'Brandt', arrival: '2031-04-08', amount: '100', method: 'Cash' },
      does: { mode: 'change to' },
    },
    {
      name: 'how it was paid is left out',
      kind: 'half done',
      values: asked,
      does: { method: undefined },
    },
    {
      name: 'the question about the payment is not answered',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await openStay(person, values.guest, values.arrival)
        await fill(person, values)
        await bar(person, 'RESERVATIONS')
      },
    },
    {
      name: 'it is written down for another guest',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { guest: 'Silva', arrival: '2031-04-21' },
    },
    {
      name: 'the amount is mistyped',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { amount: '106' },
    },
    {
      name: 'it is written down twice',
      kind: 'done twice',
      values: { ...asked, amount: '80' },
      perform: async (person, app, values) => {
        await take(person, app, values)
        await fill(person, values)
        await finish(person, values)
      },
    },
    {
      name: 'it is set back to nothing',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await take(person, app, values)
        await fill(person, { amount: '0', mode: 'change to' })
        await finish(person, values)
      },
    },
    {
      name: 'what another guest paid is changed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.stay('Silva', 'pagato', 160),
    },
  ],
}
