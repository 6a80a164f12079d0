// The keys that the person chose instead of the usual ones. Kept in this browser or window, like
// the size of text: keyboards differ.

import { createStore, useStore } from '#ui/lib/createStore'
import { readPref, writePref } from '#ui/lib/prefs'
import { say } from '#ui/lib/say'

/** By the id of a command. An empty text: it has no key. */
export type Keymap = Readonly<Record<string, string>>

function remembered(): Keymap {
  const kept = readPref<unknown>('keys', {})
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

export const keymap = createStore<Keymap>(remembered())
export const useKeymap = (): Keymap => useStore(keymap)

function save(next: Keymap): void {
  writePref('keys', next)
  keymap.set(next)
}

/** Sets the keys of a command. `undefined` gives it the usual ones again. */
export function setKeys(id: string, keys: string | undefined): void {
  const { [id]: _, ...others } = keymap.get()
  save(keys === undefined ? others : { ...others, [id]: keys })
}

export const resetKeys = (): void => save({})

/** The keys of a command, given the usual ones. */
export const keysOf = (chosen: Keymap, id: string, usual?: string): string | undefined =>
  (chosen[id] ?? usual) || undefined
/** The same, for a label beside a button. */
export const useKeysOf = (id: string, usual: string): string | undefined =>
  keysOf(useKeymap(), id, usual)

/** Keys that lists, dialogs, fields or the browser need for themselves. */
const TAKEN = new Set(
  [
    'enter tab escape delete backspace home end pageup pagedown contextmenu x +',
    'arrowup arrowdown arrowleft arrowright',
    'mod+a mod+c mod+v mod+x mod+w mod+t mod+n mod+q mod+r mod+p mod+= mod++ mod+- mod+0',
  ].flatMap((keys) => keys.split(' ')),
)
const MODIFIERS = new Set(['control', 'shift', 'alt', 'meta', 'altgraph', 'capslock', 'dead'])

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** A pressed key as a part of a shortcut, or why it cannot be one. `undefined`: keep waiting. */
export function readKey(event: Pressed): { keys: string } | { problem: string } | undefined {
  const key = event.key.toLowerCase()
  if (MODIFIERS.has(key)) return undefined
  if (event.altKey) return { problem: say('Shortcuts with Alt belong to the desktop.') }
  const mod = event.ctrlKey || event.metaKey
  const keys = mod ? `mod+${event.shiftKey ? 'shift+' : ''}${key}` : key
  if (key === ' ' || TAKEN.has(keys))
    return { problem: say('Lists, fields or the browser need this key.') }
  return { keys }
}

/** Whether two shortcuts get in each other's way: they are the same, or one begins the other. */
export const collide = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)
