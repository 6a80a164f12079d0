import { expect, test } from 'vitest'
import { BackendError, fromEnvelope, toBackendError } from './errors'

test('the envelope becomes one error with its code, facts and whether to try again', () => {
  const error = fromEnvelope(
    {
      error: {
        code: 'LEARN_SESSION_ALREADY_ACTIVE',
        message: 'One at a time.',
        retryable: false,
        correlation_id: 'c',
        details: { active_session_id: 's' },
      },
    },
    409,
  )
  expect(error).toBeInstanceOf(BackendError)
  expect(error).toMatchObject({
    code: 'LEARN_SESSION_ALREADY_ACTIVE',
    message: 'One at a time.',
    retryable: false,
    correlationId: 'c',
    details: { active_session_id: 's' },
  })
})

test.each([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [500, 'INTERNAL'],
])('an answer of %i without an envelope is %s', (status, code) => {
  expect(fromEnvelope(undefined, status)).toMatchObject({ code, details: {} })
})

test('a page of HTML is never shown as a message', () => {
  expect(fromEnvelope('<html>Bad gateway</html>', 502).message).toBe(
    'The engine answered with status 502.',
  )
})

test.each([
  [new TypeError('Failed to fetch'), { code: 'OFFLINE', retryable: true }],
  [new DOMException('aborted', 'AbortError'), { code: 'CANCELLED' }],
  [{ error: { code: 'NOT_FOUND', message: 'Gone.' } }, { code: 'NOT_FOUND', message: 'Gone.' }],
  [
    { code: 'CONFLICT', message: 'Again.', retryable: true },
    { code: 'CONFLICT', retryable: true },
  ],
  ['words', { code: 'INTERNAL', message: 'words' }],
  [undefined, { code: 'INTERNAL' }],
])('whatever is thrown becomes the same kind of error (%s)', (thrown, expected) => {
  expect(toBackendError(thrown)).toMatchObject(expected)
})
