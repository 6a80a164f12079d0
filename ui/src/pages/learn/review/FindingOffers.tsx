import { useMutation, useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import type { RehearsalStatus, Schemas } from '#ui/backend/types'
import { Button } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Note } from '#ui/components/Note'
import { Skeleton } from '#ui/components/Skeleton'
import { viewCheckpoints } from '#ui/domain/checkpoints'
import { say } from '#ui/lib/say'
import css from './Instructions.module.css'

export type Finding = Schemas['RevisionFinding']

/** The checkpoints of a run that were not reached, and why. */
export function findingsOf(status: RehearsalStatus): Finding[] {
  return viewCheckpoints(status.checkpoints, status.receipts)
    .filter(
      (view) => view.state !== 'reached' && !(view.state === 'open' && view.checkpoint.optional),
    )
    .slice(0, 12)
    .map(({ checkpoint, receipt }) => ({
      checkpoint_id: checkpoint.checkpoint_id,
      why: (receipt?.reason ?? receipt?.evidence ?? '').slice(0, 400),
    }))
}

/** What would settle the findings. Nothing is changed until one is chosen. */
export function FindingOffers({
  proposalId,
  findings,
  onRevised,
}: {
  proposalId: string
  findings: readonly Finding[]
  onRevised: (() => void) | undefined
}) {
  const request = { revision_instructions: '', findings: [...findings] }
  const query = useQuery(read.revisionPreview(proposalId, request))
  const revise = useMutation({ ...act.revise(proposalId), onSuccess: onRevised })
  if (!query.data)
    return query.error ? (
      <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={2} />
    )
  const { offers, author, no_author: noAuthor } = query.data
  return (
    <section className={css.box} aria-label={say('Revise with this finding')}>
      {offers.map(({ instruction, words }) => (
        <Button
          key={instruction}
          disabled={revise.isPending}
          // The words say what gets weaker; choosing them is the confirmation.
          onClick={() =>
            revise.mutate({
              ...request,
              revision_instructions: instruction,
              confirm_weaker: true,
            })
          }
        >
          {words}
        </Button>
      ))}
      {author ? (
        <Button
          icon={<Sparkles size={14} />}
          busy={revise.isPending}
          onClick={() => revise.mutate(request)}
        >
          {say('Let {author} revise it', { author })}
        </Button>
      ) : (
        <Note>
          {offers.length === 0 &&
            say('No rule can settle this finding. Change the checkpoint by hand.')}{' '}
          {say('For anything else an author is needed.')} {noAuthor}
        </Note>
      )}
    </section>
  )
}
