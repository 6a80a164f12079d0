import { expect, test } from 'vitest'
import { formatBytes, formatHours } from './formatAmounts'

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
