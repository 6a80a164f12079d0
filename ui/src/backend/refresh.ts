// Refetches queries after an event: one request at a time, and at most one more after it.

import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Queries that will be fetched once more when their current request ends. */
const again = new WeakSet<Query>()

/**
 * Refetches everything under `queryKey`. A request that is already running is not cancelled,
 * because events can arrive faster than a long list loads. Its answer may be older than the event,
 * so the query is fetched once more when the request ends.
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
