// Follows an event stream: reconnects with backoff and the last event id, and reports when the
// stream is down.

import type { BackendError } from './errors'
import { type Frame, transport } from './transport'

export type StreamState = 'connecting' | 'live' | 'down' | 'ended'

export interface FollowOptions {
  onFrame(frame: Frame): void
  /** `gap` is true when the stream reconnected and may have missed events. */
  onState?(state: StreamState, facts: { gap: boolean; error?: BackendError }): void
  /** An endless stream is opened again when the server closes it. */
  endless?: boolean
  /** Backoff in milliseconds before the n-th attempt (1, 2, 3 ...). */
  delay?(attempt: number): number
}

const backOff = (attempt: number): number => Math.min(10_000, 400 * 2 ** (attempt - 1))

/** Errors that another attempt cannot fix. */
const FINAL = new Set([
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'LEARN_SESSION_NOT_FOUND',
  'INVALID_REQUEST',
])

/** Starts to follow the stream. Returns a function that stops it. */
export function follow(path: string, options: FollowOptions): () => void {
  const delay = options.delay ?? backOff
  let lastId: string | undefined
  let attempt = 0
  let everLive = false
  let stopped = false
  let close: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const again = (error?: BackendError): void => {
    attempt += 1
    options.onState?.('down', { gap: false, error })
    timer = setTimeout(connect, delay(attempt))
  }

  function connect(): void {
    if (stopped) return
    options.onState?.('connecting', { gap: false })
    close = transport().open(path, lastId, {
      onOpen() {
        attempt = 0
        options.onState?.('live', { gap: everLive })
        everLive = true
      },
      onFrame(frame) {
        if (frame.id !== undefined) lastId = frame.id
        options.onFrame(frame)
      },
      onEnd(error) {
        if (stopped) return
        if (error && FINAL.has(error.code)) {
          stopped = true
          options.onState?.('down', { gap: false, error })
        } else if (error || options.endless) {
          again(error)
        } else {
          stopped = true
          options.onState?.('ended', { gap: false })
        }
      },
    })
  }

  connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    close?.()
  }
}
