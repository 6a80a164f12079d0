// An address is typed, and a long form in tabs says how its page is watched.

async function fill(person, { url, tag, title, hours }) {
  const { page } = person
  await person.type(page.locator('#new-watch-form #url'), url)
  if (tag) await person.type(page.locator('#new-watch-form #tags'), tag)
  await person.click(page.getByRole('button', { name: 'Edit > Watch' }))
  await page.locator('#save_button').waitFor()
  await person.type(page.locator('#title'), title)
  if (hours) {
    await person.tick(page.locator('#time_between_check_use_default'))
    await person.type(page.locator('#time_between_check-hours'), hours)
  }
}

async function save(person) {
  await person.click('#save_button')
  await person.sees(/^Updated watch/)
}

async function add(person, app, values) {
  await fill(person, values)
  await save(person)
}

const home = (person) => person.click(person.page.locator('.pure-menu-heading').first())

const asked = {
  url: 'https://lighthouse.example/tides',
  tag: 'Offices',
  title: 'Lighthouse tides',
  hours: '6',
}

const entry = ({ url, tag, title, hours }) => ({
  url,
  title,
  tags: tag ? [tag] : [],
  paused: false,
  muted: false,
  every: hours ? { hours: Number(hours) } : {},
  ignored: [],
  trigger: [],
  filters: [],
})

export default {
  app: 'changedetection',
  kinds: ['semantic HTML', 'long form', 'tabs'],
  goal: 'Watch a new page for changes, under a title and a tag, every few hours',
  values: {
    url: 'https://claycompany.example/tins',
    tag: 'Suppliers',
    title: 'Clay Company tins',
    hours: '8',
  },
  perform: add,
  truth: {
    inputs: [
      {
        name: 'url',
        value: 'https://claycompany.example/tins',
        source: 'given',
        changes: true,
      },
      { name: 'tag', value: 'Suppliers', source: 'given', changes: true },
      { name: 'title', value: 'Clay Company tins', source: 'given', changes: true },
      { name: 'hours', value: '8', source: 'given', changes: true },
    ],
    effects: [
      {
        name: 'the page is watched',
        kind: 'created',
        values: ['url', 'tag', 'title', 'hours'],
      },
    ],
    expected: (before, values) => ({
      tags: [...new Set([...before.tags, values.tag].filter(Boolean))].sort(),
      watches: [...before.watches, entry(values)],
    }),
    done: 'The list shows the title with the tag, and its form the address and the hours',
  },
  right: [
    { name: 'another page', values: asked },
    {
      name: 'a tag that is new, and checks as for all pages',
      values: {
        url: 'https://ferry.example/timetable',
        tag: 'Travel',
        title: 'Ferry timetable',
        hours: undefined,
      },
    },
    {
      name: 'another way: added first, changed then',
      values: { ...asked, url: 'https://bakery.example/flour', title: 'Bakery flour', hours: '36' },
      perform: async (person, app, { url, tag, title, hours }) => {
        const { page } = person
        await person.type(page.locator('#new-watch-form #url'), url)
        await person.press('Enter')
        await person.sees('Watch added')
        const row = page.locator('.watch-table tbody tr').filter({ hasText: url })
        await person.click(row.getByRole('link', { name: 'Edit', exact: true }))
        await page.locator('#save_button').waitFor()
        await person.tick(page.locator('#time_between_check_use_default'))
        await person.type(page.locator('#time_between_check-hours'), hours)
        await person.type(page.locator('#title'), title)
        await person.type(page.locator('#tags'), tag)
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the watch is gone',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { title }) => app.change(title, null),
    },
    {
      name: 'the hours are stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { title }) =>
        app.change(title, {
          time_between_check_use_default: false,
          time_between_check: { hours: 60 },
        }),
    },
    {
      name: 'a letter of the address is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { title }) => app.change(title, { url: 'https://lighthouse.example/tide' }),
    },
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await home(person)
        await person.page.locator('#new-watch-form').waitFor()
      },
    },
    {
      name: 'it is added twice',
      kind: 'done twice',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await add(person, app, values)
      },
    },
    {
      name: 'it is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await add(person, app, values)
        const row = page.locator('.watch-table tbody tr').filter({ hasText: values.title })
        await person.tick(row.getByRole('checkbox'))
        await person.click(page.getByRole('button', { name: 'Delete', exact: true }))
        await person.sees(/watches deleted/)
      },
    },
    {
      name: 'another watch gets its title',
      kind: 'other record touched',
      values: asked,
      behind: (app, { title }) => app.change('Harbour notices', { title }),
    },
  ],
}
