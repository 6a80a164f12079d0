import type { ProposalDetail, RehearsalStatus } from '#ui/backend/types'
import { ConfirmDialog } from '#ui/components/Dialog'
import { say } from '#ui/lib/say'
import { whyUnrehearsed } from './rehearsed'
import type { Review } from './useReview'

/** Asks before a draft that nobody has tried goes to agents. */
export function UnrehearsedDialog({
  what,
  detail,
  review,
  rehearsal,
  onClose,
}: {
  what: 'install' | 'approve' | undefined
  detail: ProposalDetail
  review: Review
  rehearsal: RehearsalStatus | undefined
  onClose(): void
}) {
  return (
    <ConfirmDialog
      open={what !== undefined}
      onClose={onClose}
      title={what === 'approve' ? say('Approve it untested?') : say('Install it untested?')}
      description={say(
        `{whyUnrehearsed} In a rehearsal you do the task once more with other values, and
          Apprentice checks each result itself.`,
        { whyUnrehearsed: whyUnrehearsed(detail, rehearsal) },
      )}
      keep={say('Go back')}
      action={what === 'approve' ? say('Approve anyway') : say('Install anyway')}
      onConfirm={() => {
        if (what === 'approve') review.approve(true)
        else review.install(true)
        onClose()
      }}
    />
  )
}
