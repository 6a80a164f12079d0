import { useMutation } from '@tanstack/react-query'
import * as act from '#ui/backend/mutations'
import { ConfirmDialog } from '#ui/components/Dialog'
import { say } from '#ui/lib/say'

/** Asks before a session is cancelled. */
export function CancelSessionDialog({
  sessionId,
  open,
  onClose,
}: {
  sessionId: string
  open: boolean
  onClose(): void
}) {
  const cancel = useMutation({ ...act.cancelSession(sessionId), onSuccess: onClose })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={say('Cancel this session?')}
      description={say(`Watching ends and no draft is made now. The recording is deleted after seven days; until
          then it counts as one run when Apprentice looks for repeated tasks, if you stopped it
          before. You can delete it now in History.`)}
      keep={say('Keep it')}
      action={say('Cancel session')}
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
    />
  )
}
