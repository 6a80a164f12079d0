// The cache of everything read, and the one place where failures of changes are shown.

import { MutationCache, QueryClient } from '@tanstack/react-query'
import { type BackendError, toBackendError } from './errors'

export function makeQueryClient(showFailure: (error: BackendError) => void): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The engine is on this machine: it answers without a network too.
        networkMode: 'always',
        // The live stream says what went stale; time alone seldom does.
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
        // Awaited, so that a mutation counts as done when what it changed can be seen.
        await Promise.all(
          (mutation.meta?.stale ?? []).map((queryKey) => client.invalidateQueries({ queryKey })),
        )
      },
    }),
  })
  return client
}
