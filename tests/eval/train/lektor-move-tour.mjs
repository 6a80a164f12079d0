// A page is reached by its section, and four kinds of its fields are changed: a date, a list, a number, a text.

import { field, save } from '../apps/lektor.mjs'

/** Opens the form of a tour, and waits until it shows the tour. */
async function open(person, { tour }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Tours', exact: true }))
  await person.click(page.getByRole('link', { name: tour, exact: true }))
  await person.sees(`Edit “${tour}”`)
}

async function fill(person, { day, hours, guide, meeting }) {
  await person.date(field(person, 'Day').locator('input'), day)
  if (hours) await person.type(field(person, 'Hours').locator('input'), hours)
  if (guide) await person.type(field(person, 'Guide').locator('input'), guide)
  if (meeting) await person.type(field(person, 'Meeting point').locator('input'), meeting)
}

async function move(person, app, values) {
  await open(person, values)
  await fill(person, values)
  await save(person)
}

const addresses = {
  'Round the lake': 'tours/lake-round',
  'Along the ridge': 'tours/ridge-walk',
  'Seven mills': 'tours/mill-valley',
  'Herbs and flowers': 'tours/herb-day',
}

function expected(before, { tour, day, hours, guide, meeting }) {
  const page = `/${addresses[tour]}`
  const old = before[page]
  return {
    ...before,
    [page]: {
      ...old,
      day,
      hours: hours ?? old.hours,
      guide: guide ?? old.guide,
      meeting: meeting ?? old.meeting,
    },
  }
}

const asked = {
  tour: 'Along the ridge',
  day: '2031-06-22',
  hours: '7',
  guide: 'Mara Kofler',
  meeting: 'Car park at the dam',
}

export default {
  app: 'lektor',
  kinds: ['single-page app', 'labels beside fields', 'date field'],
  goal: 'Move a tour of the club to another day, with another guide, length and meeting point',
  values: {
    tour: 'Round the lake',
    day: '2031-05-11',
    hours: '4',
    guide: 'Sepp Auer',
    meeting: 'Old pier',
  },
  perform: move,
  truth: {
    inputs: [
      { name: 'tour', value: 'Round the lake', source: 'given', changes: true },
      {
        name: 'day',
        value: '2031-05-11',
        source: 'given',
        changes: true,
        forms: ['05/11/2031', '11 May 2031'],
      },
      { name: 'hours', value: '4', source: 'given', changes: true },
      { name: 'guide', value: 'Sepp Auer', source: 'given', changes: true },
      { name: 'meeting', value: 'Old pier', source: 'given', changes: true },
      { name: 'section', value: 'Tours', source: 'constant', changes: false },
    ],
    effects: [
      {
        name: 'the tour has the day, the guide, the length and the meeting point',
        kind: 'changed',
        values: ['tour', 'day', 'hours', 'guide', 'meeting'],
      },
    ],
    expected,
    done: 'The form of the tour, opened again, shows the new day, hours, guide and meeting point',
  },
  right: [
    { name: 'another tour', values: asked },
    {
      name: 'another way: the fields in another order, the address typed',
      values: {
        tour: 'Herbs and flowers',
        day: '2031-07-13',
        hours: '5',
        guide: 'Ida Moser',
        meeting: 'Gate of the abbey',
      },
      perform: async (person, app, values) => {
        await person.open(`${app.address}/admin/edit?path=/${addresses[values.tour]}`)
        await person.sees(`Edit “${values.tour}”`)
        await person.type(field(person, 'Meeting point').locator('input'), values.meeting)
        await person.type(field(person, 'Guide').locator('input'), values.guide)
        await person.type(field(person, 'Hours').locator('input'), values.hours)
        await person.date(field(person, 'Day').locator('input'), values.day)
        await save(person)
      },
    },
    {
      name: 'the guide is looked at again after saving',
      values: {
        tour: 'Seven mills',
        day: '2031-06-01',
        hours: '6',
        guide: 'Jonas Feld',
        meeting: 'Bus stop at the mill',
      },
      perform: async (person, app, values) => {
        await move(person, app, values)
        await person.click(person.page.getByRole('link', { name: 'Edit', exact: true }))
        await person.sees(`Edit “${values.tour}”`)
      },
    },
  ],
  faults: [
    {
      name: 'the form is filled in and not saved',
      kind: 'says saved but is not',
      values: asked,
      perform: async (person, app, values) => {
        await open(person, values)
        await fill(person, values)
      },
    },
    {
      name: 'the file keeps the old values',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) =>
        app.put('tours/ridge-walk', {
          day: '2031-06-15',
          hours: '8',
          guide: 'Jonas Feld',
          meeting: 'Upper station',
        }),
    },
    {
      name: 'the day is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.put('tours/ridge-walk', { day: '2031-06-12' }),
    },
    {
      name: 'the guide is misspelt',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.put('tours/ridge-walk', { guide: 'Mara Koffler' }),
    },
    {
      name: 'the guide and the meeting point stay as they were',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { tour, day, hours }) => {
        await open(person, { tour })
        await fill(person, { day, hours })
        await save(person)
      },
    },
    {
      name: 'another tour is moved',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { tour: 'Herbs and flowers' },
    },
    {
      name: 'the day is put back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await move(person, app, values)
        await person.click(person.page.getByRole('link', { name: 'Edit', exact: true }))
        await person.sees(`Edit “${values.tour}”`)
        await fill(person, { day: '2031-06-15' })
        await save(person)
      },
    },
    {
      name: 'another tour gets the guide behind the screen',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.put('tours/herb-day', { guide: 'Mara Kofler' }),
    },
    {
      name: 'the text of the tour is lost',
      kind: 'empty or old file',
      values: asked,
      behind: (app) => app.put('tours/ridge-walk', { text: '' }),
    },
  ],
}
