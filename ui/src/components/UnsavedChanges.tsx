import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './Dialog'

const opened = (search: unknown): unknown => (search as { open?: unknown }).open

/**
 * Asks before the person leaves a page with unsaved text. `drawer`: the text is in a drawer, so
 * closing the drawer asks too.
 */
export function UnsavedChanges({ when, drawer }: { when: boolean; drawer?: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // Opening a drawer does not leave the page.
    shouldBlockFn: ({ current, next }) =>
      when &&
      (current.pathname !== next.pathname ||
        (drawer === true && opened(current.search) !== opened(next.search))),
    enableBeforeUnload: when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      description="What you typed here is not saved yet."
      keep="Stay"
      action="Leave"
      danger
      onConfirm={() => proceed?.()}
    />
  )
}
