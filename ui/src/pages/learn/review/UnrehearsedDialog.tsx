import type { ProposalDetail, RehearsalStatus } from '#ui/backend/types'
import { ConfirmDialog } from '#ui/components/Dialog'
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
      title={what === 'approve' ? 'Approve it untested?' : 'Install it untested?'}
      description={
        `${whyUnrehearsed(detail, rehearsal)} In a rehearsal you do the task once more with other values, ` +
        'and Apprentice checks each result itself.'
      }
      keep="Go back"
      action={what === 'approve' ? 'Approve anyway' : 'Install anyway'}
      onConfirm={() => {
        if (what === 'approve') review.approve(true)
        else review.install(true)
        onClose()
      }}
    />
  )
}
