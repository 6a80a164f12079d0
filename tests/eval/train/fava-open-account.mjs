// One line is written at the end of a long text in a code editor.

const save = (page) => page.getByRole('button', { name: 'Save', exact: true })

async function write(person, { day, account }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Editor', exact: true }))
  await person.click(page.locator('.cm-content'))
  await person.press('Control+End')
  await person.write(`${day} open ${account} EUR`)
}

async function stored(person) {
  await person.page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor()
}

async function open(person, app, values) {
  await write(person, values)
  await person.click(save(person.page))
  await stored(person)
}

const asked = { account: 'Expenses:Garden', day: '2026-04-01' }

/** The account and its day; `read` of the application has no days of accounts. */
async function read(app) {
  const { others: _, ...state } = await app.read()
  const days = await app.run('grep', ['-E', '^[0-9-]+ open ', app.file])
  return { ...state, opened: days.trim().split('\n').sort() }
}

export default {
  app: 'fava',
  kinds: ['single-page app', 'framework: Svelte', 'code editor'],
  goal: 'Open a new account in the books from a given day',
  values: { account: 'Expenses:Gifts', day: '2026-03-01' },
  read,
  perform: open,
  truth: {
    inputs: [
      { name: 'account', value: 'Expenses:Gifts', source: 'given', changes: true },
      { name: 'day', value: '2026-03-01', source: 'given', changes: true },
      { name: 'currency', value: 'EUR', source: 'constant', changes: false },
    ],
    effects: [{ name: 'the account is open', kind: 'created', values: ['account', 'day'] }],
    expected: (before, { account, day }) => ({
      ...before,
      accounts: [...before.accounts, account].sort(),
      opened: [...before.opened, `${day} open ${account} EUR`].sort(),
    }),
    done: 'The books have a line that opens the account on the day, and no error',
  },
  right: [
    { name: 'other values', values: asked },
    {
      name: 'another way: saved by the key',
      values: { account: 'Expenses:Music', day: '2026-05-15' },
      perform: async (person, app, values) => {
        await write(person, values)
        await person.press('Control+s')
        await stored(person)
      },
    },
  ],
  faults: [
    {
      name: 'the line is written and not saved',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => write(person, values),
    },
    {
      name: 'the line is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { account }) =>
        app.text((text) =>
          text
            .split('\n')
            .filter((line) => !line.includes(account))
            .join('\n'),
        ),
    },
    {
      name: 'the account opens on another day',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { day: '2026-04-11' },
    },
    {
      name: 'the account is an income',
      kind: 'wrong record',
      values: asked,
      perform: (person, app, values) =>
        open(person, app, { ...values, account: values.account.replace('Expenses', 'Income') }),
    },
    {
      name: 'the line is taken out again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await open(person, app, values)
        await person.click(person.page.locator('.cm-content'))
        await person.press('Control+End')
        await person.press('Shift+Home')
        await person.press('Delete')
        await person.click(save(person.page))
        await stored(person)
      },
    },
    {
      name: 'another account is lost',
      kind: 'other record touched',
      values: asked,
      behind: (app) =>
        app.text((text) => text.replace('2026-01-01 open Expenses:Travel EUR\n', '')),
    },
  ],
}
