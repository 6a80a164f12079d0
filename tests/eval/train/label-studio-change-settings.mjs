// A menu of a card leads to the settings of a project: two fields, and a choice among drawn buttons.

/** Opens the settings of a project by the menu of its card, and waits until the form shows them. */
async function open(person, { project }) {
  const { page } = person
  const card = page.getByRole('link').filter({ has: page.getByText(project, { exact: true }) })
  await person.click(card.getByRole('button', { name: 'Project options' }))
  const loaded = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && /\/api\/projects\/\d/.test(answer.url()),
  )
  await person.click(page.getByRole('link', { name: 'Settings', exact: true }))
  await (await loaded).finished()
  await page.waitForFunction(
    (name) => document.querySelector('input[name=title]')?.value === name,
    project,
  )
}

async function fill(person, { name, description, sampling }) {
  const { page } = person
  await person.type(page.getByLabel('Project Name'), name)
  if (description !== undefined) await person.type(page.getByLabel('Description'), description)
  if (sampling) await person.click(page.getByText(sampling, { exact: true }))
}

const press = (person) =>
  person.click(person.page.getByRole('button', { name: 'Save general settings' }))

/** Stores the form, and sees what the page says about it for a moment. */
async function save(person) {
  await Promise.all([person.sees('Saved!'), stored(person, () => press(person))])
}

/** Waits for the answer to what `act` sends. */
async function stored(person, act) {
  const answered = person.page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().includes('/api/projects/'),
  )
  await act()
  await answered
}

async function change(person, app, values) {
  await open(person, values)
  await fill(person, values)
  await save(person)
}

const orders = {
  'Sequential sampling': 'Sequential sampling',
  'Random sampling': 'Uniform sampling',
}

const sorted = (projects) => projects.sort((a, b) => (a.title < b.title ? -1 : 1))

const asked = {
  project: 'Tea reviews',
  name: 'Reviews of 2031',
  description: 'Only those of our guests in the shop.',
  sampling: 'Random sampling',
}

export default {
  app: 'label-studio',
  kinds: ['single-page app', 'component library', 'choice among drawn buttons', 'sign-in'],
  goal: 'Give a project another name and description, and another order of its tasks',
  values: {
    project: 'Shop mails',
    name: 'Letters of May',
    description: 'Sort them before the weekend.',
    sampling: 'Random sampling',
  },
  perform: change,
  truth: {
    inputs: [
      { name: 'project', value: 'Shop mails', source: 'given', changes: true },
      { name: 'name', value: 'Letters of May', source: 'given', changes: true },
      {
        name: 'description',
        value: 'Sort them before the weekend.',
        source: 'given',
        changes: true,
      },
      {
        name: 'sampling',
        value: 'Random sampling',
        source: 'given',
        changes: true,
        forms: ['Uniform sampling'],
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
        name: 'the project has the name, the description and the order',
        kind: 'changed',
        values: ['name', 'description', 'sampling'],
      },
    ],
    expected: (before, { project, name, description, sampling }) => ({
      ...before,
      projects: sorted(
        before.projects.map((one) =>
          one.title === project
            ? {
                ...one,
                title: name,
                description: description ?? one.description,
                sampling: sampling ? orders[sampling] : one.sampling,
              }
            : one,
        ),
      ),
      texts: before.texts
        .map(([of, text]) => [of === project ? name : of, text])
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
    }),
    done: 'The settings of the project show the name, the description and the order',
  },
  right: [
    { name: 'another project', values: asked },
    {
      name: 'the order stays as it is',
      values: { project: 'Harvest notes', name: 'Notes of the field', sampling: undefined },
    },
    {
      name: 'another way: in another order, and stored with the key of a form',
      values: asked,
      perform: async (person, app, { name, description, sampling, project }) => {
        const { page } = person
        await open(person, { project })
        await person.click(page.getByText(sampling, { exact: true }))
        await person.type(page.getByLabel('Description'), description)
        await person.type(page.getByLabel('Project Name'), name)
        await stored(person, () => person.press('Enter'))
      },
    },
  ],
  faults: [
    {
      name: 'the settings are as before',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) =>
        app.sql(
          "update project set title = 'Tea reviews', description = 'What guests say about our teas.', sampling = 'Sequential sampling' where title = 'Reviews of 2031'",
        ),
    },
    {
      name: 'a word of the description is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app) =>
        app.sql(
          "update project set description = 'Only those of our guests in the shed.' where title = 'Reviews of 2031'",
        ),
    },
    {
      name: 'the order is not chosen',
      kind: 'one field wrong',
      values: asked,
      does: { sampling: undefined },
    },
    {
      name: 'another project is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { project: 'Harvest notes' },
    },
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await open(person, values)
        await fill(person, values)
        await person.click(person.page.getByRole('link', { name: 'Projects', exact: true }).first())
        await person.sees('Harvest notes')
      },
    },
    {
      name: 'the name is changed back afterwards',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await change(person, app, values)
        // The form is filled again from what was stored.
        await person.page.getByRole('link', { name: values.name, exact: true }).waitFor()
        await fill(person, { name: values.project })
        await stored(person, () => press(person))
      },
    },
    {
      name: 'another project loses its description',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.sql("update project set description = '' where title = 'Shop mails'"),
    },
  ],
}
