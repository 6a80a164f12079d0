// Autonomous Agent Practice in the window: the form, a try that fails, one that does it, the draft,
// and a practice that is stopped by its key.

import assert from 'node:assert/strict'
import { chmod, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { Engine } from './support/engine.mjs'
import { Machine } from './support/machine.mjs'
import { KEYS, until } from './support/webdriver.mjs'

const scripted = path.resolve(import.meta.dirname, '../../crates/testkit/agents/scripted.mjs')
let machine
let window
let engine

const script = (steps) =>
  writeFile(machine.path('user', '.gemini', 'script.json'), JSON.stringify(steps))

/** What runs of agents leave in the temporary folder. */
const leftovers = async () =>
  (await readdir(os.tmpdir())).filter((name) => name.startsWith('apprentice-run-'))

before(async () => {
  machine = await Machine.open()
  const bin = machine.path('user', 'bin')
  await mkdir(bin)
  await mkdir(machine.path('user', '.gemini'))
  await copyFile(scripted, path.join(bin, 'gemini'))
  await chmod(path.join(bin, 'gemini'), 0o755)
  await machine.write('raw.csv', 'a,b\n1,2\n')
  window = await machine.window({ environment: { PATH: `${bin}:${process.env.PATH}` } })
  await window.setSize(1280, 860)
  await window.waitForText('Which agents do you use?')
  engine = await Engine.beside(machine)
  await engine.welcomed()
})

after(() => machine.close())

/** Fills the form in, without its test policy. */
async function asked(goal) {
  await window.run("location.hash = '#/learn/new'")
  await window.click('button', 'Autonomous Agent Practice')
  await (await window.get('textbox', 'Goal')).type(goal)
  await (
    await window.get('textbox', 'Files that must be there at the end')
  ).type('clean.csv => 1,2')
  await (await window.get('textbox', 'Example folder')).type(machine.path('work'))
  await window.click('radio', /Gemini CLI/)
  const open = await window.all('checkbox', 'Run it without isolation')
  if (open.length > 0) await open[0].click()
}

test('a practice fails once, does it, and its draft opens', async () => {
  const before = await leftovers()
  await script({
    on: [{ has: 'went wrong', steps: [{ run: 'cp raw.csv clean.csv' }] }],
    steps: [{ run: 'echo other > clean.csv' }, { say: 'It is all there.' }],
  })
  await asked('Copy the table')
  await window.chord(KEYS.control, KEYS.enter)
  await window.waitForText('It works', 60_000)
  await window.get('radio', /Try 1.*Failed/)
  await window.get('radio', /Try 2.*Passed/)
  await window.click('radio', /Try 1/)
  await window.waitForText(/The file lacked “1,2”/)
  await window.waitForText('It is all there.')
  await window.click('button', 'Open the draft', 30_000)
  await window.waitForText('Copy the table')
  await window.waitForText(/clean\.csv/)
  assert.deepEqual(await leftovers(), before, 'nothing is left of its tries')
})

test('a practice is stopped by its key on any page, and nothing is left of it', async () => {
  const { sessions } = await engine.get('/api/learn/sessions')
  const [first] = sessions
  const proposal = first.proposal_id
  await until(
    async () =>
      (await engine.get(`/api/learn/proposals/${proposal}/detail`)).actions.includes('reject'),
    30_000,
    async () => 'the draft is not ready for review',
  )
  await engine.post(`/api/learn/proposals/${proposal}/reject`, { reason: 'Another one follows.' })
  const before = await leftovers()
  await script({ steps: [{ say: 'I work in {{folder}} now.\n' }, { hang: true }] })
  await asked('Copy it once more')
  await window.click('button', 'Start practice')
  await window.waitForText('I work in', 60_000)
  await window.run("location.hash = '#/settings'")
  await window.waitForText('An agent practises')
  await window.chord(KEYS.control, '.')
  await window.waitForText('It was stopped.', 30_000)
  assert.deepEqual(await leftovers(), before, 'nothing is left of its try')
  await window.click('button', 'Cancel session')
})
