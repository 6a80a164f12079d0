/** Scrolls to the row of a checkpoint or an input of the draft, and gives it the focus. */
function reveal(selector: string): void {
  const row = document.querySelector<HTMLElement>(selector)
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}

export const revealCheckpoint = (id: string): void =>
  reveal(`[data-checkpoint="${CSS.escape(id)}"]`)

export const revealInput = (name: string): void => reveal(`[data-input="${CSS.escape(name)}"]`)
