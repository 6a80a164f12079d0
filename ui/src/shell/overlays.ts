// Which overlay of the window is open. Overlays belong to no page.

import { createStore, useStore } from '#ui/lib/createStore'

type Overlay = 'palette' | 'keys' | undefined

const open = createStore<Overlay>(undefined)

export const showOverlay = open.set
export const togglePalette = (): void => open.set(open.get() === 'palette' ? undefined : 'palette')
export const useOverlay = (): Overlay => useStore(open)
