// The scenes of agent definitions in Settings.

const SMALL = ['590x380']
const PATH = '/settings#definitions'
const PREVIEW = 'POST /api/agents/*/definitions/preview'
const button = (page, name) => page.getByRole('button', { name, exact: true })
const press = (name) => (page) => button(page, name).click()
const shown = (page) => page.getByRole('group', { name: /^Change to/ }).waitFor()
const installed = (fake, world) =>
  fake.on('GET /api/agents/definitions', () => world.installedDefinitions())
const refuses = (route, message) => (fake, world) => {
  installed(fake, world)
  fake.on(route, () => {
    throw new world.Refusal(409, 'CONFLICT', message)
  })
}
/** Chooses an agent in the dialog that installs. */
const choose = (label) => async (page) => {
  await press('Install explore')(page)
  await page.getByRole('radio', { name: label }).click()
}
/** Only what is built in, and a folder that cannot be read. */
const noneOfYourOwn = (fake, world) => {
  const { definitions, ...rest } = world.agentDefinitions()
  const [, , builtIn] = definitions
  fake.on('GET /api/agents/definitions', () => ({
    ...rest,
    definitions: ['default', 'explore', 'coder', 'planner'].map((name) => ({
      ...builtIn,
      name,
      usable: true,
      hidden_by: undefined,
    })),
    places: [
      {
        path: '/home/ada/.codex/agents',
        scope: 'agent',
        agent_id: 'codex',
        found: 300,
        problem: 'It holds more than 300 files; the others are not read.',
      },
    ],
  }))
}
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
/** The longest texts that a definition may have. */
const long = (fake, world) => {
  const name = `${LONG.slice(0, 58)}-2026`
  const file = `/home/ada/work/clients/${LONG}/2026/november/week-47/${LONG}/agents/${name}.yaml`
  const description =
    `Reads every page of the wiki, the changelog and ${LONG}, and reports. `.repeat(3)
  const about = {
    name,
    file,
    description,
    tools: Array.from({ length: 24 }, (_, at) => `${LONG.toLowerCase()}__tool_${at}`),
    skills: [LONG.toLowerCase(), 'research'],
    model: `anthropic/${LONG.toLowerCase()}`,
    runtime: 'claude-code',
    context_window: 1_000_000,
    temperature: 0.3,
  }
  const all = world.installedDefinitions()
  const [explore, reviewer] = all.definitions
  fake.on('GET /api/agents/definitions', () => ({
    ...all,
    definitions: [{ ...explore, ...about }, reviewer],
    installed: all.installed.map((copy) => ({ ...copy, name, file })),
  }))
  const detail = {
    ...world.agentDefinition(),
    ...about,
    prompt: `${description}\n${LONG.repeat(9)}`,
  }
  fake.on('GET /api/agents/definitions/*', () => detail)
  fake.on(PREVIEW, ({ id }) => ({
    ...world.definitionPreview('gemini'),
    agent_id: id,
    file,
    diff: `@@ -0,0 +1,3 @@\n+description: "${description}"\n+tools: ${about.tools.join(', ')}\n`,
  }))
}

export const DEFINITION_SCENES = [
  { name: 'settings-definitions', scene: 'ready', path: PATH, change: installed, sizes: SMALL },
  { name: 'settings-definitions-first', scene: 'ready', path: PATH, change: noneOfYourOwn },
  {
    name: 'settings-definitions-broken',
    scene: 'ready',
    path: PATH,
    change: (fake, { Refusal }) =>
      fake.on('GET /api/agents/definitions', () => {
        throw new Refusal(500, 'INTERNAL', 'The disk answered with an error.')
      }),
  },
  { name: 'settings-definitions-long', scene: 'ready', path: PATH, change: long, sizes: SMALL },
  {
    name: 'settings-definition',
    scene: 'ready',
    path: PATH,
    act: async (page) => {
      await press('Show explore')(page)
      await page.getByRole('heading', { name: 'Instructions' }).waitFor()
    },
    sizes: SMALL,
  },
  {
    name: 'settings-definition-long',
    scene: 'ready',
    path: PATH,
    change: long,
    act: async (page) => {
      await page.getByRole('button', { name: /^Show Donau/ }).click()
      await page.getByRole('heading', { name: 'Instructions' }).waitFor()
    },
    sizes: SMALL,
  },
  {
    name: 'settings-definition-install',
    scene: 'ready',
    path: PATH,
    act: async (page) => (await press('Install explore')(page), await shown(page)),
    sizes: SMALL,
  },
  {
    name: 'settings-definition-install-long',
    scene: 'ready',
    path: PATH,
    change: long,
    act: async (page) => {
      await page.getByRole('button', { name: /^Install Donau/ }).click()
      await shown(page)
    },
    sizes: SMALL,
  },
  {
    name: 'settings-definition-install-findings',
    scene: 'ready',
    path: PATH,
    act: async (page) => (await choose('Gemini CLI')(page), await shown(page)),
  },
  {
    name: 'settings-definition-install-refused',
    scene: 'ready',
    path: PATH,
    act: async (page) => {
      await choose('Codex')(page)
      await page.getByText('It cannot be written for Codex:').waitFor()
    },
  },
  {
    name: 'settings-definition-install-conflict',
    scene: 'ready',
    path: PATH,
    change: refuses(
      PREVIEW,
      '/home/ada/.claude/agents/explore.md is there already, and Apprentice did not write it, or somebody edited it. Rename or remove it first.',
    ),
    act: async (page) => {
      await press('Install explore')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'settings-definition-update',
    scene: 'ready',
    path: PATH,
    change: (fake, world) => {
      installed(fake, world)
      fake.on(PREVIEW, () => ({
        ...world.definitionPreview('claude-code'),
        file: '/home/ada/.codex/agents/explore.toml',
        creates_file: false,
        diff: '@@ -1,3 +1,3 @@\n name = "explore"\n-description = "Reads"\n+description = "Reads the shop"\n',
      }))
    },
    act: async (page) => (await press('Update explore in Codex')(page), await shown(page)),
  },
  {
    name: 'settings-definition-remove',
    scene: 'ready',
    path: PATH,
    change: installed,
    act: press('Remove explore from Claude Code'),
    sizes: SMALL,
  },
  {
    name: 'settings-definition-remove-conflict',
    scene: 'ready',
    path: PATH,
    change: refuses(
      'DELETE /api/agents/*/definitions/*',
      '/home/ada/.claude/agents/explore.md changed since it was shown. Preview the change again.',
    ),
    act: async (page) => {
      await press('Remove explore from Claude Code')(page)
      await press('Remove')(page)
      await page.getByRole('alert').waitFor()
    },
  },
]
