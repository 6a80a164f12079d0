// The typed list of operations. Every request of the interface is made here.

import createClient from 'openapi-fetch'
import { fromEnvelope, toBackendError } from './errors'
import type { paths } from './schema'
import { transport } from './transport'

/** A made-up origin is enough for the window; HTTP is always the origin that served us. */
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

/** The data of an answer, or a thrown `BackendError`. */
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
