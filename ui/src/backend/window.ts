// The engine inside the desktop window. The shell offers the commands `request`, `subscribe` and `unsubscribe`, which call
// the very router that HTTP serves, those of an upload (`begin_upload` …), and `save`, because this web view cannot download.

import { Channel, invoke } from '@tauri-apps/api/core'
import { BackendError, fromEnvelope, isRecord, offline, toBackendError } from './errors'
import { parse } from './sse'
import type { Desktop, DesktopState, Offered, ShellWord, StreamListener, Transport } from './transport'

interface ShellResponse {
  status: number
  body: unknown
}

interface ShellFrame {
  id?: string | number | null
  event: string
  data: unknown
}

/** Frames by which the shell tells the end of a stream. */
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
    upload: handOver,
    open: (path, lastEventId, listener) => subscribe(path, lastEventId, listener),
    save: (name, text) =>
      invoke<string>('save', { name, text }).catch((thrown: unknown) => {
        throw new BackendError({ code: 'SAVE_FAILED', message: typeof thrown === 'string' ? thrown : `${name} could not be saved.` })
      }),
    desktop,
  }
}

/** How much of a file is in this process at once. */
const PIECE = 1024 * 1024

const refused = (thrown: unknown): never => {
  throw isRecord(thrown) ? toBackendError(thrown) : offline()
}

/** Files go to the shell as bytes (as text they would be several times as large), and piece by piece, so that none is ever whole in memory. */
async function handOver(path: string, form: FormData, { signal, onProgress }: { signal: AbortSignal; onProgress(share: number): void }): Promise<Response> {
  const boundary = `apprentice-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
  const parts = partsOf(form, boundary)
  const total = parts.reduce((sum, part) => sum + part.size, 0)
  signal.throwIfAborted()
  const id = await invoke<number>('begin_upload', { path, kind: `multipart/form-data; boundary=${boundary}` }).catch(refused)
  let sent = 0
  try {
    for await (const piece of piecesOf(parts)) {
      signal.throwIfAborted()
      // No more are wanted once the engine has answered, as when it refuses.
      if (!(await invoke<boolean>('upload_piece', piece, { headers: { 'x-upload': String(id) } }).catch(refused))) break
      onProgress((sent += piece.byteLength) / total)
    }
    signal.throwIfAborted()
  } catch (thrown) {
    await invoke('cancel_upload', { id }).catch(() => undefined)
    throw thrown
  }
  return asResponse(await invoke<unknown>('end_upload', { id }).catch(refused))
}

const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')
const text = (words: string): Blob => new Blob([words])

/** The parts of a form (RFC 7578), one after the other. */
function partsOf(form: FormData, boundary: string): Blob[] {
  const parts: Blob[] = []
  for (const [name, value] of form.entries()) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`
    if (typeof value === 'string') parts.push(text(`${head}\r\n\r\n${value}\r\n`))
    else parts.push(text(`${head}; filename="${quoted(value.name)}"\r\ncontent-type: ${value.type || 'application/octet-stream'}\r\n\r\n`), value, text('\r\n'))
  }
  return [...parts, text(`--${boundary}--\r\n`)]
}

async function* piecesOf(parts: readonly Blob[]): AsyncGenerator<ArrayBuffer> {
  for (const part of parts) {
    // oxlint-disable-next-line no-await-in-loop
    for (let at = 0; at < part.size; at += PIECE) yield await part.slice(at, at + PIECE).arrayBuffer()
  }
}

/** A command of the desktop, which rejects with text. */
const ask = <T>(command: string, given: Record<string, unknown> = {}): Promise<T> =>
  invoke<T>(command, given).catch((thrown: unknown) => {
    throw new BackendError({ code: 'DESKTOP', message: typeof thrown === 'string' ? thrown : 'The desktop did not answer.' })
  })

const hearers = new Set<(word: ShellWord) => void>()

const desktop: Desktop = {
  state: () => ask<DesktopState>('desktop'),
  setAutostart: (on) => ask<void>('set_autostart', { on }),
  openFolder: (path) => ask<void>('open_folder', { path }),
  chooseFile: async (name) => (await ask<string | null>('choose_file', { name })) ?? undefined,
  chooseFolder: async () => (await ask<Offered | null>('choose_folder')) ?? undefined,
  offered: (id) =>
    invoke<ArrayBuffer>('offered', { id }).catch((thrown: unknown) => {
      throw isRecord(thrown) ? toBackendError(thrown) : offline()
    }),
  listen(onWord) {
    hearers.add(onWord)
    if (hearers.size === 1) {
      // The shell speaks into the newest channel only.
      const channel = new Channel<ShellWord>()
      channel.onmessage = (word) => hearers.forEach((hear) => hear(word))
      void ask('listen', { channel }).catch(() => undefined)
    }
    return () => void hearers.delete(onWord)
  },
  closeWindow: (answer) => void ask('close_window', { answer }).catch(() => undefined),
}

/** The shell answers `{status, body}`, where the body is parsed JSON. */
function asResponse(answer: unknown): Response {
  const known = isRecord(answer) && typeof answer.status === 'number'
  const { status, body } = known ? (answer as unknown as ShellResponse) : { status: 200, body: answer }
  return new Response(typeof body === 'string' ? body : JSON.stringify(body ?? null), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}

function subscribe(path: string, lastEventId: string | undefined, listener: StreamListener): () => void {
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
