// Moves the focus into the page.
//
// After a jump by keyboard the focus is in the page: on the first row of its list, otherwise on the
// page itself. On the body, neither the arrows nor Enter would do anything.

/** Shows the preview of the row that has the focus, or of the first one, as Space does. */
export function previewRow(): void {
  const row = document.querySelector<HTMLElement>('#main [data-index][tabindex="0"]')
  if (!row) return
  row.focus()
  row.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))
}

/** How long a page may take to show its list, in milliseconds. */
const PATIENCE = 1500

export function focusPage(): void {
  const until = performance.now() + PATIENCE
  const look = (): void => {
    const main = document.getElementById('main')
    const focused = document.activeElement
    // The person went on by themselves.
    if (!main || (focused && focused !== document.body && focused !== main)) return
    const row = main.querySelector<HTMLElement>('[data-index][tabindex="0"]')
    if (row) row.focus()
    else {
      main.focus()
      if (performance.now() < until) requestAnimationFrame(look)
    }
  }
  requestAnimationFrame(look)
}
