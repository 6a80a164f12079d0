// Checks tasks without Apprentice: the demonstration and each right run must reach their truth, each
// fault must miss it. Much faster than an evaluation; the last word is that of scripts/eval.
// node tests/eval/dry.mjs FILE…

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Machine } from '../window/support/machine.mjs'
import { until } from '../window/support/webdriver.mjs'
import { Person, rcFiles } from './support/person.mjs'
import { PlainShell } from './support/plain-shell.mjs'
import { loadTask } from './support/session.mjs'
import { checkTask } from './support/shape.mjs'

const require = createRequire(path.resolve(import.meta.dirname, '../../ui/package.json'))
const { chromium } = require('playwright-core')

let browser
const launch = async () =>
  (browser ??= await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  }))

/** The person of a run in the browser, in a shell, or in both, and how to end what was opened. */
async function open(app, task) {
  const watch = task.watch ?? ['browser']
  const terminal = watch.includes('terminal')
    ? new PlainShell(task.shell ?? 'bash', app.folder, app.machine.path('user'))
    : undefined
  if (!watch.includes('browser')) return { person: new Person({ terminal }), close: async () => {} }
  const context = await (await launch()).newContext({ viewport: { width: 1200, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return { person: new Person({ page, terminal }), close: () => context.close() }
}

/** What one run leaves is compared with what the task says. Returns what is wrong, or nothing. */
async function check(app, task, kind, run) {
  const read = () => (task.read ?? ((one) => one.read()))(app)
  const asked = { ...task.values, ...run.values }
  let close
  try {
    await app.reset()
    if (run.prepare) await run.prepare(app, asked)
    const before = await read()
    const opened = await open(app, task)
    close = opened.close
    const { person } = opened
    await person.page?.goto(task.start ? new URL(task.start, app.address).href : app.start_url)
    await app.signIn(person)
    await (run.perform ?? task.perform)(person, app, { ...asked, ...run.does }, asked)
    if (run.behind) await run.behind(app, asked)
    const compare = async () => {
      const after = await read()
      const expected = run.expected ?? task.truth.expected
      assert.deepEqual(after, await expected(before, asked, after))
    }
    if (kind === 'fault') await assert.rejects(compare, 'the fault cannot be told from a right run')
    else
      await until(
        () =>
          compare().then(
            () => true,
            () => false,
          ),
        5_000,
        () => compare().then(String, String),
      )
    return undefined
  } catch (error) {
    return String(error.message).slice(0, 1500)
  } finally {
    await close?.()
  }
}

let failed = 0
for (const file of process.argv.slice(2)) {
  const { id, task } = await loadTask(path.resolve(file))
  checkTask(id, task)
  const machine = await Machine.open()
  const { default: Application } = await import(`./apps/${task.app}.mjs`)
  const app = new Application(machine)
  try {
    await rcFiles(machine)
    await app.open(task.prepare)
    for (const [kind, run] of [
      ['right', { name: 'the demonstration' }],
      ...task.right.map((one) => ['right', one]),
      ...task.faults.map((one) => ['fault', one]),
    ]) {
      const wrong = await check(app, task, kind, run)
      failed += wrong ? 1 : 0
      console.log(`${id}: ${kind}: ${run.name}: ${wrong ?? 'fine'}`)
    }
  } finally {
    await app.stop()
    await machine.close()
  }
}
await browser?.close()
process.exit(failed ? 1 : 0)
