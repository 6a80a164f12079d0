// State outside of React that components subscribe to.

import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  /** Replaces the value and calls every subscriber. */
  set(next: T): void
  /** Calls `listener` after each `set`. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a store. The component renders again when it changes. */
export function useStore<T>(store: Store<T>): T
/** A part of the value. The component renders again only when that part changes. */
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part
export function useStore<T, Part>(store: Store<T>, select?: (value: T) => Part): T | Part {
  return useSyncExternalStore(store.subscribe, () => {
    const value = store.get()
    return select ? select(value) : value
  })
}
