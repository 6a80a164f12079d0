import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import type { ImportRecord } from '#ui/backend/importTypes'
import { Button, IconButton } from '#ui/components/Button'
import { Progress } from '#ui/components/Progress'
import { plural } from '#ui/components/when'
import { cancelBatch, forgetBatch, scanAll, stageAll, useBatch } from '#ui/domain/imports/batch'
import css from './ImportPage.module.css'
import { InstallMany } from './InstallMany'

/**
 * Many at once: what needs no decision of its own. `of` is how they are called, “all” or “chosen”.
 */
export function BatchButtons({ records, of }: { records: readonly ImportRecord[]; of: string }) {
  const client = useQueryClient()
  const [installing, setInstalling] = useState<readonly ImportRecord[]>()
  const batch = useBatch()
  const waiting = records.filter((record) => record.stage_state === 'uploaded')
  const stageable = records.filter((record) => record.stage_state === 'scan_complete')
  const ready = records.filter((record) => record.stage_state === 'ready_for_review')
  if (batch?.running) return null
  const least = of === 'all' ? 2 : 1
  return (
    <span className={css.batch}>
      {waiting.length >= least && (
        <Button
          onClick={() => void scanAll(client, waiting)}
        >{`Scan ${of} ${waiting.length}`}</Button>
      )}
      {stageable.length >= least && (
        <Button
          onClick={() => void stageAll(client, stageable)}
        >{`Stage ${of} ${stageable.length}`}</Button>
      )}
      {ready.length >= least && (
        <Button onClick={() => setInstalling(ready)}>{`Install ${of} ${ready.length}…`}</Button>
      )}
      {installing && <InstallMany records={installing} onClose={() => setInstalling(undefined)} />}
    </span>
  )
}

/** How far it is, wherever one looks; afterwards what was refused, until it has been read. */
export function BatchProgress() {
  const batch = useBatch()
  if (!batch) return null
  const { doing, done, total, running, refused, unread } = batch
  return (
    <div className={css.transfer} role="status">
      {running ? (
        <div className={css.batchHead}>
          <b>{doing} imports</b>
          <Progress label={`${doing} imports`} done={done} total={total} />
          <span className="muted num">
            {done} of {total}
          </span>
          <Button onClick={cancelBatch}>Cancel the rest</Button>
        </div>
      ) : (
        <div className={css.batchHead}>
          <b>
            {unread.length > 0
              ? plural(unread.length + refused.length, 'import')
              : `${doing}: ${refused.length} of ${total}`}{' '}
            did not go through
          </b>
          <IconButton label="I have read this" onClick={forgetBatch}>
            <X size={14} />
          </IconButton>
        </div>
      )}
      {unread.length + refused.length > 0 && (
        <ul className={css.refused} aria-label="What did not go through">
          {[...unread, ...refused].map(({ name, why }, at) => (
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
