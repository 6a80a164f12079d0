// Which shell belongs to which session: the panel may be left and found again, and the shell ends
// with what it was opened for.

import { closeTerminal } from '#ui/backend/mutations'

const open = new Map<string, string>()

export const terminalOf = (ownerId: string): string | undefined => open.get(ownerId)
export const keepTerminal = (ownerId: string, terminalId: string): void =>
  void open.set(ownerId, terminalId)
export const forgetTerminal = (ownerId: string): void => void open.delete(ownerId)

/** Ends every shell whose session is over. */
export function endTerminalsExcept(ownerId: string | undefined): void {
  for (const [owner, terminalId] of open) {
    if (owner === ownerId) continue
    open.delete(owner)
    closeTerminal(terminalId).catch(() => undefined)
  }
}

/**
 * Sends keystrokes one request after the other, so that they arrive in the order they were typed.
 */
export function inOrder(send: (data: string) => Promise<unknown>): (data: string) => void {
  let waiting = ''
  let busy = false
  const flush = async (): Promise<void> => {
    busy = true
    while (waiting) {
      const data = waiting
      waiting = ''
      // A refused keystroke is told by the stream's end; the next one must still be tried.
      await send(data).catch(() => undefined)
    }
    busy = false
  }
  return (data) => {
    waiting += data
    if (!busy) void flush()
  }
}
