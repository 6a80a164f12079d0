import { useMutation } from '@tanstack/react-query'
import { CheckCheck, RotateCcw, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '#ui/shell/commands'
import * as act from '#ui/backend/mutations'
import type { CheckpointStatus, RehearsalStatus } from '#ui/backend/types'
import { Badge } from '#ui/components/Badge'
import { Button } from '#ui/components/Button'
import { CheckpointNews } from '#ui/domain/CheckpointNews'
import { CheckpointProgress } from '#ui/domain/CheckpointProgress'
import { AskDialog } from '#ui/components/Dialog'
import { Drawer } from '#ui/shell/Drawer'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Menu } from '#ui/components/Menu'
import { Ago } from '#ui/components/Time'
import { RESULT } from '#ui/domain/agentRuns/runWords'
import type { CheckpointView } from '#ui/domain/checkpoints'
import { say } from '#ui/lib/say'
import { FindingOffers, findingsOf } from './FindingOffers'
import css from './RehearsalDrawer.module.css'

interface RehearsalDrawerProps {
  status: RehearsalStatus
  /** Absent while the rehearsal runs: the drawer can then not be closed. */
  onClose?(): void
  onRunAgain?(): void
  /** Called when a finding has changed the draft, which can now be edited. */
  onRevised?(): void
}

/** A guided rehearsal: the person does the task again while Apprentice checks each checkpoint. */
export function RehearsalDrawer({ status, onClose, onRunAgain, onRevised }: RehearsalDrawerProps) {
  const finish = useMutation(act.finishRehearsal(status.proposal_id))
  const result = RESULT[status.overall_result]
  return (
    <Drawer
      title={say('Rehearsal')}
      aside={
        status.running ? (
          <Badge tone="accent">{say('Rehearsing')}</Badge>
        ) : (
          <Badge tone={result.tone}>{result.word}</Badge>
        )
      }
      onClose={onClose}
    >
      <div className={css.body}>
        {status.running && (
          <p className="muted">
            {say(`Do the task again, with other values. Each checkpoint turns green when its evidence
              is seen.`)}
          </p>
        )}
        <CheckpointNews
          key={status.validation_run_id}
          checkpoints={status.checkpoints}
          receipts={status.receipts}
          result={status.running ? undefined : result.word}
        />
        <CheckpointProgress
          checkpoints={status.checkpoints}
          receipts={status.receipts}
          actions={
            status.running
              ? (view) => <MarkByHand proposalId={status.proposal_id} view={view} />
              : undefined
          }
        />
        {status.running ? (
          <div className={css.buttons}>
            <Button
              look="primary"
              icon={<CheckCheck size={14} />}
              busy={finish.isPending}
              onClick={() => finish.mutate({ cancel: false })}
            >
              {say('Finish rehearsal')}
            </Button>
            <Button disabled={finish.isPending} onClick={() => finish.mutate({ cancel: true })}>
              {say('Cancel')}
            </Button>
          </div>
        ) : (
          <AfterRun status={status} onRunAgain={onRunAgain} onRevised={onRevised} />
        )}
        <section>
          <h3>{say('This run')}</h3>
          <DescriptionList
            facts={[
              [say('Done by'), status.agent],
              [say('Started'), <Ago key="at" at={status.started_at} />],
              [
                say('Seen'),
                say('{observedActionCount, plural, one {# action} other {# actions}}', {
                  observedActionCount: status.observed_action_count,
                }),
              ],
              ...Object.entries(status.bindings).map(([name, value]) => [name, value] as const),
            ]}
          />
        </section>
      </div>
    </Drawer>
  )
}

function MarkByHand({ proposalId, view }: { proposalId: string; view: CheckpointView }) {
  const [asking, setAsking] = useState<CheckpointStatus>()
  const mark = useMutation({
    ...act.markCheckpoint(proposalId),
    onSuccess: () => setAsking(undefined),
  })
  const id = view.checkpoint.checkpoint_id
  return (
    <>
      <Menu
        align="start"
        items={[
          { label: say('I reached it'), onSelect: () => setAsking('reached') },
          { label: say('I skipped it'), onSelect: () => setAsking('skipped') },
          { label: say('It failed'), onSelect: () => setAsking('failed') },
        ]}
      >
        <Button className={css.small}>{say('Mark by hand')}</Button>
      </Menu>
      <AskDialog
        key={asking}
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={
          asking === 'reached'
            ? say('You reached it')
            : asking === 'skipped'
              ? say('You skipped it')
              : say('It failed')
        }
        description={view.checkpoint.goal}
        label={asking === 'reached' ? say('How can you tell?') : say('Why?')}
        maxLength={asking === 'reached' ? 1000 : 400}
        action={say('Mark')}
        long
        busy={mark.isPending}
        onAnswer={(text) =>
          asking &&
          mark.mutate({
            checkpoint_id: id,
            status: asking,
            evidence: text,
            reason: asking === 'reached' ? null : text,
          })
        }
      />
    </>
  )
}

/** After a run that did not pass, its finding can settle what the draft got wrong. */
function AfterRun({
  status,
  onRunAgain,
  onRevised,
}: Pick<RehearsalDrawerProps, 'status' | 'onRunAgain' | 'onRevised'>) {
  const [revising, setRevising] = useState(false)
  const findings = findingsOf(status)
  useCommands([
    ...(findings.length > 0
      ? [
          {
            id: 'finding',
            label: say('Revise with this finding'),
            group: 'Review' as const,
            run: () => setRevising(true),
          },
        ]
      : []),
    ...(onRunAgain
      ? [
          {
            id: 'again',
            label: say('Run the rehearsal again'),
            group: 'Review' as const,
            run: onRunAgain,
          },
        ]
      : []),
  ])
  return (
    <>
      <div className={css.buttons}>
        {findings.length > 0 && !revising && (
          <Button
            look="primary"
            icon={<Wrench size={14} />}
            aria-expanded={false}
            onClick={() => setRevising(true)}
          >
            {say('Revise with this finding')}
          </Button>
        )}
        {onRunAgain && (
          <Button icon={<RotateCcw size={14} />} onClick={onRunAgain}>
            {say('Run again')}
          </Button>
        )}
      </div>
      {revising && (
        <FindingOffers proposalId={status.proposal_id} findings={findings} onRevised={onRevised} />
      )}
    </>
  )
}
