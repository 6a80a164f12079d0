import { Link } from '@tanstack/react-router'
import { ArrowLeft, FlaskConical, Hammer, ListPlus, Pencil, Play, ShieldCheck, UserCheck, X } from 'lucide-react'
import { useState } from 'react'
import { type Command, useCommands } from '../../../app/commands'
import type { ProposalDetail, RehearsalStatus, Schemas } from '../../../backend/types'
import { Badge, type Tone } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { AskDialog } from '../../../components/Dialog'
import { STATE } from '../../../domain/states'
import { RehearseDialog } from './RehearseDialog'
import css from './ReviewHead.module.css'
import type { Review } from './useReview'

/** A proposal's states are its session's, two of them under shorter names. */
export const PROPOSAL: Record<Schemas['ProposalState'], { label: string; tone: Tone }> = { ...STATE, draft: STATE.drafting_proposal, testing: STATE.testing_proposal }

interface ReviewHeadProps {
  detail: ProposalDetail
  review: Review
  rehearsal: RehearsalStatus | undefined
  editing: boolean
  onEdit(): void
  onShowRehearsal(): void
}

export function ReviewHead({ detail, review, rehearsal, editing, onEdit, onShowRehearsal }: ReviewHeadProps) {
  const { proposal } = detail
  const state = rehearsal?.running ? { label: 'Rehearsing', tone: 'accent' as const } : PROPOSAL[proposal.proposal_state]
  return (
    <header className={css.head}>
      <Link to="/learn/pending" className={css.back} aria-label="Back to Pending Abilities">
        <ArrowLeft size={15} aria-hidden />
      </Link>
      <div className={css.names}>
        <h2 className="clip" title={proposal.title}>
          {proposal.title}
        </h2>
        <Badge tone={state.tone}>{state.label}</Badge>
        <code className="faint clip">{proposal.proposed_skill_slug}</code>
      </div>
      <Actions review={review} rehearsal={rehearsal} editing={editing} onEdit={onEdit} onShowRehearsal={onShowRehearsal} />
    </header>
  )
}

function Actions({ review, rehearsal, editing, onEdit, onShowRehearsal }: Omit<ReviewHeadProps, 'detail'>) {
  const { may, busy } = review
  const [asking, setAsking] = useState<'reject' | 'rehearse'>()
  const running = rehearsal?.running ?? false
  const nowhere = review.targets.length === 0
  useReviewCommands(review, running, onEdit, setAsking)
  return (
    <div className={css.actions}>
      {may.reject && (
        <Button look="danger" icon={<X size={14} />} disabled={running} onClick={() => setAsking('reject')}>
          Reject
        </Button>
      )}
      {may.revise && (
        <Button icon={<Pencil size={13} />} disabled={editing || running} onClick={onEdit}>
          Revise
        </Button>
      )}
      {may.moreTests && (
        <Button icon={<ListPlus size={14} />} busy={busy.test} disabled={running || editing} onClick={review.moreTests}>
          Request More Tests
        </Button>
      )}
      {rehearsal && !running && <Button onClick={onShowRehearsal}>Last rehearsal</Button>}
      {may.rehearse && !running && (
        <Button icon={<Play size={13} />} busy={busy.rehearse} onClick={() => setAsking('rehearse')}>
          Rehearse
        </Button>
      )}
      {may.test && (
        <Button look="primary" icon={<FlaskConical size={14} />} busy={busy.test} disabled={running} onClick={review.test}>
          Run tests
        </Button>
      )}
      {may.build && (
        <Button look="primary" icon={<Hammer size={14} />} busy={busy.build} disabled={editing} onClick={review.build}>
          Build the draft
        </Button>
      )}
      {may.approve && (
        <Button look={may.install ? 'plain' : 'primary'} icon={<ShieldCheck size={14} />} busy={busy.approve} disabled={nowhere || running || editing} title={nowhere ? 'Choose at least one place to install to' : editing ? 'Save or cancel your changes first' : undefined} onClick={review.approve}>
          Approve to workspace
        </Button>
      )}
      {may.install && (
        <Button look="primary" icon={<UserCheck size={14} />} busy={busy.install} disabled={nowhere || running || editing} title={nowhere ? 'Choose at least one place to install to' : editing ? 'Save or cancel your changes first' : undefined} onClick={review.install}>
          Install privately
        </Button>
      )}
      <AskDialog
        open={asking === 'reject'}
        onClose={() => setAsking(undefined)}
        title="Reject this draft?"
        description="The draft is kept in History for 14 days. Nothing is installed."
        label="Why?"
        maxLength={1000}
        action="Reject"
        long
        danger
        busy={busy.reject}
        onAnswer={review.reject}
      />
      <RehearseDialog key={String(asking)} open={asking === 'rehearse'} review={review} onClose={() => setAsking(undefined)} />
    </div>
  )
}

function useReviewCommands(review: Review, running: boolean, onEdit: () => void, ask: (what: 'reject' | 'rehearse') => void): void {
  const offers: ReadonlyArray<[deed: keyof Review['may'], label: string, run: () => void, keys?: string]> = [
    ['install', 'Install privately', review.install],
    ['approve', 'Approve to workspace', review.approve],
    ['build', 'Build the draft', review.build, 'mod+enter'],
    ['test', 'Run tests', review.test, 'r t'],
    ['moreTests', 'Request More Tests', review.moreTests],
    ['rehearse', 'Rehearse', () => ask('rehearse'), 'r h'],
    ['revise', 'Revise', onEdit, 'e'],
    ['reject', 'Reject', () => ask('reject')],
  ]
  const allowed = offers.filter(([deed]) => !running && review.may[deed])
  useCommands(allowed.map(([deed, label, run, keys]): Command => ({ id: `review ${deed}`, label, group: 'Review', run, keys })))
}
