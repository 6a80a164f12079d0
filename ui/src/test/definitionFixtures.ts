// Agent definitions and their copies for tests.

import type { Schemas } from '#ui/backend/types'
import { NOW } from './fixtures'

const definition = (
  name: string,
  over: Partial<Schemas['AgentDefinition']> = {},
): Schemas['AgentDefinition'] => ({
  name,
  description: 'Reads and searches, and changes nothing',
  scope: 'built_in',
  tool_access: 'listed',
  tools: ['read_file', 'search_files'],
  skills: [],
  fingerprint: '0'.repeat(64),
  findings: [],
  usable: true,
  ...over,
})

/** One of the person, one with an error, and one that is built in and hidden. */
export const agentDefinitions = (): Schemas['AgentDefinitionsResponse'] => ({
  definitions: [
    definition('explore', {
      scope: 'person',
      file: '/home/ada/.local/share/apprentice/agents/explore.yaml',
      description: 'Reads the shop',
    }),
    definition('reviewer', {
      scope: 'agent',
      agent_id: 'claude-code',
      file: '/home/ada/.claude/agents/reviewer.md',
      description: 'Reviews changes',
      usable: false,
      findings: [
        {
          code: 'BAD_MODEL',
          severity: 'error',
          field: 'model',
          message: 'model: “the best one” cannot be the id of a model.',
        },
      ],
    }),
    definition('explore', {
      usable: false,
      hidden_by: '/home/ada/.local/share/apprentice/agents/explore.yaml',
    }),
  ],
  places: [],
  installed: [],
  schema_version: 1,
})

export const agentDefinition = (): Schemas['AgentDefinitionDetail'] => ({
  ...definition('explore', {
    scope: 'person',
    file: '/home/ada/.local/share/apprentice/agents/explore.yaml',
    description: 'Reads the shop',
    max_iterations: 20,
    findings: [
      {
        code: 'UNKNOWN_TOOL',
        severity: 'warning',
        field: 'tools',
        message: 'tools: “shell” applies only to an agent that has a tool of this name.',
      },
    ],
  }),
  prompt: 'Explore the shop.\nName the file and line of what you report.',
  schema_version: 1,
})

const FOLDERS: Record<string, string> = {
  'claude-code': '/home/ada/.claude/agents',
  codex: '/home/ada/.codex/agents',
  gemini: '/home/ada/.gemini/agents',
  opencode: '/home/ada/.config/opencode/agents',
}

/** What was written from a definition for an agent. */
export const copy = (
  agent_id: string,
  name: string,
  over: Partial<Schemas['InstalledAgentDefinition']> = {},
): Schemas['InstalledAgentDefinition'] => ({
  agent_id,
  name,
  file: `${FOLDERS[agent_id]}/${name}.md`,
  fingerprint: 'f'.repeat(64),
  source_fingerprint: '0'.repeat(64),
  state: 'unchanged',
  written_at: new Date(NOW - 172_800_000).toISOString(),
  ...over,
})

/** The same definitions with a copy in each state, and one whose definition is gone. */
export const installedDefinitions = (): Schemas['AgentDefinitionsResponse'] => ({
  ...agentDefinitions(),
  installed: [
    copy('claude-code', 'explore'),
    copy('codex', 'explore', {
      file: '/home/ada/.codex/agents/explore.toml',
      source_fingerprint: '1'.repeat(64),
    }),
    copy('gemini', 'explore', { state: 'edited' }),
    copy('opencode', 'explore', { state: 'missing' }),
    copy('gemini', 'translator'),
  ],
})

/** What is written for an agent. Gemini CLI cannot hold a field of it, and Codex not its tools. */
export const definitionPreview = (agent: string): Schemas['AgentDefinitionPreview'] => ({
  agent_id: agent,
  name: 'explore',
  file: `${FOLDERS[agent]}/explore.md`,
  creates_file: true,
  diff: `--- original
+++ modified
@@ -0,0 +1,7 @@
+---
+name: "explore"
+description: "Reads the shop"
+tools: "Read, Grep"
+---
+
+Explore the shop.
`,
  findings:
    agent === 'gemini'
      ? [
          {
            code: 'NOT_HELD',
            severity: 'warning',
            field: 'context_window',
            message: 'context_window: Gemini CLI has no field for it. It is left out.',
          },
        ]
      : agent === 'codex'
        ? [
            {
              code: 'NOT_HELD',
              severity: 'error',
              field: 'tools',
              message:
                'tools: Codex has no list of tools, so it would be allowed more, such as every ' +
                'tool of its MCP servers. Allow every tool.',
            },
          ]
        : [],
  installable: agent !== 'codex',
  digest: 'd'.repeat(64),
})
