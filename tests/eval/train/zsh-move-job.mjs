// A job of a crontab that is kept as text gets another time; a line says so in a journal.

const TABLE = [
  'MAILTO=ops@harbour.example',
  '# minute hour day month weekday',
  '5 1 * * * bin/dump-orders --keep 7',
  '20 3 * * 1-5 bin/send-reminders',
  '45 22 * * 6 bin/prune-images --older 30d',
  '0 6 1 * * bin/close-month',
]
const pattern = (job) => new RegExp(`^\\S+ \\S+ (.* bin/${job}( .*)?)$`)

async function move(person, { job, hour, minute }) {
  await person.command(
    `sed -i -E '/bin\\/${job}/s/^[0-9]+ [0-9]+ /${minute} ${hour} /' crontab.txt`,
  )
}

async function note(person, { job, hour, minute, ticket }) {
  await person.command(`print "${ticket}: ${job} at ${hour}:${minute}" >> journal.md`)
}

async function reschedule(person, app, values) {
  await person.command(`grep -n ${values.job} crontab.txt`)
  await person.command('cp crontab.txt crontab.bak')
  await move(person, values)
  await note(person, values)
  await person.command('diff crontab.bak crontab.txt')
}

const asked = { job: 'send-reminders', hour: '5', minute: '50', ticket: 'OPS-77' }
const prune = { job: 'prune-images', hour: '23', minute: '10', ticket: 'OPS-81' }

export default {
  app: 'shell',
  kinds: ['zsh', 'crontab', 'sed -E'],
  shell: 'zsh',
  watch: ['terminal'],
  goal: 'Move a job of the crontab to another time, for a ticket',
  prepare: (app) =>
    app.sh(
      `cat > crontab.txt <<'END'\n${TABLE.join('\n')}\nEND\necho 'OPS-60: close-month at 6:00' > journal.md`,
    ),
  values: { job: 'dump-orders', hour: '4', minute: '35', ticket: 'OPS-72' },
  perform: reschedule,
  truth: {
    inputs: [
      { name: 'job', value: 'dump-orders', source: 'given', changes: true },
      { name: 'hour', value: '4', source: 'given', changes: true },
      { name: 'minute', value: '35', source: 'given', changes: true },
      { name: 'ticket', value: 'OPS-72', source: 'given', changes: true },
      { name: 'crontab', value: 'crontab.txt', source: 'constant', changes: false },
    ],
    effects: [
      { name: 'the job has its time', kind: 'file', values: ['job', 'hour', 'minute'] },
      { name: 'it is noted', kind: 'file', values: ['ticket', 'job', 'hour', 'minute'] },
    ],
    expected: (before, { job, hour, minute, ticket }) => ({
      'crontab.bak': before['crontab.txt'],
      'crontab.txt': before['crontab.txt']
        .split('\n')
        .map((line) => line.replace(pattern(job), `${minute} ${hour} $1`))
        .join('\n'),
      'journal.md': `${before['journal.md']}${ticket}: ${job} at ${hour}:${minute}\n`,
    }),
    done: 'The line of the job begins with the minute and the hour, no other line changed, and the journal says so',
  },
  right: [
    { name: 'another job', values: asked },
    {
      name: 'another way: awk into a new file',
      values: prune,
      perform: async (person, app, { job, hour, minute, ticket }) => {
        await person.command('mv crontab.txt crontab.bak')
        await person.command(
          `awk -v h=${hour} -v m=${minute} '/${job}/ { $1 = m; $2 = h } { print }' crontab.bak > crontab.txt`,
        )
        await person.command(`echo '${ticket}: ${job} at ${hour}:${minute}' >> journal.md`)
      },
    },
  ],
  faults: [
    {
      name: 'hour and minute are exchanged',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await person.command('cp crontab.txt crontab.bak')
        await move(person, { ...values, hour: values.minute, minute: values.hour })
        await note(person, values)
      },
    },
    {
      name: 'every job is moved',
      kind: 'other record touched',
      values: prune,
      perform: async (person, app, values) => {
        await person.command('cp crontab.txt crontab.bak')
        await person.command(
          `sed -i -E 's/^[0-9]+ [0-9]+ /${values.minute} ${values.hour} /' crontab.txt`,
        )
        await note(person, values)
      },
    },
    {
      name: 'only the hour is changed',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await person.command('cp crontab.txt crontab.bak')
        await person.command(
          `sed -i -E '/bin\\/${values.job}/s/^([0-9]+) [0-9]+ /\\1 ${values.hour} /' crontab.txt`,
        )
        await note(person, values)
      },
    },
    {
      name: 'the journal is written over',
      kind: 'other record touched',
      values: prune,
      perform: async (person, app, values) => {
        await person.command('cp crontab.txt crontab.bak')
        await move(person, values)
        await person.command(
          `print "${values.ticket}: ${values.job} at ${values.hour}:${values.minute}" >| journal.md`,
        )
      },
    },
    {
      name: 'the pattern finds no line',
      kind: 'says saved but is not',
      values: asked,
      perform: async (person, app, values) => {
        await person.command('cp crontab.txt crontab.bak')
        await move(person, { ...values, job: 'send-reminder$' })
        await note(person, values)
      },
    },
    {
      name: 'the old table is put back afterwards',
      kind: 'undone after',
      values: prune,
      perform: async (person, app, values) => {
        await reschedule(person, app, values)
        await person.command('cp crontab.bak crontab.txt')
      },
    },
  ],
}
