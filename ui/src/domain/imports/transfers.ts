// Transfers to the engine: packing, uploading, fetching, copying. They survive the page that
// started them, but not the window. A finished transfer is an import of the engine.

import type { QueryClient } from '@tanstack/react-query'
import { staleAfter } from '#ui/backend/cacheTags'
import { type BackendError, toBackendError } from '#ui/backend/errors'
import {
  TRANSFER_CHANGES,
  runImportCommand,
  fetchBundle,
  pickBundles,
  uploadBundle,
  uploadDesktopFile,
} from '#ui/backend/imports'
import type { Uploaded } from '#ui/backend/importTypes'
import { refresh } from '#ui/backend/refresh'
import type { Desktop, DesktopFile } from '#ui/backend/transport'
import { createStore, useStore } from '#ui/lib/createStore'
import { say } from '#ui/lib/say'
import { type Bundle, packBundle } from './bundles'

export interface Transfer {
  id: number
  name: string
  stage: 'waiting' | 'packing' | 'uploading' | 'fetching' | 'scanning' | 'failed'
  /** From 0 to 1, where it is known. */
  progress?: number
  error?: BackendError
  /** Starts again after a failure. */
  retry(): void
  /** Cancels a running transfer, or removes a failed one. */
  cancel(): void
}

type ReportProgress = (change: Partial<Pick<Transfer, 'stage' | 'progress'>>) => void
type Upload = (signal: AbortSignal, report: ReportProgress) => Promise<Uploaded>

const transfers = createStore<readonly Transfer[]>([])
let lastId = 0

const updateTransfer = (id: number, part: Partial<Transfer>): void =>
  transfers.set(
    transfers.get().map((transfer) => (transfer.id === id ? { ...transfer, ...part } : transfer)),
  )
const removeTransfer = (id: number): void =>
  transfers.set(transfers.get().filter((transfer) => transfer.id !== id))

export const useTransfers = (): readonly Transfer[] => useStore(transfers)

/** Clears the state between tests. */
export function clearTransfers(): void {
  for (const transfer of transfers.get()) transfer.cancel()
  transfers.set([])
}

/** The engine no longer has the upload, so it must be uploaded again. */
const UPLOAD_GONE = new Set(['SKILL_IMPORT_UPLOAD_EXPIRED', 'SKILL_IMPORT_NOT_FOUND', 'NOT_FOUND'])

/**
 * Transfers one bundle. Returns its import, or `undefined` when it failed or was cancelled. A
 * single skill is scanned immediately.
 */
async function startTransfer(
  client: QueryClient,
  name: string,
  upload: Upload,
  existing?: Uploaded,
): Promise<Uploaded | undefined> {
  const id = ++lastId
  const abort = new AbortController()
  // A retry does not upload a second time; it only repeats the scan.
  let finishedUpload = existing
  const retry = (): void => {
    removeTransfer(id)
    void startTransfer(client, name, upload, finishedUpload)
  }
  const cancel = (): void => {
    abort.abort()
    removeTransfer(id)
  }
  transfers.set([...transfers.get(), { id, name, stage: 'waiting', retry, cancel }])
  try {
    const uploaded = await withSlot(() => {
      abort.signal.throwIfAborted()
      return finishedUpload ?? upload(abort.signal, (part) => updateTransfer(id, part))
    })
    finishedUpload = uploaded
    const ref = uploaded.temp_artifact.temp_artifact_ref
    if (abort.signal.aborted) {
      // The upload finished although it was cancelled, so it is deleted.
      await runImportCommand({ what: 'delete', temp_artifact_ref: ref }).catch(() => undefined)
      return undefined
    }
    if (uploaded.skills.length <= 1) {
      updateTransfer(id, { stage: 'scanning', progress: undefined })
      await runImportCommand({ what: 'scan', temp_artifact_ref: ref })
    }
    removeTransfer(id)
    return abort.signal.aborted ? undefined : uploaded
  } catch (thrown) {
    const error = toBackendError(thrown)
    if (UPLOAD_GONE.has(error.code)) finishedUpload = undefined
    if (!abort.signal.aborted) updateTransfer(id, { stage: 'failed', progress: undefined, error })
    return undefined
  } finally {
    for (const queryKey of staleAfter(TRANSFER_CHANGES)) refresh(client, queryKey)
  }
}

/**
 * The most transfers at a time. Browsers open few connections per host, and the rest of the page
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

/** The shell reads the files that were dropped or chosen, packs folders, and uploads them. */
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
    : say('{count} skills on this machine', { count: paths.length })

export const importSkills = (
  client: QueryClient,
  paths: readonly string[],
): Promise<Uploaded | undefined> =>
  startTransfer(client, nameOf(paths), (signal, report) => {
    report({ stage: 'fetching' })
    return pickBundles(paths, signal)
  })
