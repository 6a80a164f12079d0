// The typed client of the API. Every request of the interface is made here.

import createClient from 'openapi-fetch'
import { fromEnvelope, toBackendError } from './errors'
import { type OperationId, operations } from './operations.gen'
import type { operations as Described, paths } from './schema'
import { transport } from './transport'

/** The window ignores the origin. In a browser it is the origin that served the page. */
const origin = (): string =>
  globalThis.location?.protocol.startsWith('http')
    ? globalThis.location.origin
    : 'http://engine.local'

const client = createClient<paths>({
  baseUrl: origin(),
  fetch: (request) => transport().fetch(request),
})

type Json<Message> = Message extends { content: { 'application/json': infer Value } }
  ? Value
  : never

/** The body of a request, `never` if it has none. */
export type Body<Id extends OperationId> = Json<Exclude<Described[Id]['requestBody'], undefined>>

/** The parameters of an operation (`path`, `query`) and its `body`. */
export type Input<Id extends OperationId> = Described[Id]['parameters'] &
  (Described[Id] extends { requestBody: object } ? { body: Body<Id> } : { body?: Body<Id> })

/** What an operation answers. */
export type Answer<Id extends OperationId> = Described[Id]['responses'] extends {
  200: infer Success
}
  ? Json<Success>
  : never

/** The input of an operation may be left out if nothing in it is required. */
export type InputArgument<Id extends OperationId> =
  object extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]

interface RequestOptions {
  signal?: AbortSignal
  parseAs?: 'text'
}

interface AnyInput {
  path?: object
  query?: object
  body?: unknown
}

/** Carries out an operation. Returns its answer, or throws a `BackendError`. */
export async function call<Id extends OperationId>(
  id: Id,
  ...[input, options]: [...InputArgument<Id>, options?: RequestOptions]
): Promise<Answer<Id>> {
  const { method, path } = operations[id]
  const { body, ...params } = (input ?? {}) as AnyInput
  // The types of `request` follow from its literal arguments, which a generic function cannot give.
  const request = client.request as unknown as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>
  const answer = await request(method.toLowerCase(), path, { params, body, ...options }).catch(
    (thrown: unknown) => {
      throw toBackendError(thrown)
    },
  )
  if (!answer.response.ok) throw fromEnvelope(answer.error, answer.response.status)
  return answer.data as Answer<Id>
}
