// Progress of batch operations, as the event stream reports it.

import { createStore, useStore } from '#ui/lib/createStore'
import type { Schemas } from './types'

export type Progress = Omit<Schemas['SkillsProgress'], 'operation_id'>

/** By operation id. */
const operations = createStore<ReadonlyMap<string, Progress>>(new Map())

export function setProgress({ operation_id, ...progress }: Schemas['SkillsProgress']): void {
  operations.set(new Map(operations.get()).set(operation_id, progress))
}

export function forgetProgress(operationId: string): void {
  const rest = new Map(operations.get())
  if (rest.delete(operationId)) operations.set(rest)
}

export const useProgress = (operationId: string | undefined): Progress | undefined =>
  useStore(operations, (all) => (operationId ? all.get(operationId) : undefined))
