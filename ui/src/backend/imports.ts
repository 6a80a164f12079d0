// Imports (§0C.20): queries and commands.

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { type ChangeId, change, keyOf, read } from './cacheTags'
import { call } from './client'
import { fromEnvelope, toBackendError } from './errors'
import type { ImportDetail, ImportRecord, Uploaded } from './importTypes'
import type { Schemas } from './types'
import { operations } from './operations.gen'
import { allPages } from './queries'
import { type Desktop, type DesktopFile, type UploadOptions, transport } from './transport'

/** All imports, newest first. The counts in the sidebar come from this list. */
export const imports = () =>
  queryOptions({
    queryKey: keyOf('list_skill_imports'),
    queryFn: ({ signal }) => everyImport(signal),
    staleTime: 30_000,
  })

async function everyImport(
  signal: AbortSignal,
): Promise<{ items: ImportRecord[]; warnings: Record<string, string[]> }> {
  const warnings: Record<string, string[]> = {}
  const rows = await allPages(async (page) => {
    const answer = await call('list_skill_imports', { query: { page, page_size: 100 } }, { signal })
    Object.assign(warnings, answer.warnings)
    return { ...answer, rows: answer.items }
  })
  // An import that is added between two requests shifts the pages, so one record can appear twice.
  return {
    items: [...new Map(rows.map((record) => [record.import_id, record])).values()],
    warnings,
  }
}

export const importDetail = (importId: string) =>
  queryOptions({
    ...read('skill_import_detail', { path: { importId } }),
    // The stream reports every change. The interval is for uploads that expire.
    refetchInterval: 60_000,
  })

/**
 * One of several imports that were loaded together. `why` is the reason when it could not be
 * loaded.
 */
export type ImportLookup =
  { record: ImportRecord; detail: ImportDetail } | { record: ImportRecord; why: string }

/**
 * Several imports, loaded once: a list that the person decides about does not change while they
 * read it.
 */
export const importDetails = (records: readonly ImportRecord[]) =>
  queryOptions({
    queryKey: [...keyOf('list_skill_imports'), 'details', ...records.map((one) => one.import_id)],
    queryFn: ({ signal }) =>
      mapConcurrently(MAX_CONCURRENT, records, (record): Promise<ImportLookup> =>
        call('skill_import_detail', { path: { importId: record.import_id } }, { signal }).then(
          (detail) => ({ record, detail }),
          (thrown: unknown) => {
            signal.throwIfAborted()
            return { record, why: toBackendError(thrown).message }
          },
        ),
      ),
    staleTime: 'static',
    gcTime: 0,
  })

/**
 * The most requests at a time. Browsers open few connections per host, and the rest of the page
 * needs some.
 */
const MAX_CONCURRENT = 3

async function mapConcurrently<T, R>(
  lanes: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = []
  const rest = items.entries()
  const lane = async (): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop
    for (const [at, item] of rest) answers[at] = await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answers
}

export const importFiles = (importId: string) =>
  queryOptions({
    ...read('skill_import_files', { path: { importId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const importFile = (importId: string, path: string) =>
  queryOptions({
    ...read('skill_import_file', { path: { importId }, query: { path } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const packs = () =>
  queryOptions({
    queryKey: keyOf('skill_packs'),
    queryFn: async () => (await call('skill_packs')).packs,
  })

export const describePack = () => change('describe_skill_pack', { quiet: true })

export const triggerTest = () => change('trigger_test', { quiet: true })

/**
 * The idempotency key of a request: the engine carries out a request that is repeated, for example
 * after a lost response, only once.
 */
const newClientRequestId = (): string =>
  `ui-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`

const UPLOADS = operations.upload_skill_bundle.path

/** The form of an upload, without its bundle. */
function uploadForm(): FormData {
  const form = new FormData()
  form.append(
    'metadata',
    JSON.stringify({
      source: 'manual_upload',
      client_request_id: newClientRequestId(),
      schema_version: 1,
    }),
  )
  return form
}

/**
 * Uploads an archive. `onProgress` receives a share from 0 to 1 where the host reports progress.
 */
export async function uploadBundle(
  file: Blob,
  name: string,
  options: UploadOptions,
): Promise<Uploaded> {
  const form = uploadForm()
  form.append('bundle', file, name)
  return readUploadResponse(await transport().upload(UPLOADS, form, options))
}

/** Makes the shell upload a file that was dropped on its window or chosen in its dialog. */
export const uploadDesktopFile = async (
  desktop: Desktop,
  offered: DesktopFile,
  options: UploadOptions,
): Promise<Uploaded> =>
  readUploadResponse(await desktop.uploadFile(offered, UPLOADS, uploadForm(), options))

async function readUploadResponse(response: Response): Promise<Uploaded> {
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw fromEnvelope(body, response.status)
  return body as Uploaded
}

export const fetchBundle = (address: string, signal: AbortSignal): Promise<Uploaded> =>
  call(
    'fetch_skill_bundle',
    { body: { address, client_request_id: newClientRequestId() } },
    { signal },
  )

export const pickBundles = (paths: readonly string[], signal: AbortSignal): Promise<Uploaded> =>
  call(
    'pick_skills',
    { body: { paths: [...paths], client_request_id: newClientRequestId() } },
    { signal },
  )

/** The operations of a transfer: the bundle becomes an import, and a single skill is scanned. */
export const TRANSFER_CHANGES: readonly ChangeId[] = [
  'upload_skill_bundle',
  'fetch_skill_bundle',
  'pick_skills',
  'scan_skill_import',
  'delete_skill_upload',
]

interface Acceptance {
  import_id: string
  acknowledged_findings: string[]
  targets: string[]
}

/** One command for one import. */
export type ImportCommand =
  | { what: 'scan'; temp_artifact_ref: string; skill_path?: string }
  | { what: 'stage'; import_id: string; requested_pack_id?: string; install_as?: string }
  | ({ what: 'install-private'; target_scope: 'private' | 'workspace' } & Acceptance)
  | ({ what: 'approve' } & Acceptance)
  | { what: 'reject'; import_id: string; reason: string }
  | { what: 'discard'; import_id: string }
  | {
      what: 'retry'
      import_id: string
      retry_kind: 'scan' | 'stage' | 'install'
      acknowledged_findings: string[]
    }
  | { what: 'delete'; temp_artifact_ref: string }

/** The import after a command, with what the setting `gate` says of an installation. */
export interface ImportCommandAnswer {
  import_record: ImportRecord
  gate?: Schemas['GateNotice'] | null
}

/** Runs a command. Returns `undefined` if the import was deleted. */
export async function runImportCommand(
  command: ImportCommand,
): Promise<ImportCommandAnswer | undefined> {
  if (command.what !== 'delete') return sendCommand(command)
  await call('delete_skill_upload', {
    path: { tempArtifactRef: command.temp_artifact_ref },
    query: { client_request_id: newClientRequestId() },
  })
  return undefined
}

function sendCommand(
  command: Exclude<ImportCommand, { what: 'delete' }>,
): Promise<ImportCommandAnswer> {
  const client_request_id = newClientRequestId()
  switch (command.what) {
    case 'scan': {
      const { what: _, ...body } = command
      return call('scan_skill_import', {
        body: { ...body, source: 'manual_upload', client_request_id },
      })
    }
    case 'stage': {
      const { what: _, ...body } = command
      return call('stage_skill_import', { body: { ...body, client_request_id } })
    }
    case 'install-private': {
      const { what: _, ...body } = command
      return call('install_skill_import', { body: { ...body, client_request_id } })
    }
    case 'approve': {
      const { what: _, ...body } = command
      return call('approve_skill_import', { body: { ...body, client_request_id } })
    }
    case 'reject': {
      const { what: _, ...body } = command
      return call('reject_skill_import', { body: { ...body, client_request_id } })
    }
    case 'discard': {
      const { what: _, ...body } = command
      return call('discard_skill_import', { body: { ...body, client_request_id } })
    }
    case 'retry': {
      const { what: _, ...body } = command
      return call('retry_skill_import', { body: { ...body, client_request_id } })
    }
  }
}

/** The operations of all commands. An installed import changes what other pages show. */
export const COMMAND_CHANGES: readonly ChangeId[] = [
  'scan_skill_import',
  'stage_skill_import',
  'install_skill_import',
  'approve_skill_import',
  'reject_skill_import',
  'discard_skill_import',
  'retry_skill_import',
  'delete_skill_upload',
]

/** Quiet, because the import page shows the failure itself. */
export const importCommand = () =>
  mutationOptions({
    mutationFn: runImportCommand,
    meta: { changes: COMMAND_CHANGES, quiet: true },
  })
