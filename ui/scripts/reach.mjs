/* oxlint-disable unicorn/consistent-function-scoping -- it is sent into the page whole */
// What runs in the page: does everything fit, or can it be scrolled to?

/**
 * Words for a page that is wider than its window, and for each control of which a part lies where
 * no scrolling leads.
 */
export function outOfReach() {
  /** Borders and shadows of a pixel are no loss. */
  const SLACK = 2
  const root = document.documentElement
  const found =
    root.scrollWidth > root.clientWidth
      ? [`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth}`]
      : []
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]'
  const modal =
    [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].at(-1) ??
    document
  for (const control of modal.querySelectorAll(CONTROLS)) {
    if (!isThere(control) || !beyond(control)) continue
    // Some come into sight when the keyboard gets to them.
    control.focus({ preventScroll: true })
    const why = beyond(control)
    if (why) found.push(`${named(control)} is out of reach: ${why}`)
  }
  return found

  function isThere(control) {
    if (control.disabled || control.tabIndex < 0 || control.closest('[inert], [aria-hidden=true]'))
      return false
    const { width, height } = control.getBoundingClientRect()
    // A box of nothing is one for screen readers, or the ear of a terminal; what is seen of it is
    // something else.
    return (
      width > 1 &&
      height > 1 &&
      control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }

  /**
   * Goes outwards: where an area scrolls, the whole area counts for what is in it; where one cuts
   * off, what is cut off is lost.
   */
  function beyond(control) {
    let box = control.getBoundingClientRect()
    let position = getComputedStyle(control).position
    for (let area = control.parentElement; area && area !== root; area = area.parentElement) {
      const style = getComputedStyle(area)
      const holds =
        position === 'fixed'
          ? style.transform !== 'none'
          : position !== 'absolute' || style.position !== 'static' || style.transform !== 'none'
      if (!holds) continue
      const edge = area.getBoundingClientRect()
      for (const [axis, start, end, room, all] of [
        ['overflowX', 'left', 'right', 'clientWidth', 'scrollWidth'],
        ['overflowY', 'top', 'bottom', 'clientHeight', 'scrollHeight'],
      ]) {
        if (style[axis] === 'visible' || area === document.body) continue
        const span = (of) => `${Math.round(of[start])} to ${Math.round(of[end])}`
        const scrolls = ['auto', 'scroll'].includes(style[axis]) && area[all] > area[room]
        if (scrolls) box = { ...sides(box), [start]: edge[start], [end]: edge[end] }
        else if (box[start] < edge[start] - SLACK || box[end] > edge[end] + SLACK)
          return `${named(area)} cuts it off (${span(box)}, ${span(edge)})`
      }
      position = style.position
    }
    const inWindow = box.left >= -SLACK && box.right <= root.clientWidth + SLACK
    const below =
      box.top >= -SLACK - scrollY &&
      box.bottom <= Math.max(root.scrollHeight - scrollY, innerHeight) + SLACK
    return inWindow && below
      ? undefined
      : `it lies at ${Math.round(box.left)}, ${Math.round(box.top)} of a window of ${innerWidth}x${innerHeight}`
  }

  function sides({ left, right, top, bottom }) {
    return { left, right, top, bottom }
  }

  function named(element) {
    const words = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
    return `${element.tagName.toLowerCase()}${element.id && `#${element.id}`} “${words}”`
  }
}
