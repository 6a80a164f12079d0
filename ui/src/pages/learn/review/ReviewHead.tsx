import { Link } from '@tanstack/react-router'
import { ArrowLeft, Tag, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { type Command, useCommands } from '#ui/shell/commands'
import type { ProposalDetail, Schemas } from '#ui/backend/types'
import { Badge, type Tone } from '#ui/components/Badge'
import { Button, IconButton } from '#ui/components/Button'
import { AskDialog, ConfirmDialog } from '#ui/components/Dialog'
import { CategoryDots } from '#ui/domain/CategoryDots'
import { ItemHeader } from '#ui/domain/ItemHeader'
import { useCategories } from '#ui/domain/categories'
import { showCategoryDialog } from '#ui/domain/categoryDialogs'
import { itemsOf } from '#ui/domain/categoryItems'
import { SESSION_STATE } from '#ui/domain/sessionStates'
import { RehearseDialog } from './RehearseDialog'
import { ShowCheckDialog } from './ShowCheckDialog'
import css from './ReviewHead.module.css'
import { type ReviewDialog, type ReviewContext, reviewActions } from './reviewActions'

/** The states of a proposal are those of its session, two of them under shorter names. */
const PROPOSAL: Record<Schemas['ProposalState'], { label: string; tone: Tone }> = {
  ...SESSION_STATE,
  draft: SESSION_STATE.drafting_proposal,
  testing: SESSION_STATE.testing_proposal,
}

export interface ImprovedAbility {
  id: string
  name: string
}

export function ReviewHead({
  detail,
  improves,
  ...situation
}: ReviewContext & { detail: ProposalDetail; improves: ImprovedAbility | undefined }) {
  const { proposal } = detail
  const categories = useCategories()
  const items = itemsOf(proposal)
  const assign = (): void => showCategoryDialog({ what: 'assign', items, subject: proposal.title })
  useCommands(
    categories.available
      ? [
          {
            id: 'review category',
            label: 'Add to Category…',
            group: 'Review',
            words: 'group colour',
            run: assign,
          },
        ]
      : [],
  )
  const state = situation.rehearsal?.running
    ? { label: 'Rehearsing', tone: 'accent' as const }
    : PROPOSAL[proposal.proposal_state]
  return (
    <ItemHeader className={css.head} name={proposal.proposed_skill_slug} items={items}>
      <Link to="/learn/pending" className={css.back} aria-label="Back to Pending Abilities">
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
            title="Show the installed version"
          >
            <TrendingUp size={13} aria-hidden />
            <span className="clip">Improves {improves.name}</span>
          </Link>
        ) : (
          <code className="faint clip" title={proposal.proposed_skill_slug}>
            {proposal.proposed_skill_slug}
          </code>
        )}
        <CategoryDots categories={items.flatMap((item) => categories.of(item))} />
        {categories.available && (
          <IconButton label="Add to Category…" onClick={assign}>
            <Tag size={14} />
          </IconButton>
        )}
      </div>
      <Actions {...situation} variables={detail.variables} />
    </ItemHeader>
  )
}

function Actions({ variables, ...situation }: ReviewContext & Pick<ProposalDetail, 'variables'>) {
  const { review } = situation
  const [asking, setAsking] = useState<ReviewDialog>()
  const offers = reviewActions(situation, setAsking)
  useCommands(
    offers
      .filter((offer) => !offer.blocked)
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
      {offers
        .filter((offer) => !offer.hidden)
        .map(({ id, label, icon, look, busy, blocked, run }) => (
          <Button
            key={id}
            look={look}
            icon={icon}
            busy={busy}
            disabled={blocked !== undefined}
            title={blocked}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      <AskDialog
        key={`reject ${asking}`}
        open={asking === 'reject'}
        onClose={() => setAsking(undefined)}
        title="Reject this draft?"
        description="The draft is kept in History for 14 days. Nothing is installed."
        label="Why?"
        maxLength={1000}
        action="Reject"
        long
        danger
        busy={review.busy.reject}
        onAnswer={review.reject}
      />
      <ConfirmDialog
        open={asking === 'share'}
        onClose={() => setAsking(undefined)}
        title="Share this ability beyond this workspace?"
        description="Agents are offered it before abilities of this workspace."
        keep="Keep it here"
        action="Promote to shared"
        busy={review.busy.share}
        onConfirm={() => (review.share(), setAsking(undefined))}
      />
      <ShowCheckDialog
        key={`check ${asking}`}
        open={asking === 'showCheck'}
        review={review}
        onClose={() => setAsking(undefined)}
      />
      <RehearseDialog
        key={`rehearse ${asking}`}
        open={asking === 'rehearse'}
        review={review}
        variables={variables}
        onClose={() => setAsking(undefined)}
      />
    </div>
  )
}
