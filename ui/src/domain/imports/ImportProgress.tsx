import { RotateCcw, TriangleAlert, X } from 'lucide-react'
import { Badge } from '#ui/components/Badge'
import { Button, IconButton } from '#ui/components/Button'
import { ErrorNote } from '#ui/components/ErrorNote'
import { Progress } from '#ui/components/Progress'
import { plural } from '#ui/components/format'
import css from './ImportProgress.module.css'
import { cancelBatch, clearBatch, useBatch } from './batch'
import type { Transfer } from './transfers'

/** The progress of the batch operation, then its failures until the person dismisses them. */
export function BatchProgress() {
  const batch = useBatch()
  if (!batch) return null
  const { label, done, total, running, failures, unread } = batch
  return (
    <div className={css.transfer} role="status">
      {running ? (
        <div className={css.batchHead}>
          <b>{label} imports</b>
          <Progress label={`${label} imports`} done={done} total={total} />
          <span className="muted num">
            {done} of {total}
          </span>
          <Button onClick={cancelBatch}>Cancel the rest</Button>
        </div>
      ) : (
        <div className={css.batchHead}>
          <b>
            {unread.length > 0
              ? plural(unread.length + failures.length, 'import')
              : `${label}: ${failures.length} of ${total}`}{' '}
            did not go through
          </b>
          <IconButton label="I have read this" onClick={clearBatch}>
            <X size={14} />
          </IconButton>
        </div>
      )}
      {unread.length + failures.length > 0 && (
        <ul className={css.refused} aria-label="What did not go through">
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
  waiting: 'Waiting',
  packing: 'Packing',
  uploading: 'Uploading',
  fetching: 'Fetching',
  scanning: 'Scanning',
  failed: 'Failed',
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
          <IconButton label={`Try ${name} again`} onClick={retry}>
            <RotateCcw size={14} />
          </IconButton>
        )}
        <IconButton label={error ? `Forget ${name}` : `Cancel ${name}`} onClick={cancel}>
          <X size={14} />
        </IconButton>
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  )
}
