// The query client, and the only place that shows failures of mutations.

import { MutationCache, QueryClient } from '@tanstack/react-query'
import { staleAfter } from './cacheTags'
import { type BackendError, toBackendError } from './errors'

export function makeQueryClient(showFailure: (error: BackendError) => void): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The engine runs on this machine, so it answers without a network.
        networkMode: 'always',
        // The event stream invalidates queries. Time alone rarely does.
        staleTime: 30_000,
        retry: (count, error) => toBackendError(error).retryable && count < 2,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
    mutationCache: new MutationCache({
      onError(thrown, _variables, _context, mutation) {
        const error = toBackendError(thrown)
        if (!mutation.meta?.quiet && error.code !== 'CANCELLED') showFailure(error)
      },
      async onSettled(_data, _error, _variables, _context, mutation) {
        // Awaited, so that a mutation is pending until its result is visible.
        const { changes = [], path } = mutation.meta ?? {}
        await Promise.all(
          staleAfter(changes, path).map((queryKey) => client.invalidateQueries({ queryKey })),
        )
      },
    }),
  })
  return client
}
