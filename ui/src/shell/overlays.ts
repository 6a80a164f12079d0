// Which overlay of the window is open. Overlays belong to no page.

import { createStore, useStore } from '#ui/lib/createStore'

type Overlay = 'palette' | 'keys' | 'fits' | 'inbox' | undefined

const open = createStore<Overlay>(undefined)

export const showOverlay = open.set
export const togglePalette = (): void => open.set(open.get() === 'palette' ? undefined : 'palette')
export const useOverlay = (): Overlay => useStore(open)

const request = createStore('')

/** Opens “Which ability fits this?” with these words. */
export function askWhichFits(words = ''): void {
  request.set(words)
  open.set('fits')
}
/** The words that the box opened with. */
export const useRequestedWords = (): string => useStore(request)
