// A label with a key is made by a form behind a menu of actions; a page that cannot be opened by its address.

/** Opens a page of a project by the menu at the side. */
export async function enter(person, project, name) {
  const { page } = person
  await person.click(page.getByRole('link', { name: project, exact: true }))
  await page.getByText('Welcome to Doccano!').waitFor()
  const entry = page.getByRole('navigation').getByText(name, { exact: true })
  // In a wide window the menu comes by itself.
  const there = await entry.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  )
  if (!there) await person.click(page.getByRole('banner').getByRole('button').first())
  await person.click(entry)
}

async function fill(person, { project, label, key }) {
  const { page } = person
  await enter(person, project, 'Labels')
  await person.click(page.getByRole('button', { name: 'Actions' }))
  await person.click(page.getByRole('menuitem', { name: 'Create Label' }))
  await person.type(page.getByLabel('Label name'), label)
  await person.click(page.getByRole('button', { name: 'Key' }))
  await person.click(page.getByRole('option', { name: key, exact: true }))
}

async function add(person, app, values) {
  const { page } = person
  await fill(person, values)
  await person.click(page.getByRole('button', { name: 'Save', exact: true }))
  await page.getByRole('cell', { name: values.label, exact: true }).waitFor()
}

const change = (app, from, set, value) =>
  app.sql(
    `update label_types_categorytype set ${set} = ? where text = ? returning text`,
    value,
    from,
  )
const asked = { project: 'Tea reviews', label: 'Packing', key: '4' }

export default {
  app: 'doccano',
  kinds: ['single-page app', 'component library', 'no address'],
  goal: 'Add a label to a project',
  values: { project: 'Shop mails', label: 'Refund', key: '7' },
  perform: add,
  truth: {
    inputs: [
      { name: 'project', value: 'Shop mails', source: 'given', changes: true },
      { name: 'label', value: 'Refund', source: 'given', changes: true },
      { name: 'key', value: '7', source: 'given', changes: true },
    ],
    effects: [{ name: 'the project has the label', kind: 'created', values: ['label', 'key'] }],
    expected: (before, { project, label, key }) => ({
      ...before,
      labels: [...before.labels, [project, label, key]].sort((a, b) =>
        a.slice(0, 2).join() < b.slice(0, 2).join() ? -1 : 1,
      ),
    }),
    done: 'The list of labels of the project shows the new one with its key',
  },
  right: [
    { name: 'another project', values: asked },
    { name: 'a third one', values: { project: 'Harvest notes', label: 'Soil', key: '2' } },
  ],
  faults: [
    {
      name: 'the label is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) =>
        app.sql("delete from label_types_categorytype where text = 'Packing' returning text"),
    },
    {
      name: 'another key',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => change(app, 'Packing', 'suffix_key', '6'),
    },
    {
      name: 'another project',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { project: 'Harvest notes' },
    },
    {
      name: 'two labels',
      kind: 'done twice',
      needs: 'request',
      values: asked,
      perform: async (person, app, values) => {
        await add(person, app, values)
        await person.page.goto(app.start_url)
        await add(person, app, { ...values, label: `${values.label} 2`, key: '5' })
      },
    },
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await fill(person, values)
        await person.page.goto(app.start_url)
      },
    },
  ],
}
