import type { ConnectorEntry } from '#ui/backend/connectors'
import type { Schemas } from '#ui/backend/types'

/** A variable or header in the form. */
export interface Row {
  key: string
  name: string
  /** `undefined`: the value that is kept stays. */
  value: string | undefined
  /** It is registered already. */
  kept: boolean
}

/** A connector as the form has it. */
export interface Draft {
  name: string
  transport: 'local_bridge' | 'remote_http'
  program: string
  /** One argument on each line. */
  arguments: string
  url: string
  rows: readonly Row[]
}

export const draftOf = (entry?: ConnectorEntry): Draft => ({
  name: entry?.display_name ?? '',
  transport: entry?.transport === 'remote_http' ? 'remote_http' : 'local_bridge',
  program: entry?.command?.program ?? '',
  arguments: entry?.command?.arguments.join('\n') ?? '',
  url: entry?.endpoint_url ?? '',
  rows: [...(entry?.environment ?? []), ...(entry?.headers ?? [])].map(
    ({ name, place, value }) => ({
      key: name,
      name,
      value: place === 'plain' ? (value ?? '') : undefined,
      kept: true,
    }),
  ),
})

type Create = Schemas['McpServerCreateRequest']
type Patch = Schemas['McpServerPatchRequest']

/** The requests that the form stands for. A change has only what differs. */
export function bodyOf(draft: Draft, entry?: ConnectorEntry): { create: Create; patch: Patch } {
  const local = draft.transport === 'local_bridge'
  const variables = draft.rows
    .filter((row) => row.name.trim() !== '')
    .map(({ name, value }) => ({ name: name.trim(), ...(value === undefined ? {} : { value }) }))
  const before = draftOf(entry)
  const command = {
    program: draft.program.trim(),
    arguments: draft.arguments === '' ? [] : draft.arguments.split('\n'),
    ...(entry?.command?.folder ? { folder: entry.command.folder } : {}),
  }
  const url = draft.url.trim()
  const sameRows = JSON.stringify(draft.rows) === JSON.stringify(before.rows)
  const sameCommand = draft.program === before.program && draft.arguments === before.arguments
  return {
    create: {
      display_name: draft.name.trim(),
      transport: draft.transport,
      ...(local ? { command, environment: variables } : { endpoint_url: url, headers: variables }),
    },
    patch: {
      ...(draft.name === before.name ? {} : { display_name: draft.name.trim() }),
      ...(local && !sameCommand ? { command } : {}),
      ...(!local && draft.url !== before.url ? { endpoint_url: url } : {}),
      ...(sameRows ? {} : local ? { environment: variables } : { headers: variables }),
    },
  }
}
