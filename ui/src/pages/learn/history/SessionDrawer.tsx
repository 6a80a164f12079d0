import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '#ui/shell/commands'
import * as act from '#ui/backend/mutations'
import * as read from '#ui/backend/queries'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { ConfirmDialog } from '#ui/components/Dialog'
import { Drawer } from '#ui/shell/Drawer'
import { ErrorNote } from '#ui/components/ErrorNote'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Skeleton } from '#ui/components/Skeleton'
import { Ago } from '#ui/components/Time'
import { CheckpointProgress } from '#ui/domain/CheckpointProgress'
import {
  ENTRY_MODE,
  SESSION_STATE,
  holdsSlot,
  isManualEdit,
  watchedSources,
  titleOf,
} from '#ui/domain/sessionStates'
import { useRetainRecording } from '#ui/domain/useRetainRecording'
import { say } from '#ui/lib/say'
import css from './SessionDrawer.module.css'

/** A past session: how it ended, and a link to its draft. */
export function SessionDrawer({
  sessionId,
  onClose,
  onReceipts,
}: {
  sessionId: string
  onClose(): void
  onReceipts(): void
}) {
  const navigate = useNavigate()
  const query = useQuery(read.sessionDetail(sessionId))
  const [deleting, setDeleting] = useState(false)
  const recording = useRetainRecording()
  const remove = useMutation({ ...act.deleteSession(), onSuccess: onClose })
  const detail = query.data
  const deletable = detail?.actions.includes('delete') === true
  useCommands(
    deletable
      ? [
          {
            id: 'delete-recording',
            label: say('Delete the recording'),
            group: 'Learn',
            run: () => setDeleting(true),
          },
        ]
      : [],
  )
  if (!detail) {
    return (
      <Drawer title={say('Session')} onClose={onClose}>
        {query.error ? (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton />
        )}
      </Drawer>
    )
  }
  const { session, proposal } = detail
  const state = SESSION_STATE[session.state]
  return (
    <Drawer
      title={proposal?.title ?? titleOf(session)}
      aside={<Badge tone={state.tone}>{state.label}</Badge>}
      onClose={onClose}
    >
      <div className={css.body}>
        <DescriptionList
          facts={[
            [say('Goal'), session.goal],
            [say('Mode'), ENTRY_MODE[session.entry_mode]],
            [say('Watched'), isManualEdit(session) ? undefined : watchedSources(session)],
            [
              say('Improves'),
              session.target_skill_id && <code key="improves">{session.target_skill_id}</code>,
            ],
            [say('Limited to'), session.target_app_whitelist.join(', ')],
            [
              say('Recorded'),
              say('{capturedEventCount, plural, one {# action} other {# actions}}', {
                capturedEventCount: detail.captured_event_count,
              }),
            ],
            [say('Recording'), session.retain && say('Kept until you delete it')],
            [say('Started'), <Ago key="begun" at={session.created_at} />],
            [say('Last changed'), <Ago key="change" at={session.updated_at} />],
            [say('Ability'), session.ability_id && <code key="ability">{session.ability_id}</code>],
          ]}
        />
        <div className={css.buttons}>
          {session.proposal_id && (
            <Button
              onClick={() =>
                void navigate({
                  to: '/learn/pending/$proposalId',
                  params: { proposalId: session.proposal_id ?? '' },
                })
              }
            >
              {say('Open the draft')}
            </Button>
          )}
          <Button onClick={onReceipts}>{say('Show its receipts')}</Button>
          {recording(sessionId).map(({ label, onSelect }) => (
            <Button key={label} onClick={onSelect}>
              {label}
            </Button>
          ))}
          {deletable && (
            <Button look="danger" icon={<Trash2 size={14} />} onClick={() => setDeleting(true)}>
              {say('Delete the recording')}
            </Button>
          )}
          {holdsSlot(session.state) && (
            <Button onClick={() => void navigate({ to: '/learn/active' })}>
              {say('Go to the session')}
            </Button>
          )}
        </div>
        {detail.rehearsal && (
          <CheckpointProgress
            checkpoints={detail.rehearsal.checkpoints}
            receipts={detail.rehearsal.receipts}
          />
        )}
        {detail.latest_receipts.length > 0 && (
          <section>
            <h3>{say('What happened')}</h3>
            <ul className={css.list}>
              {detail.latest_receipts.map((receipt) => (
                <li key={receipt.receipt_id}>
                  <span>{receipt.summary}</span>
                  <Ago at={receipt.created_at} className="faint" />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={say('Delete this session and its recording?')}
        description={say(
          'Everything that was recorded in it is deleted permanently. Installed skills stay installed.',
        )}
        keep={say('Keep it')}
        action={say('Delete permanently')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(sessionId)}
      />
    </Drawer>
  )
}
