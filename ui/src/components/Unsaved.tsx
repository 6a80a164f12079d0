import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './Dialog'

/** Asks before a page is left on which something was typed and not saved. */
export function Unsaved({ when }: { when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // What opens beside the page (a drawer) is no leaving.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
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
