// The typed client of the API. Every request of the interface is made here.

import createClient from 'openapi-fetch'
import { fromEnvelope, toBackendError } from './errors'
import type { paths } from './schema'
import { transport } from './transport'

/** The window ignores the origin. In a browser it is the origin that served the page. */
const origin = (): string =>
  globalThis.location?.protocol.startsWith('http')
    ? globalThis.location.origin
    : 'http://engine.local'

export const api = createClient<paths>({
  baseUrl: origin(),
  fetch: (request) => transport().fetch(request),
})

interface FetchResult<T> {
  data?: T
  error?: unknown
  response: Response
}

/** Returns the data of a response, or throws a `BackendError`. */
export async function unwrap<T>(pending: Promise<FetchResult<T>>): Promise<T> {
  let answer: FetchResult<T>
  try {
    answer = await pending
  } catch (thrown) {
    throw toBackendError(thrown)
  }
  if (!answer.response.ok) throw fromEnvelope(answer.error, answer.response.status)
  return answer.data as T
}
