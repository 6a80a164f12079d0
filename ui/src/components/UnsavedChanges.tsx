import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './Dialog'

const opened = (search: unknown): unknown => (search as { open?: unknown }).open

/**
 * Asks before a page is left on which something was typed and not saved; `drawer`: it was typed in
 * a drawer, which is left by closing it too.
 */
export function UnsavedChanges({ when, drawer }: { when: boolean; drawer?: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // What opens beside the page (a drawer) is no leaving.
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
