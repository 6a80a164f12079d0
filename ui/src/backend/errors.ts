// One error type for everything that can fail between the interface and the engine.

import { say } from '#ui/lib/say'

/**
 * A failure with a code: one of the engine's (§0C.16B) or one of the interface's own, `OFFLINE` and
 * `CANCELLED`.
 */
export class BackendError extends Error {
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly retryable: boolean
  readonly correlationId: string | undefined

  constructor(parts: {
    code: string
    message: string
    details?: unknown
    retryable?: boolean
    correlationId?: string
  }) {
    super(parts.message)
    this.name = 'BackendError'
    this.code = parts.code
    this.details = isRecord(parts.details) ? parts.details : {}
    this.retryable = parts.retryable ?? false
    this.correlationId = parts.correlationId
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads `{"error": {...}}`. Anything else becomes `INTERNAL` with the text of the body. */
export function fromEnvelope(body: unknown, status: number): BackendError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : undefined
  if (error && typeof error.code === 'string' && typeof error.message === 'string') {
    return new BackendError({
      code: error.code,
      message: error.message,
      details: error.details,
      retryable: error.retryable === true,
      correlationId: typeof error.correlation_id === 'string' ? error.correlation_id : undefined,
    })
  }
  const text =
    typeof body === 'string' && body.trim() && !body.trim().startsWith('<')
      ? body.trim().slice(0, 240)
      : undefined
  return new BackendError({
    code: codeOf(status),
    message: text ?? say('The engine answered with status {status}.', { status }),
  })
}

function codeOf(status: number): string {
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 403) return 'FORBIDDEN'
  if (status === 404) return 'NOT_FOUND'
  return 'INTERNAL'
}

/** Converts anything that was thrown into a `BackendError`. */
export function toBackendError(thrown: unknown): BackendError {
  if (thrown instanceof BackendError) return thrown
  if (isRecord(thrown) && isRecord(thrown.error)) return fromEnvelope(thrown, 500)
  if (isRecord(thrown) && typeof thrown.code === 'string' && typeof thrown.message === 'string') {
    return new BackendError({
      code: thrown.code,
      message: thrown.message,
      details: thrown.details,
      retryable: thrown.retryable === true,
    })
  }
  if (thrown instanceof DOMException && thrown.name === 'AbortError') {
    return new BackendError({ code: 'CANCELLED', message: say('The request was cancelled.') })
  }
  if (thrown instanceof TypeError) return offline()
  const message =
    thrown instanceof Error
      ? thrown.message
      : typeof thrown === 'string'
        ? thrown
        : say('An unexpected error occurred.')
  return new BackendError({ code: 'INTERNAL', message })
}

/** The engine cannot be reached. */
export function offline(): BackendError {
  return new BackendError({
    code: 'OFFLINE',
    message:
      say(`The engine does not answer. Nothing you captured is lost. If this does not go away,
        restart Apprentice.`),
    retryable: true,
  })
}
