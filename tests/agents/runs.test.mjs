// Real agents do tasks while Apprentice looks: each is started by Apprentice over ACP, within walls, and driven by the scripted model on
// loopback. Each goes through a practice of three tries, a rehearsal of what was learned, and a gate.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { Model } from './model.mjs'
import { World } from './world.mjs'

const GOAL = 'Make the table clean.csv with the name Ada Lovelace'
const DONE = "printf 'name\\nAda Lovelace\\n' > clean.csv"
/** What a try does: nothing, something wrong, and what was asked for. */
const TRIES = ['true', "printf 'name\\n' > clean.csv", DONE]
/** What the prompt of a try with the skill says, and no other one. */
const SKILL = 'The skill:'

const programs = process.env.AGENT_PROGRAMS

/** Tools with which agents run a command, with the arguments that each wants. */
const RUNS = {
  Bash: (command) => ({ command, description: 'Runs it' }),
  bash: (command) => ({ command, description: 'Runs it' }),
}

const opencodeConfig = (model) =>
  JSON.stringify({
    $schema: 'https://opencode.ai/config.json',
    model: 'anthropic/claude-sonnet-4-5',
    small_model: 'anthropic/claude-sonnet-4-5',
    permission: { bash: 'ask', edit: 'ask' },
    provider: { anthropic: { options: { baseURL: `${model.address}/v1`, apiKey: 'made-up' } } },
  })

/** `id` of our table; `files` of its home and `environment` by which it asks the scripted model. */
const AGENTS = [
  {
    id: 'claude-code',
    files: () => ({ '.claude.json': JSON.stringify({ hasCompletedOnboarding: true }) }),
    environment: (model) => ({ ANTHROPIC_BASE_URL: model.address, ANTHROPIC_API_KEY: 'made-up' }),
  },
  {
    id: 'opencode',
    files: (model) => ({ '.config/opencode/opencode.json': opencodeConfig(model) }),
    environment: () => ({ ANTHROPIC_API_KEY: 'made-up' }),
  },
]

/** Answers as a model that runs one command in each conversation, and then says that it is done. */
function runsOnce(chosen) {
  return (request) => {
    const tool = request.tools.find((name) => name in RUNS)
    if (!tool) return { say: 'Done.' }
    if (request.results.length > 0) return { say: 'I have done everything.' }
    return { call: tool, input: RUNS[tool](chosen(request)) }
  }
}

for (const agent of AGENTS) {
  test(`${agent.id} practises in three tries, rehearses what it learned, and is helped by it`, async () => {
    const world = new World()
    let tries = 0
    let command = () => TRIES[Math.min(tries++, TRIES.length - 1)]
    const model = await Model.open(runsOnce((request) => command(request)))
    try {
      for (const [file, text] of Object.entries(agent.files(model)))
        world.write(world.path('home', file), text)
      const policy = world.path('policy.json')
      writeFileSync(
        policy,
        JSON.stringify({
          mode: 'controlled_live_test',
          forbid_destructive_writes: true,
          forbid_external_send: true,
          allowed_domains: [new URL(model.address).host],
        }),
      )
      const PATH = [path.join(programs, '.bin'), path.dirname(process.execPath), '/usr/bin', '/bin']
      const environment = { PATH: PATH.join(':'), ...agent.environment(model) }
      await world.serve(environment)
      const asks = async (given) => {
        const words = [
          ...given,
          '--agent',
          agent.id,
          '--policy',
          policy,
          '--minutes',
          '3',
          '--json',
        ]
        const answer = await world.ours(words, { environment, patience: 1_800_000 })
        return JSON.parse(answer)
      }
      const practised = await asks(
        ['learn', 'practice', 'start', '--goal', GOAL, '--file', 'clean.csv'].concat([
          '--contains',
          'clean.csv=Ada Lovelace',
        ]),
      )
      const { practice, proposal_id: proposal } = practised
      const passed = practice.tries.map((one) => one.passed)
      assert.deepEqual(
        [practice.outcome, passed],
        ['succeeded', [false, false, true]],
        tell(practice),
      )
      command = () => DONE
      const run = await asks(['agents', 'run', '--proposal', proposal])
      assert.deepEqual([run.end.kind, run.overall_result], ['finished', 'passed'], tell(run))
      assert.equal(run.isolation.kind, 'bubblewrap')
      command = (request) => (request.text.includes(SKILL) ? DONE : 'true')
      const gate = await asks(['agents', 'gate', proposal, '--without-trace', '--seed', '7'])
      assert.equal(gate.verdict, 'helps', tell(gate))
      assert.deepEqual([gate.arms.none.passed, gate.arms.skill.passed], [0, 5], tell(gate))
    } finally {
      await world.close()
      await model.close()
    }
  })
}

const tell = (what) => JSON.stringify(what, null, 1).slice(0, 6000)
