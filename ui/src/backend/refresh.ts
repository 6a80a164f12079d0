// What is read anew because something changed: one reading at a time, and one after it.

import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Those that are read once more when they have been read. */
const again = new WeakSet<Query>()

/**
 * Has everything under `queryKey` read anew. What is being read is read to its end, since events
 * may come faster than a long list does; as its answer may be older than the event, it is then read
 * once more.
 */
export function refresh(client: QueryClient, queryKey: QueryKey): void {
  const reading = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  for (const query of reading) {
    if (again.has(query)) continue
    again.add(query)
    const ended = (): void => void again.delete(query)
    query.promise?.then(
      () => (ended(), void client.invalidateQueries({ queryKey: query.queryKey, exact: true })),
      ended,
    )
  }
}
