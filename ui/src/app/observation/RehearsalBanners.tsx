import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import * as act from '#ui/backend/mutations'
import { Button } from '#ui/components/Button'
import { Elapsed } from '#ui/components/Time'
import { CheckpointProgress } from '#ui/domain/CheckpointProgress'
import { reachedCount } from '#ui/domain/checkpoints'
import type { Watching } from '#ui/domain/currentSession'
import { lostSources, useReopenRehearsal, watchedNow } from '#ui/domain/lostSources'
import { watchedSources } from '#ui/domain/sessionStates'
import { useCommands } from '#ui/shell/commands'
import { Say, say } from '#ui/lib/say'
import { Banner } from './Banner'
import { reopenCommand } from './reopenCommand'

/** A rehearsal of the person: what is watched, how far it is, and how to finish it. */
export function RehearsalBanner({ watching: { detail } }: { watching: Watching }) {
  const navigate = useNavigate()
  const rehearsal = detail.rehearsal
  const proposalId = rehearsal?.proposal_id ?? ''
  const open = (): void =>
    void navigate({
      to: '/learn/pending/$proposalId',
      params: { proposalId },
      search: { rehearsal: true },
    })
  const finish = useMutation({ ...act.finishRehearsal(proposalId), onSuccess: open })
  const lost = lostSources(detail)
  const { reopen, busy: reopening } = useReopenRehearsal(proposalId)
  useCommands([
    { id: 'rehearsal', label: say('Show the rehearsal'), group: 'Watching', run: open },
    {
      id: 'finish-rehearsal',
      label: say('Finish rehearsal'),
      group: 'Watching',
      keys: 'mod+.',
      words: say('stop end'),
      run: () => finish.mutate({ cancel: false }),
    },
    {
      id: 'cancel-rehearsal',
      label: say('Cancel the rehearsal'),
      group: 'Watching',
      run: () => finish.mutate({ cancel: true }),
    },
    ...(lost.length > 0 ? [reopenCommand(reopen)] : []),
  ])
  if (!rehearsal) return null
  const { reached, of } = reachedCount(rehearsal.checkpoints, rehearsal.receipts)
  return (
    <Banner
      title={say('Watching')}
      subject={say('a rehearsal, {watchedSources}', {
        watchedSources: watchedSources({ ...detail.session, watch: watchedNow(detail) }),
      })}
      lost={lost}
      facts={
        <>
          <Say
            text={`{time} · {observedActionCount, plural, one {# action} other {# actions}} · {reached}
            of {of} checkpoints`}
            values={{
              time: <Elapsed since={rehearsal.started_at} />,
              observedActionCount: rehearsal.observed_action_count,
              reached,
              of,
            }}
          />
        </>
      }
      more={
        <CheckpointProgress checkpoints={rehearsal.checkpoints} receipts={rehearsal.receipts} />
      }
    >
      {lost.length > 0 && (
        <Button icon={<RotateCcw size={13} />} busy={reopening} onClick={reopen}>
          {say('Reopen')}
        </Button>
      )}
      <Button onClick={open}>{say('Show progress')}</Button>
      <Button
        look="danger"
        busy={finish.isPending}
        onClick={() => finish.mutate({ cancel: false })}
      >
        {say('Stop')}
      </Button>
    </Banner>
  )
}

/** The person shows how they check: what is watched, and how to stop it. */
export function ShownCheckBanner({ watching: { detail } }: { watching: Watching }) {
  const navigate = useNavigate()
  const check = detail.shown_check
  const proposalId = check?.proposal_id ?? ''
  const open = (): void =>
    void navigate({ to: '/learn/pending/$proposalId', params: { proposalId } })
  const cancel = useMutation(act.finishShownCheck(proposalId))
  useCommands([
    { id: 'shown-check', label: say('Show the looks'), group: 'Watching', run: open },
    {
      id: 'cancel-shown-check',
      label: say('Cancel showing how you check'),
      group: 'Watching',
      keys: 'mod+.',
      words: say('stop end'),
      run: () => cancel.mutate({ cancel: true }),
    },
  ])
  if (!check) return null
  return (
    <Banner
      title={say('Watching')}
      subject={say('how you check, {watchedSources}', {
        watchedSources: watchedSources(detail.session),
      })}
      facts={
        <>
          <Elapsed since={check.started_at} /> ·{' '}
          {say('{count, plural, one {# look} other {# looks}}', { count: check.looks.length })}
        </>
      }
    >
      <Button onClick={open}>{say('Show the looks')}</Button>
      <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ cancel: true })}>
        {say('Stop')}
      </Button>
    </Banner>
  )
}
