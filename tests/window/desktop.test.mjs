// The desktop program: single instance, links, tray, notifications, closing, autostart, window
// state.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { skill, zip } from './support/bundles.mjs'
import { Desktop, startAgain } from './support/desktop.mjs'
import { processesOf } from './support/engine.mjs'
import { binaries, Machine } from './support/machine.mjs'
import { until } from './support/webdriver.mjs'

const program = path.join(binaries, 'apprentice-desktop')
let machine
let desktop
let window

before(async () => {
  machine = await Machine.open()
  const bus = await Desktop.bus(machine)
  desktop = await Desktop.open(machine, bus)
  window = await machine.window({ bus })
  // The helper that closes windows needs the display too.
  desktop = await handOn(bus)
  await ask('PUT', '/api/settings', {
    ...(await ask('GET', '/api/settings')).settings,
    first_run_done: true,
  })
})

after(() => machine.close())

/** The desktop starts before the window, and its helper after the display. */
async function handOn(bus) {
  const hand = await Desktop.open(machine, bus, machine.outside.DISPLAY)
  const service = desktop
  return Object.assign(Object.create(service), {
    closeWindow: (display) => hand.closeWindow(display),
    windows: (display) => hand.windows(display),
  })
}

async function ask(method, route, body) {
  const { address, token } = JSON.parse(
    await until(
      () => readFile(machine.path('home', 'endpoint.json'), 'utf8').catch(() => ''),
      20_000,
      async () => 'no engine',
    ),
  )
  const response = await fetch(address + route, {
    method,
    headers: { authorization: `Bearer ${token}` },
    body: body instanceof FormData ? body : body && JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${route}: ${JSON.stringify(answer)}`)
  return answer
}

const settings = async (change) =>
  ask('PUT', '/api/settings', { ...(await ask('GET', '/api/settings')).settings, ...change })
const running = async () =>
  (await processesOf(machine.folder)).filter(({ line }) => line.includes('apprentice-desktop'))
const seen = () => desktop.windows(machine.outside.DISPLAY)

test('a second start shows the page of its link in the first window, and exits', async () => {
  assert.equal(await startAgain(machine, program, 'apprentice://settings'), 0)
  await window.waitForText('Notifications and background')
  assert.equal(await startAgain(machine, program, 'apprentice://skills?open=%2Fnowhere'), 0)
  await until(
    () => window.run('return location.hash.startsWith("#/skills?open=")'),
    10_000,
    () => window.run('return location.hash'),
  )
  assert.equal(await startAgain(machine, program, 'apprentice://api/data/delete'), 0)
  await window.waitForText('That link leads to no page of Apprentice.')
  assert.equal((await running()).length, 1)
})

test('the tray icon shows the state and offers the matching actions', async () => {
  await desktop.hear(({ event }) => event === 'registered')
  await desktop.menu(['Show Apprentice', 'Quit'])
  const { session } = await ask('POST', '/api/learn/sessions', {
    entry_mode: 'demonstrating_skill',
    observation_mode: 'outside_agent',
    watch: ['terminal'],
  })
  const id = session.learn_session_id
  const state = async () => (await ask('GET', `/api/learn/sessions/${id}/detail`)).session.state
  await ask('POST', `/api/learn/sessions/${id}/start`)
  await desktop.menu([
    'Show Apprentice',
    'Apprentice is watching',
    'Mark Step…',
    'Pause',
    'Stop',
    'Quit',
  ])
  await desktop.choose('Pause')
  await desktop.menu(['Show Apprentice', 'Apprentice is paused', 'Resume', 'Stop', 'Quit'])
  assert.equal(await state(), 'paused')
  await desktop.choose('Resume')
  await desktop.menu([
    'Show Apprentice',
    'Apprentice is watching',
    'Mark Step…',
    'Pause',
    'Stop',
    'Quit',
  ])
  await desktop.choose('Mark Step…')
  await window.waitForText('What will you do next?')
  await window.click('button', 'Cancel')

  // Closing asks while something is watched. A double click counts as one click.
  await desktop.closeWindow(machine.outside.DISPLAY)
  await desktop.closeWindow(machine.outside.DISPLAY)
  await window.waitForText('Keep watching in the background')
  await window.click('button', 'Cancel')
  assert.equal((await seen()).length > 0, true)
  assert.equal(await state(), 'capturing')
  await desktop.choose('Stop')
  await desktop.menu(['Show Apprentice', 'Quit'])
  assert.notEqual(await state(), 'capturing')
  await ask('POST', `/api/learn/sessions/${id}/cancel`)
})

test('a notification reports a degraded ability and opens it', async () => {
  // No notification while the window is visible; it appears in the tray.
  const hide = async () => {
    await desktop.closeWindow(machine.outside.DISPLAY)
    await until(
      async () => (await seen()).length === 0,
      10_000,
      async () => 'the window can still be seen',
    )
  }
  await settings({ desktop: { notifications: true, on_close: 'background' } })
  await hide()
  await promisify(execFile)('/usr/bin/python3', [
    '-c',
    ABILITY,
    machine.path('home', 'apprentice.db'),
  ])
  await ask('POST', '/api/abilities/ability_tea/quarantine', { reason: 'It spilled.' })
  const { id, summary, actions } = await desktop.hear(({ event }) => event === 'notified')
  assert.equal(summary, 'An ability was quarantined')
  assert.deepEqual(actions, ['default', 'Open'])
  desktop.click(id)
  await until(
    () => window.run('return location.hash.startsWith("#/skills?open=ability_tea")'),
    20_000,
    () => window.run('return location.hash'),
  )

  await hide()
  await settings({ desktop: { notifications: false, on_close: 'background' } })
  const before = desktop.said.length
  await ask('POST', '/api/abilities/ability_tea/unquarantine')
  await ask('POST', '/api/abilities/ability_tea/quarantine', { reason: 'Again.' })
  await settings({ desktop: { notifications: true, on_close: 'background' } })
  await ask('POST', '/api/abilities/ability_tea/unquarantine')
  await ask('POST', '/api/abilities/ability_tea/quarantine', { reason: 'A third time.' })
  await desktop.hear(({ event }) => event === 'notified', before)
  assert.ok(
    desktop.said.slice(before).filter(({ event }) => event === 'notified').length <= 2,
    'switched off, nothing is told',
  )
  assert.equal(await startAgain(machine, program), 0)
  await until(
    async () => (await seen()).length > 0,
    10_000,
    async () => 'the window does not come back',
  )
  await settings({ desktop: { notifications: true, on_close: 'ask' } })
})

test('imports that become ready one after the other share one notification, which opens their list', async () => {
  const form = new FormData()
  form.append(
    'metadata',
    JSON.stringify({ source: 'manual_upload', client_request_id: 'many', schema_version: 1 }),
  )
  const names = ['boil-eggs', 'toast-bread', 'peel-pears']
  form.append(
    'bundle',
    new Blob([
      zip(
        Object.fromEntries(
          names.map((name) => [
            `skills/${name}/SKILL.md`,
            skill(name, `Does ${name}. Use when somebody asks for it.`),
          ]),
        ),
      ),
    ]),
    'breakfast.zip',
  )
  await settings({ desktop: { notifications: true, on_close: 'background' } })
  await desktop.closeWindow(machine.outside.DISPLAY)
  await until(
    async () => (await seen()).length === 0,
    10_000,
    async () => 'the window can still be seen',
  )
  const { temp_artifact: artifact, skills } = await ask('POST', '/api/skills/import/uploads', form)
  assert.equal(skills.length, 3)
  const before = desktop.said.length
  const says =
    (start) =>
    ({ summary }) =>
      summary?.startsWith(start)
  for (const { skill_path } of skills) {
    const {
      import_record: { import_id },
    } = await ask('POST', '/api/skills/import/scan', {
      source: 'manual_upload',
      temp_artifact_ref: artifact.temp_artifact_ref,
      skill_path,
      client_request_id: `scan ${skill_path}`,
    })
    await ask('POST', '/api/skills/import/stage', {
      import_id,
      client_request_id: `stage ${skill_path}`,
    })
    if (skill_path === skills[0].skill_path) await desktop.hear(says('An import is ready'), before)
  }
  const { id } = await desktop.hear(says('3 imports are ready'), before)
  desktop.click(id)
  await until(
    () => window.run('return location.hash.startsWith("#/skills/import")'),
    20_000,
    () => window.run('return location.hash'),
  )
  const notified = desktop.said.slice(before).filter(({ event }) => event === 'notified')
  assert.deepEqual([...new Set(notified.map((one) => one.id))], [id])
  await settings({ desktop: { notifications: true, on_close: 'ask' } })
})

test('Settings starts it at login, and says what this desktop lacks', async () => {
  await startAgain(machine, program, 'apprentice://settings')
  await window.click('switch', 'Start when you log in')
  const file = machine.path('user', '.config', 'autostart', 'Apprentice.desktop')
  const entry = await until(
    () => readFile(file, 'utf8').catch(() => ''),
    10_000,
    async () => 'no entry was written',
  )
  assert.match(entry, /^Exec=.*apprentice-desktop.* --background$/m)
  await window.click('switch', 'Start when you log in')
  await until(
    async () => !(await readFile(file, 'utf8').catch(() => '')),
    10_000,
    async () => 'the entry stays',
  )
  assert.doesNotMatch(
    await window.run('return document.body.innerText'),
    /shows no signs in a tray|shows notifications here/,
  )
})

test('without a display it says so in one sentence, and ends', async () => {
  const run = promisify(execFile)(program, [], { env: machine.environment() })
  const ended = await run.then(
    () => assert.fail('it did not end with a failure'),
    (failure) => failure,
  )
  assert.equal(ended.code, 1, ended.stderr)
  assert.match(ended.stderr, /^Apprentice cannot open its window: there is no display\./m)
  assert.doesNotMatch(ended.stderr, /panicked/)
})

test('in the tray the program continues without a window; a second start brings the window back', async () => {
  await settings({ desktop: { notifications: true, on_close: 'background' } })
  await desktop.closeWindow(machine.outside.DISPLAY)
  await until(
    async () => (await seen()).length === 0,
    10_000,
    async () => 'the window can still be seen',
  )
  assert.equal((await running()).length, 1)
  assert.equal(await startAgain(machine, program), 0)
  await until(
    async () => (await seen()).length > 0,
    10_000,
    async () => 'the window does not come back',
  )
  await settings({ desktop: { notifications: true, on_close: 'quit' } })
})

test('the close button quits it, and it starts again with the same size', async () => {
  await window.setSize(1010, 690)
  await until(
    () => window.run('return innerWidth === 1010'),
    10_000,
    () => window.run('return innerWidth'),
  )
  await desktop.closeWindow(machine.outside.DISPLAY)
  await until(
    async () => (await running()).length === 0,
    20_000,
    async () => `it still runs: ${JSON.stringify(await running())}`,
  )
  await window.close()
  window = await machine.openWindow(['apprentice://settings'])
  await window.waitForText('Notifications and background')
  assert.deepEqual(await window.run('return [innerWidth, innerHeight]'), [1010, 690])
})

/** An installed ability, as the last step of an installation leaves it. */
const ABILITY = `
import json, sqlite3, sys
entry = {"ability_id": "ability_tea", "title": "Make tea", "family": "kitchen", "source": "learned", "skill_slug": "make-tea",
  "primary_capability_id": "capability_tea", "install_lane": "experimental_private", "enabled": True,
  "usable_now": True, "reason_unusable": None,
  "trigger_phrases": ["make tea"], "negative_triggers": [], "aliases": [], "project_scopes": [], "preferred_control_surfaces": [],
  "support_pack_refs": [], "schema_version": 1}
record = {"entry": entry, "proposal_id": None, "created_at": "2026-01-01T00:00:00Z",
  "updated_at": "2026-01-01T00:00:01Z", "standing": {"checkpoints": []}}
db = sqlite3.connect(sys.argv[1], timeout=10)
db.execute("INSERT INTO abilities (ability_id, slug, lane, body) "
  "VALUES ('ability_tea', 'make-tea', 'experimental_private', ?)", [json.dumps(record)])
db.commit()
`
