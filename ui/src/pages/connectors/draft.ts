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

export type ClientAuth = Schemas['McpClientAuth']
/** Who signs in: `unset` represents the person, as a client that registers itself. */
export type SignsIn = Schemas['McpAuthMode'] | 'unset'

/** The client of a sign-in as the form has it. */
export interface ClientDraft {
  signsIn: SignsIn
  id: string
  auth: ClientAuth
  /** Empty: the one that is kept stays. */
  credential: string
  /** Where a secret or key is kept already. */
  place: 'keychain' | 'environment' | undefined
  issuer: string
  /** With spaces between them. */
  scopes: string
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
  client: ClientDraft
}

const clientOf = (client: ConnectorEntry['oauth_client']): ClientDraft => ({
  signsIn: client?.auth_mode ?? 'unset',
  id: client?.client_id ?? '',
  auth: client?.client_auth ?? 'none',
  credential: '',
  place:
    client?.credential === 'keychain' || client?.credential === 'environment'
      ? client.credential
      : undefined,
  issuer: client?.issuer ?? '',
  scopes: client?.scopes?.join(' ') ?? '',
})

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
  client: clientOf(entry?.oauth_client),
})

/** The client as the engine takes it. */
function clientBody(client: ClientDraft): Schemas['McpOauthClientInput'] {
  const scopes = client.scopes.split(/\s+/).filter((scope) => scope !== '')
  const proof = {
    ...(client.credential.trim() === ''
      ? client.place === 'environment'
        ? { from_environment: true }
        : {}
      : { credential: client.credential.trim() }),
    ...(client.issuer.trim() === '' ? {} : { issuer: client.issuer.trim() }),
  }
  return {
    auth_mode: client.signsIn === 'unset' ? 'oauth2_delegated' : client.signsIn,
    client_id: client.id.trim(),
    client_auth: client.auth,
    ...(client.auth === 'none' ? {} : proof),
    scopes,
  }
}

type Create = Schemas['McpServerCreateRequest']
type Patch = Schemas['McpServerPatchRequest']

/** The requests that the form represents. A change has only what differs. */
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
  const sameClient = JSON.stringify(draft.client) === JSON.stringify(before.client)
  const hasClient = !local && draft.client.signsIn !== 'unset'
  const client = hasClient ? { oauth_client: clientBody(draft.client) } : {}
  const changedClient = hasClient ? client : { remove_oauth_client: true }
  const sameCommand = draft.program === before.program && draft.arguments === before.arguments
  return {
    create: {
      display_name: draft.name.trim(),
      transport: draft.transport,
      ...(local ? { command, environment: variables } : { endpoint_url: url, headers: variables }),
      ...client,
    },
    patch: {
      ...(draft.name === before.name ? {} : { display_name: draft.name.trim() }),
      ...(local && !sameCommand ? { command } : {}),
      ...(!local && draft.url !== before.url ? { endpoint_url: url } : {}),
      ...(sameRows ? {} : local ? { environment: variables } : { headers: variables }),
      ...(sameClient ? {} : changedClient),
    },
  }
}
