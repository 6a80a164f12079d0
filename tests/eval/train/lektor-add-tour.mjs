// A page is made in two steps: a title, which makes its address, and then the form of its model.

import { field, save } from '../apps/lektor.mjs'

/** Makes the page, and waits for its form. */
async function begin(person, { title }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Tours', exact: true }))
  await person.sees('Edit “Tours”')
  await person.click(page.getByRole('link', { name: 'Add Page', exact: true }))
  await person.type(field(person, 'Title').locator('input'), title)
  await person.click(page.getByRole('button', { name: 'Add Child Page', exact: true }))
  await person.sees(`Edit “${title}”`)
}

async function fill(person, { day, level, hours, guide, meeting, text }) {
  await person.date(field(person, 'Day').locator('input'), day)
  if (level) await person.choose(field(person, 'Level').locator('select'), level)
  await person.type(field(person, 'Hours').locator('input'), hours)
  await person.type(field(person, 'Guide').locator('input'), guide)
  await person.type(field(person, 'Meeting point').locator('input'), meeting)
  if (text) await person.type(field(person, 'Text').locator('textarea'), text)
}

async function add(person, app, values) {
  await begin(person, values)
  await fill(person, values)
  await save(person)
}

const slug = (title) => title.toLowerCase().replaceAll(' ', '-')

const made = ({ title, day, level, hours, guide, meeting, text }) => ({
  title,
  day,
  level: level.toLowerCase(),
  hours,
  guide,
  full: 'no',
  meeting,
  ...(text ? { text } : {}),
})

const asked = {
  title: 'Night walk',
  day: '2031-08-12',
  level: 'Middle',
  hours: '3',
  guide: 'Petra Lind',
  meeting: 'Lower bridge',
  text: 'We look for falling stars. Bring a lamp.',
}

export default {
  app: 'lektor',
  kinds: ['single-page app', 'labels beside fields', 'date field', 'two steps'],
  goal: 'Add a tour to the programme of the club',
  values: {
    title: 'Three castles',
    day: '2031-09-07',
    level: 'Hard',
    hours: '6',
    guide: 'Jonas Feld',
    meeting: 'Railway station',
    text: 'Two of them are ruins. Take good shoes.',
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'title', value: 'Three castles', source: 'given', changes: true },
      {
        name: 'day',
        value: '2031-09-07',
        source: 'given',
        changes: true,
        forms: ['09/07/2031', '7 September 2031'],
      },
      { name: 'level', value: 'Hard', source: 'given', changes: true },
      { name: 'hours', value: '6', source: 'given', changes: true },
      { name: 'guide', value: 'Jonas Feld', source: 'given', changes: true },
      { name: 'meeting', value: 'Railway station', source: 'given', changes: true },
      {
        name: 'text',
        value: 'Two of them are ruins. Take good shoes.',
        source: 'given',
        changes: true,
        optional: true,
      },
      { name: 'address', value: 'three-castles', source: 'derived', changes: true },
      { name: 'section', value: 'Tours', source: 'constant', changes: false },
    ],
    effects: [
      {
        name: 'the tour is in the programme',
        kind: 'created',
        values: ['title', 'day', 'level', 'hours', 'guide', 'meeting', 'text'],
      },
    ],
    expected: (before, values) => ({ ...before, [`/tours/${slug(values.title)}`]: made(values) }),
    done: 'The tour stands among the pages of Tours, and its form shows everything that was asked for',
  },
  right: [
    { name: 'another tour', values: asked },
    {
      name: 'a tour without a text',
      values: {
        title: 'Along the brook',
        day: '2031-10-05',
        level: 'Easy',
        hours: '2',
        guide: 'Ida Moser',
        meeting: 'School yard',
        text: '',
      },
    },
    {
      name: 'another way: the plus of the path, and the fields from below',
      values: {
        title: 'Winter hut',
        day: '2031-12-21',
        level: 'Middle',
        hours: '5',
        guide: 'Sepp Auer',
        meeting: 'Town hall',
        text: 'On snow shoes.',
      },
      perform: async (person, app, values) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: 'Tours', exact: true }))
        await person.sees('Edit “Tours”')
        await person.click(page.getByRole('link', { name: '+', exact: true }))
        await person.type(field(person, 'Title').locator('input'), values.title)
        await person.click(page.getByRole('button', { name: 'Add Child Page', exact: true }))
        await person.sees(`Edit “${values.title}”`)
        await person.type(field(person, 'Text').locator('textarea'), values.text)
        await person.type(field(person, 'Meeting point').locator('input'), values.meeting)
        await person.type(field(person, 'Guide').locator('input'), values.guide)
        await person.type(field(person, 'Hours').locator('input'), values.hours)
        await person.choose(field(person, 'Level').locator('select'), values.level)
        await person.date(field(person, 'Day').locator('input'), values.day)
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the page is made, but its form is not saved',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await begin(person, values)
        await fill(person, values)
      },
    },
    {
      name: 'the level is not chosen',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await begin(person, values)
        await fill(person, { ...values, level: '' })
        await save(person)
      },
    },
    {
      name: 'the meeting point and the guide are swapped in the file',
      kind: 'one field wrong',
      values: asked,
      behind: (app) =>
        app.put('tours/night-walk', { guide: 'Lower bridge', meeting: 'Petra Lind' }),
    },
    {
      name: 'the day is stored a month late',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => app.put('tours/night-walk', { day: '2031-09-12' }),
    },
    {
      name: 'the tour is added among the pages of the club',
      kind: 'wrong record',
      values: asked,
      behind: (app) => app.run('mv', ['tours/night-walk', 'night-walk'], { cwd: app.content }),
    },
    {
      name: 'the tour is made a second time',
      kind: 'done twice',
      values: asked,
      behind: (app) =>
        app.run('cp', ['-r', 'tours/night-walk', 'tours/night-walk-2'], { cwd: app.content }),
    },
    {
      name: 'the tour is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        await person.click(page.getByRole('link', { name: 'Delete', exact: true }))
        await person.click(page.getByRole('button', { name: 'Yes, delete', exact: true }))
        await page.waitForURL((url) => !url.pathname.endsWith('/delete'))
      },
    },
    {
      name: 'the file of the tour is empty',
      kind: 'empty or old file',
      values: asked,
      behind: (app) => app.run('truncate', ['-s', '0', app.file('tours/night-walk')]),
    },
    {
      name: 'another tour becomes fully booked behind the screen',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.put('tours/lake-round', { full: 'yes' }),
    },
    {
      name: 'the tour gets another title',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { title: 'Nice walk' },
    },
  ],
}
