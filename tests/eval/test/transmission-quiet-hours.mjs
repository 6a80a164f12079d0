// A dialog of settings in tabs without a button that saves: each number is stored when its field is left, each choice at
// once. Hours and days are chosen in lists.

const prefs = (person) => person.page.locator('.ui-dialog:visible')

async function openSpeed(person) {
  const { page } = person
  await page.locator('#torrent_list .torrent').first().waitFor()
  await person.click('#prefs-button')
  await person.click(prefs(person).getByText('Speed', { exact: true }))
}

/** Does `act`, and waits until the server has stored what it changed. */
async function stored(person, act) {
  const answer = person.page.waitForResponse((one) =>
    (one.request().postData() ?? '').includes('session-set'),
  )
  await Promise.all([answer, act()])
}

async function number(person, field, value) {
  await stored(person, async () => {
    await person.type(field, value)
    await person.press('Tab')
  })
}

async function fill(person, { up, down, from, to, days }) {
  const { page } = person
  await openSpeed(person)
  await number(person, '#alt-speed-up', up)
  await number(person, '#alt-speed-down', down)
  await stored(person, () => person.tick('#alt-speed-time-enabled'))
  await stored(person, () => person.choose(page.locator('#alt-speed-time-begin'), from))
  await stored(person, () => person.choose(page.locator('#alt-speed-time-end'), to))
  if (days) await stored(person, () => person.choose(page.locator('#alt-speed-time-day'), days))
}

async function close(person) {
  await person.click(prefs(person).locator('.ui-dialog-titlebar-close'))
  await prefs(person).waitFor({ state: 'hidden' })
}

async function set(person, app, values) {
  await fill(person, values)
  await close(person)
}

const DAYS = { Everyday: 127, Weekdays: 62, Weekends: 65, Friday: 32 }
const minutes = (time) => Number(time.split(':')[0]) * 60 + Number(time.split(':')[1])

const asked = { up: '20', down: '120', from: '19:30', to: '22:15', days: 'Weekends' }

export default {
  app: 'transmission',
  kinds: ['single-page app', 'dialogs with tabs', 'saves by itself', 'times'],
  goal: 'Slow the sharing down at certain hours',
  values: { up: '35', down: '80', from: '7:45', to: '16:30', days: 'Weekdays' },
  perform: set,
  truth: {
    inputs: [
      { name: 'up', value: '35', source: 'given', changes: true },
      { name: 'down', value: '80', source: 'given', changes: true },
      { name: 'from', value: '7:45', source: 'given', changes: true },
      { name: 'to', value: '16:30', source: 'given', changes: true },
      { name: 'days', value: 'Weekdays', source: 'given', changes: true },
    ],
    effects: [
      {
        name: 'the slower hours are set',
        kind: 'changed',
        values: ['up', 'down', 'from', 'to', 'days'],
      },
    ],
    expected: (before, { up, down, from, to, days }) => ({
      ...before,
      settings: {
        ...before.settings,
        ...{ 'alt-speed-up': Number(up), 'alt-speed-down': Number(down) },
        'alt-speed-time-enabled': true,
        ...{ 'alt-speed-time-begin': minutes(from), 'alt-speed-time-end': minutes(to) },
        'alt-speed-time-day': DAYS[days ?? 'Everyday'],
      },
    }),
    done: 'The tab Speed of the settings shows both limits, the ticked times, and from when until when and on which days',
  },
  read: async (app) => {
    const { settings, ...rest } = await app.read()
    // Whether the slower hours are running now depends on the clock.
    const { 'alt-speed-enabled': _, ...kept } = settings
    return { ...rest, settings: kept }
  },
  right: [
    { name: 'other hours', values: asked },
    { name: 'every day, as it is', values: { ...asked, days: undefined } },
    {
      name: 'another way: the hours first, and opened by a key',
      values: asked,
      perform: async (person, app, { up, down, from, to, days }) => {
        const { page } = person
        await page.locator('#torrent_list .torrent').first().waitFor()
        await person.press(',')
        await person.click(prefs(person).getByText('Speed', { exact: true }))
        await stored(person, () => person.tick('#alt-speed-time-enabled'))
        await stored(person, () => person.choose(page.locator('#alt-speed-time-day'), days))
        await stored(person, () => person.choose(page.locator('#alt-speed-time-begin'), from))
        await stored(person, () => person.choose(page.locator('#alt-speed-time-end'), to))
        await number(person, '#alt-speed-down', down)
        await number(person, '#alt-speed-up', up)
        await close(person)
      },
    },
  ],
  faults: [
    {
      name: 'the end is not stored',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.change({ 'alt-speed-time-end': 1020 }),
    },
    {
      name: 'only the limits are set',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { up, down }) => {
        await openSpeed(person)
        await number(person, '#alt-speed-up', up)
        await number(person, '#alt-speed-down', down)
        await close(person)
      },
    },
    {
      name: 'the two limits are exchanged',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { up: '120', down: '20' },
    },
    {
      name: 'other days are chosen',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { days: 'Weekdays' },
    },
    {
      name: 'the normal limits are set instead',
      kind: 'wrong record',
      values: asked,
      perform: async (person, app, { up, down }) => {
        await openSpeed(person)
        await stored(person, () => person.tick('#speed-limit-up-enabled'))
        await number(person, '#speed-limit-up', up)
        await stored(person, () => person.tick('#speed-limit-down-enabled'))
        await number(person, '#speed-limit-down', down)
        await close(person)
      },
    },
    {
      name: 'the times are unticked again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await stored(person, () => person.tick('#alt-speed-time-enabled'))
        await close(person)
      },
    },
    {
      name: 'sharing stops at a ratio as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.change({ seedRatioLimited: true }),
    },
  ],
}
