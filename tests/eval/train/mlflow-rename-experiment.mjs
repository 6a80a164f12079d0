// An icon without a name beside an entry of a list opens a dialog, in which the entry gets another name.

const entry = (page, name) =>
  page
    .getByTestId('experiment-list-item')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

async function open(person, { experiment }) {
  await person.click(entry(person.page, experiment).getByTestId('rename-experiment-button'))
}

async function rename(person, app, values) {
  const { page } = person
  await open(person, values)
  await person.type(page.getByRole('textbox', { name: 'New experiment name' }), values.name)
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }))
  await entry(page, values.name).waitFor()
}

const set = (app, from, to) =>
  app.sql('update experiments set name = ? where name = ? returning experiment_id', to, from)

const asked = { experiment: 'Green tea', name: 'Sencha' }

export default {
  app: 'mlflow',
  kinds: ['single-page app', 'component library', 'icons without a name'],
  goal: 'Give an experiment another name',
  values: { experiment: 'Black tea', name: 'Assam of May' },
  perform: rename,
  truth: {
    inputs: [
      { name: 'experiment', value: 'Black tea', source: 'given', changes: true },
      { name: 'name', value: 'Assam of May', source: 'given', changes: true },
    ],
    effects: [{ name: 'the experiment has the name', kind: 'changed', values: ['name'] }],
    expected: (before, { experiment, name }) => ({
      ...before,
      experiments: before.experiments.map((one) => (one === experiment ? name : one)).sort(),
      runs: before.runs
        .map(([of, run]) => [of === experiment ? name : of, run])
        .sort((a, b) => (a.join() < b.join() ? -1 : 1)),
    }),
    done: 'The list of experiments shows the new name, and the old one no longer',
  },
  right: [
    { name: 'another experiment', values: asked },
    { name: 'a third one', values: { experiment: 'Herbal tea', name: 'Mint' } },
  ],
  faults: [
    {
      name: 'the name is as it was',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => set(app, 'Sencha', 'Green tea'),
    },
    {
      name: 'another name is stored',
      kind: 'one field wrong',
      values: asked,
      behind: (app) => set(app, 'Sencha', 'Senca'),
    },
    {
      name: 'another experiment is renamed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { experiment: 'Herbal tea' },
    },
    {
      name: 'the dialog is filled and closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await open(person, values)
        await person.type(page.getByRole('textbox', { name: 'New experiment name' }), values.name)
        await person.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
      },
    },
    {
      name: 'it gets its old name back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await rename(person, app, values)
        await rename(person, app, { experiment: values.name, name: values.experiment })
      },
    },
    {
      name: 'another experiment is renamed as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => set(app, 'Herbal tea', 'Mint'),
    },
  ],
}
