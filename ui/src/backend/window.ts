// The transport inside of the desktop window. The shell has commands for requests, streams and
// uploads, which call the same router as HTTP, and one that saves files, because this web view
// cannot download. Their names and types are generated: see `shell.gen.ts`.

import { Channel, invoke } from '@tauri-apps/api/core'
import { BackendError, fromEnvelope, isRecord, offline, toBackendError } from './errors'
import {
  commands,
  type DesktopEvent,
  type DesktopFile,
  type EngineResponse,
  STREAM_END,
  STREAM_FAILED,
  type StreamFrame,
  UPLOAD_HEADER,
  UPLOAD_PIECE,
} from './shell.gen'
import { parse } from './sse'
import type { Desktop, StreamListener, Transport, UploadOptions } from './transport'
import { say } from '#ui/lib/say'

export const inWindow = (): boolean => '__TAURI_INTERNALS__' in globalThis

export function windowTransport(): Transport {
  return {
    host: 'window',
    async fetch(request) {
      const address = new URL(request.url)
      const text = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text()
      const path = address.pathname + address.search
      const body = text === '' ? null : parse(text)
      return asResponse(await commands.request(request.method, path, body).catch(throwBackendError))
    },
    upload: uploadInPieces,
    open: (path, lastEventId, listener) => subscribe(path, lastEventId, listener),
    save: (name, text) =>
      commands.save(name, text).catch((thrown: unknown) => {
        throw new BackendError({
          code: 'SAVE_FAILED',
          message:
            typeof thrown === 'string' ? thrown : say('{name} could not be saved.', { name }),
        })
      }),
    desktop,
  }
}

/** The most bytes of a file that are in this process at once. */
const PIECE_BYTES = 1024 * 1024

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
  const kind = `multipart/form-data; boundary=${boundary}`
  const id = await commands.beginUpload(path, kind).catch(throwBackendError)
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
    await commands.cancelUpload(id).catch(() => undefined)
    throw thrown
  }
  return asResponse(await commands.endUpload(id).catch(throwBackendError))
}

function send(
  id: number,
  piece: ArrayBuffer | DesktopFile,
  { signal, onProgress }: UploadOptions,
): Promise<boolean> {
  if (!isDesktopFile(piece))
    return invoke<boolean>(UPLOAD_PIECE, piece, {
      headers: { [UPLOAD_HEADER]: String(id) },
    }).catch(throwBackendError)
  const progress = new Channel<number>()
  progress.onmessage = onProgress
  // The shell packs a folder to the end even after a cancellation, so cancelling does not wait for
  // it.
  const cancelled = new Promise<never>((_, fail) =>
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true }),
  )
  return Promise.race([
    commands.uploadFile(id, piece.id, progress).catch(throwBackendError),
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
    for (let at = 0; at < part.size; at += PIECE_BYTES)
      yield await part.slice(at, at + PIECE_BYTES).arrayBuffer()
  }
}

/** Awaits a command of the desktop shell, which rejects with text. */
const answered = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((thrown: unknown) => {
    throw new BackendError({
      code: 'DESKTOP',
      message: typeof thrown === 'string' ? thrown : say('The desktop did not answer.'),
    })
  })

const listeners = new Set<(word: DesktopEvent) => void>()

const desktop: Desktop = {
  state: () => answered(commands.desktop()),
  setAutostart: async (on) => void (await answered(commands.setAutostart(on))),
  openFolder: async (path) => void (await answered(commands.openFolder(path))),
  chooseFile: async (name) => (await answered(commands.chooseFile(name))) ?? undefined,
  chooseFolder: async () => (await answered(commands.chooseFolder())) ?? undefined,
  uploadFile: (offered, path, form, options) => uploadInPieces(path, form, options, offered),
  listen(onWord) {
    listeners.add(onWord)
    if (listeners.size === 1) {
      // The shell sends events only to the newest channel.
      const channel = new Channel<DesktopEvent>()
      channel.onmessage = (word) => listeners.forEach((hear) => hear(word))
      void commands.listen(channel).catch(() => undefined)
    }
    return () => void listeners.delete(onWord)
  },
  closeWindow: (answer) => void commands.closeWindow(answer).catch(() => undefined),
}

function asResponse({ status, body }: EngineResponse): Response {
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
  let id: number | undefined
  const release = (): void => {
    if (id !== undefined) void commands.unsubscribe(id).catch(() => undefined)
  }
  const end = (error?: BackendError): void => {
    if (closed) return
    closed = true
    listener.onEnd(error)
  }

  const channel = new Channel<StreamFrame>()
  channel.onmessage = (frame) => {
    if (closed) return
    if (frame.event === STREAM_END) end()
    else if (frame.event === STREAM_FAILED) end(fromEnvelope(parse(frame.data), 500))
    else listener.onFrame({ id: frame.id ?? undefined, event: frame.event, data: frame.data })
  }

  commands
    .subscribe(path, lastEventId ?? null, channel)
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
