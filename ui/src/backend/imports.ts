// Imports (§0C.20): queries and commands.

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'
import { fromEnvelope, toBackendError } from './errors'
import type { ImportDetail, ImportRecord, Uploaded } from './importTypes'
import { keys } from './keys'
import { allPages } from './queries'
import { type Desktop, type DesktopFile, type UploadOptions, transport } from './transport'

const of = (importId: string) => ({ path: { importId } })

/** All imports, newest first. The counts in the sidebar come from this list. */
export const imports = () =>
  queryOptions({
    queryKey: keys.imports,
    queryFn: ({ signal }) => everyImport(signal),
    staleTime: 30_000,
  })

async function everyImport(
  signal: AbortSignal,
): Promise<{ items: ImportRecord[]; warnings: Record<string, string[]> }> {
  const warnings: Record<string, string[]> = {}
  const rows = await allPages(async (page) => {
    const answer = await unwrap(
      api.GET('/api/skills/import/list', { params: { query: { page, page_size: 100 } }, signal }),
    )
    Object.assign(warnings, answer.warnings)
    return { ...answer, rows: answer.items }
  })
  // An import that is added between two requests shifts the pages, so one record can appear twice.
  return {
    items: [...new Map(rows.map((record) => [record.import_id, record])).values()],
    warnings,
  }
}

export const importDetail = (id: string) =>
  queryOptions({
    queryKey: keys.import(id),
    queryFn: () => unwrap(api.GET('/api/skills/import/{importId}', { params: of(id) })),
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
    queryKey: [...keys.imports, 'together', ...records.map((record) => record.import_id)],
    queryFn: ({ signal }) =>
      mapConcurrently(MAX_CONCURRENT, records, (record): Promise<ImportLookup> =>
        unwrap(
          api.GET('/api/skills/import/{importId}', { params: of(record.import_id), signal }),
        ).then(
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

export const importFiles = (id: string) =>
  queryOptions({
    queryKey: [...keys.import(id), 'files'],
    queryFn: () => unwrap(api.GET('/api/skills/import/{importId}/files', { params: of(id) })),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const importFile = (id: string, path: string) =>
  queryOptions({
    queryKey: [...keys.import(id), 'file', path],
    queryFn: () =>
      unwrap(
        api.GET('/api/skills/import/{importId}/file', { params: { ...of(id), query: { path } } }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const packs = () =>
  queryOptions({
    queryKey: keys.packs,
    queryFn: () => unwrap(api.GET('/api/skills/packs')).then((answer) => answer.packs),
  })

export const triggerTest = () =>
  mutationOptions({
    mutationFn: (body: { import_id: string; trigger_text: string }) =>
      unwrap(api.POST('/api/skills/trigger-test', { body })),
    meta: { quiet: true, stale: [keys.receipts] },
  })

/**
 * The idempotency key of a request: the engine carries out a request that is repeated, for example
 * after a lost response, only once.
 */
const newClientRequestId = (): string =>
  `ui-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`

const UPLOADS = '/api/skills/import/uploads'

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
  const told: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw fromEnvelope(told, response.status)
  return told as Uploaded
}

export const fetchBundle = (address: string, signal: AbortSignal): Promise<Uploaded> =>
  unwrap(
    api.POST('/api/skills/import/fetch', {
      body: { address, client_request_id: newClientRequestId() },
      signal,
    }),
  )
export const pickBundles = (paths: readonly string[], signal: AbortSignal): Promise<Uploaded> =>
  unwrap(
    api.POST('/api/skills/import/pick', {
      body: { paths: [...paths], client_request_id: newClientRequestId() },
      signal,
    }),
  )

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

type CommandResult = Promise<{ import_record: ImportRecord }>

function send(move: ImportCommand): CommandResult | undefined {
  const client_request_id = newClientRequestId()
  switch (move.what) {
    case 'scan': {
      const { what: _, ...body } = move
      return unwrap(
        api.POST('/api/skills/import/scan', {
          body: { ...body, source: 'manual_upload', client_request_id },
        }),
      )
    }
    case 'stage': {
      const { what: _, ...body } = move
      return unwrap(api.POST('/api/skills/import/stage', { body: { ...body, client_request_id } }))
    }
    case 'install-private': {
      const { what: _, ...body } = move
      return unwrap(
        api.POST('/api/skills/import/install-private', { body: { ...body, client_request_id } }),
      )
    }
    case 'approve': {
      const { what: _, ...body } = move
      return unwrap(
        api.POST('/api/skills/import/approve', { body: { ...body, client_request_id } }),
      )
    }
    case 'reject':
      return unwrap(
        api.POST('/api/skills/import/reject', {
          body: { import_id: move.import_id, reason: move.reason, client_request_id },
        }),
      )
    case 'discard':
      return unwrap(
        api.POST('/api/skills/import/discard', {
          body: { import_id: move.import_id, client_request_id },
        }),
      )
    case 'retry':
      return unwrap(
        api.POST('/api/skills/import/retry', {
          body: {
            import_id: move.import_id,
            retry_kind: move.retry_kind,
            acknowledged_findings: move.acknowledged_findings,
            client_request_id,
          },
        }),
      )
    case 'delete':
      return undefined
  }
}

export async function runImportCommand(move: ImportCommand): Promise<ImportRecord | undefined> {
  if (move.what === 'delete') {
    await unwrap(
      api.DELETE('/api/skills/import/uploads/{tempArtifactRef}', {
        params: {
          path: { tempArtifactRef: move.temp_artifact_ref },
          query: { client_request_id: newClientRequestId() },
        },
      }),
    )
    return undefined
  }
  return (await send(move))?.import_record
}

/**
 * Quiet, because the import page shows the failure itself. Other pages show what was installed, so
 * their queries are invalidated too.
 */
export const importCommand = () =>
  mutationOptions({
    mutationKey: ['import'],
    mutationFn: runImportCommand,
    meta: {
      quiet: true,
      stale: [keys.imports, keys.skills, keys.abilities, keys.receipts, keys.packs],
    },
  })
