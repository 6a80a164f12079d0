import { useSyncExternalStore } from 'react'

/** Whether a media query matches now. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (watcher) => {
      const list = matchMedia(query)
      list.addEventListener('change', watcher)
      return () => list.removeEventListener('change', watcher)
    },
    () => matchMedia(query).matches,
  )
}
