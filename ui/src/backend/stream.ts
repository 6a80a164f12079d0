// Follows a stream through interruptions: reconnects with the last id it saw, and says when it is
// down.

import type { BackendError } from './errors'
import { type Frame, transport } from './transport'

export type StreamState = 'connecting' | 'live' | 'down' | 'ended'

export interface FollowOptions {
  onFrame(frame: Frame): void
  /** `gap` is true when the stream came back and may have missed something. */
  onState?(state: StreamState, facts: { gap: boolean; error?: BackendError }): void
  /** Such a stream has no end of its own: when it closes, it is opened again. */
  endless?: boolean
  /** Milliseconds before the n-th attempt (1, 2, 3 ...). */
  delay?(attempt: number): number
}

const backOff = (attempt: number): number => Math.min(10_000, 400 * 2 ** (attempt - 1))

/** Failures that another attempt cannot mend. */
const FINAL = new Set([
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'LEARN_SESSION_NOT_FOUND',
  'INVALID_REQUEST',
])

/** Starts to follow; the answer stops. */
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
