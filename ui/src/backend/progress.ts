// Progress of batch operations, as the event stream reports it.

import { createStore, useStore } from '#ui/lib/createStore'
import { isRecord } from './errors'

export interface Progress {
  done: number
  total: number
  /** The item that is processed now. */
  path: string
}

/** By operation id. */
const operations = createStore<ReadonlyMap<string, Progress>>(new Map())

export function setProgress(payload: unknown): void {
  if (!isRecord(payload) || typeof payload.operation_id !== 'string') return
  const progress = {
    done: Number(payload.done),
    total: Number(payload.total),
    path: String(payload.path ?? ''),
  }
  operations.set(new Map(operations.get()).set(payload.operation_id, progress))
}

export function forgetProgress(operationId: string): void {
  const rest = new Map(operations.get())
  if (rest.delete(operationId)) operations.set(rest)
}

export const useProgress = (operationId: string | undefined): Progress | undefined =>
  useStore(operations, (all) => (operationId ? all.get(operationId) : undefined))
