// Connectors for tests.

import type {
  Connector,
  ConnectorDetail,
  ConnectorTool,
  EffectivePolicy,
} from '#ui/backend/connectors'
import { NOW } from './fixtures'

const at = new Date(NOW - 60_000).toISOString()

export const policyOf = (change: Partial<EffectivePolicy> = {}): EffectivePolicy => ({
  target: { target_kind: 'server', server_id: 'files' },
  decision: { mode: 'enabled', updated_by: 'system', updated_at: at, schema_version: 1 },
  inherited_from: 'none',
  because: 'its server says that it only reads',
  schema_version: 1,
  ...change,
})

export const connector = (
  registry: Partial<Connector['registry']> = {},
  rest: Partial<Connector> = {},
): Connector => {
  const id = registry.server_id ?? 'files'
  return {
    registry: {
      server_id: id,
      provider: 'custom_remote',
      display_name: 'Files',
      transport: 'local_bridge',
      interaction_mode: 'interactive_user',
      command: { program: 'npx', arguments: ['-y', 'server-filesystem', '/home/ada'] },
      environment: [{ name: 'API_KEY', place: 'keychain' }],
      headers: [],
      data_classes: [],
      supported_tools: ['read_file'],
      enabled: true,
      identity: 'a'.repeat(64),
      trusted: true,
      created_at: at,
      updated_at: at,
      schema_version: 1,
      ...registry,
    },
    health: {
      server_id: id,
      health_status: 'healthy',
      last_checked_at: at,
      failure_count_rolling: 0,
      throttle_state: { state: 'none' },
      connected: true,
      schema_version: 1,
    },
    auth_state: 'unknown',
    effective_policy: policyOf(),
    badge_states: ['connected'],
    available_actions: ['edit', 'disconnect', 'smoke_test', 'delete'],
    tool_count: 1,
    changed_tools: 0,
    linked_abilities: [],
    schema_version: 1,
    ...rest,
  }
}

export const connectorTool = (change: Partial<ConnectorTool> = {}): ConnectorTool => ({
  name: 'read_file',
  description: 'Reads a file.',
  input_schema: {
    type: 'object',
    required: ['path'],
    properties: { path: { type: 'string', description: 'The path of the file.' } },
  },
  hints: { read_only: true },
  digest: 'b'.repeat(64),
  pin: 'pinned',
  changes: [],
  findings: [],
  policy: policyOf({
    target: { target_kind: 'tool', server_id: 'files', tool_name: 'read_file' },
  }),
  ...change,
})

export const connectorDetail = (
  server: Connector = connector(),
  rest: Partial<ConnectorDetail> = {},
): ConnectorDetail => ({
  server,
  tools: [connectorTool()],
  resources: [],
  prompts: [],
  listed_at: at,
  log: '',
  receipts: [],
  schema_version: 1,
  ...rest,
})
