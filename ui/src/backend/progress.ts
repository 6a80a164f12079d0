// How far operations on several things are, as the stream tells it.

import { createStore, useStore } from '#ui/lib/createStore'
import { isRecord } from './errors'

export interface Progress {
  done: number
  total: number
  /** What is worked on now. */
  path: string
}

/** By the id of the operation. */
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
