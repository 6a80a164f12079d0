// A session is dragged from a list into a grid of rooms and hours; nothing is typed and nothing is saved by a button.
// What was meant can only be read from where it was dropped.

import { dragTo, placed, waiting } from '../apps/pretalx.mjs'

const DAYS = { '2031-06-05': 'Thursday 05. June', '2031-06-06': 'Friday 06. June' }

async function openDay(person, start) {
  const { page } = person
  await placed(page, 'Opening words').waitFor()
  if (start.startsWith('2031-06-06'))
    await person.click(page.getByRole('tab', { name: DAYS['2031-06-06'] }))
}

async function place(person, app, { session, room, start }) {
  await openDay(person, start)
  await dragTo(person, waiting(person.page, session), room, start)
  await placed(person.page, session).waitFor()
}

const minutes = { 'Rolling by hand': 90 }

/** The moment this many minutes later, as the database writes it. */
const later = (start, more) =>
  new Date(Date.parse(`${start}:00Z`) + more * 60_000).toISOString().slice(0, 16).replace('T', ' ')

const asked = { session: 'Steam and patience', room: 'Great hall', start: '2031-06-05T11:30' }

export default {
  app: 'pretalx',
  kinds: ['single-page part', 'drag and drop', 'days and times', 'sign-in'],
  start: '/orga/event/tea/schedule/',
  goal: 'Give a confirmed session its room and its time in the schedule',
  values: { session: 'Pots and glazes', room: 'Library', start: '2031-06-05T12:00' },
  perform: place,
  truth: {
    inputs: [
      { name: 'session', value: 'Pots and glazes', source: 'given', changes: true },
      { name: 'room', value: 'Library', source: 'given', changes: true },
      {
        name: 'start',
        value: '2031-06-05T12:00',
        forms: ['12:00', '12:00 PM', '2031-06-05 12:00', '2031-06-05T12:00:00Z'],
        source: 'given',
        changes: true,
      },
      {
        name: 'user',
        value: 'ann@desk.example',
        source: 'constant',
        changes: false,
        neutral: true,
      },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the session has its place',
        kind: 'changed',
        values: ['session', 'room', 'start'],
      },
    ],
    expected: (before, { session, room, start }) => ({
      ...before,
      sessions: before.sessions.map((one) =>
        one.title === session
          ? { ...one, room, start: later(start, 0), end: later(start, minutes[session] ?? 60) }
          : one,
      ),
    }),
    done: 'The session is in the column of the room, beginning at this time, and no longer in the list at the left',
  },
  right: [
    { name: 'another session', values: asked },
    {
      name: 'a longer one, on the second day',
      values: { session: 'Rolling by hand', room: 'Great hall', start: '2031-06-06T09:30' },
    },
    {
      name: 'another way: dropped elsewhere first, and then moved',
      values: asked,
      perform: async (person, app, { session, room, start }) => {
        await place(person, app, { session, room: 'Library', start: '2031-06-05T11:00' })
        await dragTo(person, placed(person.page, session), room, start)
        await placed(person.page, session).waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'the session has no place after all',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { session }) => app.move(session, null, null, null),
    },
    {
      name: 'it is dropped in another room',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { room: 'Library' },
    },
    {
      name: 'it is dropped half an hour too late',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { start: '2031-06-05T12:00' },
    },
    {
      name: 'it ends too early',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { session, room }) =>
        app.move(session, room, '2031-06-05 11:30:00', '2031-06-05 11:45:00'),
    },
    {
      name: 'another session is dragged',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { session: 'Frost in the garden' },
    },
    {
      name: 'the session is taken out of the schedule again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await place(person, app, values)
        await person.click(placed(page, values.session))
        await person.click(page.getByRole('button', { name: 'Unschedule' }))
        await waiting(page, values.session).waitFor()
      },
    },
    {
      name: 'another session is moved as well',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await place(person, app, values)
        await dragTo(
          person,
          placed(person.page, 'Water, hard and soft'),
          'Library',
          '2031-06-05T11:00',
        )
      },
    },
    {
      name: 'a session that was there loses its place',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.move('Leaves on the slope', null, null, null),
    },
  ],
}
