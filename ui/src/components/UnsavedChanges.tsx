import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './Dialog'
import { say } from '#ui/lib/say'

const openDrawer = (search: unknown): unknown => (search as { open?: unknown }).open

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
        (drawer === true && openDrawer(current.search) !== openDrawer(next.search))),
    enableBeforeUnload: when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title={say('Leave without saving?')}
      description={say('Your changes are not saved.')}
      keep={say('Stay')}
      action={say('Leave')}
      danger
      onConfirm={() => proceed?.()}
    />
  )
}
