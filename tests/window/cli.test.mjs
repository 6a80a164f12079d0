// The whole workflow without a display: `apprentice learn ...`, a watched browser, and the user's
// own bash with the hook.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { addCustomer, checkSkill } from './support/customers.mjs'
import { binaries, freePort, Machine } from './support/machine.mjs'
import { until } from './support/webdriver.mjs'

const program = path.join(binaries, 'apprentice')
let machine
let port

before(async () => {
  machine = await Machine.open()
  port = await freePort()
  // The engine is a child of the test, so that it ends with the test. The commands find it through
  // the home.
  const engine = machine.start(program, ['serve', '--json'], {
    env: machine.environment({ APPRENTICE_BROWSER_DEBUG_PORT: String(port) }),
  })
  await until(
    () => engine.log.includes('"address"'),
    30_000,
    async () => `serve said nothing: ${engine.log}`,
  )
})

after(() => machine.close())

function apprentice(...args) {
  return new Promise((resolve) => {
    execFile(
      program,
      [...args, '--json'],
      { env: machine.environment() },
      (error, stdout, stderr) => {
        let answer
        try {
          answer = JSON.parse(stdout)
        } catch {
          answer = undefined
        }
        resolve({ code: error ? error.code : 0, answer, stdout, stderr })
      },
    )
  })
}

async function succeeds(...args) {
  const result = await apprentice(...args)
  assert.equal(result.code, 0, `apprentice ${args.join(' ')}: ${result.stdout}${result.stderr}`)
  return result.answer
}

test('a demonstration on the command line ends as an installed skill that lookup finds', async () => {
  const customers = await machine.customers()
  await machine.write('report.sh', 'printf "customers as of today\\n" > customers.txt\n')

  const started = await succeeds(
    'learn',
    'start',
    '--goal',
    'Add a customer and write the customer report',
    '--watch',
    'browser,terminal',
    '--url',
    customers.address,
  )
  assert.equal(started.session.state, 'capturing')

  const second = await apprentice('learn', 'start', '--goal', 'Another', '--watch', 'terminal')
  assert.equal(second.code, 1)
  assert.equal(second.answer.error.code, 'LEARN_SESSION_ALREADY_ACTIVE')
  assert.equal(second.answer.error.details.active_session_id, started.session.learn_session_id)

  const user = await machine.watchedBrowser(port)
  const page = user.contexts()[0].pages()[0]
  await addCustomer(page, { name: 'Ada Lovelace', email: 'ada@engine.example', city: 'London' })

  const shell = machine.start('bash', ['--norc', '-i'], {
    cwd: machine.path('work'),
    env: machine.environment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  shell.stdin.write(`eval "$(${program} hook bash)"\n`)
  shell.stdin.write('API_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345 sh report.sh\n')
  await until(
    async () =>
      (await succeeds('learn', 'events')).some?.((event) =>
        JSON.stringify(event).includes('report.sh'),
      ) ?? JSON.stringify(await succeeds('learn', 'events')).includes('report.sh'),
    20_000,
    async () => `the command never showed up: ${shell.log}`,
  )

  const stopped = await succeeds('learn', 'stop')
  assert.ok(stopped.captured_event_count >= 5, JSON.stringify(stopped))

  const proposed = await succeeds(
    'learn',
    'propose',
    '--answer',
    'success_condition=The new customer is listed and the report file exists',
  )
  checkSkill(proposed.skill_md, machine, customers)
  assert.deepEqual(
    proposed.lint.filter((finding) => finding.severity === 'error'),
    [],
  )
  assert.ok(
    !JSON.stringify(proposed).includes('ghp_'),
    'a token was typed and must never be seen again',
  )

  const proposal = proposed.proposal.proposal_id
  const into = machine.path('skills')
  const installed = await succeeds(
    'learn',
    'install',
    proposal,
    '--lane',
    'experimental_private',
    '--into',
    into,
    '--without-rehearsal',
  )
  const file = installed.files.find((name) => name.endsWith('SKILL.md'))
  assert.ok(file.startsWith(into), file)
  checkSkill(await readFile(file, 'utf8'), machine, customers)
  await succeeds('skills', 'validate', path.dirname(file), '--profile', 'strict')

  const found = await succeeds('lookup', 'add a customer and write the report')
  assert.equal(found[0].ability_id, installed.ability_id)
  assert.ok(found[0].score >= 0.15 && found[0].usable_now, JSON.stringify(found))
})

test('wrong usage, refusals and success have different exit codes', async () => {
  assert.equal((await apprentice('learn', 'start', '--no-such-flag')).code, 2)
  const missing = await apprentice('learn', 'review', '01900000-0000-7000-8000-000000000000')
  assert.equal(missing.code, 1)
  assert.equal(missing.answer.error.code, 'PROPOSAL_NOT_FOUND')
  assert.equal((await apprentice('learn', 'stop')).code, 1, 'nothing is being captured')
})
