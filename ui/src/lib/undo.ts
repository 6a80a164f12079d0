// What can be taken back, newest last. Ctrl+Z and the button of a notice take the same thing back.

import { toast } from 'sonner'
import { createStore, useStore } from './createStore'
import { say } from '#ui/lib/say'

export interface Undo {
  id: string
  /** What happened: “brew-tea is in Daily.” */
  what: string
  run(): void
}

/** More would be taken back by accident rather than on purpose. */
const KEPT = 20
/** How long the notice stays, in milliseconds. Ctrl+Z works longer. */
const SHOWN = 12_000

const stack = createStore<readonly Undo[]>([])

export const useLastUndo = (): Undo | undefined => useStore(stack, (all) => all.at(-1))
export const forgetUndos = (): void => stack.set([])

/** Lets Ctrl+Z take something back. `run` happens once. Returns what a notice needs. */
export function keepUndo(what: string, run: () => void): Undo {
  const id = crypto.randomUUID()
  const undo: Undo = {
    id,
    what,
    run: () => {
      if (!stack.get().includes(undo)) return
      stack.set(stack.get().filter((one) => one !== undo))
      toast.dismiss(id)
      run()
    },
  }
  stack.set([...stack.get(), undo].slice(-KEPT))
  return undo
}

/** Ctrl+Z no longer takes it back, because it did not happen or was taken back already. */
export const dropUndo = (undo: Undo): void => stack.set(stack.get().filter((one) => one !== undo))

/** As `keepUndo`, and says so in a notice with a button. `label` is what the button does. */
export function offerUndo(
  what: string,
  run: () => void,
  { label = say('Undo'), description }: { label?: string; description?: string } = {},
): void {
  const undo = keepUndo(what, run)
  const action = { label, onClick: undo.run }
  toast(what, { id: undo.id, duration: SHOWN, action, description })
}

/** Takes the newest thing back. */
export const undoLast = (): void => stack.get().at(-1)?.run()
