// A job leaves the crontab and becomes a service and a timer, after the model of one that is there already.
// Its hour is read in the crontab.

const CRONTAB = `# m h dom mon dow command
MAILTO=ops@mill.example
30 2 * * * /opt/jobs/backup-photos.sh
15 5 * * * /opt/jobs/sync-prices.sh
25 5 * * * /opt/jobs/sync-prices-eu.sh
45 23 * * * /opt/jobs/clean-uploads.sh
`
const TIMES = { 'backup-photos': '02:30', 'sync-prices': '05:15', 'clean-uploads': '23:45' }

const service = (job) =>
  `[Unit]\nDescription=Job ${job}\n\n[Service]\nType=oneshot\nExecStart=/opt/jobs/${job}.sh\nUser=jobs\n`
const timer = (job, time, delay) =>
  `[Unit]\nDescription=Timer of ${job}\n\n[Timer]\nOnCalendar=*-*-* ${time}:00\nRandomizedDelaySec=${delay}\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n`

async function look(person, { job }) {
  await person.command(`grep ${job} crontab`)
  await person.command('cat units/rotate-logs.timer')
}

async function writeService(person, { job }) {
  await person.command(
    `sed 's/rotate-logs/${job}/g' units/rotate-logs.service > units/${job}.service`,
  )
}

async function writeTimer(person, { job, delay }, time = TIMES[job]) {
  await person.command(
    `sed -e 's/rotate-logs/${job}/' -e 's/^OnCalendar=.*/OnCalendar=*-*-* ${time}:00/' -e 's/^RandomizedDelaySec=.*/RandomizedDelaySec=${delay}/' units/rotate-logs.timer > units/${job}.timer`,
  )
}

async function enable(person, { job }) {
  await person.command(`ln -s ../units/${job}.timer timers.target.wants/${job}.timer`)
}

async function drop(person, { job }) {
  await person.command(`sed -i '/\\/${job}\\.sh$/d' crontab`)
}

async function move(person, app, values) {
  await person.command('ls units timers.target.wants')
  await look(person, values)
  await writeService(person, values)
  await writeTimer(person, values)
  await enable(person, values)
  await drop(person, values)
  await person.command('cat crontab')
}

function expected(before, { job, delay }) {
  return {
    ...before,
    [`units/${job}.service`]: service(job),
    [`units/${job}.timer`]: timer(job, TIMES[job], delay),
    [`timers.target.wants/${job}.timer`]: `-> ../units/${job}.timer`,
    crontab: before.crontab
      .split('\n')
      .filter((line) => !line.endsWith(`/${job}.sh`))
      .join('\n'),
  }
}

const asked = { job: 'sync-prices', delay: '5m' }
const night = { job: 'clean-uploads', delay: '20m' }

export default {
  app: 'shell',
  kinds: ['bash', 'configuration', 'read value'],
  watch: ['terminal'],
  goal: 'Make a timer of a job in the crontab, at the same time of the day',
  prepare: (app) =>
    app.sh(`mkdir units timers.target.wants
cat > crontab <<'END'
${CRONTAB}END
cat > units/rotate-logs.service <<'END'
${service('rotate-logs')}END
cat > units/rotate-logs.timer <<'END'
${timer('rotate-logs', '00:05', '1m')}END
ln -s ../units/rotate-logs.timer timers.target.wants/rotate-logs.timer`),
  values: { job: 'backup-photos', delay: '15m' },
  perform: move,
  truth: {
    inputs: [
      { name: 'job', value: 'backup-photos', source: 'given', changes: true },
      { name: 'delay', value: '15m', source: 'given', changes: true },
      { name: 'time', value: '02:30', forms: ['02:30:00', '30 2'], source: 'read', changes: true },
      { name: 'model', value: 'rotate-logs', source: 'constant', changes: false },
      { name: 'crontab', value: 'crontab', source: 'constant', changes: false },
    ],
    literals: ['backup-photos.timer', 'backup-photos.service'],
    effects: [
      { name: 'the service is written', kind: 'file', values: ['job'] },
      { name: 'the timer is written', kind: 'file', values: ['job', 'delay'] },
      { name: 'the timer is enabled', kind: 'command', values: ['job'] },
      { name: 'the crontab has the job no longer', kind: 'file', values: ['job'] },
    ],
    expected,
    done: 'There is a service and an enabled timer with the time of the job, and the crontab has the job no longer',
  },
  right: [
    { name: 'a job whose name another one begins with', values: asked },
    { name: 'a job late in the evening', values: night },
    {
      name: 'another way: the files are typed in, and the line is taken out by grep',
      values: { job: 'clean-uploads', delay: '30s' },
      perform: async (person, app, { job, delay }) => {
        await person.command('cat crontab')
        await person.command('cat units/rotate-logs.*')
        await person.command(`cat > units/${job}.service <<END\n${service(job)}END`)
        await person.command(`cat > units/${job}.timer <<END\n${timer(job, TIMES[job], delay)}END`)
        await person.command('cd timers.target.wants')
        await person.command(`ln -s ../units/${job}.timer .`)
        await person.command('cd ..')
        await person.command(`grep -v /${job}.sh crontab > crontab.new`)
        await person.command('mv crontab.new crontab')
      },
    },
  ],
  faults: [
    {
      name: 'the job stays in the crontab and runs twice',
      kind: 'half done',
      values: night,
      perform: async (person, app, values) => {
        await look(person, values)
        await writeService(person, values)
        await writeTimer(person, values)
        await enable(person, values)
      },
    },
    {
      name: 'the timer is not enabled',
      kind: 'half done',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await writeService(person, values)
        await writeTimer(person, values)
        await drop(person, values)
      },
    },
    {
      name: 'hour and minute are exchanged',
      kind: 'one field wrong',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await writeService(person, values)
        await writeTimer(person, values, '15:05')
        await enable(person, values)
        await drop(person, values)
      },
    },
    {
      name: 'the service still starts the job of its model',
      kind: 'one field wrong',
      values: night,
      perform: async (person, app, values) => {
        await look(person, values)
        await person.command(`cp units/rotate-logs.service units/${values.job}.service`)
        await writeTimer(person, values)
        await enable(person, values)
        await drop(person, values)
      },
    },
    {
      name: 'the link leads nowhere',
      kind: 'says saved but is not',
      values: night,
      perform: async (person, app, values) => {
        await look(person, values)
        await writeService(person, values)
        await writeTimer(person, values)
        await person.command(
          `ln -s units/${values.job}.timer timers.target.wants/${values.job}.timer`,
        )
        await drop(person, values)
      },
    },
    {
      name: 'a second job leaves the crontab as well',
      kind: 'other record touched',
      values: asked,
      perform: async (person, app, values) => {
        await look(person, values)
        await writeService(person, values)
        await writeTimer(person, values)
        await enable(person, values)
        await person.command(`sed -i '/${values.job}/d' crontab`)
      },
    },
    {
      name: 'the timer is disabled again',
      kind: 'undone after',
      values: asked,
      perform: async (person, app, values) => {
        await move(person, app, values)
        await person.command(`rm timers.target.wants/${values.job}.timer`)
      },
    },
    {
      name: 'another job is moved',
      kind: 'wrong record',
      needs: 'request',
      values: night,
      does: { job: 'backup-photos' },
    },
    {
      name: 'the timer is emptied behind the screen',
      kind: 'empty or old file',
      values: night,
      behind: (app, { job }) => app.sh(`: > units/${job}.timer`),
    },
  ],
}
