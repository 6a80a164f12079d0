// How each program is asked: which skills it loads, and to do what its model says.

import { readFileSync, writeFileSync } from 'node:fs'

const ASK = 'List what you have.'

/** The instructions that came with the conversation of this prompt, as text. */
function told(model, prompt) {
  const request = model.heard.findLast((one) => one.text.includes(prompt) && one.tools.length > 0)
  if (!request) throw new Error('the agent did not ask its model')
  const parts = (request.body.messages ?? request.body.input).flatMap((item) => item.content ?? [])
  return parts.map((part) => part.text ?? part).join('\n')
}

const claude = (model) => ({
  ANTHROPIC_BASE_URL: model.address,
  ANTHROPIC_API_KEY: 'made-up',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
})
const codex = (model) => [
  'exec',
  '--skip-git-repo-check',
  '-m',
  'made-up',
  '-c',
  'model_provider="local"',
  '-c',
  'approval_policy="never"',
  '-c',
  `model_providers.local={${[
    'name="local"',
    `base_url="${model.address}/v1"`,
    'wire_api="responses"',
    'env_key="MADE_UP_KEY"',
    'request_max_retries=0',
    'stream_max_retries=0',
  ].join(',')}}`,
]
const gemini = (model) => ({
  GEMINI_API_KEY: 'made-up',
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
  GEMINI_TELEMETRY_ENABLED: 'false',
  ...(model && { GOOGLE_GEMINI_BASE_URL: model.address }),
})

/**
 * `id` in our table; `calls`: the name its MCP client gives itself; `folders`: those it has below
 * the home and the project; `loads`: name and description of each skill it loads when it is started
 * in `cwd`; `works`: it does what its model says.
 */
export const PROGRAMS = [
  {
    id: 'claude-code',
    calls: 'claude-code',
    folders: { home: ['.claude/skills'], project: ['.claude/skills'] },
    async loads(world, model, cwd) {
      await world.program('claude', ['-p', ASK], { cwd, environment: claude(model) })
      return told(model, ASK)
        .split('\n')
        .map((line) => /^- ([^:]+): (.*)$/.exec(line))
        .filter(Boolean)
        .map(([, name, description]) => ({ name, description }))
    },
    works: (world, model, prompt) =>
      world.program('claude', ['-p', prompt, '--allowedTools', 'mcp__apprentice'], {
        environment: claude(model),
      }),
  },
  {
    id: 'codex',
    calls: 'codex-mcp-client',
    folders: {
      home: ['.codex/skills', '.agents/skills'],
      project: ['.codex/skills', '.agents/skills'],
    },
    async loads(world, model, cwd) {
      await world.program('codex', [...codex(model), ASK], {
        cwd,
        environment: { MADE_UP_KEY: 'x' },
      })
      return told(model, ASK)
        .split('\n')
        .map((line) => /^- (.+?): (.*) \(file: .*\)$/.exec(line))
        .filter(Boolean)
        .map(([, name, description]) => ({ name, description }))
    },
    works: (world, model, prompt) =>
      world.program('codex', [...codex(model), prompt], { environment: { MADE_UP_KEY: 'x' } }),
  },
  {
    id: 'gemini',
    calls: 'gemini-cli-mcp-client',
    folders: {
      home: ['.gemini/skills', '.agents/skills'],
      project: ['.gemini/skills', '.agents/skills'],
    },
    async loads(world, _model, cwd) {
      const out = await world.program('gemini', ['skills', 'list', '--all'], {
        cwd,
        environment: gemini(),
      })
      return [...out.matchAll(/^(\S.*) \[Enabled\]\n {2}Description: (.*)$/gm)].map(
        ([, name, description]) => ({ name, description }),
      )
    },
    works(world, model, prompt) {
      // The person has chosen how to log in.
      const file = world.path('home/.gemini/settings.json')
      const settings = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(
        file,
        JSON.stringify({ ...settings, security: { auth: { selectedType: 'gemini-api-key' } } }),
      )
      return world.program(
        'gemini',
        ['--approval-mode', 'yolo', '-m', 'gemini-2.5-flash', '-p', prompt],
        { environment: gemini(model) },
      )
    },
  },
  {
    id: 'openclaw',
    // Its workspace is a folder of its own, whatever folder it is started in: the project here.
    folders: {
      home: ['.openclaw/skills', '.agents/skills'],
      project: ['skills', '.agents/skills'],
    },
    async loads(world, _model, cwd) {
      world.write(
        world.path('home/.openclaw/openclaw.json'),
        JSON.stringify({ agents: { defaults: { workspace: world.path(cwd) } } }),
      )
      const { skills } = JSON.parse(
        await world.script('openclaw/openclaw.mjs', ['skills', 'list', '--json'], { cwd }),
      )
      return skills.filter((skill) => !skill.bundled)
    },
  },
  {
    id: 'opencode',
    folders: {
      home: ['.config/opencode/skills', '.claude/skills', '.agents/skills'],
      project: ['.opencode/skills', '.claude/skills', '.agents/skills'],
    },
    loads: async (world, _model, cwd) =>
      JSON.parse(await world.program('opencode', ['debug', 'skill'], { cwd })),
  },
  {
    id: 'copilot',
    folders: {
      home: ['.copilot/skills', '.agents/skills'],
      project: ['.github/skills', '.agents/skills', '.claude/skills'],
    },
    async loads(world, _model, cwd) {
      const out = await world.script('@github/copilot/npm-loader.js', ['skill', 'list', '--json'], {
        cwd,
      })
      return JSON.parse(out.slice(out.indexOf('['), out.indexOf('\n]') + 2))
    },
  },
]
