// What is on its way to the engine: packed, uploaded, fetched, copied. It outlives the page that
// began it, not the window; once it is over there the engine keeps it.

import type { QueryClient } from '@tanstack/react-query'
import { type BackendError, toBackendError } from '#ui/backend/errors'
import {
  runImportCommand,
  fetchBundle,
  pickBundles,
  uploadBundle,
  uploadDesktopFile,
} from '#ui/backend/imports'
import type { Uploaded } from '#ui/backend/importTypes'
import { keys } from '#ui/backend/keys'
import { refresh } from '#ui/backend/refresh'
import type { Desktop, DesktopFile } from '#ui/backend/transport'
import { createStore, useStore } from '#ui/lib/createStore'
import { type Bundle, packBundle } from './bundles'

export interface Transfer {
  id: number
  name: string
  stage: 'waiting' | 'packing' | 'uploading' | 'fetching' | 'scanning' | 'failed'
  /** Of 1, where it is known. */
  progress?: number
  error?: BackendError
  /** Begins anew what failed. */
  retry(): void
  /** Ends what is under way, or forgets what failed. */
  cancel(): void
}

type Report = (change: Partial<Pick<Transfer, 'stage' | 'progress'>>) => void
type Upload = (signal: AbortSignal, report: Report) => Promise<Uploaded>

const transfers = createStore<readonly Transfer[]>([])
let last = 0

const change = (id: number, part: Partial<Transfer>): void =>
  transfers.set(
    transfers.get().map((transfer) => (transfer.id === id ? { ...transfer, ...part } : transfer)),
  )
const remove = (id: number): void =>
  transfers.set(transfers.get().filter((transfer) => transfer.id !== id))

export const useTransfers = (): readonly Transfer[] => useStore(transfers)

/** For tests: nothing of one is left for the next. */
export function clearTransfers(): void {
  for (const transfer of transfers.get()) transfer.cancel()
  transfers.set([])
}

/** The upload is no longer there to be scanned, so it has to come anew. */
const UPLOAD_GONE = new Set(['SKILL_IMPORT_UPLOAD_EXPIRED', 'SKILL_IMPORT_NOT_FOUND', 'NOT_FOUND'])

/**
 * Brings one thing over; answers its import, or nothing when it failed or was cancelled. A skill
 * alone is scanned at once.
 */
async function startTransfer(
  client: QueryClient,
  name: string,
  bring: Upload,
  there?: Uploaded,
): Promise<Uploaded | undefined> {
  const id = ++last
  const abort = new AbortController()
  // What came over is not brought a second time: only its scan is tried again.
  let brought = there
  const retry = (): void => {
    remove(id)
    void startTransfer(client, name, bring, brought)
  }
  const cancel = (): void => {
    abort.abort()
    remove(id)
  }
  transfers.set([...transfers.get(), { id, name, stage: 'waiting', retry, cancel }])
  try {
    const uploaded = await withSlot(() => {
      abort.signal.throwIfAborted()
      return brought ?? bring(abort.signal, (part) => change(id, part))
    })
    brought = uploaded
    const ref = uploaded.temp_artifact.temp_artifact_ref
    if (abort.signal.aborted) {
      // It came through although it was cancelled; nobody wants it.
      await runImportCommand({ what: 'delete', temp_artifact_ref: ref }).catch(() => undefined)
      return undefined
    }
    if (uploaded.skills.length <= 1) {
      change(id, { stage: 'scanning', progress: undefined })
      await runImportCommand({ what: 'scan', temp_artifact_ref: ref })
    }
    remove(id)
    return abort.signal.aborted ? undefined : uploaded
  } catch (thrown) {
    const error = toBackendError(thrown)
    if (UPLOAD_GONE.has(error.code)) brought = undefined
    if (!abort.signal.aborted) change(id, { stage: 'failed', progress: undefined, error })
    return undefined
  } finally {
    refresh(client, keys.imports)
  }
}

/**
 * At most so many at once: a browser opens few connections to one host, and the rest of the page
 * needs some.
 */
const MAX_CONCURRENT = 3
let running = 0
const queue: Array<() => void> = []

async function withSlot<T>(work: () => T | Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((turn) => queue.push(turn))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    queue.shift()?.()
  }
}

export const importBundles = (
  client: QueryClient,
  bundles: readonly Bundle[],
): Promise<Array<Uploaded | undefined>> =>
  Promise.all(
    bundles.map((bundle) =>
      startTransfer(client, bundle.name, async (signal, report) => {
        if (!bundle.archive) report({ stage: 'packing', progress: 0 })
        const { archive, name } = await packBundle(bundle, signal, (progress) =>
          report({ progress }),
        )
        report({ stage: 'uploading', progress: 0 })
        return uploadBundle(archive, name, {
          signal,
          onProgress: (progress) => report({ progress }),
        })
      }),
    ),
  )

/** The shell reads what was dropped on its window or chosen there, packs a folder, and sends it. */
export const importDesktopFiles = (
  client: QueryClient,
  desktop: Desktop,
  offered: readonly DesktopFile[],
): Promise<Array<Uploaded | undefined>> =>
  Promise.all(
    offered.map((one) =>
      startTransfer(client, one.name, (signal, report) => {
        report(one.folder ? { stage: 'packing' } : { stage: 'uploading', progress: 0 })
        return uploadDesktopFile(desktop, one, {
          signal,
          onProgress: (progress) => report({ stage: 'uploading', progress }),
        })
      }),
    ),
  )

export const importFromAddress = (
  client: QueryClient,
  address: string,
): Promise<Uploaded | undefined> =>
  startTransfer(client, address, (signal, report) => {
    report({ stage: 'fetching' })
    return fetchBundle(address, signal)
  })

const nameOf = (paths: readonly string[]): string =>
  paths.length === 1
    ? (paths[0]?.split(/[/\\]/).at(-1) ?? '')
    : `${paths.length} skills of this machine`

export const importSkills = (
  client: QueryClient,
  paths: readonly string[],
): Promise<Uploaded | undefined> =>
  startTransfer(client, nameOf(paths), (signal, report) => {
    report({ stage: 'fetching' })
    return pickBundles(paths, signal)
  })
