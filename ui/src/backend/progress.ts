// How far operations on several things are, as the stream tells it.

import { useSyncExternalStore } from 'react'
import { isRecord } from './errors'

export interface Progress {
  done: number
  total: number
  /** What is worked on now. */
  path: string
}

const known = new Map<string, Progress>()
const watchers = new Set<() => void>()

export function tellProgress(payload: unknown): void {
  if (!isRecord(payload) || typeof payload.operation_id !== 'string') return
  known.set(payload.operation_id, {
    done: Number(payload.done),
    total: Number(payload.total),
    path: String(payload.path ?? ''),
  })
  for (const watcher of watchers) watcher()
}

export const forgetProgress = (operationId: string): void => void known.delete(operationId)

export function useProgress(operationId: string | undefined): Progress | undefined {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => (operationId ? known.get(operationId) : undefined),
  )
}
