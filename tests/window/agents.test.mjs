// Agents are connected in Settings. The configured command is then run as the agent would run it,
// and its reports appear in the window.

import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { Agent } from './support/agent.mjs'
import { Engine, program } from './support/engine.mjs'
import { Machine } from './support/machine.mjs'
import { taught } from './support/taught.mjs'
import { KEYS, until } from './support/webdriver.mjs'

/** Each has a configuration with another server, and with comments where its format allows them. */
const AGENTS = [
  {
    label: 'Claude Code',
    file: '.claude.json',
    text: [
      '{',
      '  "numStartups": 7,',
      '  "mcpServers": {',
      '    "notes": { "type": "stdio", "command": "notes", "args": ["--read"] }',
      '  },',
      '  "theme": "dark"',
      '}',
      '',
    ].join('\n'),
  },
  {
    label: 'Codex',
    file: '.codex/config.toml',
    text: [
      '# the model that answers',
      'model = "some-model" # not the small one',
      '',
      '[mcp_servers.notes]',
      'command = "notes"   # mine',
      'args = ["--read"]',
      '',
      '# how it looks',
      '[tui]',
      'theme = "dark"',
      '',
    ].join('\n'),
  },
  {
    label: 'Gemini CLI',
    file: '.gemini/settings.json',
    text: [
      '{',
      '    // how it looks',
      '    "theme": "dark",',
      '    "mcpServers": {',
      '        "notes": { "command": "notes" } // mine',
      '    }',
      '}',
      '',
    ].join('\n'),
  },
  {
    label: 'goose',
    file: '.config/goose/config.yaml',
    text: [
      '# the model that answers',
      'GOOSE_MODEL: some-model   # not the small one',
      'extensions:',
      '  # mine',
      '  notes:',
      '    enabled: true',
      '    type: stdio',
      '    cmd: notes',
      '    args: [--read]',
      '',
      'GOOSE_MODE: smart_approve',
      '',
    ].join('\n'),
  },
  {
    label: 'OpenClaw',
    file: '.openclaw/openclaw.json',
    text: [
      '// where it listens',
      '{',
      '  gateway: { port: 18789 }, // the usual one',
      '  mcp: {',
      '    servers: {',
      "      notes: { command: 'notes', args: ['--read'] }, // mine",
      '    },',
      '  },',
      '}',
      '',
    ].join('\n'),
  },
]
const GOAL = 'Write and send the customer list'
let machine
let window
let engine
/** The program and arguments that a connected agent starts. */
let command
let learned

before(async () => {
  machine = await Machine.open()
  for (const folder of ['.claude', '.codex', '.gemini', '.config/goose', '.openclaw'])
    await mkdir(machine.path('user', folder), { recursive: true })
  for (const { file, text } of AGENTS) await writeFile(machine.path('user', file), text)
  command = [program, 'mcp', '--home', machine.path('home')]
  window = await machine.window()
  await window.setSize(1280, 860)
  await window.waitForText('Which agents do you use?')
  engine = await Engine.beside(machine)
  await engine.welcomed('claude-code')
  learned = await taught(engine, GOAL)
  await window.run("location.hash = '#/settings'")
})

after(() => machine.close())

const configuration = (agent) => readFile(machine.path('user', agent.file), 'utf8')

/** The added and removed lines of the open dialog. */
async function shown(label, verb) {
  await window.click('button', `${verb} ${label}`)
  await window.get('group', /^Change to/)
  const lines = (
    await window.run("return document.querySelector('[role=dialog] [role=group]').textContent")
  ).split('\n')
  const [goes, comes] = ['-', '+'].map((sign) =>
    lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1)),
  )
  return { goes, comes }
}

/** The button of the dialog. The page behind it has one with a longer name. */
async function confirm(verb, then) {
  await window.click('button', verb)
  await window.get('button', then)
  await until(
    async () => (await window.all('dialog')).length === 0,
    10_000,
    async () => 'the dialog stays open',
  )
}

/**
 * The lines that `now` has in addition to `old`: one block. Everything else is unchanged, except
 * for a comma at the end of the line above.
 */
function added(old, now) {
  const [was, is] = [old.split('\n'), now.split('\n')]
  let above = 0
  while (above < was.length && was[above] === is[above]) above += 1
  const comma =
    above < was.length && was[above].replaceAll(',', '') === is[above].replaceAll(',', '')
  if (comma) above += 1
  const below = is.length - (was.length - above)
  assert.deepEqual(is.slice(below), was.slice(above), `something else changed:\n${now}`)
  return {
    block: is.slice(above, below),
    comma: comma ? [was[above - 1], is[above - 1]] : undefined,
  }
}

/**
 * The program and arguments of an entry. All these formats write strings and lists as JSON does.
 */
function commandOf(text) {
  const [, starts] = text.match(/\b(?:command|cmd)"?\s*[:=]\s*("(?:[^"\\]|\\.)*")/)
  const [, args] = text.match(/\bargs"?\s*[:=]\s*(\[[^\]]*\])/)
  return [JSON.parse(starts), ...JSON.parse(args)]
}

for (const agent of AGENTS) {
  test(`${agent.label} is connected by exactly what was shown, and the command that was written answers`, async () => {
    const { comes } = await shown(agent.label, 'Connect')
    assert.match(comes.join('\n'), /apprentice/)
    for (const word of command)
      assert.ok(
        comes.some((line) => line.includes(JSON.stringify(word))),
        `${word} is not shown:\n${comes.join('\n')}`,
      )
    await window.click('button', 'Cancel')
    await until(
      async () => (await window.all('dialog')).length === 0,
      10_000,
      async () => 'the dialog stays open',
    )
    assert.equal(await configuration(agent), agent.text, 'nothing is written by looking')

    const again = await shown(agent.label, 'Connect')
    assert.equal(
      await configuration(agent),
      agent.text,
      'nothing is written before the confirmation',
    )
    await confirm('Connect', `Disconnect ${agent.label}`)
    const written = await configuration(agent)
    const { block, comma } = added(agent.text, written)
    assert.deepEqual(again.comes, [...(comma ? [comma[1]] : []), ...block])
    assert.deepEqual(again.goes, comma ? [comma[0]] : [])
    assert.deepEqual(commandOf(block.join('\n')), command)

    const started = await Agent.start(machine, commandOf(block.join('\n')), agent.label)
    assert.equal(started.server.serverInfo.name, 'apprentice')
    const { tools } = await started.ask('tools/list', {})
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      'call_connector_tool',
      'explain_match',
      'get_skill',
      'lookup_abilities',
      'report_observation',
      'search_connector_tools',
      'submit_configuration_intent',
      'verify_checkpoint',
    ])
    started.end()
  })
}

/** The checkpoints of the newest report on the page. */
const checkpointStates = () =>
  window.run(
    `const rows = '[aria-label="Agent reports"] [aria-label="Checkpoint Progress"] li';
    return [...document.querySelectorAll(rows)].map((row) => row.dataset.state)`,
  )
const reachesState = (at, state) =>
  until(
    async () => (await checkpointStates())[at] === state,
    20_000,
    async () =>
      `checkpoint ${at + 1} does not become ${state}: ${JSON.stringify(await checkpointStates())}`,
  )

test('reports of a connected agent appear while it works; it no longer finds an ability that is quarantined', async () => {
  const agent = await Agent.start(
    machine,
    commandOf(added(AGENTS[0].text, await configuration(AGENTS[0])).block.join('\n')),
    'claude-code',
  )
  await window.run("location.hash = '#/skills'")
  await window.click('row', new RegExp(`(^|\\s)${learned.slug}(\\s|$)`))
  await window.click('tab', 'Health')
  await window.waitForText('No run has reported checkpoints yet.')
  await window.run('window.stays = true')

  const find = async () =>
    (await agent.call('lookup_abilities', { user_query: GOAL })).matches.map(
      (match) => match.ability_id,
    )
  assert.deepEqual(await find(), [learned.ability])
  const skill = await agent.call('get_skill', { ability: learned.ability })
  const checkpoints = [...new Set(JSON.stringify(skill).match(/cp-\d\d/g))].sort()
  assert.ok(checkpoints.length >= 3, JSON.stringify(skill).slice(0, 3000))
  const tell = (at, status, more = {}) =>
    agent.call('verify_checkpoint', {
      ability_id: learned.ability,
      dispatch_id: skill.dispatch_id,
      checkpoint_id: checkpoints[at],
      status,
      evidence: `Looked at ${at + 1}.`,
      ...more,
    })

  // In order: the first report creates the section, and the later ones must update a page that
  // already shows it.
  assert.equal((await tell(0, 'reached')).receipt.status, 'reached')
  await reachesState(0, 'reached')
  await window.waitForText('Claude Code')
  await tell(1, 'reached')
  await reachesState(1, 'reached')
  await tell(2, 'skipped', { reason: 'There was nobody to send it to.' })
  await reachesState(2, 'skipped')
  assert.match(
    (
      await agent.call('verify_checkpoint', {
        ability_id: learned.ability,
        checkpoint_id: 'cp-99',
        status: 'reached',
        evidence: 'None.',
      })
    ).refused.message,
    /cp-01/,
  )
  await agent.call('report_observation', {
    kind: 'outcome',
    outcome: 'succeeded',
    summary: 'It is written.',
    ability_id: learned.ability,
    dispatch_id: skill.dispatch_id,
  })
  await window.waitForText(/It is written\./)

  await window.click('button', 'Quarantine')
  await (await window.get('textbox', 'Why?')).type(`It wrote to the wrong people.${KEYS.enter}`)
  await window.waitForText('It wrote to the wrong people.')
  assert.deepEqual(await find(), [])
  assert.ok(
    (await agent.call('get_skill', { ability: learned.ability })).refused,
    'nor can it be read',
  )
  await window.click('button', 'Unquarantine')
  await window.get('button', 'Quarantine')
  assert.deepEqual(await find(), [learned.ability])
  assert.equal(await window.run('return window.stays'), true, 'the page was loaded again')
  agent.end()
})

test('disconnecting removes only our entry', async () => {
  await window.run("location.hash = '#/settings'")
  for (const agent of AGENTS) {
    const { comes } = await shown(agent.label, 'Disconnect')
    assert.ok(!comes.join('\n').includes('apprentice'))
    await confirm('Disconnect', `Connect ${agent.label}`)
    assert.equal(await configuration(agent), agent.text, agent.label)
  }
})

test('a file that cannot be edited safely is not changed, and the entry is offered to paste', async () => {
  const goose = AGENTS.find(({ label }) => label === 'goose')
  const codex = AGENTS.find(({ label }) => label === 'Codex')
  const flowing =
    'extensions: { notes: { enabled: true, type: stdio, cmd: notes } } # in one line\n'
  const broken = 'model = # which?\n'
  await writeFile(machine.path('user', goose.file), flowing)
  await writeFile(machine.path('user', codex.file), broken)
  await window.click('button', 'Connect goose')
  await window.waitForText(/config\.yaml is not changed:.*Add the entry by hand/)
  const offered = await window.run(
    "return document.querySelector('[role=dialog] code').parentElement.querySelector('code').textContent",
  )
  assert.match(offered, /^extensions:\n {2}apprentice:\n/)
  assert.deepEqual(commandOf(offered), command)
  assert.equal(await (await window.get('button', 'Connect')).enabled(), false)
  await window.click('button', 'Cancel')
  await window.click('button', 'Connect Codex')
  await window.waitForText(/config\.toml is not changed: it is not valid TOML/)
  await window.click('button', 'Cancel')
  // The list is older than this file. A fresh preview refuses a file that it cannot parse.
  await window.run('location.reload()')
  await window.waitForText(/It is left alone: it is not valid TOML/)
  assert.deepEqual(await window.all('button', /Connect Codex/), [])
  assert.equal(await configuration(goose), flowing)
  assert.equal(await configuration(codex), broken)
})
