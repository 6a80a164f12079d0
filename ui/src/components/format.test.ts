import { expect, test } from 'vitest'
import { formatDuration, formatElapsed, plural, formatRelative } from './format'

const now = Date.parse('2026-11-20T12:00:00Z')
test.each([
  [10, 'just now'],
  [90, '2 min ago'],
  [3 * 3600, '3 h ago'],
  [30 * 3600, 'yesterday'],
  [4 * 86_400, '4 d ago'],
])('%i seconds ago is “%s”', (seconds, words) => {
  expect(formatRelative(new Date(now - seconds * 1000).toISOString(), now)).toBe(words)
})

test('elapsed time, durations and counts', () => {
  expect([
    formatElapsed(0),
    formatElapsed(42_000),
    formatElapsed(723_000),
    formatElapsed(3_723_000),
    formatElapsed(-5),
  ]).toEqual(['00:00', '00:42', '12:03', '1:02:03', '00:00'])
  expect([formatDuration(340), formatDuration(2400), formatDuration(180_000)]).toEqual([
    '340 ms',
    '2.4 s',
    '3 min',
  ])
  expect([plural(1, 'action'), plural(0, 'action')]).toEqual(['1 action', '0 actions'])
})
