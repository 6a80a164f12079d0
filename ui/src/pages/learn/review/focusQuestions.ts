/** Scrolls to the questions, and puts the cursor into the first one. */
export function focusQuestions(): void {
  const form = document.querySelector('form[aria-label="Questions"]')
  form?.scrollIntoView({ block: 'center' })
  form?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true })
}
