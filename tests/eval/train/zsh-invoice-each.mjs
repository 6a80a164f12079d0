// One command for each of several customers: a loop, and a list in the request.

const all = ['acme', 'globex', 'initech', 'umbrella', 'hooli']

async function write(person, app, { customers }) {
  await person.command('mkdir -p invoices')
  for (const customer of customers)
    await person.command(`./invoice.sh ${customer} > invoices/${customer}.txt`)
}

const invoice = (customer) => `Invoice for ${customer}\nTotal ${customer.length * 10}\n`

export default {
  app: 'shell',
  kinds: ['zsh', 'loop'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Write the invoices of some customers',
  prepare: async (app) => {
    await app.sh(
      `printf '#!/bin/sh\\ngrep -q "^$1$" customers.txt || { echo unknown; exit 1; }\\necho "Invoice for $1"\\necho "Total $(( $(printf %%s "$1" | wc -c) * 10 ))"\\n' > invoice.sh; chmod +x invoice.sh`,
    )
    await app.sh(`printf '${all.join('\\n')}\\n' > customers.txt`)
  },
  values: { customers: ['acme', 'globex', 'initech'] },
  perform: write,
  truth: {
    inputs: [
      { name: 'customers', value: ['acme', 'globex', 'initech'], source: 'given', changes: true },
    ],
    loops: [{ over: ['customers'], kind: 'loop' }],
    effects: [{ name: 'every invoice is written', kind: 'file', values: ['customers'] }],
    expected: (before, { customers }) =>
      Object.fromEntries(
        Object.entries({
          ...before,
          ...Object.fromEntries(
            customers.map((customer) => [`invoices/${customer}.txt`, invoice(customer)]),
          ),
        }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    done: 'There is an invoice of each customer with a total',
  },
  right: [
    { name: 'two other customers', values: { customers: ['umbrella', 'hooli'] } },
    { name: 'four customers', values: { customers: ['hooli', 'acme', 'umbrella', 'globex'] } },
    {
      name: 'another way: one loop of the shell',
      values: { customers: ['umbrella', 'initech'] },
      perform: async (person, app, { customers }) => {
        await person.command('mkdir invoices')
        await person.command(
          `for c in ${customers.join(' ')}; do ./invoice.sh $c > invoices/$c.txt; done`,
        )
      },
    },
  ],
  faults: [
    {
      name: 'one invoice is left out',
      kind: 'half done',
      needs: 'request',
      values: { customers: ['umbrella', 'hooli', 'acme'] },
      does: { customers: ['umbrella', 'hooli'] },
    },
    {
      name: 'one invoice is empty',
      kind: 'empty or old file',
      values: { customers: ['umbrella', 'hooli', 'acme'] },
      behind: (app) => app.sh(': > invoices/hooli.txt'),
    },
    {
      name: 'one customer is misspelt',
      kind: 'wrong record',
      values: { customers: ['umbrella', 'hooli'] },
      perform: async (person, app) => {
        await person.command('mkdir -p invoices')
        await person.command('./invoice.sh umbrella > invoices/umbrella.txt')
        await person.command('./invoice.sh holi > invoices/hooli.txt')
      },
    },
    {
      name: 'one invoice is deleted again',
      kind: 'undone after',
      values: { customers: ['umbrella', 'hooli'] },
      perform: async (person, app, values) => {
        await write(person, app, values)
        await person.command('rm invoices/umbrella.txt')
      },
    },
    {
      name: 'an invoice has the text of another customer',
      kind: 'one field wrong',
      values: { customers: ['umbrella', 'hooli'] },
      perform: async (person, app) => {
        await person.command('mkdir -p invoices')
        await person.command('./invoice.sh umbrella > invoices/umbrella.txt')
        await person.command('./invoice.sh umbrella > invoices/hooli.txt')
      },
    },
  ],
}
