// The row of an address leads to a form whose lines are replaced; the list of the domain shows the result.

import { openDomain, row } from '../apps/postfixadmin.mjs'

const domainOf = (address) => address.split('@')[1]

async function openForm(person, address) {
  const { page } = person
  await openDomain(person, domainOf(address))
  await person.click(row(page, address).getByRole('link', { name: 'edit', exact: true }))
  await page.getByRole('heading', { name: 'Edit forwarding settings' }).waitFor()
}

async function save(person) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Save changes' }))
  await page.getByRole('alert').getByText('has been updated').waitFor()
}

async function change(person, app, { address, to }) {
  await openForm(person, address)
  await person.type('textarea[name="value[goto]"]', to)
  await save(person)
}

async function changeAndLook(person, app, values) {
  await change(person, app, values)
  await openDomain(person, domainOf(values.address))
  await row(person.page, values.address).waitFor()
}

const asked = {
  address: 'tours@cider.example',
  to: 'cleo@orchard.example\nguide@hills.example\nbus@hills.example',
}

const changed = (before, address, changes) => ({
  ...before,
  aliases: before.aliases.map((one) => (one.address === address ? { ...one, ...changes } : one)),
})

export default {
  app: 'postfixadmin',
  kinds: ['semantic HTML', 'one value a line', 'sign-in'],
  goal: 'Send the mail of an address to other people',
  values: { address: 'office@orchard.example', to: 'bo@orchard.example\ncleo@orchard.example' },
  perform: changeAndLook,
  truth: {
    inputs: [
      { name: 'address', value: 'office@orchard.example', source: 'given', changes: true },
      {
        name: 'to',
        value: 'bo@orchard.example\ncleo@orchard.example',
        source: 'given',
        changes: true,
      },
      {
        name: 'domain',
        value: 'orchard.example',
        source: 'derived',
        changes: true,
      },
      {
        name: 'user',
        value: 'post@orchard.example',
        source: 'constant',
        changes: false,
        neutral: true,
      },
      { name: 'password', value: '▮▮▮▮▮▮', source: 'constant', changes: false, neutral: true },
    ],
    effects: [
      { name: 'the mail goes to these people', kind: 'changed', values: ['address', 'to'] },
    ],
    expected: (before, { address, to }) => changed(before, address, { goto: to.split('\n') }),
    done: 'The list of the domain shows the new people, and nobody else, behind the address',
  },
  right: [
    { name: 'another address in the other domain', values: asked },
    {
      name: 'to one person',
      values: { address: 'bills@orchard.example', to: 'cleo@orchard.example' },
    },
    {
      name: 'another way: the lines are changed one by one',
      values: { address: 'orders@orchard.example', to: 'bo@orchard.example\nada@orchard.example' },
      perform: async (person, app, { address }) => {
        await openForm(person, address)
        await person.click('textarea[name="value[goto]"]')
        await person.press('Control+End')
        await person.write('ada@orchard.example')
        await save(person)
      },
    },
  ],
  faults: [
    {
      name: 'the old people get the mail again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app, { address }) =>
        app.alias(address, { goto: ['bo@orchard.example', 'guide@hills.example'] }),
    },
    {
      name: 'one person is misspelt',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { to: 'cleo@orchard.example\nguide@hill.example\nbus@hills.example' },
    },
    {
      name: 'one of the old people still gets the mail',
      kind: 'one field wrong',
      values: asked,
      behind: (app, { address, to }) =>
        app.alias(address, { goto: ['bo@orchard.example', ...to.split('\n')] }),
    },
    {
      name: 'another address is changed',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { address: 'hello@cider.example' },
    },
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, { address, to }) => {
        await openForm(person, address)
        await person.type('textarea[name="value[goto]"]', to)
        await openDomain(person, domainOf(address))
      },
    },
    {
      name: 'it is changed back',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, { address, to }) => {
        await change(person, app, { address, to })
        await change(person, app, { address, to: 'bo@orchard.example\nguide@hills.example' })
      },
    },
    {
      name: 'the address is switched off as well',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, { address, to }) => {
        await openForm(person, address)
        await person.type('textarea[name="value[goto]"]', to)
        await person.tick(person.page.getByRole('main').getByRole('checkbox'))
        await save(person)
      },
    },
    {
      name: 'another address loses its people as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.alias('orders@orchard.example', { goto: ['books@ledger.example'] }),
    },
  ],
}
