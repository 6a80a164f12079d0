import { expect, test } from 'vitest'
import { formatBytes, formatDuration, formatElapsed, formatHours, formatRelative } from './format'

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

test('elapsed time and durations', () => {
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
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [45_200, '45.2 KB'],
  [345_678, '346 KB'],
  [12_000_000, '12.0 MB'],
  [5e15, '5000 TB'],
])('%d bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words))

test.each([
  [1, '1 hour'],
  [4, '4 hours'],
  [24, '1 day'],
  [168, '7 days'],
  [30, '30 hours'],
])('%d hours are %s', (hours, words) => expect(formatHours(hours)).toBe(words))
