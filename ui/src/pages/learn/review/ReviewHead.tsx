import { Link } from '@tanstack/react-router'
import { ArrowLeft, Tag, TrendingUp } from 'lucide-react'
import { type Command, useCommands } from '#ui/shell/commands'
import type { ProposalDetail, RehearsalStatus, Schemas } from '#ui/backend/types'
import { Badge, type Tone } from '#ui/components/Badge'
import { IconButton } from '#ui/components/Button'
import { AskDialog, ConfirmDialog } from '#ui/components/Dialog'
import { CategoryDots } from '#ui/domain/CategoryDots'
import { ItemHeader } from '#ui/domain/ItemHeader'
import { useCategories } from '#ui/domain/categories'
import { showCategoryDialog } from '#ui/domain/categoryDialogs'
import { itemsOf } from '#ui/domain/categoryItems'
import { SESSION_STATE } from '#ui/domain/sessionStates'
import { say } from '#ui/lib/say'
import { ReviewPath } from './ReviewPath'
import { UnrehearsedDialog } from './UnrehearsedDialog'
import { type Performer, RehearseDialog } from './RehearseDialog'
import { ShowCheckDialog } from './ShowCheckDialog'
import css from './ReviewHead.module.css'
import { ReviewActionButtons } from './ReviewActionButtons'
import type { ReviewAction, ReviewDialog } from './reviewActions'
import type { Review } from './useReview'

/** The states of a proposal are those of its session, two of them under shorter names. */
const PROPOSAL: Record<Schemas['ProposalState'], { label: string; tone: Tone }> = {
  ...SESSION_STATE,
  draft: SESSION_STATE.drafting_proposal,
  testing: SESSION_STATE.testing_proposal,
}

/** Who does the task at first, in the dialogs that ask for a rehearsal. */
const PERFORMER: Partial<Record<NonNullable<ReviewDialog>, Performer>> = {
  rehearse: 'person',
  policy: 'person',
  agentRehearse: 'agent',
}

export interface ImprovedAbility {
  id: string
  name: string
}

export function ReviewHead({
  detail,
  improves,
  rehearsal,
  onShowRehearsal,
  ...situation
}: ActionsProps & {
  detail: ProposalDetail
  improves: ImprovedAbility | undefined
  rehearsal: RehearsalStatus | undefined
  onShowRehearsal(): void
}) {
  const { proposal } = detail
  const categories = useCategories()
  const items = itemsOf(proposal)
  const assign = (): void => showCategoryDialog({ what: 'assign', items, subject: proposal.title })
  useCommands(
    categories.available
      ? [
          {
            id: 'review category',
            label: say('Add to Category…'),
            group: 'Review',
            words: say('group colour'),
            run: assign,
          },
        ]
      : [],
  )
  const state = rehearsal?.running
    ? { label: say('Rehearsing'), tone: 'accent' as const }
    : PROPOSAL[proposal.proposal_state]
  return (
    <ItemHeader className={css.head} name={proposal.proposed_skill_slug} items={items}>
      <Link to="/learn/pending" className={css.back} aria-label={say('Back to Pending Abilities')}>
        <ArrowLeft size={15} aria-hidden />
      </Link>
      <div className={css.names}>
        <h2 className="clip" title={proposal.title}>
          {proposal.title}
        </h2>
        <Badge tone={state.tone}>{state.label}</Badge>
        {improves ? (
          <Link
            to="/skills"
            search={{ open: improves.id }}
            className={css.improves}
            title={say('Show the installed version')}
          >
            <TrendingUp size={13} aria-hidden />
            <span className="clip">{say('Improves {name}', { name: improves.name })}</span>
          </Link>
        ) : (
          <code className="faint clip" title={proposal.proposed_skill_slug}>
            {proposal.proposed_skill_slug}
          </code>
        )}
        <CategoryDots categories={items.flatMap((item) => categories.of(item))} />
        {categories.available && (
          <IconButton label={say('Add to Category…')} onClick={assign}>
            <Tag size={14} />
          </IconButton>
        )}
      </div>
      <Actions {...situation} detail={detail} rehearsal={rehearsal} />
      <ReviewPath detail={detail} rehearsal={rehearsal} onShowRehearsal={onShowRehearsal} />
    </ItemHeader>
  )
}

interface ActionsProps {
  review: Review
  /** Why no agent can do the task. */
  noAgent: string | undefined
  actions: readonly ReviewAction[]
  /** The dialog that is open. */
  asking: ReviewDialog
  onAsk(what: ReviewDialog): void
}

function Actions({
  detail,
  noAgent,
  review,
  actions,
  asking,
  onAsk,
  rehearsal,
}: ActionsProps & { detail: ProposalDetail; rehearsal: RehearsalStatus | undefined }) {
  const { proposal, variables } = detail
  useCommands(
    actions
      .filter((action) => !action.blocked)
      .map(({ id, label, run, keys }): Command => ({
        id: `review ${id}`,
        label,
        group: 'Review',
        run,
        keys,
      })),
  )
  return (
    <div className={css.actions}>
      <ReviewActionButtons actions={actions} place={undefined} />
      <AskDialog
        key={`reject ${asking}`}
        open={asking === 'reject'}
        onClose={() => onAsk(undefined)}
        title={say('Reject this draft?')}
        description={say('The draft is kept in History for 14 days. Nothing is installed.')}
        label={say('Why?')}
        maxLength={1000}
        action={say('Reject')}
        long
        danger
        busy={review.busy.reject}
        onAnswer={review.reject}
      />
      <ConfirmDialog
        open={asking === 'share'}
        onClose={() => onAsk(undefined)}
        title={say('Share this ability beyond this workspace?')}
        description={say('Agents are offered it before abilities of this workspace.')}
        keep={say('Keep it here')}
        action={say('Promote to shared')}
        busy={review.busy.share}
        onConfirm={() => (review.share(), onAsk(undefined))}
      />
      <UnrehearsedDialog
        what={asking === 'install' || asking === 'approve' ? asking : undefined}
        detail={detail}
        review={review}
        rehearsal={rehearsal}
        onClose={() => onAsk(undefined)}
      />
      <ShowCheckDialog
        key={`check ${asking}`}
        open={asking === 'showCheck'}
        review={review}
        onClose={() => onAsk(undefined)}
      />
      <RehearseDialog
        key={`rehearse ${asking}`}
        by={asking && PERFORMER[asking]}
        choosesPolicy={asking === 'policy'}
        proposalId={proposal.proposal_id}
        sessionId={proposal.learn_session_id ?? undefined}
        review={review}
        variables={variables}
        noAgent={noAgent}
        onClose={() => onAsk(undefined)}
      />
    </div>
  )
}
