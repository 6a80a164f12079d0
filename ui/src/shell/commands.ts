// The registry of commands. The palette, the list of shortcuts and the keyboard handler read it.

import { useEffect, useMemo, useRef } from 'react'
import { createStore, useStore } from '#ui/lib/createStore'
import { say } from '#ui/lib/say'
import { keymap, keysOf } from './keymap'

export interface Command {
  id: string
  label: string
  group: 'Go to' | 'Learn' | 'Watching' | 'Review' | 'View'
  /** The usual keys: `mod+k`, `?`, or a sequence `g l`. The person can choose others. */
  keys?: string
  /** Keywords for the search. */
  words?: string
  run(): void
}

/** What the groups are called. */
export const GROUPS: Record<Command['group'], string> = {
  Watching: say('Watching'),
  Review: say('Review'),
  Learn: say('Learn'),
  'Go to': say('Go to'),
  View: say('View'),
}

let lists: Array<readonly Command[]> = []
const allCommands = createStore<readonly Command[]>([])

/** What was registered since the window opened, with the usual keys, so that all can be changed. */
const known = createStore<ReadonlyMap<string, Command>>(new Map())

function setLists(next: Array<readonly Command[]>): void {
  lists = next
  const chosen = keymap.get()
  const all = lists.flat()
  allCommands.set(
    all.map((command) => ({ ...command, keys: keysOf(chosen, command.id, command.keys) })),
  )
  if (all.some((command) => known.get().get(command.id)?.label !== command.label))
    known.set(new Map([...known.get(), ...all.map((one) => [one.id, one] as const)]))
}
keymap.subscribe(() => setLists(lists))

/** Every command that was available since the window opened, with its usual keys. */
export const useKnownCommands = (): readonly Command[] => {
  const all = useStore(known)
  return useMemo(() => [...all.values()], [all])
}

/**
 * Registers commands while the component is mounted. They are registered again only when their
 * words or keys change; the newest `run` counts, so that the list need not be memoised.
 */
export function useCommands(commands: readonly Command[]): void {
  const newest = useRef(commands)
  useEffect(() => {
    newest.current = commands
  })
  // Without `run`: a function has no JSON.
  const words = JSON.stringify(commands)
  useEffect(() => {
    const list = (JSON.parse(words) as Omit<Command, 'run'>[]).map((rest, at): Command => ({
      ...rest,
      run: () => newest.current[at]?.run(),
    }))
    setLists([...lists, list])
    return () => setLists(lists.filter((one) => one !== list))
  }, [words])
}

export const useAllCommands = (): readonly Command[] => useStore(allCommands)

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) ||
    target.closest('.xterm') !== null)

/** The command of a key, given the key pressed before. Pure, for the test. */
export function match(
  commands: readonly Command[],
  before: string,
  event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'> & { shiftKey?: boolean },
): Command | undefined {
  if (event.altKey) return undefined
  const mod = event.metaKey || event.ctrlKey
  const key = event.key.toLowerCase()
  if (mod) {
    const keys = event.shiftKey ? `mod+shift+${key}` : `mod+${key}`
    return commands.find((command) => command.keys === keys)
  }
  const sequence = before ? `${before} ${key}` : ''
  return (
    commands.find((command) => command.keys === sequence) ??
    commands.find((command) => command.keys === key)
  )
}

/** Handles shortcuts for the whole window. Used once. */
export function useHotkeys(): void {
  useEffect(() => {
    let before = ''
    let forget: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent): void => {
      const mod = event.metaKey || event.ctrlKey
      // A field, the editor and the terminal have an undo of their own.
      const own = !mod || event.key.toLowerCase() === 'z'
      // A radio button prevents Enter, also with Ctrl held, where it means nothing to it.
      const taken = event.defaultPrevented && !(mod && isRadio(event.target))
      if (taken || (typing(event.target) && own)) return
      const command = match(allCommands.get(), before, event)
      // An open dialog or menu gets all keys. Only the shortcut of the palette still works, to
      // close it.
      if (
        command?.id !== 'palette' &&
        document.querySelector('[role=dialog][data-state=open], [role=menu][data-state=open]')
      )
        return
      clearTimeout(forget)
      before = mod ? '' : event.key.toLowerCase()
      forget = setTimeout(() => (before = ''), 900)
      if (!command) return
      event.preventDefault()
      before = ''
      command.run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

const isRadio = (target: EventTarget | null): boolean =>
  target instanceof Element && target.getAttribute('role') === 'radio'
