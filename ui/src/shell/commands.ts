// Every action by name: the palette, the list of keys and the keyboard read this one list.

import { useEffect } from 'react'
import { createStore, useStore } from '#ui/lib/createStore'

export interface Command {
  id: string
  label: string
  group: 'Go to' | 'Learn' | 'Watching' | 'Review' | 'View'
  /** `mod+k`, `?`, or a sequence `g l`. */
  keys?: string
  /** Other words by which people look for it. */
  words?: string
  run(): void
}

let lists: Array<readonly Command[]> = []
const allCommands = createStore<readonly Command[]>([])

function setLists(next: Array<readonly Command[]>): void {
  lists = next
  allCommands.set(lists.flat())
}

/** Offers commands for as long as the caller is shown. A memoised list saves work. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    setLists([...lists, commands])
    return () => setLists(lists.filter((list) => list !== commands))
  }, [commands])
}

export const useAllCommands = (): readonly Command[] => useStore(allCommands)

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) ||
    target.closest('.xterm') !== null)

/** Which command a key means, given the keys pressed just before. Pure, for the test. */
export function match(
  commands: readonly Command[],
  before: string,
  event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>,
): Command | undefined {
  if (event.altKey) return undefined
  const mod = event.metaKey || event.ctrlKey
  const key = event.key.toLowerCase()
  if (mod) return commands.find((command) => command.keys === `mod+${key}`)
  const sequence = before ? `${before} ${key}` : ''
  return (
    commands.find((command) => command.keys === sequence) ??
    commands.find((command) => command.keys === key)
  )
}

/** Listens once, for the whole window. */
export function useHotkeys(): void {
  useEffect(() => {
    let before = ''
    let forget: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent): void => {
      const mod = event.metaKey || event.ctrlKey
      if (event.defaultPrevented || (typing(event.target) && !mod)) return
      const command = match(allCommands.get(), before, event)
      // A dialog or menu has the keyboard to itself; only the palette closes by the keys that open
      // it.
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
