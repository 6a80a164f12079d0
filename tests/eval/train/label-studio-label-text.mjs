// A row of a drawn table opens a text beside it; one of its labels is ticked and submitted.

const submit = (page) => page.getByRole('button', { name: 'Submit current annotation' })
const update = (page) => page.getByRole('button', { name: 'submit', exact: true })
const choice = (page, label) => page.getByRole('checkbox', { name: label })

async function choose(person, { project, text, label }) {
  const { page } = person
  await person.click(page.getByText(project, { exact: true }))
  await person.click(page.getByText(text, { exact: true }))
  await submit(page).waitFor()
  await person.tick(choice(page, label))
}

async function give(person, app, values) {
  const { page } = person
  await choose(person, values)
  await person.click(submit(page))
  await update(page).waitFor()
}

const TASK = "(select id from task where json_extract(data, '$.text') = ?)"

const asked = { project: 'Shop mails', text: 'Please send an invoice.', label: 'Invoice' }

export default {
  app: 'label-studio',
  kinds: ['single-page app', 'component library', 'drawn table', 'sign-in'],
  goal: 'Give a text of a project its label, and submit it',
  values: { project: 'Tea reviews', text: 'My parcel came a week late.', label: 'Delivery' },
  perform: give,
  truth: {
    inputs: [
      { name: 'project', value: 'Tea reviews', source: 'given', changes: true },
      { name: 'text', value: 'My parcel came a week late.', source: 'given', changes: true },
      { name: 'label', value: 'Delivery', source: 'given', changes: true },
      {
        name: 'user',
        value: 'ann@desk.example',
        source: 'constant',
        changes: false,
        neutral: true,
      },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [{ name: 'the text has the label', kind: 'created', values: ['text', 'label'] }],
    expected: (before, { text, label }) => ({
      ...before,
      given: [...before.given, { text, labels: [label], skipped: 0 }],
    }),
    done: 'The text is opened again, and the label is ticked in its submitted annotation',
  },
  right: [
    { name: 'another project', values: asked },
    { name: 'another text', values: { text: 'A dull cup, never again.', label: 'Complaint' } },
    {
      name: 'another way: another label is ticked first, then corrected',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await choose(person, { ...values, label: 'Question' })
        await person.tick(choice(page, values.label))
        await person.click(submit(page))
        await update(page).waitFor()
      },
    },
  ],
  faults: [
    {
      name: 'nothing is stored',
      kind: 'says saved but is not',
      values: asked,
      behind: async (app, { text }) => {
        await app.sql(`delete from task_completion where task_id = ${TASK} returning id`, text)
        await app.sql(
          `update task set is_labeled = 0, total_annotations = 0 where id = ${TASK} returning id`,
          text,
        )
      },
    },
    {
      name: 'another label is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { text }) =>
        app.sql(
          `update task_completion set result = replace(result, 'Invoice', 'Order') where task_id = ${TASK} returning id`,
          text,
        ),
    },
    {
      name: 'another label is ticked',
      kind: 'one field wrong',
      values: asked,
      does: { label: 'Question' },
    },
    {
      name: 'another text gets the label',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { text: 'Where is order 1187?' },
    },
    {
      name: 'the label is ticked and not submitted',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await choose(person, values)
        await person.click(person.page.getByRole('link', { name: 'Projects', exact: true }).first())
        await person.sees('Harvest notes')
      },
    },
    {
      name: 'the label is changed and submitted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await give(person, app, values)
        const stored = page.waitForResponse(
          (answer) =>
            answer.request().method() === 'PATCH' && answer.url().includes('/annotations/'),
        )
        await person.tick(choice(page, 'Order'))
        await person.click(update(page))
        await stored
      },
    },
    {
      name: 'another text gets a label as well',
      kind: 'other record touched',
      values: asked,
      behind: async (app) => {
        const [{ id }] = await app.sql(
          "select id from task where json_extract(data, '$.text') = 'Where is order 1187?'",
        )
        await app.call(`tasks/${id}/annotations/`, {
          result: [
            {
              from_name: 'kind',
              to_name: 'text',
              type: 'choices',
              value: { choices: ['Question'] },
            },
          ],
        })
      },
    },
  ],
}
