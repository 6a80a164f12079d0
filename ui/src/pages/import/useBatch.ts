// One move of many imports, one after the other; what is left can be cancelled.

import type { QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { carryOut, importDetail } from '../../backend/imports'
import type { ImportRecord } from '../../backend/importTypes'
import { keys } from '../../backend/keys'

interface Progress {
  running: boolean
  done: number
  total: number
  failures: number
}

export function useBatch(client: QueryClient): Progress & { run(records: readonly ImportRecord[], what: 'scan' | 'stage'): void; cancel(): void } {
  const [progress, setProgress] = useState<Progress>({ running: false, done: 0, total: 0, failures: 0 })
  const cancelled = useRef(false)
  const run = async (records: readonly ImportRecord[], what: 'scan' | 'stage'): Promise<void> => {
    cancelled.current = false
    let failures = 0
    setProgress({ running: true, done: 0, total: records.length, failures })
    for (const [done, record] of records.entries()) {
      if (cancelled.current) break
      try {
        await one(client, record, what)
      } catch {
        // The import itself says what was wrong.
        failures += 1
      }
      setProgress({ running: true, done: done + 1, total: records.length, failures })
      void client.invalidateQueries({ queryKey: keys.imports })
    }
    setProgress((last) => ({ ...last, running: false }))
  }
  return { ...progress, run: (records, what) => void run(records, what), cancel: () => (cancelled.current = true) }
}

/** A name that is taken gives way to the free one that the scan proposed. */
async function one(client: QueryClient, { import_id: id, skill_path: path, source_ref: ref }: ImportRecord, what: 'scan' | 'stage'): Promise<void> {
  const detail = await client.fetchQuery({ ...importDetail(id), staleTime: 0 })
  const moved =
    what === 'scan'
      ? await carryOut({ what, temp_artifact_ref: ref, skill_path: path ?? detail.skills[0]?.skill_path })
      : await carryOut({ what, import_id: id, install_as: detail.compatibility_report?.suggested_name ?? undefined, requested_pack_id: detail.import_record.skill_pack ?? undefined })
  if (moved?.last_error_code) throw new Error(moved.last_error_code)
}
