// Failures while Apprentice runs or watches: a program that is missing, closed or killed, a second
// instance, malformed requests. Each time the message says what to do, and nothing is lost.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { contents, Engine, processesOf, program, run } from './support/engine.mjs'
import { guestbook, sign } from './support/guestbook.mjs'
import { freePort, Machine } from './support/machine.mjs'
import { until } from './support/webdriver.mjs'

const SESSIONS = '/api/learn/sessions'
let machine
let engine

before(async () => {
  machine = await Machine.open()
  engine = await Engine.start(machine)
})

after(() => machine.close())

/** A shell of the user that runs the hook. */
function shell(of) {
  const child = of.machine.start('bash', ['--norc', '-i'], {
    cwd: of.machine.path('work'),
    env: of.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.write(`eval "$(${program} hook bash)"\n`)
  return child
}

async function untilActions(of, session, count) {
  const told = async () => (await of.actions(session)).map((action) => action.action_label)
  return until(
    async () => (await told()).length >= count && told(),
    20_000,
    async () => `only ${JSON.stringify(await told())}`,
  )
}

/** What was listed before a kill is still there. One more may have been stored between the last look and the kill. Answers all that there is. */
async function kept(of, session, before) {
  const now = (await of.actions(session)).map((action) => action.action_label)
  assert.deepEqual(now.slice(0, before.length), before)
  return now
}

async function refused(answer, status, code) {
  const { status: got, body } = await answer
  assert.equal(body.error?.code, code, JSON.stringify(body))
  assert.equal(got, status)
  assert.ok(body.error.message.length > 10 && body.error.message.length <= 240, body.error.message)
  return body.error
}

/** No program of this home is running, and no browser profile is left in it. */
async function nothingRuns(of) {
  const running = async () =>
    (await processesOf(of.home)).map(({ pid, line }) => `${pid} ${line.slice(0, 120)}`)
  await until(
    async () => (await running()).length === 0,
    10_000,
    async () => (await running()).join('\n'),
  )
}

/** The process that reports that it serves this home. */
const holder = (of) => JSON.parse(readFileSync(path.join(of.home, 'endpoint.json'), 'utf8')).pid

const profiles = async (of) =>
  (await readdir(path.join(of.home, 'run')).catch(() => [])).filter((name) =>
    name.includes('browser-'),
  )

// ---- missing programs

for (const [how, environment, remedy] of [
  [
    'no browser is on the search path',
    () => ({ PATH: machine.path('empty') }),
    /apt install chromium/,
  ],
  [
    'the chosen browser does not exist',
    () => ({ APPRENTICE_BROWSER: '/nowhere/chromium' }),
    /\/nowhere\/chromium/,
  ],
]) {
  test(`${how}: it says what to install and what can be watched instead, and leaves nothing behind`, async () => {
    const here = await Engine.start(machine, {
      home: how.replaceAll(' ', '-'),
      environment: environment(),
    })
    const error = await refused(
      here.ask('POST', SESSIONS, {
        entry_mode: 'demonstrating_skill',
        watch: ['browser'],
        observation_mode: 'outside_agent',
      }),
      503,
      'ADAPTER_UNAVAILABLE',
    )
    assert.deepEqual(error.details.alternatives, ['terminal'])
    assert.match(error.message, /You can watch the terminal instead/)
    assert.match(error.message, remedy)
    const told = await here.run('learn', 'start', '--watch', 'browser')
    assert.equal(told.code, 1)
    assert.match(told.stderr, /^apprentice: The browser cannot be watched\./)
    const doctor = await here.run('doctor')
    assert.equal(doctor.code, 1, 'something is missing')
    assert.match(
      doctor.stdout,
      /missing {2}Watch a browser: .*\n +run: sudo apt-get install chromium/,
    )
    assert.equal((await here.get(SESSIONS)).total, 0)
    const instead = await here.run('learn', 'start', '--watch', 'terminal', '--json')
    assert.equal(instead.answer.session.state, 'capturing', 'the offered way works')
    await here.run('learn', 'cancel')
    assert.equal(await here.end(), 0)
  })
}

test('a browser that exits immediately is refused, and the session can be started again or cancelled', async () => {
  const broken = machine.path('broken-browser')
  await writeFile(broken, '#!/bin/sh\nexit 1\n')
  await chmod(broken, 0o755)
  const here = await Engine.start(machine, {
    home: 'broken-browser-home',
    environment: { APPRENTICE_BROWSER: broken },
  })
  const started = await here.run('learn', 'start', '--watch', 'browser', '--json')
  assert.equal(started.answer.error.code, 'ADAPTER_UNAVAILABLE', started.stdout)
  assert.match(started.answer.error.message, /broken-browser/)
  const [session] = (await here.get(SESSIONS)).sessions
  assert.equal(session.state, 'cancelled', 'the command cleans up after itself')
  assert.deepEqual(await profiles(here), [])
  assert.equal(await here.end(), 0)
  await nothingRuns(here)
})

test('without a shell that runs the hook, the scope, the status and the doctor say so and how to fix it', async () => {
  const session = await engine.capture({ watch: ['terminal'] })
  const scope = await engine.get(`${SESSIONS}/${session}/observation-scope`)
  assert.deepEqual(scope.shells, [])
  assert.equal(scope.adapters[0].last_error_code, 'NO_SHELL_WITH_HOOK')
  assert.match(scope.adapters[0].note, /eval "\$\(apprentice hook bash\)"/)
  const status = await engine.run('learn', 'status')
  assert.match(
    status.stdout,
    /No shell with the hook has reported/,
    'the user of a terminal reads the status',
  )
  const doctor = await engine.run('doctor')
  assert.match(
    doctor.stdout,
    /warning {2}Hook in your own shells: .*\n +run: eval "\$\(apprentice hook bash\)"/,
  )

  const user = shell(engine)
  const alive = await until(
    async () => (await engine.get(`${SESSIONS}/${session}/observation-scope`)).shells[0],
    15_000,
    async () => `not heard: ${user.log}`,
  )
  assert.equal(alive.shell, 'bash')
  assert.doesNotMatch((await engine.run('learn', 'status')).stdout, /No shell with the hook/)
  user.stdin.end('exit\n')
  await engine.post(`${SESSIONS}/${session}/cancel`)
})

// ---- second instances

test('a second session is refused with a link to the first', async () => {
  const first = await engine.capture({ watch: ['terminal'], goal: 'The first' })
  const error = await refused(
    engine.ask('POST', SESSIONS, {
      entry_mode: 'demonstrating_skill',
      watch: ['terminal'],
      observation_mode: 'outside_agent',
    }),
    409,
    'LEARN_SESSION_ALREADY_ACTIVE',
  )
  assert.equal(error.details.active_session_id, first)
  assert.match(error.message, /Finish or cancel it first/)
  const command = await engine.run('learn', 'start', '--watch', 'terminal')
  assert.equal(command.code, 1)
  assert.match(command.stderr, /Another session is active \(capturing\)/)
  assert.equal(
    (await engine.get(SESSIONS)).sessions.filter((session) => session.state === 'capturing').length,
    1,
  )
  await engine.run('learn', 'cancel')
  assert.equal((await engine.detail(first)).session.state, 'cancelled')
})

test('a second engine on the same home finds the first and does not disturb it', async () => {
  const endpoint = await readFile(path.join(engine.home, 'endpoint.json'), 'utf8')
  const second = await run(['serve', '--json'], engine.environment)
  assert.equal(second.code, 1)
  assert.equal(second.answer.error.code, 'CONFLICT')
  assert.equal(second.answer.error.details.address, engine.address)
  assert.match(second.stderr, new RegExp(`already serves .* at ${engine.address}`))
  assert.equal(await readFile(path.join(engine.home, 'endpoint.json'), 'utf8'), endpoint)
  assert.equal((await engine.get('/api/health')).status, 'ok')
  const repair = await engine.run('repair', 'database', '--json')
  assert.equal(repair.answer.error.code, 'CONFLICT', 'nor is its database repaired under its feet')
})

test('a window connects to the running engine, and takes over with all data when that is killed', async () => {
  const here = await Engine.start(machine, { home: 'joined' })
  await here.ask('PUT', '/api/settings', { first_run_done: true })
  const session = await here.capture({ watch: ['terminal'], goal: 'Seen in the window too' })
  const window = await machine.window({ environment: { APPRENTICE_HOME: here.home } })
  await window.waitForText(/Watching Terminal/)
  await here.run('learn', 'pause')
  await window.waitForText(/paused/i)
  assert.equal(holder(here), here.process.pid, 'there is one engine')
  await here.run('learn', 'resume')
  await window.waitForText(/Watching Terminal/)
  await here.kill()
  await window.waitForText(/paused/i)
  assert.notEqual(holder(here), here.process.pid)
  const status = await here.run('learn', 'status', '--json')
  assert.deepEqual(
    [status.answer.session.learn_session_id, status.answer.session.state],
    [session, 'paused'],
  )
  await window.close()
  const windows = async () =>
    (await processesOf(here.home)).filter(({ line }) => line.includes('apprentice-desktop'))
  await until(
    async () => (await windows()).length === 0,
    10_000,
    async () => 'the window is closed and runs on',
  )
})

test('after kill -9 of the window its engine ends, and the next window has all data', async () => {
  const home = machine.path('crashed')
  await machine.window({ environment: { APPRENTICE_HOME: home } })
  const here = await Engine.beside(machine, { home: 'crashed' })
  await here.ask('PUT', '/api/settings', { first_run_done: true })
  const session = await here.capture({ watch: ['terminal'], goal: 'Outlives the window' })
  for (const { pid, line } of await processesOf(home)) {
    if (line.includes('apprentice-desktop')) process.kill(pid, 'SIGKILL')
  }
  await until(
    async () => !(await processesOf(home)).some(({ pid }) => pid === here.pid),
    10_000,
    async () => 'the engine runs on without its window',
  )
  const window = await machine.window({ environment: { APPRENTICE_HOME: home } })
  await window.waitForText(/paused/i)
  const status = await here.run('learn', 'status', '--json')
  assert.deepEqual(
    [status.answer.session.learn_session_id, status.answer.session.state],
    [session, 'paused'],
  )
})

test('when the engine of a window is killed, the window starts another with all data', async () => {
  const home = machine.path('restarted')
  const window = await machine.window({ environment: { APPRENTICE_HOME: home } })
  const here = await Engine.beside(machine, { home: 'restarted' })
  await here.ask('PUT', '/api/settings', { first_run_done: true })
  await here.capture({ watch: ['terminal'], goal: 'Outlives the engine' })
  await window.waitForText(/Watching Terminal/)
  process.kill(here.pid, 'SIGKILL')
  await window.waitForText(/paused/i)
  assert.notEqual(holder(here), here.pid)
  await window.close()
})

// ---- sessions without a task

test('a session without actions has nothing to draft and can be cancelled', async () => {
  const session = await engine.capture({ watch: ['terminal'] })
  const stopped = await engine.post(`${SESSIONS}/${session}/stop`)
  assert.deepEqual([stopped.captured_event_count, stopped.next_action], [0, 'cancel'])
  const error = await refused(
    engine.ask('POST', `${SESSIONS}/${session}/generate-proposal`),
    400,
    'INSUFFICIENT_TRACES',
  )
  assert.match(error.message, /captured|shown|seen/i)
  const command = await engine.run('learn', 'propose')
  assert.equal(command.code, 1)
  assert.equal((await engine.detail(session)).session.state, 'stopped', 'a refusal moves nothing')
  await refused(engine.ask('POST', `${SESSIONS}/${session}/stop`), 409, 'CAPTURE_ALREADY_STOPPED')
  await engine.run('learn', 'cancel')
  assert.equal((await engine.detail(session)).session.state, 'cancelled')
})

test('an address that does not answer is shown in the browser and does not end the session', async () => {
  const here = await Engine.start(machine, { home: 'dead-address' })
  const session = await here.capture({
    watch: ['browser'],
    start_url: `http://127.0.0.1:${await freePort()}/`,
  })
  const [opened] = await untilActions(here, session, 1)
  assert.match(opened, /^Opened http:\/\/127\.0\.0\.1/)
  assert.equal((await here.detail(session)).session.state, 'capturing')
  await here.post(`${SESSIONS}/${session}/stop`)
  // Opening an address that does not answer is not a task.
  await refused(
    here.ask('POST', `${SESSIONS}/${session}/generate-proposal`),
    400,
    'INSUFFICIENT_TRACES',
  )
  assert.equal(await here.end(), 0)
})

// ---- malformed requests

test('a bad request is refused with the name of its field and changes nothing', async () => {
  const total = (await engine.get(SESSIONS)).total
  const good = {
    entry_mode: 'demonstrating_skill',
    watch: ['terminal'],
    observation_mode: 'outside_agent',
  }
  for (const [body, field] of [
    [{ ...good, colour: 'red' }, 'colour'],
    [{ ...good, goal: 7 }, 'goal'],
    [{ ...good, goal: 'x'.repeat(401) }, 'goal'],
    [{ ...good, watch: ['camera'] }, 'watch[0]'],
    [{ ...good, watch: 'terminal' }, 'watch'],
    [{ ...good, watch: [] }, 'watch'],
    [{ ...good, target_app_whitelist: Array(65).fill('git') }, 'target_app_whitelist'],
    [{ ...good, start_url: 'file:///etc/passwd' }, 'start_url'],
    [{ watch: ['terminal'] }, 'entry_mode'],
  ]) {
    const error = await refused(engine.ask('POST', SESSIONS, body), 400, 'INVALID_REQUEST')
    assert.ok(error.message.includes(field), `${error.message} does not name ${field}`)
  }
  for (const text of ['{', '[]', 'null', '"x"', '{} {}'])
    await refused(engine.ask('POST', SESSIONS, text), 400, 'INVALID_REQUEST')
  await refused(
    engine.ask('POST', SESSIONS, JSON.stringify({ ...good, goal: 'x'.repeat(2 ** 20) })),
    413,
    'PAYLOAD_TOO_LARGE',
  )
  await refused(engine.ask('GET', `${SESSIONS}?page_size=many`), 400, 'INVALID_REQUEST')
  await refused(engine.ask('GET', `${SESSIONS}/not-an-id/detail`), 404, 'LEARN_SESSION_NOT_FOUND')
  await refused(engine.ask('PUT', SESSIONS, good), 405, 'METHOD_NOT_ALLOWED')
  await refused(engine.ask('GET', '/api/nothing'), 404, 'NOT_FOUND')
  assert.equal((await engine.get(SESSIONS)).total, total)
})

test('a request without the token, or from another origin, is refused', async () => {
  const { port, host } = new URL(engine.address)
  // `fetch` sets Host itself, so this sends the request by hand.
  const ask = (headers) =>
    new Promise((resolve, reject) => {
      const request = http.get(
        { host: '127.0.0.1', port, path: SESSIONS, headers, setHost: false },
        async (response) => {
          const body = JSON.parse((await response.toArray()).join(''))
          resolve({ status: response.statusCode, body })
        },
      )
      request.on('error', reject)
    })
  const token = `Bearer ${engine.token}`
  assert.equal((await ask({ host, authorization: token })).status, 200)
  await refused(ask({ host }), 401, 'UNAUTHORIZED')
  await refused(
    ask({ host, authorization: `Bearer ${'A'.repeat(engine.token.length)}` }),
    401,
    'UNAUTHORIZED',
  )
  await refused(ask({ host: `evil.example:${port}`, authorization: token }), 403, 'FORBIDDEN')
  await refused(
    ask({ host, authorization: token, origin: 'https://evil.example' }),
    403,
    'FORBIDDEN',
  )
  await refused(ask({ host, authorization: token, origin: 'null' }), 403, 'FORBIDDEN')
  assert.ok(!JSON.stringify((await ask({ host })).body).includes(engine.token))
})

// ---- programs that are closed or killed while they are watched

/** An engine that watches the guest book in a browser, and a shell with the hook. */
async function watching(home) {
  const port = await freePort()
  const user = machine.path(`user-${home}`)
  await mkdir(user)
  const here = await Engine.start(machine, {
    home,
    environment: { HOME: user, APPRENTICE_BROWSER_DEBUG_PORT: String(port) },
  })
  const address = await guestbook(machine)
  const page = async () => {
    const browser = await machine.watchedBrowser(port)
    await until(
      () =>
        browser
          .contexts()[0]
          ?.pages()
          .some((page) => page.url() === address),
      15_000,
      async () => 'the page is not open',
    )
    return browser
      .contexts()[0]
      .pages()
      .find((page) => page.url() === address)
  }
  return { here, address, page }
}

/** Kills the watched browser: the main process of this home that uses its profile. */
async function killBrowser(of) {
  const main = (await processesOf(of.home)).find(
    ({ line }) => line.includes('--user-data-dir=') && !line.includes('--type='),
  )
  process.kill(main.pid, 'SIGKILL')
}

test('when the browser is killed or closed, the session keeps its actions and continues in a new browser', async () => {
  const { here, address, page } = await watching('browser-dies')
  const session = await here.capture({ watch: ['browser'], start_url: address })
  await sign(await page(), 'Ada')
  const before = await untilActions(here, session, 2)

  await killBrowser(here)
  const state = async () => (await here.detail(session)).session.state
  await until(
    async () => (await state()) === 'paused',
    15_000,
    async () => `it is ${await state()}`,
  )
  const error = (await here.events(session)).findLast((event) => event.event_kind === 'error')
  assert.equal(error.payload.code, 'BROWSER_CLOSED', JSON.stringify(error))
  assert.ok(error.payload.message.length > 10, error.payload.message)
  const then = await kept(here, session, before)
  await until(
    async () => (await profiles(here)).length === 0,
    5000,
    async () => 'its private profile is still there',
  )

  const resumed = await here.run('learn', 'resume')
  assert.equal(resumed.code, 0, resumed.stderr)
  const again = await page()
  await sign(again, 'Grace')
  const more = await untilActions(here, session, then.length + 2)
  assert.deepEqual(more.slice(0, then.length), then)

  await again.close()
  await until(
    async () => (await state()) === 'paused',
    15_000,
    async () => `it is ${await state()}`,
  )
  const stopped = await here.post(`${SESSIONS}/${session}/stop`)
  assert.ok(stopped.captured_event_count >= more.length, 'all of it is there when it is stopped')
  await here.post(`${SESSIONS}/${session}/generate-proposal`)
  assert.equal(await here.end(), 0)
  await nothingRuns(here)
})

test('when one of two watched sources dies, the other continues and the session says so', async () => {
  const { here, address, page } = await watching('one-of-two-dies')
  const session = await here.capture({ watch: ['browser', 'terminal'], start_url: address })
  await page()
  const user = shell(here)
  await killBrowser(here)
  const lost = async () =>
    (await here.events(session)).find((event) => event.event_kind === 'error')
  const error = await until(lost, 15_000, async () => 'nothing was said')
  assert.deepEqual([error.payload.code, error.payload.watching_goes_on], ['BROWSER_CLOSED', true])
  user.stdin.write('echo still here > note.txt\n')
  const labels = async () =>
    (await here.actions(session)).map((action) => action.action_label).join('\n')
  await until(async () => (await labels()).includes('echo still here'), 15_000, labels)
  assert.equal((await here.detail(session)).session.state, 'capturing')
  // A pause and a resume start the browser again.
  await here.post(`${SESSIONS}/${session}/pause`)
  await here.post(`${SESSIONS}/${session}/resume`)
  await sign(await page(), 'Katherine')
  assert.ok((await here.post(`${SESSIONS}/${session}/stop`)).captured_event_count >= 3)
  assert.equal(await here.end(), 0)
  user.stdin.end('exit\n')
  await nothingRuns(here)
})

test('after kill -9 during a capture nothing keeps running, and the next start has all data and continues', async () => {
  const { here, address, page } = await watching('killed')
  const session = await here.capture({ watch: ['browser', 'terminal'], start_url: address })
  const { terminal_id: panel } = await here.post('/api/terminals', { columns: 80, rows: 24 })
  await here.post(`/api/terminals/${panel}/input`, { data: 'sleep 1000\r' })
  await sign(await page(), 'Ada')
  const user = shell(here)
  user.stdin.write('echo one > one.txt\n')
  const before = await untilActions(here, session, 3)

  await here.kill()
  // The user's own shell still runs, and its prompt does not wait for the engine.
  user.stdin.write('echo two > two.txt; echo prompt-$((40 + 2))\n')
  await until(
    () => user.log.includes('prompt-42'),
    10_000,
    async () => user.log,
  )
  user.stdin.end('exit\n')
  await nothingRuns(here)
  // The history belongs to the user's own shell.
  const left = Object.keys(await contents(here.environment.HOME)).filter(
    (name) => name !== '.bash_history',
  )
  assert.deepEqual(left, [], 'the browser left nothing in the home of the user')

  const next = await Engine.start(machine, { home: 'killed', environment: here.environment })
  const detail = await next.detail(session)
  assert.equal(detail.session.state, 'paused')
  const then = await kept(next, session, before)
  const error = (await next.events(session)).findLast((event) => event.event_kind === 'error')
  assert.equal(error.payload.code, 'PROGRAM_ENDED')
  assert.match(error.payload.message, /resume to go on/)
  await until(
    async () => (await profiles(next)).length === 0,
    5000,
    async () => 'what the killed browser wrote is not swept',
  )
  assert.ok(
    !(await readdir(path.join(next.home, 'run'))).includes('terminal.watch'),
    'shells are not told that somebody watches',
  )
  assert.match((await next.run('learn', 'status')).stdout, /state: paused/)

  await next.post(`${SESSIONS}/${session}/resume`)
  await sign(await page(), 'Grace')
  const more = await untilActions(next, session, then.length + 2)
  assert.deepEqual(more.slice(0, then.length), then)
  const seqs = (await next.actions(session)).map((action) => action.seq)
  assert.deepEqual(
    seqs,
    seqs.map((_, n) => n + 1),
    'numbered without a gap',
  )
  await next.post(`${SESSIONS}/${session}/stop`)
  assert.equal(await next.end(), 0)
  await nothingRuns(next)
  assert.deepEqual(await profiles(next), [])
})

test('a normal exit during a capture closes the browser and pauses the session', async () => {
  const { here, address, page } = await watching('ended')
  const session = await here.capture({ watch: ['browser'], start_url: address })
  await sign(await page(), 'Ada')
  assert.equal(await here.end(), 0)
  await nothingRuns(here)
  assert.deepEqual(await profiles(here), [])
  const next = await Engine.start(machine, { home: 'ended', environment: here.environment })
  assert.equal((await next.detail(session)).session.state, 'paused')
  assert.ok((await next.actions(session)).length >= 2, 'what was under way when it ended was told')
  assert.equal(await next.end(), 0)
})

test('when the browser is closed during a rehearsal, it does not hang, and nothing unseen is green', async () => {
  const { here, address, page } = await watching('closed-in-rehearsal')
  const session = await here.capture({
    watch: ['browser'],
    start_url: address,
    goal: 'Sign the guest book',
  })
  await sign(await page(), 'Ada')
  await here.post(`${SESSIONS}/${session}/stop`)
  const proposed = await here.run(
    'learn',
    'propose',
    '--answer',
    'success_condition=The name stands in the guest book',
    '--json',
  )
  const proposal = proposed.answer.proposal.proposal_id
  const state = async () =>
    (await here.get(`/api/learn/proposals/${proposal}/detail`)).proposal.proposal_state
  await until(
    async () => (await state()) === 'ready_for_review',
    20_000,
    async () => `${await state()}: ${proposed.stdout}`,
  )
  await here.post(`/api/learn/proposals/${proposal}/validate`, {
    selected_tests: ['rehearsal'],
    start_url: address,
  })
  await page()
  await killBrowser(here)
  await until(
    async () => (await profiles(here)).length === 0,
    10_000,
    async () => 'the profile is still there',
  )
  const judged = await here.run('learn', 'rehearse', 'finish', proposal, '--json')
  // What cannot be read again is neither reached nor failed.
  assert.deepEqual([judged.code, judged.answer.overall_result], [1, 'partial'])
  const durable = judged.answer.checkpoints
    .filter((checkpoint) => checkpoint.role === 'effect')
    .map((checkpoint) => checkpoint.checkpoint_id)
  for (const receipt of judged.answer.receipts)
    if (durable.includes(receipt.checkpoint_id)) assert.notEqual(receipt.status, 'reached')
  assert.ok(
    (await here.events(session)).some(
      (event) => event.event_kind === 'error' && event.payload.code === 'BROWSER_CLOSED',
    ),
  )
  assert.equal(await state(), 'ready_for_review', 'the draft is not lost with it')
  await here.post(`/api/learn/proposals/${proposal}/validate`, {
    selected_tests: ['rehearsal'],
    start_url: address,
  })
  await sign(await page(), 'Grace')
  await here.post(`/api/learn/proposals/${proposal}/rehearsal/finish`, { cancel: true })
  assert.equal(await here.end(), 0)
  await nothingRuns(here)
})
