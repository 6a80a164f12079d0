import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { showOverlay } from '#ui/shell/overlays'
import { showCategoryDialog } from '#ui/domain/categoryDialogs'
import { cancelBatch, clearBatch } from '#ui/domain/imports/batch'
import { clearTransfers } from '#ui/domain/imports/transfers'
import { resetKeys } from '#ui/shell/keymap'
import { forgetUndos } from '#ui/lib/undo'
import { afterEach, beforeEach, vi } from 'vitest'

// Busy machines are slow.
configure({ asyncUtilTimeout: 8000 })

// Layout features that jsdom lacks.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver })
window.matchMedia = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
})
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
Element.prototype.hasPointerCapture = () => false
Element.prototype.setPointerCapture = () => {}
Element.prototype.releasePointerCapture = () => {}
// Virtual lists read the height of their container.
Object.defineProperties(HTMLElement.prototype, {
  clientWidth: { configurable: true, get: () => 900 },
  clientHeight: { configurable: true, get: () => 600 },
  offsetHeight: {
    configurable: true,
    get(this: HTMLElement) {
      return this.getAttribute('role') === 'listitem' ? 34 : 600
    },
  },
})
window.scrollTo = () => {}

vi.mock('#ui/pages/learn/active/Terminal', () => ({ default: () => null }))

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  forgetUndos()
  resetKeys()
  showOverlay(undefined)
  showCategoryDialog(undefined)
  clearTransfers()
  cancelBatch()
  clearBatch()
})

// jsdom has no layout, so text has no position; the editor asks for one.
Range.prototype.getClientRects = () =>
  Object.assign([], { item: () => null }) as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()
