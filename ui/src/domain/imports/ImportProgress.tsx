import { RotateCcw, TriangleAlert, X } from 'lucide-react'
import { Badge } from '#ui/components/Badge'
import { Button, IconButton } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Progress } from '#ui/components/Progress'
import { say } from '#ui/lib/say'
import css from './ImportProgress.module.css'
import { type BatchKind, cancelBatch, clearBatch, useBatch } from './batch'
import type { Transfer } from './transfers'

const RUNS: Record<BatchKind, string> = {
  scan: say('Scanning imports'),
  stage: say('Staging imports'),
  approve: say('Approving imports'),
  install: say('Installing imports'),
}

type Failed = { failed: number; total: number }
const FAILED: Record<BatchKind, (values: Failed) => string> = {
  scan: (values) => say('Scanning: {failed} of {total} failed', values),
  stage: (values) => say('Staging: {failed} of {total} failed', values),
  approve: (values) => say('Approving: {failed} of {total} failed', values),
  install: (values) => say('Installing: {failed} of {total} failed', values),
}

/** The progress of the batch operation, then its failures until the person dismisses them. */
export function BatchProgress() {
  const batch = useBatch()
  if (!batch) return null
  const { what, done, total, running, failures, unread } = batch
  return (
    <div className={css.transfer} role="status">
      {running ? (
        <div className={css.batchHead}>
          <b>{RUNS[what]}</b>
          <Progress label={RUNS[what]} done={done} total={total} />
          <span className="muted num">{say('{done} of {total}', { done, total })}</span>
          <Button onClick={cancelBatch}>{say('Cancel the rest')}</Button>
        </div>
      ) : (
        <div className={css.batchHead}>
          <b>
            {unread.length > 0
              ? say('{count, plural, one {# import failed} other {# imports failed}}', {
                  count: unread.length + failures.length,
                })
              : FAILED[what]({ failed: failures.length, total })}
          </b>
          <IconButton label={say('Dismiss')} onClick={clearBatch}>
            <X size={14} />
          </IconButton>
        </div>
      )}
      {unread.length + failures.length > 0 && (
        <ul className={css.refused} aria-label={say('Failed imports')}>
          {[...unread, ...failures].map(({ name, why }, at) => (
            <li key={at}>
              <TriangleAlert size={13} aria-hidden />
              <span>
                <b>{name}</b> <span className="muted">{why}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const STAGE: Record<Transfer['stage'], string> = {
  waiting: say('Waiting'),
  packing: say('Packing'),
  uploading: say('Uploading'),
  fetching: say('Fetching'),
  scanning: say('Scanning'),
  failed: say('Failed'),
}

/** A transfer to the engine that is running or has failed. */
export function TransferRow({
  transfer: { name, stage, progress, error, retry, cancel },
}: {
  transfer: Transfer
}) {
  return (
    <div className={css.transfer} data-state={stage === 'failed' ? 'failed' : 'uploading'}>
      <div className={css.transferHead}>
        <span>
          <Badge tone={error ? 'bad' : 'accent'}>{STAGE[stage]}</Badge>
        </span>
        <b className="clip">{name}</b>
        {!error && (
          <Progress
            label={`${STAGE[stage]} ${name}`}
            done={progress === undefined ? undefined : Math.round(progress * 100)}
            total={100}
          />
        )}
        {error && (
          <IconButton label={say('Try {name} again', { name })} onClick={retry}>
            <RotateCcw size={14} />
          </IconButton>
        )}
        <IconButton
          label={error ? say('Dismiss {name}', { name }) : say('Cancel {name}', { name })}
          onClick={cancel}
        >
          <X size={14} />
        </IconButton>
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  )
}
