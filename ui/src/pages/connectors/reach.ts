import type { ConnectorEntry } from '#ui/backend/connectors'

/** What a connector starts or reaches, in one line. */
export const reachOf = ({
  command,
  endpoint_url: url,
}: Pick<ConnectorEntry, 'command' | 'endpoint_url'>): string =>
  command ? [command.program, ...command.arguments].join(' ') : (url ?? '')
