// Small things this window remembers: widths, what is folded. Choices of the person are settings
// and live in the engine.

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
    // A full or forbidden store only means that the next window starts with the defaults.
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
