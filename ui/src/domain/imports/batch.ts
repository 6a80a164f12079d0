// Batch operations on imports: commands that run one after the other. A batch survives the page
// that started it, but not the window. The rest can be cancelled, and failures stay until the
// person dismisses them.

import type { QueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { staleAfter } from '#ui/backend/cacheTags'
import { toBackendError } from '#ui/backend/errors'
import {
  COMMAND_CHANGES,
  type ImportCommandAnswer,
  runImportCommand,
  importDetail,
} from '#ui/backend/imports'
import type { ImportRecord } from '#ui/backend/importTypes'
import { refresh } from '#ui/backend/refresh'
import { createStore, useStore } from '#ui/lib/createStore'
import { say } from '#ui/lib/say'

interface Step {
  name: string
  run(): Promise<ImportCommandAnswer | undefined>
}

interface Failure {
  name: string
  why: string
}

export type BatchKind = 'scan' | 'stage' | 'approve' | 'install'

export interface Batch {
  what: BatchKind
  running: boolean
  done: number
  total: number
  failures: readonly Failure[]
  /** Failures of earlier batches that the person has not dismissed. */
  unread: readonly Failure[]
}

const batch = createStore<Batch | undefined>(undefined)
/** Cancels the last batch. */
let control: AbortController | undefined

/** The batch that runs, or that ended with failures. There is one at a time. */
export const useBatch = (): Batch | undefined => useStore(batch)

/** Lets the running command finish and starts no other. */
export const cancelBatch = (): void => control?.abort()

/** The person has read the failures. */
export function clearBatch(): void {
  control = undefined
  batch.set(undefined)
}

/** Clears the failures of the last batch, because the caller shows them. Earlier ones stay. */
export function clearLastFailures(): void {
  const last = batch.get()
  batch.set(last && last.unread.length > 0 ? { ...last, failures: [] } : undefined)
}

/**
 * Runs the steps and returns the failures. `done` is the verb of the closing message, such as
 * “scanned”.
 */
export async function runBatch(
  client: QueryClient,
  words: { what: BatchKind; done(values: { count: number; total: number }): string },
  steps: readonly Step[],
): Promise<Batch['failures']> {
  const before = batch.get()
  if (before?.running) return []
  const mine = new AbortController()
  control = mine
  const show = (next: Batch | undefined): void => {
    if (control === mine) batch.set(next)
  }
  let now: Batch = {
    what: words.what,
    running: true,
    done: 0,
    total: steps.length,
    failures: [],
    unread: [...(before?.unread ?? []), ...(before?.failures ?? [])],
  }
  show(now)
  const warned: string[] = []
  for (const { name, run } of steps) {
    if (mine.signal.aborted) break
    // Sequential, because the engine accepts one command of an import at a time.
    // oxlint-disable-next-line no-await-in-loop
    const why = await run().then(
      (answer) => {
        if (answer?.gate) warned.push(`${name}: ${answer.gate.message}`)
        const record = answer?.import_record
        return record?.last_error_code
          ? (record.last_error_message ?? record.last_error_code)
          : undefined
      },
      (thrown: unknown) => toBackendError(thrown).message,
    )
    now = {
      ...now,
      done: now.done + 1,
      failures: why === undefined ? now.failures : [...now.failures, { name, why }],
    }
    show(now)
  }
  // The stream reports each command. This is for events that were lost.
  for (const queryKey of staleAfter(COMMAND_CHANGES)) refresh(client, queryKey)
  const good = now.done - now.failures.length
  if (good > 0) toast(words.done({ count: good, total: now.total }))
  if (warned.length > 0) toast.warning(warned.join('\n'))
  show(now.failures.length + now.unread.length > 0 ? { ...now, running: false } : undefined)
  return now.failures
}

export const scannedWords = (values: { count: number; total: number }): string =>
  say('{count, number} of {total, number} scanned.', values)

export const scanAll = (
  client: QueryClient,
  records: readonly ImportRecord[],
): Promise<Batch['failures']> =>
  runBatch(
    client,
    {
      what: 'scan',
      done: scannedWords,
    },
    records.map((record) => ({
      name: record.skill_name,
      run: async () => {
        const paths = record.skill_path
          ? [record.skill_path]
          : (await detailOf(client, record)).skills.map(({ skill_path: path }) => path)
        // A bundle without a visible skill is scanned too: the scan reports why.
        return scanEach(record.source_ref, paths.length > 0 ? paths : [undefined])
      },
    })),
  )

/**
 * A bundle of several skills becomes one import per skill. Returns the first answer whose import
 * failed, otherwise the last.
 */
async function scanEach(
  ref: string,
  paths: ReadonlyArray<string | undefined>,
): Promise<ImportCommandAnswer | undefined> {
  let result: ImportCommandAnswer | undefined
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await runImportCommand({
      what: 'scan',
      temp_artifact_ref: ref,
      skill_path: path,
    })
    result = result?.import_record.last_error_code ? result : answer
  }
  return result
}

/** Uses the free name that the scan proposed when the name is taken. */
export const stageAll = (
  client: QueryClient,
  records: readonly ImportRecord[],
): Promise<Batch['failures']> =>
  runBatch(
    client,
    {
      what: 'stage',
      done: (values) => say('{count, number} of {total, number} staged.', values),
    },
    records.map((record) => ({
      name: record.skill_name,
      run: async () => {
        const { compatibility_report: report, import_record: now } = await detailOf(client, record)
        return runImportCommand({
          what: 'stage',
          import_id: record.import_id,
          install_as: report?.suggested_name ?? undefined,
          requested_pack_id: now.skill_pack ?? undefined,
        })
      },
    })),
  )

const detailOf = (client: QueryClient, { import_id: id }: ImportRecord) =>
  client.fetchQuery({ ...importDetail(id), staleTime: 0 })
