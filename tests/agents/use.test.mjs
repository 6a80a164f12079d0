// The whole way with real agents: connected by one command of ours, each starts our server by
// itself, finds an ability, reads its skill and reports what came of it, as its model asks; and
// what we install into its folders it loads.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { Model } from './model.mjs'
import { PROGRAMS } from './programs.mjs'
import { World } from './world.mjs'

const PROMPT = 'Please make tea.'
const TOOLS = ['lookup_abilities', 'get_skill', 'verify_checkpoint', 'report_observation']
let world

before(async () => {
  world = new World()
  await world.ours(['doctor']).catch(() => {}) // makes the home; something is always missing here
  execFileSync('python3', ['tests/conformance/seed.py', world.path('ours')])
})

after(() => {
  // The engine that the agents began in the background would stay a while.
  execFileSync('pkill', ['-f', world.path('ours')])
  world.close()
})

/** What our tools answered. */
const answered = (request) => request.results.filter((result) => result.includes('{'))

/**
 * Says what a model would that uses an ability: it looks for one, reads it, and tells of a
 * checkpoint and of the end.
 */
function uses(request) {
  const tool = (name) => request.tools.find((one) => one.endsWith(name))
  if (!request.text.includes(PROMPT)) return { say: 'Done.' }
  // Claude Code tells the names of tools, and what they take when it is asked for.
  if (!tool('lookup_abilities') && tool('ToolSearch'))
    return {
      call: 'ToolSearch',
      input: { query: `select:${TOOLS.map((name) => `mcp__apprentice__${name}`)}` },
    }
  if (!tool('lookup_abilities')) return { say: 'Done.' }
  const answers = answered(request).map((result) =>
    JSON.parse(result.slice(result.indexOf('{'), result.lastIndexOf('}') + 1)),
  )
  const use = {
    ability_id: answers[0]?.matches?.[0]?.ability_id,
    dispatch_id: answers[1]?.dispatch_id,
  }
  const steps = [
    { call: tool('lookup_abilities'), input: { user_query: PROMPT } },
    { call: tool('get_skill'), input: { ability: use.ability_id } },
    {
      call: tool('verify_checkpoint'),
      input: { ...use, checkpoint_id: 'cp-01', status: 'reached', evidence: 'There is steam.' },
    },
    {
      call: tool('report_observation'),
      input: { ...use, kind: 'outcome', outcome: 'succeeded', summary: 'The tea is made.' },
    },
  ]
  return steps[answers.length] ?? { say: 'Here is your tea.' }
}

for (const program of PROGRAMS.filter((one) => one.works)) {
  test(`${program.id} finds, reads and reports an ability`, async () => {
    const model = await Model.open(uses)
    try {
      await world.ours(['agents', 'connect', program.id, '--yes'])
      const out = await program.works(world, model, PROMPT)
      assert.match(out, /Here is your tea\./)
      const last = answered(model.heard.findLast((request) => request.results.length > 0))
      assert.equal(last.length, 4, `each tool answered: ${last}`)
      assert.ok(
        last.every((result) => !result.includes('"code"')),
        `no tool refused: ${last}`,
      )
      assert.match(last[1], /# Make tea/, 'the skill itself came')
      assert.match(
        last[2],
        new RegExp(`"agent": ?"${program.calls}"`),
        'the receipt names the agent',
      )
    } finally {
      await model.close()
    }
  })
}

test('openclaw finds our server well', async () => {
  await world.ours(['agents', 'connect', 'openclaw', '--yes'])
  assert.match(
    await world.script('openclaw/openclaw.mjs', ['mcp', 'doctor', 'apprentice', '--probe']),
    /apprentice: ok/,
  )
})

for (const program of PROGRAMS) {
  test(`${program.id} loads what we install for it, and no longer what we removed`, async () => {
    const model = await Model.open(() => ({ say: 'Done.' }))
    try {
      const name = `brew-${program.id}`
      world.write(
        world.path('source', name, 'SKILL.md'),
        `---\nname: ${name}\ndescription: Brews. Use when ${program.id} is thirsty.\n---\n\n# Brew\n`,
      )
      await world.ours([
        'skills',
        'install',
        world.path('source', name),
        '--target',
        program.id,
        '--yes',
        '--json',
      ])
      const names = async () =>
        (await program.loads(world, model, 'project')).map((skill) => skill.name)
      assert.ok((await names()).includes(name), 'it is loaded')
      await world.ours(['skills', 'remove', name, '--yes', '--json'])
      assert.ok(!(await names()).includes(name), 'it is gone')
    } finally {
      await model.close()
    }
  })
}
