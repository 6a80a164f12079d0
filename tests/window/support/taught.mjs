// An ability taught the short way: two commands in a shell with the hook, drafted, reviewed and
// installed.

import assert from 'node:assert/strict'
import path from 'node:path'
import { program } from './engine.mjs'
import { until } from './webdriver.mjs'

const SESSIONS = '/api/learn/sessions'

/** A shell of the user with the hook that runs these lines and ends. */
export function shell(of, ...lines) {
  const child = of.machine.start('bash', ['--norc', '-i'], {
    cwd: of.machine.path('work'),
    env: of.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end([`eval "$(${program} hook bash)"`, ...lines, 'exit', ''].join('\n'))
  return child
}

/** What the demonstration shows. */
export async function scripts(machine) {
  await machine.write('report.sh', 'printf "customers as of today\\n" > customers.txt\n')
  await machine.write('send.sh', 'cp customers.txt sent.txt\n')
}

/** A reviewed draft. */
export async function drafted(of, goal) {
  const session = await of.capture({ watch: ['terminal'], goal })
  const user = shell(of, 'sh report.sh', 'sh send.sh')
  await until(
    async () => (await of.actions(session)).length >= 2,
    20_000,
    async () => user.log,
  )
  await of.post(`${SESSIONS}/${session}/stop`)
  const { proposal_id: proposal } = await of.post(`${SESSIONS}/${session}/generate-proposal`)
  await reviewed(of, proposal)
  return { session, proposal }
}

export async function reviewed(of, proposal) {
  const state = async () =>
    (await of.get(`/api/learn/proposals/${proposal}/detail`)).proposal.proposal_state
  await until(
    async () => (await state()) === 'ready_for_review',
    20_000,
    async () => `the draft is ${await state()}`,
  )
}

/** An ability that is installed to the targets of the settings: its id, slug and folder. */
export async function taught(of, goal) {
  await scripts(of.machine)
  const { proposal } = await drafted(of, goal)
  const installed = await of.run(
    'learn',
    'install',
    proposal,
    '--lane',
    'experimental_private',
    '--without-rehearsal',
    '--json',
  )
  assert.equal(installed.code, 0, installed.stdout + installed.stderr)
  const folder = path.dirname(installed.answer.files.find((file) => file.endsWith('SKILL.md')))
  return { ability: installed.answer.ability_id, slug: path.basename(folder), folder }
}
