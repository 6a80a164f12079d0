// The transport over loopback HTTP, for a browser and `apprentice serve`.

import { fromEnvelope, offline, toBackendError } from './errors'
import { frameReader } from './sse'
import type { StreamListener, Transport } from './transport'
import { say } from '#ui/lib/say'

const KEY = 'apprentice.token'
/** The server sends a comment every 30 s. A stream that is silent for this long is dead. */
const SILENCE_MS = 75_000

/**
 * Moves `#token=...` from the address into session storage, so that it is neither bookmarked nor
 * visible. Returns the token.
 */
export function takeToken(place: Location, past: History, store: Storage): string | undefined {
  const found = /[#&]token=([^&]+)/.exec(place.hash)?.[1]
  if (found) {
    store.setItem(KEY, decodeURIComponent(found))
    past.replaceState(null, '', `${place.pathname}${place.search}#/`)
  }
  return store.getItem(KEY) ?? undefined
}

export function httpTransport(token: string | undefined, base = ''): Transport {
  const authorized = (headers: Headers): Headers => {
    if (token) headers.set('authorization', `Bearer ${token}`)
    // The engine records who set a mark. Requests from this interface come from the person.
    if (!headers.has('x-boundary-source')) headers.set('x-boundary-source', 'user_click')
    return headers
  }

  return {
    host: 'browser',
    async fetch(request) {
      try {
        return await fetch(
          new Request(request, { headers: authorized(new Headers(request.headers)) }),
        )
      } catch (thrown) {
        throw toBackendError(thrown)
      }
    },
    upload: (path, form, options) =>
      uploadForm(`${base}${path}`, authorized(new Headers()), form, options),
    open(path, lastEventId, listener) {
      const abort = new AbortController()
      const headers = authorized(new Headers({ accept: 'text/event-stream' }))
      if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
      void readStream(`${base}${path}`, headers, abort, listener)
      return () => abort.abort()
    },
    async save(name, text) {
      const address = URL.createObjectURL(
        new Blob([text], { type: name.endsWith('.csv') ? 'text/csv' : 'application/json' }),
      )
      const link = document.createElement('a')
      link.href = address
      link.download = name
      link.click()
      // The browser reads the URL later, so it is not revoked immediately.
      setTimeout(() => URL.revokeObjectURL(address), 10_000)
      return say('{name} in your downloads folder', { name })
    },
    async download(path, name) {
      const answer = await fetch(`${base}${path}`, {
        headers: authorized(new Headers()),
        cache: 'no-store',
      }).catch((thrown: unknown) => {
        throw toBackendError(thrown)
      })
      if (!answer.ok) throw fromEnvelope(await answer.json().catch(() => undefined), answer.status)
      const address = URL.createObjectURL(await answer.blob())
      const link = document.createElement('a')
      link.href = address
      link.download = name
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    },
  }
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function uploadForm(
  address: string,
  headers: Headers,
  form: FormData,
  { signal, onProgress }: { signal: AbortSignal; onProgress(share: number): void },
): Promise<Response> {
  return new Promise((done, fail) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', address)
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener(
      'progress',
      ({ loaded, total }) => total > 0 && onProgress(loaded / total),
    )
    request.addEventListener('load', () =>
      done(
        new Response(request.responseText, {
          status: request.status,
          headers: { 'content-type': 'application/json' },
        }),
      ),
    )
    request.addEventListener('error', () => fail(offline()))
    request.addEventListener('abort', () =>
      fail(new DOMException(say('The upload was cancelled.'), 'AbortError')),
    )
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

async function readStream(
  address: string,
  headers: Headers,
  abort: AbortController,
  listener: StreamListener,
): Promise<void> {
  // `abort` means that the caller closed the stream: no error. `silence` means that the stream is
  // dead: an error.
  const silence = new AbortController()
  let watchdog: ReturnType<typeof setTimeout> | undefined
  const heard = (): void => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  try {
    heard()
    const response = await fetch(address, {
      headers,
      signal: AbortSignal.any([abort.signal, silence.signal]),
      cache: 'no-store',
    })
    if (!response.ok || !response.body) {
      const body = await response.json().catch(() => undefined)
      if (!abort.signal.aborted) listener.onEnd(fromEnvelope(body, response.status))
      return
    }
    listener.onOpen?.()
    const frames = frameReader()
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (abort.signal.aborted) return
      if (done) break
      heard()
      for (const frame of frames(decoder.decode(value, { stream: true }))) listener.onFrame(frame)
    }
    listener.onEnd()
  } catch (thrown) {
    if (abort.signal.aborted) return
    const error = toBackendError(thrown)
    listener.onEnd(error.code === 'CANCELLED' ? offline() : error)
  } finally {
    clearTimeout(watchdog)
  }
}
