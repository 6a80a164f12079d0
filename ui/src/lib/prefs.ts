// Preferences of this browser or window: widths, folded panels. Choices of the person are settings
// of the engine.

import { useCallback, useState } from 'react'

const PREFIX = 'apprentice.ui.'

export function readPref<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function writePref(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // A full or blocked storage only means that the next window starts with the defaults.
  }
}

export function usePref<T>(name: string, otherwise: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => readPref(name, otherwise))
  const set = useCallback(
    (next: T) => {
      setValue(next)
      writePref(name, next)
    },
    [name],
  )
  return [value, set]
}
