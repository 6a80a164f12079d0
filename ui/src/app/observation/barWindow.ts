// The recording bar in a small window that stays above all others (Document Picture-in-Picture). Of
// the browsers only some have it; the window of the desktop has not.

import { createStore, useStore } from '#ui/lib/createStore'

interface PictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<Window>
}

declare global {
  interface Window {
    documentPictureInPicture?: PictureInPicture
  }
}

const SIZE = { width: 420, height: 240 }

/** The window of the bar, while it is open. */
const bar = createStore<Window | undefined>(undefined)

export const useBarWindow = (): Window | undefined => useStore(bar)

export const hasBarWindow = (): boolean => window.documentPictureInPicture !== undefined

export const closeBarWindow = (): void => bar.get()?.close()

/** The window with the dialogs comes to the front, because the bar has no room for them. */
export function leaveBarWindow(): void {
  if (bar.get()) window.focus()
}

/** Must be called while a click or a key is handled. A browser that refuses says why. */
export async function openBarWindow(): Promise<void> {
  const opened = await window.documentPictureInPicture?.requestWindow(SIZE)
  if (!opened) return
  const stopFollowing = followLook(opened.document)
  opened.document.addEventListener('keydown', forward)
  opened.addEventListener('pagehide', () => {
    stopFollowing()
    if (bar.get() === opened) bar.set(undefined)
  })
  bar.set(opened)
}

/** The styles, language, direction, theme and size of text are those of this window. */
function followLook(other: Document): () => void {
  for (const style of document.querySelectorAll('link[rel=stylesheet], style'))
    other.head.append(other.importNode(style, true))
  other.title = document.title
  const follow = (): void => {
    for (const { name } of Array.from(other.documentElement.attributes))
      other.documentElement.removeAttribute(name)
    for (const { name, value } of document.documentElement.attributes)
      other.documentElement.setAttribute(name, value)
  }
  follow()
  const observer = new MutationObserver(follow)
  observer.observe(document.documentElement, { attributes: true })
  return () => observer.disconnect()
}

/** What a button, and the way from one to the next, needs itself. */
const OWN_KEYS = new Set(['Enter', ' ', 'Tab', 'Escape'])

/** Shortcuts work in the small window, too. */
function forward(event: KeyboardEvent): void {
  if (OWN_KEYS.has(event.key)) return
  const same = new KeyboardEvent('keydown', { ...keysOf(event), cancelable: true })
  if (!window.dispatchEvent(same)) event.preventDefault()
}

const keysOf = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => ({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
})
