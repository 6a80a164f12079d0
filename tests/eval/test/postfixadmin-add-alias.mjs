// A form of the server with a list box and a field that takes one address a line; the list of the domain shows the result.

import { menu, openDomain, row } from '../apps/postfixadmin.mjs'

async function openForm(person) {
  await menu(person, 'Virtual List', 'Add Alias')
  await person.page.getByRole('heading', { name: 'Create a new alias' }).waitFor()
}

async function fill(person, { name, domain, to, active = true }) {
  const { page } = person
  await person.type('input[name="value[localpart]"]', name)
  await person.choose('select[name="value[domain]"]', domain)
  await person.type('textarea[name="value[goto]"]', to)
  if (!active) await person.tick(page.getByRole('main').getByRole('checkbox'))
}

async function send(person, { name, domain }) {
  const { page } = person
  await person.click(page.getByRole('button', { name: 'Add Alias', exact: true }))
  await page.getByRole('alert').getByText(`${name}@${domain}`).waitFor()
}

async function add(person, app, values) {
  await openForm(person)
  await fill(person, values)
  await send(person, values)
}

async function addAndLook(person, app, values) {
  await add(person, app, values)
  await openDomain(person, values.domain)
  await row(person.page, `${values.name}@${values.domain}`).waitFor()
}

const asked = {
  name: 'events',
  domain: 'cider.example',
  to: 'shop@cider.example\ncleo@orchard.example\nhall@hills.example',
}

const byAddress = (all) => [...all].sort((a, b) => (a.address < b.address ? -1 : 1))

export default {
  app: 'postfixadmin',
  kinds: ['semantic HTML', 'one value a line', 'sign-in'],
  goal: 'Add an address to a domain, and send its mail to some people',
  values: {
    name: 'press',
    domain: 'orchard.example',
    to: 'bo@orchard.example\ncleo@orchard.example',
  },
  perform: addAndLook,
  truth: {
    inputs: [
      {
        name: 'name',
        value: 'press',
        source: 'given',
        changes: true,
        forms: ['press@orchard.example'],
      },
      { name: 'domain', value: 'orchard.example', source: 'given', changes: true },
      {
        name: 'to',
        value: 'bo@orchard.example\ncleo@orchard.example',
        source: 'given',
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
      { name: 'the address is in the domain', kind: 'created', values: ['name', 'domain', 'to'] },
    ],
    expected: (before, { name, domain, to }) => ({
      ...before,
      aliases: byAddress([
        ...before.aliases,
        { address: `${name}@${domain}`, goto: to.split('\n'), active: 1 },
      ]),
    }),
    done: 'The list of the domain shows the address, with everybody who gets its mail, as active',
  },
  right: [
    { name: 'in the other domain, to three people', values: asked },
    {
      name: 'to one person',
      values: { name: 'jobs', domain: 'orchard.example', to: 'ada@orchard.example' },
    },
    {
      name: 'another way: from the list of the domain, with the people first',
      values: asked,
      perform: async (person, app, { name, domain, to }) => {
        const { page } = person
        await openDomain(person, domain)
        await person.click(page.getByRole('button', { name: 'Add Alias', exact: true }))
        await person.type('textarea[name="value[goto]"]', to)
        await person.type('input[name="value[localpart]"]', name)
        await send(person, { name, domain })
      },
    },
  ],
  faults: [
    {
      name: 'the address is gone again',
      kind: 'says saved but is not',
      values: asked,
      behind: (app) => app.alias('events@cider.example', null),
    },
    {
      name: 'the last person does not get the mail',
      kind: 'one field wrong',
      values: asked,
      behind: (app) =>
        app.alias('events@cider.example', { goto: ['shop@cider.example', 'cleo@orchard.example'] }),
    },
    {
      name: 'it is not active',
      kind: 'one field wrong',
      values: asked,
      does: { active: false },
    },
    {
      name: 'it is in the other domain',
      kind: 'wrong record',
      needs: 'request',
      values: asked,
      does: { domain: 'orchard.example' },
    },
    {
      name: 'the address is misspelt',
      kind: 'one field wrong',
      needs: 'request',
      values: asked,
      does: { name: 'event' },
    },
    {
      name: 'the form is filled and left',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await openForm(person)
        await fill(person, values)
        await openDomain(person, values.domain)
      },
    },
    {
      name: 'it is deleted again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        const { page } = person
        await addAndLook(person, app, values)
        const one = row(page, 'events@cider.example')
        await person.answering(true, () => person.click(one.getByRole('button', { name: 'del' })))
        await page.getByRole('alert').getByText('events@cider.example').waitFor()
      },
    },
    {
      name: 'another address is switched off as well',
      kind: 'other record touched',
      values: asked,
      behind: (app) => app.alias('tours@cider.example', { active: 0 }),
    },
  ],
}
