import type { ImportItem } from '#ui/backend/connectors'

/** Whether an import can register it. */
export const canImport = ({ verdict }: ImportItem): boolean =>
  verdict === 'ready' || verdict === 'needs_values'
