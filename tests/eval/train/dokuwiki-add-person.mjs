// A form of the administration with labelled fields, below a table of the people.

const PASSWORD = 'first-time-9'

async function fill(person, { login, name, mail, groups }) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'Admin', exact: true }))
  await person.click(page.getByRole('link', { name: 'User Manager' }))
  await person.type('#add_userid', login)
  await person.type('#add_userpass', PASSWORD)
  if ((await page.locator('#add_userpass2').count()) > 0)
    await person.type('#add_userpass2', PASSWORD)
  await person.type('#add_username', name)
  await person.type('#add_usermail', mail)
  if (groups) await person.type('#add_usergroups', groups)
}

async function add(person, app, values) {
  await fill(person, values)
  await person.click(person.page.locator('button[name="fn[add]"]'))
  await person.page.locator('#user__manager table').getByText(values.mail).waitFor()
}

const asked = {
  login: 'tomas',
  name: 'Tomas Novak',
  mail: 'tomas@shop.example',
  groups: 'user,night',
}

const change = (from, to) => (app) => app.text('people', (all) => all.replace(from, to))

export default {
  app: 'dokuwiki',
  kinds: ['semantic HTML', 'sign-in'],
  goal: 'Give somebody an account of the wiki',
  values: {
    login: 'sofia',
    name: 'Sofia Lindgren',
    mail: 'sofia@shop.example',
    groups: 'user,buyers',
  },
  perform: add,
  truth: {
    inputs: [
      { name: 'login', value: 'sofia', source: 'given', changes: true },
      { name: 'name', value: 'Sofia Lindgren', source: 'given', changes: true },
      { name: 'mail', value: 'sofia@shop.example', source: 'given', changes: true },
      { name: 'groups', value: 'user,buyers', source: 'given', changes: true },
      { name: 'user', value: 'keeper', source: 'constant', changes: false, neutral: true },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      {
        name: 'the account is stored',
        kind: 'created',
        values: ['login', 'name', 'mail', 'groups'],
      },
    ],
    expected: (before, { login, name, mail, groups }) => ({
      ...before,
      people: [...before.people, { login, name, mail, groups: groups ?? 'user' }],
    }),
    done: 'The table of people has a row with the login, the name, the address and the groups',
  },
  right: [
    { name: 'somebody else', values: asked },
    {
      name: 'without groups',
      values: { login: 'hedy', name: 'Hedy Lamarr', mail: 'hedy@shop.example', groups: undefined },
    },
  ],
  faults: [
    {
      name: 'the account is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: change(/\ntomas:.*/, ''),
    },
    {
      name: 'the form is filled and not sent',
      kind: 'half done',
      values: asked,
      perform: (person, app, values) => fill(person, values),
    },
    {
      name: 'the address is stored wrong',
      kind: 'one field wrong',
      values: asked,
      behind: change('tomas@shop.example', 'thomas@shop.example'),
    },
    {
      name: 'it belongs to another group',
      kind: 'one field wrong',
      values: asked,
      behind: change('user,night', 'user,admin'),
    },
    {
      name: 'another login is typed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { login: 'tnovak' },
    },
    {
      name: 'somebody else loses the account',
      kind: 'other record touched',
      values: asked,
      behind: change(/\nmilan:.*/, ''),
    },
  ],
}
