// Which terminal belongs to which session. A terminal stays open when the person leaves the page,
// and is closed when its session ends.

import { closeTerminal } from '#ui/backend/mutations'

const open = new Map<string, string>()

export const terminalOf = (ownerId: string): string | undefined => open.get(ownerId)
export const keepTerminal = (ownerId: string, terminalId: string): void =>
  void open.set(ownerId, terminalId)
export const forgetTerminal = (ownerId: string): void => void open.delete(ownerId)

/** Closes every terminal whose session has ended. */
export function endTerminalsExcept(ownerId: string | undefined): void {
  for (const [owner, terminalId] of open) {
    if (owner === ownerId) continue
    open.delete(owner)
    closeTerminal(terminalId).catch(() => undefined)
  }
}

/** Sends keystrokes in sequence, so that they arrive in the order they were typed. */
export function inOrder(send: (data: string) => Promise<unknown>): (data: string) => void {
  let waiting = ''
  let busy = false
  const flush = async (): Promise<void> => {
    busy = true
    while (waiting) {
      const data = waiting
      waiting = ''
      // The end of the stream reports a refused keystroke. The next one must still be sent.
      await send(data).catch(() => undefined)
    }
    busy = false
  }
  return (data) => {
    waiting += data
    if (!busy) void flush()
  }
}
