// A long form of the server whose fields have no labels, then a second one for a guest who was never there before. The
// table of reservations shows the result.

import { bar, night, openStay, row, shown } from '../apps/hoteldruid.mjs'

async function fill(person, values) {
  const { page } = person
  const { surname, name, arrival, departure, rate, people, room, origin, comment } = values
  await bar(person, 'RESERVATION')
  await person.type('input[name=cognome]', surname)
  if (name) await person.type('input[name=nome]', name)
  await person.choose('select[name=inizioperiodo1]', shown(arrival))
  await person.choose('select[name=fineperiodo1]', shown(departure))
  await person.choose('select[name=nometipotariffa1]', rate)
  await person.type('input[name=numpersone1]', people)
  if (room) await person.choose('select[name=appartamento1]', room)
  await person.choose('select[name=origine_prenota1]', origin)
  if (comment) await person.type('textarea[name=commento1_1]', comment)
  await person.click(page.getByRole('button', { name: 'Insert the reservation' }).first())
}

/** Writes down who comes. */
async function meet(person, phone) {
  const { page } = person
  await page.getByRole('heading', { name: /client's data\.$/ }).waitFor()
  if (phone) await person.type('input[name=telefono]', phone)
  await person.click(page.getByRole('button', { name: 'Insert data', exact: true }).first())
}

async function book(person, app, values) {
  await fill(person, values)
  if (values.known) await person.click(person.page.getByRole('button', { name: /^Use client/ }))
  else await meet(person, values.phone)
  await person.sees(/inserted!/)
}

async function bookAndLook(person, app, values) {
  await book(person, app, values)
  await bar(person, 'RESERVATIONS')
  await row(person.page, values.surname, values.arrival).waitFor()
}

const PRICES = { 'Bed and breakfast': 80, 'Half board': 112, 'Room only': 68 }

const asked = {
  surname: 'Farrow',
  name: 'Edith',
  phone: '+44 1620 555 021',
  arrival: '2031-09-19',
  departure: '2031-09-22',
  rate: 'Bed and breakfast',
  people: '1',
  room: '06',
  origin: 'Letter',
  comment: 'Brings a bicycle',
}

const known = {
  surname: 'Tanaka',
  name: undefined,
  phone: undefined,
  arrival: '2031-10-06',
  departure: '2031-10-08',
  rate: 'Half board',
  people: '2',
  room: '01',
  origin: 'Letter',
  comment: undefined,
}

export default {
  app: 'hoteldruid',
  kinds: ['semantic HTML', 'fields without labels', 'long form', 'lists of days'],
  goal: 'Book a room for a guest',
  values: {
    surname: 'Okafor',
    name: 'Chidi',
    phone: '+234 1 555 0133',
    arrival: '2031-05-12',
    departure: '2031-05-15',
    rate: 'Half board',
    people: '2',
    room: '04',
    origin: 'Phone',
    comment: 'Comes late in the evening',
  },
  perform: bookAndLook,
  truth: {
    inputs: [
      { name: 'surname', value: 'Okafor', source: 'given', changes: true },
      { name: 'name', value: 'Chidi', source: 'given', changes: true },
      { name: 'phone', value: '+234 1 555 0133', source: 'given', changes: true },
      {
        name: 'arrival',
        value: '2031-05-12',
        source: 'given',
        changes: true,
        forms: ['May 12 Mo, 2031', '12-05-2031'],
      },
      {
        name: 'departure',
        value: '2031-05-15',
        source: 'given',
        changes: true,
        forms: ['May 15 Th, 2031', '15-05-2031'],
      },
      { name: 'rate', value: 'Half board', source: 'given', changes: true },
      { name: 'people', value: '2', source: 'given', changes: true },
      { name: 'room', value: '04', source: 'given', changes: true },
      { name: 'origin', value: 'Phone', source: 'given', changes: true },
      { name: 'comment', value: 'Comes late in the evening', source: 'given', changes: true },
    ],
    effects: [
      {
        name: 'the room is booked',
        kind: 'created',
        values: ['surname', 'arrival', 'departure', 'people', 'room', 'comment'],
      },
    ],
    expected: (before, values, after) => {
      const { surname, name, phone, arrival, departure, rate, people, room, origin } = values
      const made = after.stays.at(-1)
      return {
        ...before,
        guests: values.known
          ? before.guests
          : [...before.guests, { surname, name, town: '', phone, mail: '' }],
        stays: [
          ...before.stays,
          {
            ...{ guest: surname, arrival, departure, people: Number(people), rate, origin },
            // A room that nobody asked for is one that HotelDruid finds.
            ...{ room: room ?? made?.room, fixed: room !== undefined },
            ...{ total: PRICES[rate] * (night(departure) - night(arrival)), deposit: 0, paid: 0 },
            ...{ comment: values.comment ?? '', sure: false },
          },
        ],
      }
    },
    done: 'The table of reservations has a row with the guest, both days, the room, the people and the comment',
  },
  right: [
    { name: 'another guest in another room', values: asked },
    {
      name: 'a guest who was here before',
      values: { ...known, known: true },
    },
    {
      name: 'another way: from the menu, in whatever room is free',
      values: { ...asked, room: undefined, comment: undefined },
      perform: async (person, app, values) => {
        const { page } = person
        await bar(person, 'MENU')
        await person.click(page.getByRole('button', { name: 'Insert a new reservation' }))
        await person.choose('select[name=inizioperiodo1]', shown(values.arrival))
        await person.choose('select[name=fineperiodo1]', shown(values.departure))
        await person.type('input[name=numpersone1]', values.people)
        await person.choose('select[name=nometipotariffa1]', values.rate)
        await person.choose('select[name=origine_prenota1]', values.origin)
        await person.type('input[name=nome]', values.name)
        await person.type('input[name=cognome]', values.surname)
        await person.click(page.getByRole('button', { name: 'Insert the reservation' }).last())
        await meet(person, values.phone)
        await person.sees(/inserted!/)
      },
    },
  ],
  faults: [
    {
      name: 'the booking is not there',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.cancel('Farrow'),
    },
    {
      name: 'the last night is not booked',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.stay('Farrow', 'iddatafine', night('2031-09-20')),
    },
    {
      name: 'it is in another room',
      kind: 'one field wrong',
      values: asked,
      does: { room: '05' },
    },
    {
      name: 'the guest comes a month later',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { arrival: '2031-10-19', departure: '2031-10-22' },
    },
    {
      name: 'the name is misspelt',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { surname: 'Farow' },
    },
    {
      name: 'the guest is not written down in the end',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        await person.type('input[name=telefono]', values.phone)
        await person.click(page.getByRole('button', { name: 'Cancel', exact: true }).first())
        await bar(person, 'RESERVATIONS')
      },
    },
    {
      name: 'two rooms are booked',
      kind: 'done twice',
      values: { ...asked, room: undefined },
      perform: async (person, app, values) => {
        await book(person, app, values)
        await fill(person, values)
        await person.click(person.page.getByRole('button', { name: /^Use client/ }))
        await person.sees(/inserted!/)
      },
    },
    {
      name: 'a guest who was here before is written down again',
      kind: 'wrong record',
      values: { ...known, known: true },
      perform: async (person, app, values) => {
        const { page } = person
        await fill(person, values)
        const again = page.getByRole('button', { name: "Insert a new client's data" }).first()
        await person.click(again)
        await meet(person)
        await person.sees(/inserted!/)
      },
    },
    {
      name: 'it is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await bookAndLook(person, app, values)
        await openStay(person, values.surname, values.arrival)
        await person.click(page.getByRole('button', { name: /^Delete reservation/ }).first())
        await person.click(page.getByRole('button', { name: 'YES', exact: true }))
        await page.getByText('Are you sure').waitFor({ state: 'hidden' })
        await bar(person, 'RESERVATIONS')
        await row(page, 'Silva', '2031-04-21').waitFor()
      },
    },
    {
      name: 'another guest is moved to another room',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.stay('Silva', 'idappartamenti', '05'),
    },
  ],
}
