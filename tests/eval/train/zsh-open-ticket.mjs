// What a command prints is used by the next commands: a value that is read, not given.

async function open(person, app, { title }, number = 'T-118') {
  await person.command('./next-ticket.sh')
  await person.command(`mkdir tickets/${number}`)
  await person.command(`cp template.md tickets/${number}/notes.md`)
  await person.command(`echo "${title}" > tickets/${number}/title.txt`)
}

const made = (before, number, title) =>
  Object.fromEntries(
    Object.entries({
      ...before,
      [`tickets/${number}/notes.md`]: '# Notes\n',
      [`tickets/${number}/title.txt`]: `${title}\n`,
    }).sort(([a], [b]) => (a < b ? -1 : 1)),
  )

const next = (before) =>
  `T-${Math.max(...Object.keys(before).map((name) => Number(/^tickets\/T-(\d+)/.exec(name)?.[1] ?? 0))) + 1}`

export default {
  app: 'shell',
  kinds: ['zsh', 'read value'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Open a ticket with the next free number',
  prepare: (app) =>
    app.sh(
      `mkdir -p tickets/T-116 tickets/T-117; echo a > tickets/T-116/title.txt; echo b > tickets/T-117/title.txt; echo '# Notes' > template.md
printf '#!/bin/sh\\necho T-$(( $(ls tickets | sed s/T-// | sort -n | tail -n 1) + 1 ))\\n' > next-ticket.sh; chmod +x next-ticket.sh`,
    ),
  values: { title: 'Printer on fire' },
  perform: (person, app, values) => open(person, app, values),
  truth: {
    inputs: [
      { name: 'title', value: 'Printer on fire', source: 'given', changes: true },
      { name: 'number', value: 'T-118', source: 'read', changes: true },
    ],
    effects: [
      { name: 'the ticket has its title', kind: 'file', values: ['title'] },
      { name: 'the ticket has notes', kind: 'file', values: [] },
    ],
    expected: (before, { title }) => made(before, next(before), title),
    done: 'The folder of the new ticket contains the title and empty notes',
  },
  right: [
    { name: 'another title', values: { title: 'Lift is stuck' } },
    {
      name: 'another number, because there are more tickets',
      values: { title: 'Coffee is cold' },
      prepare: (app) => app.sh('mkdir tickets/T-130; echo c > tickets/T-130/title.txt'),
      perform: (person, app, values) => open(person, app, values, 'T-131'),
    },
  ],
  faults: [
    {
      name: 'an existing ticket is overwritten',
      kind: 'wrong record',
      values: { title: 'Lift is stuck' },
      perform: async (person, app, { title }) => {
        await person.command('./next-ticket.sh')
        await person.command('cp template.md tickets/T-117/notes.md')
        await person.command(`echo "${title}" > tickets/T-117/title.txt`)
      },
    },
    {
      name: 'the title is empty',
      kind: 'empty or old file',
      values: { title: 'Lift is stuck' },
      behind: (app) => app.sh(': > tickets/T-118/title.txt'),
    },
    {
      name: 'the notes are missing',
      kind: 'half done',
      values: { title: 'Lift is stuck' },
      perform: async (person, app, { title }) => {
        await person.command('./next-ticket.sh')
        await person.command('mkdir tickets/T-118')
        await person.command(`echo "${title}" > tickets/T-118/title.txt`)
      },
    },
    {
      name: 'the ticket is removed again',
      kind: 'undone after',
      values: { title: 'Lift is stuck' },
      perform: async (person, app, values) => {
        await open(person, app, values)
        await person.command('rm -r tickets/T-118')
      },
    },
    {
      name: 'another title is written than was asked for',
      kind: 'one field wrong',
      needs: 'request',
      values: { title: 'Lift is stuck' },
      does: { title: 'Lift is fine' },
    },
  ],
}
