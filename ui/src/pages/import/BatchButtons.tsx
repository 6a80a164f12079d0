import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportRecord } from '#ui/backend/importTypes'
import { Button } from '#ui/components/Button'
import { scanAll, stageAll, useBatch } from '#ui/domain/imports/batch'
import { say } from '#ui/lib/say'
import css from './BatchButtons.module.css'
import { BulkInstallDialog } from './BulkInstallDialog'

interface Props {
  records: readonly ImportRecord[]
  /** Whether the person selected them; otherwise they are all imports of the list. */
  of: 'all' | 'selected'
}

/** Buttons for batch operations on imports. */
export function BatchButtons({ records, of }: Props) {
  const client = useQueryClient()
  const [installing, setInstalling] = useState<readonly ImportRecord[]>()
  const batch = useBatch()
  const waiting = records.filter((record) => record.stage_state === 'uploaded')
  const stageable = records.filter((record) => record.stage_state === 'scan_complete')
  const ready = records.filter((record) => record.stage_state === 'ready_for_review')
  if (batch?.running) return null
  const least = of === 'all' ? 2 : 1
  const all = of === 'all'
  return (
    <span className={css.batch}>
      {waiting.length >= least && (
        <Button onClick={() => void scanAll(client, waiting)}>
          {all
            ? say('Scan all {count}', { count: waiting.length })
            : say('Scan {count} selected', { count: waiting.length })}
        </Button>
      )}
      {stageable.length >= least && (
        <Button onClick={() => void stageAll(client, stageable)}>
          {all
            ? say('Stage all {count}', { count: stageable.length })
            : say('Stage {count} selected', { count: stageable.length })}
        </Button>
      )}
      {ready.length >= least && (
        <Button onClick={() => setInstalling(ready)}>
          {all
            ? say('Install all {count}…', { count: ready.length })
            : say('Install {count} selected…', { count: ready.length })}
        </Button>
      )}
      {installing && (
        <BulkInstallDialog records={installing} onClose={() => setInstalling(undefined)} />
      )}
    </span>
  )
}
