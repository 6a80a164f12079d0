import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportRecord } from '#ui/backend/importTypes'
import { Button } from '#ui/components/Button'
import { scanAll, stageAll, useBatch } from '#ui/domain/imports/batch'
import css from './BatchButtons.module.css'
import { BulkInstallDialog } from './BulkInstallDialog'

/** Buttons for batch operations on imports. `of` is the word for the records: “all” or “chosen”. */
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
      {installing && (
        <BulkInstallDialog records={installing} onClose={() => setInstalling(undefined)} />
      )}
    </span>
  )
}
