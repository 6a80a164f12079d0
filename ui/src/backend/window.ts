// The transport inside of the desktop window. The shell has commands for requests (`request`),
// streams (`subscribe`, `unsubscribe`) and uploads (`begin_upload` …), which call the same router
// as HTTP, and `save`, because this web view cannot download.

import { Channel, invoke } from '@tauri-apps/api/core'
import { BackendError, fromEnvelope, isRecord, offline, toBackendError } from './errors'
import { parse } from './sse'
import type {
  Desktop,
  DesktopState,
  DesktopFile,
  DesktopEvent,
  StreamListener,
  Transport,
  UploadOptions,
} from './transport'

interface ShellResponse {
  status: number
  body: unknown
}

interface ShellFrame {
  id?: string | number | null
  event: string
  data: unknown
}

/** Frames by which the shell reports the end of a stream. */
const END = 'stream.end'
const FAILED = 'stream.failed'

export const inWindow = (): boolean => '__TAURI_INTERNALS__' in globalThis

export function windowTransport(): Transport {
  return {
    host: 'window',
    async fetch(request) {
      const address = new URL(request.url)
      const text = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text()
      const answer = await invoke<unknown>('request', {
        method: request.method,
        path: address.pathname + address.search,
        body: text === '' ? null : parse(text),
      }).catch((thrown: unknown) => {
        throw isRecord(thrown) ? toBackendError(thrown) : offline()
      })
      return asResponse(answer)
    },
    upload: uploadInPieces,
    open: (path, lastEventId, listener) => subscribe(path, lastEventId, listener),
    save: (name, text) =>
      invoke<string>('save', { name, text }).catch((thrown: unknown) => {
        throw new BackendError({
          code: 'SAVE_FAILED',
          message: typeof thrown === 'string' ? thrown : `${name} could not be saved.`,
        })
      }),
    desktop,
  }
}

/** The most bytes of a file that are in this process at once. */
const PIECE = 1024 * 1024

const throwBackendError = (thrown: unknown): never => {
  throw isRecord(thrown) ? toBackendError(thrown) : offline()
}

/**
 * Sends a form to the shell in pieces, as bytes (as text it would be several times as large), so
 * that no file is ever whole in memory. A file that the shell itself reads is sent only as its
 * position in the form.
 */
async function uploadInPieces(
  path: string,
  form: FormData,
  { signal, onProgress }: UploadOptions,
  offered?: DesktopFile,
): Promise<Response> {
  const boundary = `apprentice-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
  const parts = partsOf(form, boundary, offered)
  const total = parts.reduce((sum, part) => sum + (isDesktopFile(part) ? 0 : part.size), 0)
  signal.throwIfAborted()
  const id = await invoke<number>('begin_upload', {
    path,
    kind: `multipart/form-data; boundary=${boundary}`,
  }).catch(throwBackendError)
  let sent = 0
  try {
    for await (const piece of piecesOf(parts)) {
      signal.throwIfAborted()
      // `false` means that the engine has already answered, for example refused the upload.
      if (!(await send(id, piece, { signal, onProgress }))) break
      if (!offered && !isDesktopFile(piece)) onProgress((sent += piece.byteLength) / total)
    }
    signal.throwIfAborted()
  } catch (thrown) {
    await invoke('cancel_upload', { id }).catch(() => undefined)
    throw thrown
  }
  return asResponse(await invoke<unknown>('end_upload', { id }).catch(throwBackendError))
}

function send(
  id: number,
  piece: ArrayBuffer | DesktopFile,
  { signal, onProgress }: UploadOptions,
): Promise<boolean> {
  if (!isDesktopFile(piece))
    return invoke<boolean>('upload_piece', piece, { headers: { 'x-upload': String(id) } }).catch(
      throwBackendError,
    )
  const progress = new Channel<number>()
  progress.onmessage = onProgress
  // The shell packs a folder to the end even after a cancellation, so cancelling does not wait for
  // it.
  const cancelled = new Promise<never>((_, fail) =>
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true }),
  )
  return Promise.race([
    invoke<boolean>('upload_offered', { id, offered: piece.id, progress }).catch(throwBackendError),
    cancelled,
  ])
}

const isDesktopFile = (part: Blob | ArrayBuffer | DesktopFile): part is DesktopFile =>
  'folder' in part

const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')
const text = (words: string): Blob => new Blob([words])

/** The parts of a multipart form (RFC 7578), in order. */
function partsOf(
  form: FormData,
  boundary: string,
  offered?: DesktopFile,
): Array<Blob | DesktopFile> {
  const parts: Array<Blob | DesktopFile> = []
  const file = (head: string, name: string, type: string, content: Blob | DesktopFile): void =>
    void parts.push(
      text(`${head}; filename="${quoted(name)}"\r\ncontent-type: ${type}\r\n\r\n`),
      content,
      text('\r\n'),
    )
  const headOf = (name: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') parts.push(text(`${headOf(name)}\r\n\r\n${value}\r\n`))
    else file(headOf(name), value.name, value.type || 'application/octet-stream', value)
  }
  if (offered) file(headOf('bundle'), offered.file, 'application/zip', offered)
  return [...parts, text(`--${boundary}--\r\n`)]
}

async function* piecesOf(
  parts: ReadonlyArray<Blob | DesktopFile>,
): AsyncGenerator<ArrayBuffer | DesktopFile> {
  for (const part of parts) {
    if (isDesktopFile(part)) {
      yield part
      continue
    }
    // oxlint-disable-next-line no-await-in-loop
    for (let at = 0; at < part.size; at += PIECE)
      yield await part.slice(at, at + PIECE).arrayBuffer()
  }
}

/** Calls a command of the desktop shell, which rejects with text. */
const ask = <T>(command: string, given: Record<string, unknown> = {}): Promise<T> =>
  invoke<T>(command, given).catch((thrown: unknown) => {
    throw new BackendError({
      code: 'DESKTOP',
      message: typeof thrown === 'string' ? thrown : 'The desktop did not answer.',
    })
  })

const listeners = new Set<(word: DesktopEvent) => void>()

const desktop: Desktop = {
  state: () => ask<DesktopState>('desktop'),
  setAutostart: (on) => ask<void>('set_autostart', { on }),
  openFolder: (path) => ask<void>('open_folder', { path }),
  chooseFile: async (name) => (await ask<string | null>('choose_file', { name })) ?? undefined,
  chooseFolder: async () => (await ask<DesktopFile | null>('choose_folder')) ?? undefined,
  uploadFile: (offered, path, form, options) => uploadInPieces(path, form, options, offered),
  listen(onWord) {
    listeners.add(onWord)
    if (listeners.size === 1) {
      // The shell sends events only to the newest channel.
      const channel = new Channel<DesktopEvent>()
      channel.onmessage = (word) => listeners.forEach((hear) => hear(word))
      void ask('listen', { channel }).catch(() => undefined)
    }
    return () => void listeners.delete(onWord)
  },
  closeWindow: (answer) => void ask('close_window', { answer }).catch(() => undefined),
}

/** The shell answers `{status, body}` with the body as parsed JSON. */
function asResponse(answer: unknown): Response {
  const known = isRecord(answer) && typeof answer.status === 'number'
  const { status, body } = known
    ? (answer as unknown as ShellResponse)
    : { status: 200, body: answer }
  return new Response(typeof body === 'string' ? body : JSON.stringify(body ?? null), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}

function subscribe(
  path: string,
  lastEventId: string | undefined,
  listener: StreamListener,
): () => void {
  let closed = false
  let id: unknown
  const release = (): void => {
    if (id !== undefined) void invoke('unsubscribe', { id }).catch(() => undefined)
  }
  const end = (error?: BackendError): void => {
    if (closed) return
    closed = true
    listener.onEnd(error)
  }

  const channel = new Channel<ShellFrame>()
  channel.onmessage = (frame) => {
    if (closed) return
    if (frame.event === END) end()
    else if (frame.event === FAILED) end(fromEnvelope(parse(frame.data), 500))
    else {
      const frameId = frame.id === null || frame.id === undefined ? undefined : String(frame.id)
      listener.onFrame({ id: frameId, event: frame.event, data: frame.data })
    }
  }

  invoke('subscribe', { path, lastEventId: lastEventId ?? null, channel })
    .then((given) => {
      id = given
      if (closed) release()
      else listener.onOpen?.()
    })
    .catch((thrown: unknown) => end(isRecord(thrown) ? toBackendError(thrown) : offline()))

  return () => {
    closed = true
    release()
  }
}
