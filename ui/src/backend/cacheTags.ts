// What the interface keeps copies of. `operations.gen.ts` lists which data each operation reads and
// changes (cache tags). The key of a query begins with the data that its operation reads, so a
// change of that data finds the query.

import { type QueryKey, mutationOptions } from '@tanstack/react-query'
import { type Body, type Input, type InputArgument, call } from './client'
import { type CacheTag, type OperationId, invalidatedByEvent, operations } from './operations.gen'
import type { SessionEvent } from './types'

type Operations = typeof operations
/** An operation that writes nothing. */
export type ReadId = {
  [Id in OperationId]: Operations[Id] extends { provides: readonly CacheTag[] } ? Id : never
}[OperationId]
/** An operation that writes. */
export type ChangeId = Exclude<OperationId, ReadId>

type Parameters = Readonly<Record<string, unknown>>

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /**
       * The operations that the mutation carries out. What they change is fetched again after
       * success and after failure, because a failure may mean that the page is outdated.
       */
      changes?: readonly ChangeId[]
      /** The parameters of the path, if they are known before the mutation runs. */
      path?: Parameters
      /** The caller shows the failure itself. */
      quiet?: boolean
    }
  }
}

/**
 * The key under which every query of this data is found: `session` is every session, and
 * `session:{sessionId}` the one that the parameter names. Without the parameter it is every one.
 */
export function keyOfTag(tag: CacheTag, parameters: Parameters = {}): QueryKey {
  const [name, parameter] = tag.split(':')
  const item = parameter && parameters[parameter.slice(1, -1)]
  return item === undefined ? [name] : [name, item]
}

/** The key of a query: the data that it reads, the operation, and what it is asked. */
export function keyOf<Id extends ReadId>(id: Id, ...[input]: InputArgument<Id>): QueryKey {
  const [tag]: readonly CacheTag[] = operations[id].provides
  const { path } = (input ?? {}) as { path?: Parameters }
  return [...(tag ? keyOfTag(tag, path) : []), id, ...(input ? [input] : [])]
}

/** The key and the function of a query that carries out one operation. */
export const read = <Id extends ReadId>(id: Id, ...input: InputArgument<Id>) => ({
  queryKey: keyOf(id, ...input),
  queryFn: () => call(id, ...input),
})

/**
 * Like `read`. Ends the request when no page waits for it any more, which suits a query that
 * changes with each letter that the person types.
 */
export const abortableRead = <Id extends ReadId>(id: Id, input: Input<Id>) => {
  const argument = [input] as unknown as InputArgument<Id>
  return {
    queryKey: keyOf(id, ...argument),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(id, ...argument, { signal }),
  }
}

interface ChangeOptions<Id extends OperationId> extends Pick<Input<Id>, 'path'> {
  quiet?: boolean
}

/** A mutation that carries out one operation. Its variable is the body of the request. */
export const change = <Id extends ChangeId>(
  id: Id,
  ...[options]: undefined extends Input<Id>['path']
    ? [options?: ChangeOptions<Id>]
    : [options: ChangeOptions<Id>]
) =>
  mutationOptions({
    mutationFn: (body: [Body<Id>] extends [never] ? void : Body<Id>) =>
      call(id, ...([{ path: options?.path, body }] as unknown as InputArgument<Id>)),
    meta: { changes: [id], path: options?.path, quiet: options?.quiet },
  })

/** What is stale after these operations. */
export const staleAfter = (ids: readonly ChangeId[], path?: Parameters): QueryKey[] => {
  const tags = ids.flatMap((id): readonly CacheTag[] => operations[id].invalidates)
  return [...new Set(tags)].map((tag) => keyOfTag(tag, path))
}

/** What is stale after an event. Nothing if this version does not know its kind. */
export const staleAfterEvent = ({ event_kind: kind, session_id }: SessionEvent): QueryKey[] => {
  const tags: Readonly<Record<string, readonly CacheTag[]>> = invalidatedByEvent
  return (tags[kind] ?? []).map((tag) =>
    keyOfTag(tag, session_id === NO_SESSION ? {} : { session_id }),
  )
}

/** The session of an event that belongs to none. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'
