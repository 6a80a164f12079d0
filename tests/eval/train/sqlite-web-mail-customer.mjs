// A value is read on a page and used in a command: the address of a customer.

import { readFile } from 'node:fs/promises'
import path from 'node:path'

const addresses = {
  'Grace Hopper': 'grace@navy.example',
  'Edsger Dijkstra': 'edsger@thb.example',
  'Barbara Liskov': 'barbara@clu.example',
}

async function mail(person, app, { customer, text }, asked, address = addresses[customer]) {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'customers', exact: true }).first())
  await person.click(page.getByRole('link', { name: 'Content', exact: true }))
  const row = page.getByRole('row').filter({ hasText: customer })
  await person.click(row.getByRole('link', { name: 'View' }))
  await person.sees(addresses[customer])
  await person.command(`./mail.sh ${address} "${text}"`)
}

const outbox = (app) => path.join(app.folder, 'outbox.txt')

export default {
  app: 'sqlite-web',
  kinds: ['tables with nameless fields', 'bash', 'read value'],
  watch: ['browser', 'terminal'],
  goal: 'Send a customer a message',
  read: async (app) => ({
    ...(await app.read()),
    outbox: (await readFile(outbox(app), 'utf8').catch(() => '')).split('\n').filter(Boolean),
  }),
  values: { customer: 'Grace Hopper', text: 'Your tea is ready' },
  perform: (person, app, values) => mail(person, app, values),
  truth: {
    inputs: [
      { name: 'customer', value: 'Grace Hopper', source: 'given', changes: true },
      { name: 'text', value: 'Your tea is ready', source: 'given', changes: true },
      { name: 'address', value: 'grace@navy.example', source: 'read', changes: true },
    ],
    effects: [{ name: 'the message is in the outbox', kind: 'sent', values: ['text'] }],
    expected: (before, { customer, text }) => ({
      ...before,
      outbox: [...before.outbox, `to ${addresses[customer]}: ${text}`],
    }),
    done: 'The last line of outbox.txt has the address of the customer and the message',
  },
  right: [
    { name: 'another customer', values: { customer: 'Barbara Liskov', text: 'The cups are here' } },
    {
      name: 'another way: the address is read in the list',
      values: { customer: 'Edsger Dijkstra', text: 'We close at five' },
      perform: async (person, app, { customer, text }) => {
        const { page } = person
        await person.open(`${app.address}/customers/content/`)
        await person.sees(addresses[customer])
        await person.command(`./mail.sh ${addresses[customer]} "${text}"`)
      },
    },
  ],
  faults: [
    {
      name: 'the address of another customer is used',
      kind: 'wrong record',
      values: { customer: 'Barbara Liskov', text: 'The cups are here' },
      perform: (person, app, values) => mail(person, app, values, undefined, 'edsger@thb.example'),
    },
    {
      name: 'the message is lost',
      kind: 'says saved but is not',
      values: { customer: 'Barbara Liskov', text: 'The cups are here' },
      behind: (app) => app.run('rm', [outbox(app)]),
    },
    {
      name: 'the address is looked up and nothing is sent',
      kind: 'half done',
      values: { customer: 'Barbara Liskov', text: 'The cups are here' },
      perform: async (person, app, { customer }) => {
        const { page } = person
        await person.click(page.getByRole('link', { name: 'customers', exact: true }).first())
        await person.click(page.getByRole('link', { name: 'Content', exact: true }))
        await person.click(
          page.getByRole('row').filter({ hasText: customer }).getByRole('link', { name: 'View' }),
        )
      },
    },
    {
      name: 'it is sent twice',
      kind: 'done twice',
      values: { customer: 'Barbara Liskov', text: 'The cups are here' },
      perform: async (person, app, values) => {
        await mail(person, app, values)
        await person.command(`./mail.sh ${addresses[values.customer]} "${values.text}"`)
      },
    },
    {
      name: 'another text is sent than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: { customer: 'Barbara Liskov', text: 'The cups are here' },
      does: { text: 'The cups are gone' },
    },
  ],
}
