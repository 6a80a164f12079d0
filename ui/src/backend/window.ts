// The engine inside the desktop window. The shell offers the commands `request`, `subscribe` and `unsubscribe`, which call
// the very router that HTTP serves, and `save`, because this web view cannot download.

import { Channel, invoke } from '@tauri-apps/api/core'
import { BackendError, fromEnvelope, isRecord, offline, toBackendError } from './errors'
import { parse } from './sse'
import type { Desktop, DesktopState, ShellWord, StreamListener, Transport } from './transport'

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

/** Files go to the shell as bytes: as text they would be several times as large. */
async function handOver(path: string, form: FormData, { signal }: { signal: AbortSignal }): Promise<Response> {
  const { bytes, kind } = await multipart(form)
  // What was cancelled meanwhile is not begun.
  signal.throwIfAborted()
  const answer = await invoke<unknown>('upload', bytes, { headers: { 'x-method': 'POST', 'x-path': path, 'x-kind': kind } }).catch((thrown: unknown) => {
    throw isRecord(thrown) ? toBackendError(thrown) : offline()
  })
  return asResponse(answer)
}

const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')

/** The parts of a form (RFC 7578). This web view cannot read a form with files back as bytes by itself. */
async function multipart(form: FormData): Promise<{ bytes: ArrayBuffer; kind: string }> {
  const boundary = `apprentice-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
  const pieces: BlobPart[] = []
  for (const [name, value] of form.entries()) {
    pieces.push(`--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`)
    if (typeof value === 'string') pieces.push(`\r\n\r\n${value}\r\n`)
    else pieces.push(`; filename="${quoted(value.name)}"\r\ncontent-type: ${value.type || 'application/octet-stream'}\r\n\r\n`, await value.arrayBuffer(), '\r\n')
  }
  pieces.push(`--${boundary}--\r\n`)
  return { bytes: await new Blob(pieces).arrayBuffer(), kind: `multipart/form-data; boundary=${boundary}` }
}

/** A command of the desktop, which rejects with text. */
const ask = <T>(command: string, given: Record<string, unknown> = {}): Promise<T> =>
  invoke<T>(command, given).catch((thrown: unknown) => {
    throw new BackendError({ code: 'DESKTOP', message: typeof thrown === 'string' ? thrown : 'The desktop did not answer.' })
  })

const desktop: Desktop = {
  state: () => ask<DesktopState>('desktop'),
  setAutostart: (on) => ask<void>('set_autostart', { on }),
  openFolder: (path) => ask<void>('open_folder', { path }),
  chooseFile: async (name) => (await ask<string | null>('choose_file', { name })) ?? undefined,
  listen(onWord) {
    const channel = new Channel<ShellWord>()
    channel.onmessage = onWord
    void ask('listen', { channel }).catch(() => undefined)
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
