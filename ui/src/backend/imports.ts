// Imports (§0C.20): what is read of them, and every move that can be asked for.

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { ask } from './client'
import { fromEnvelope } from './errors'
import type { ImportDetail, ImportFile, ImportList, ImportRecord, SkillPack, TriggerTest, Uploaded } from './importTypes'
import { keys } from './keys'
import { transport } from './transport'

const ROOT = '/api/skills/import'

async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const address = new URL(path, globalThis.location?.protocol.startsWith('http') ? globalThis.location.origin : 'http://engine.local')
  const carries = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const request = new Request(address, { method, signal, ...carries })
  return ask<T>(
    transport()
      .fetch(request)
      .then(async (response) => {
        const told: unknown = await response.json().catch(() => undefined)
        return response.ok ? { data: told as T, response } : { error: told, response }
      }),
  )
}

/** All of them, the newest first; the first hundred are what anybody looks at. */
export const imports = () => queryOptions({ queryKey: keys.imports, queryFn: () => call<ImportList>('GET', `${ROOT}/list?page=1&page_size=100`), staleTime: 30_000 })

export const importDetail = (id: string) =>
  queryOptions({
    queryKey: keys.import(id),
    queryFn: () => call<ImportDetail>('GET', `${ROOT}/${encodeURIComponent(id)}`),
    // The stream tells of every move; this is for the hour at which an upload expires.
    refetchInterval: 60_000,
  })

export const importFiles = (id: string) =>
  queryOptions({ queryKey: [...keys.import(id), 'files'], queryFn: () => call<{ files: ImportFile[]; byte_size: number }>('GET', `${ROOT}/${encodeURIComponent(id)}/files`), staleTime: Number.POSITIVE_INFINITY })

export const importFile = (id: string, path: string) =>
  queryOptions({
    queryKey: [...keys.import(id), 'file', path],
    queryFn: () => call<{ path: string; byte_size: number; text?: string | null; truncated: boolean }>('GET', `${ROOT}/${encodeURIComponent(id)}/file?path=${encodeURIComponent(path)}`),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const packs = () => queryOptions({ queryKey: keys.packs, queryFn: () => call<{ packs: SkillPack[] }>('GET', '/api/skills/packs').then((answer) => answer.packs) })

export const triggerTest = () =>
  mutationOptions({ mutationFn: (body: { import_id: string; trigger_text: string }) => call<TriggerTest>('POST', '/api/skills/trigger-test', { ...body, schema_version: 1 }), meta: { quiet: true } })

/** A request that comes twice, as after a lost answer, is carried out once. */
const once = (): string => `ui-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
const write = <T>(path: string, body: object, signal?: AbortSignal): Promise<T> => call<T>('POST', path, { ...body, client_request_id: once(), schema_version: 1 }, signal)

/** Sends an archive; `onProgress` hears a share of 1 where the host can tell. */
export async function uploadBundle(file: Blob, name: string, signal: AbortSignal, onProgress: (share: number) => void): Promise<Uploaded> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ source: 'manual_upload', client_request_id: once(), schema_version: 1 }))
  form.append('bundle', file, name)
  const response = await transport().upload(`${ROOT}/uploads`, form, { signal, onProgress })
  const told: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw fromEnvelope(told, response.status)
  return told as Uploaded
}

export const fetchBundle = (address: string, signal: AbortSignal): Promise<Uploaded> => write(`${ROOT}/fetch`, { address, source: 'manual_upload' }, signal)
export const pickBundles = (paths: readonly string[], signal: AbortSignal): Promise<Uploaded> => write(`${ROOT}/pick`, { paths, source: 'manual_upload' }, signal)

/** One move of one import. */
export type Move =
  | { what: 'scan'; temp_artifact_ref: string; skill_path?: string }
  | { what: 'stage'; import_id: string; requested_pack_id?: string; install_as?: string }
  | { what: 'install-private'; import_id: string; target_scope: 'private' | 'workspace'; acknowledged_findings: string[]; targets: string[] }
  | { what: 'approve'; import_id: string; approval_note?: string; acknowledged_findings: string[]; targets: string[] }
  | { what: 'reject'; import_id: string; reason: string }
  | { what: 'discard'; import_id: string }
  | { what: 'retry'; import_id: string; retry_kind: 'scan' | 'stage' | 'install' }
  | { what: 'delete'; temp_artifact_ref: string }

export async function carryOut({ what, ...body }: Move): Promise<ImportRecord | undefined> {
  if (what === 'delete') {
    const { temp_artifact_ref: ref } = body as { temp_artifact_ref: string }
    await call('DELETE', `${ROOT}/uploads/${encodeURIComponent(ref)}?client_request_id=${once()}`)
    return undefined
  }
  const answer = await write<{ import_record: ImportRecord }>(`${ROOT}/${what}`, what === 'scan' ? { ...body, source: 'manual_upload' } : body)
  return answer.import_record
}

/** Failures are shown where the import is, so quiet. What was installed is seen on other pages. */
export const moveImport = () => mutationOptions({ mutationKey: ['import'], mutationFn: carryOut, meta: { quiet: true, stale: [keys.imports, keys.skills, keys.abilities, keys.receipts, keys.packs] } })
