// A dialog with one field makes a record, and its page opens.

async function create(person, app, { name }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Models', exact: true }))
  const news = page.getByRole('button', { name: 'Try it now' })
  await news.waitFor()
  await person.click(news)
  await make(person, name)
}

async function make(person, name) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Create Model' }))
  await person.type(page.getByRole('textbox', { name: 'Model name' }), name)
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }))
  await page.getByRole('heading', { name, exact: true }).waitFor()
}

const asked = { name: 'water-hardness' }

export default {
  app: 'mlflow',
  kinds: ['single-page app', 'component library', 'dialogs'],
  goal: 'Register a new model',
  values: { name: 'harvest-day' },
  perform: create,
  truth: {
    inputs: [{ name: 'name', value: 'harvest-day', source: 'given', changes: true }],
    effects: [{ name: 'the model is registered', kind: 'created', values: ['name'] }],
    expected: (before, { name }) => ({
      ...before,
      models: [...before.models, [name, '']].sort((a, b) => (a[0] < b[0] ? -1 : 1)),
    }),
    done: 'The list of models shows it once',
  },
  right: [
    { name: 'another model', values: asked },
    { name: 'a name with a dot', values: { name: 'tins.v2' } },
  ],
  faults: [
    {
      name: 'the model is not there',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) =>
        app.sql("delete from registered_models where name = 'water-hardness' returning name"),
    },
    {
      name: 'the name is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: (app) =>
        app.sql(
          "update registered_models set name = 'water-hardnes' where name = 'water-hardness' returning name",
        ),
    },
    {
      name: 'another model is registered',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { name: 'water-colour' },
    },
    {
      name: 'the dialog is filled and closed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { name }) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: 'Models', exact: true }))
        await person.click(page.getByRole('button', { name: 'Try it now' }))
        await person.click(page.getByRole('button', { name: 'Create Model' }))
        await person.type(page.getByRole('textbox', { name: 'Model name' }), name)
        await person.click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
      },
    },
    {
      name: 'another model is gone',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.sql("delete from registered_models where name = 'leaf-grade' returning name"),
    },
  ],
}
