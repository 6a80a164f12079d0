// Which of the window's overlays is open. They belong to no page, so they live outside of all.

import { useSyncExternalStore } from 'react'

type Overlay = 'palette' | 'keys' | undefined

let open: Overlay
const watchers = new Set<() => void>()

export function showOverlay(next: Overlay): void {
  open = next
  for (const watcher of watchers) watcher()
}

export const togglePalette = (): void => showOverlay(open === 'palette' ? undefined : 'palette')

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => open,
  )
}
