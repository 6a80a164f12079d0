// Failures of files: folders that are read-only or full, skills of others and edited skills, a home
// or a database that cannot be used, a kill during the rehearsal. Each time the message says what
// to do, and every existing file is unchanged.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { contents, Engine, program, run } from './support/engine.mjs'
import { Machine } from './support/machine.mjs'
import { drafted, reviewed, scripts, shell } from './support/taught.mjs'
import { until } from './support/webdriver.mjs'

let machine
let engine

before(async () => {
  machine = await Machine.open()
  await scripts(machine)
  engine = await Engine.start(machine)
})

after(() => machine.close())

const install = (of, proposal, into) =>
  of.run(
    'learn',
    'install',
    proposal,
    '--lane',
    'experimental_private',
    '--into',
    into,
    '--without-rehearsal',
    '--json',
  )

function refusedWith(ran, code, words) {
  assert.equal(ran.answer?.error?.code, code, ran.stdout + ran.stderr)
  assert.equal(ran.code, 1)
  assert.match(ran.answer.error.message, words)
  assert.match(ran.stderr, words, 'the person reads the same')
}

/**
 * Mounts a file system of this size in memory at `folder`. Returns `undefined` where mounting is
 * not allowed.
 */
async function mounted(folder, options) {
  await mkdir(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  machine.onClose(() => execFileSync('umount', ['--lazy', folder]))
  return true
}

async function fill(folder) {
  const file = path.join(folder, 'filler')
  await writeFile(file, '')
  for (const size of [65536, 4096, 1]) {
    const block = Buffer.alloc(size, 'x')
    while (
      await appendFile(file, block).then(
        () => true,
        (error) => assert.equal(error.code, 'ENOSPC'),
      )
    );
  }
  return file
}

// ---- skills folders

let first

test('a target that is not a folder, or is read-only, is refused before anything is written', async (t) => {
  first = await drafted(engine, 'Write and send the customer list')
  await writeFile(machine.path('a-file'), 'mine')
  refusedWith(
    await install(engine, first.proposal, machine.path('a-file')),
    'TARGET_NOT_WRITABLE',
    /is a file, not a folder/,
  )
  refusedWith(
    await install(engine, first.proposal, '/proc/skills'),
    'TARGET_NOT_WRITABLE',
    /\/proc/,
  )
  assert.equal(await readFile(machine.path('a-file'), 'utf8'), 'mine')
  if (await mounted(machine.path('read-only'), 'size=64k,ro')) {
    refusedWith(
      await install(engine, first.proposal, machine.path('read-only')),
      'TARGET_NOT_WRITABLE',
      /read-only/i,
    )
  } else t.diagnostic('mounting is not allowed here: a read-only file system was not tried')
  await reviewed(engine, first.proposal)
})

test('without enough room the installation is undone everywhere, and it works when there is room', async (t) => {
  const [full, roomy] = [machine.path('full'), machine.path('roomy')]
  if (!(await mounted(full, 'size=64k'))) return t.skip('mounting is not allowed here')
  const filler = await fill(full)
  refusedWith(
    await install(engine, first.proposal, full),
    'TARGET_NOT_WRITABLE',
    /the disk is full/,
  )
  await truncate(filler, (await stat(filler)).size - 2 * 4096)
  const into = (roots) => roots.map((root) => `custom:${root}`)
  await engine.ask('PUT', '/api/settings', {
    enabled_targets: into([roomy, full]),
    custom_target_paths: [roomy, full],
    first_run_done: true,
  })
  const ran = await engine.run(
    'learn',
    'install',
    first.proposal,
    '--lane',
    'experimental_private',
    '--without-rehearsal',
    '--json',
  )
  refusedWith(ran, 'TARGET_NOT_WRITABLE', /undone/)
  assert.deepEqual(Object.keys(await contents(full)), ['filler'], 'nothing half-written is left')
  assert.deepEqual(await contents(roomy), {}, 'what was already installed elsewhere is taken back')
  assert.deepEqual(
    (await engine.run('lookup', 'send the customer list', '--json')).answer,
    [],
    'nothing is offered that is not there',
  )
  await rm(filler)
  const tooEarly = await engine.run(
    'learn',
    'install',
    first.proposal,
    '--lane',
    'experimental_private',
    '--without-rehearsal',
    '--json',
  )
  refusedWith(
    tooEarly,
    'INVALID_LEARN_STATE_TRANSITION',
    /Revise the proposal .*, then install it again/,
  )
  assert.equal(
    (await engine.run('learn', 'revise', first.proposal, '--instructions', 'Try again')).code,
    0,
  )
  const again = await engine.run(
    'learn',
    'install',
    first.proposal,
    '--lane',
    'experimental_private',
    '--without-rehearsal',
    '--json',
  )
  assert.equal(again.code, 0, again.stdout)
  assert.deepEqual(await contents(full), await contents(roomy))
})

test('a skill of that name by somebody else is never overwritten; under another name it installs', async () => {
  const draft = await drafted(engine, 'Prepare the monthly customer file')
  const { proposal } = await engine.get(`/api/learn/proposals/${draft.proposal}/detail`)
  const root = machine.path('theirs')
  const theirs = path.join(root, proposal.proposed_skill_slug)
  await mkdir(theirs, { recursive: true })
  await writeFile(path.join(theirs, 'SKILL.md'), '---\nname: theirs\ndescription: Not ours.\n---\n')
  const before = await contents(root)
  refusedWith(
    await install(engine, draft.proposal, root),
    'SKILL_ALREADY_EXISTS',
    /was not installed by Apprentice.*(name|rename|improve)/is,
  )
  assert.deepEqual(await contents(root), before)

  const renamed = await engine.run(
    'learn',
    'revise',
    draft.proposal,
    '--slug',
    'monthly-customer-file',
    '--json',
  )
  assert.equal(renamed.code, 0, renamed.stdout)
  const installed = await install(engine, draft.proposal, root)
  assert.equal(installed.code, 0, installed.stdout)
  assert.ok(
    installed.answer.files.every((file) =>
      file.startsWith(path.join(root, 'monthly-customer-file')),
    ),
  )
  assert.deepEqual(await contents(theirs), {
    'SKILL.md': before[`${proposal.proposed_skill_slug}/SKILL.md`],
  })

  // The user edits the skill. Approving it writes the same folders again and must not undo the
  // edit.
  const [skill] = installed.answer.files.filter((file) => file.endsWith('SKILL.md'))
  await appendFile(skill, '\nA line of my own.\n')
  const edited = await contents(root)
  const approved = await engine.run(
    'learn',
    'approve',
    draft.proposal,
    '--without-rehearsal',
    '--json',
  )
  refusedWith(
    approved,
    'CONFLICT',
    /was edited after Apprentice installed it\. Nothing was changed/,
  )
  assert.deepEqual(await contents(root), edited)
  const { proposal: still } = await engine.get(`/api/learn/proposals/${draft.proposal}/detail`)
  assert.equal(still.proposal_state, 'installed_private', 'it goes on as it was')
})

// ---- kills

test('after kill -9 during a rehearsal the run has no verdict, and the draft can be rehearsed again', async () => {
  const here = await Engine.start(machine, { home: 'killed-in-rehearsal' })
  const { session, proposal } = await drafted(here, 'Write and send the customer list')
  const before = await here.get(`/api/learn/proposals/${proposal}/detail`)
  await here.post(`/api/learn/proposals/${proposal}/validate`, { selected_tests: ['rehearsal'] })
  shell(here, 'sh report.sh')
  const status = (of) => of.get(`/api/learn/proposals/${proposal}/rehearsal`)
  await until(
    async () => (await status(here)).observed_action_count >= 1,
    15_000,
    async () => JSON.stringify(await status(here)),
  )
  await here.kill()

  const next = await Engine.start(machine, { home: 'killed-in-rehearsal' })
  const lost = await status(next)
  assert.deepEqual([lost.running, lost.overall_result], [false, 'cancelled'])
  const after = await next.get(`/api/learn/proposals/${proposal}/detail`)
  assert.equal(after.skill_md, before.skill_md)
  assert.deepEqual(
    after.checkpoints.map((checkpoint) => checkpoint.goal),
    before.checkpoints.map((checkpoint) => checkpoint.goal),
  )
  assert.equal((await next.actions(session)).length, 2, 'the demonstration is what it was')
  await next.post(`/api/learn/proposals/${proposal}/validate`, { selected_tests: ['rehearsal'] })
  assert.equal((await status(next)).running, true)
  await next.post(`/api/learn/proposals/${proposal}/rehearsal/finish`, { cancel: true })
  assert.equal(await next.end(), 0)
})

test('a full disk during a capture loses nothing once there is room again', async (t) => {
  const home = machine.path('small-disk')
  if (!(await mounted(home, 'size=12m'))) return t.skip('mounting is not allowed here')
  const here = await Engine.start(machine, { home: 'small-disk' })
  const session = await here.capture({ watch: ['terminal'] })
  const filler = await fill(home)
  const user = shell(here, ...Array.from({ length: 40 }, (_, n) => `echo line-${n}`))
  await until(
    () => user.log.includes('line-39') && user.exitCode !== null,
    15_000,
    async () => user.log,
  )
  await until(
    () => here.process.log.includes('wait to be stored'),
    15_000,
    async () => here.process.log,
  )
  await rm(filler)
  const told = async () => (await here.actions(session)).map((action) => action.action_label)
  await until(
    async () => (await told()).length >= 40,
    20_000,
    async () => (await told()).join('\n'),
  )
  for (let n = 0; n < 40; n += 1)
    assert.match((await told())[n], new RegExp(`echo line-${n}\\b`), 'all of them, in order')
  assert.equal(await here.end(), 0)
})

// ---- the home

test('every command refuses a database of a newer version and does not change it', async () => {
  const { environment, home } = await emptyHome('newer')
  const database = path.join(home, 'apprentice.db')
  // `PRAGMA user_version` is at byte 60 of the header.
  const bytes = await readFile(database)
  bytes.writeUInt32BE(999, 60)
  await writeFile(database, bytes)
  const before = await contents(home)
  for (const command of [
    ['serve'],
    ['learn', 'status'],
    ['doctor'],
    ['learn', 'start', '--watch', 'terminal'],
  ]) {
    const ran = await run([...command, '--json'], environment)
    assert.match(
      ran.stderr,
      /newer version of Apprentice.*Nothing was changed.*Update this program/s,
      `${command}: ${ran.stdout}${ran.stderr}`,
    )
    assert.deepEqual([ran.answer.error.code, ran.code], ['DATABASE_TOO_NEW', 1], command.join(' '))
  }
  const after = await contents(home)
  assert.equal(after['apprentice.db'], before['apprentice.db'])
  assert.deepEqual(
    Object.keys(after)
      .filter((name) => !(name in before))
      .filter((name) => !/^(lock|logs\/)/.test(name)),
    [],
  )
})

test('the window shows what is wrong with the database, and how to repair it', async () => {
  const { environment, home } = await emptyHome('damaged-in-the-window')
  await writeFile(path.join(home, 'apprentice.db'), 'this is no database')
  const window = await machine.window({ environment })
  await window.waitForText(/is damaged/)
  await window.waitForText(/apprentice repair database/)
  assert.equal(
    (await run(['repair', 'database'], environment)).code,
    0,
    'the window does not hold what it could not open',
  )
  await window.close()
})

test('a damaged database names its remedy, is kept, and works after the repair', async () => {
  const { environment, home } = await emptyHome('damaged')
  const database = path.join(home, 'apprentice.db')
  await writeFile(database, 'this is no database')
  const ran = await run(['learn', 'status'], environment)
  assert.notEqual(ran.code, 0)
  assert.match(ran.stderr, /is damaged\. Nothing was changed\. Run `apprentice repair database`/)
  assert.equal(await readFile(database, 'utf8'), 'this is no database')
  const repaired = await run(['repair', 'database', '--json'], environment)
  assert.equal(repaired.code, 0, repaired.stderr)
  const kept = repaired.answer.message.match(/kept as (\S+?)\. /)[1]
  assert.equal(await readFile(kept, 'utf8'), 'this is no database')
  assert.equal((await run(['learn', 'status', '--json'], environment)).code, 0)
})

test('a home that cannot be created or written is reported with the folder and the reason', async (t) => {
  await writeFile(machine.path('no-folder'), '')
  for (const home of [
    machine.path('no-folder'),
    machine.path('no-folder', 'home'),
    '/proc/apprentice',
  ]) {
    const ran = await run(
      ['learn', 'status', '--json'],
      machine.environment({ APPRENTICE_HOME: home }),
    )
    refusedWith(ran, 'TARGET_NOT_WRITABLE', /cannot be used/)
    assert.ok(ran.answer.error.message.includes(home), ran.answer.error.message)
    const started = await run(
      ['learn', 'start', '--watch', 'terminal'],
      machine.environment({ APPRENTICE_HOME: home }),
    )
    assert.notEqual(started.code, 0)
    assert.ok(started.stderr.includes(home), started.stderr)
  }
  if (!(await mounted(machine.path('sealed'), 'size=64k,ro')))
    return t.diagnostic('mounting is not allowed here')
  const ran = await run(
    ['serve', '--json'],
    machine.environment({ APPRENTICE_HOME: machine.path('sealed') }),
  )
  refusedWith(ran, 'TARGET_NOT_WRITABLE', /read-only/i)
})

/** A home that was used once and is closed. */
async function emptyHome(name) {
  const once = await Engine.start(machine, { home: name })
  assert.equal(await once.end(), 0)
  return once
}
