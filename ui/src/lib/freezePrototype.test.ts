import { expect, test } from 'vitest'
import { freezePrototype } from './freezePrototype'

test('no object gets a property by way of Object.prototype, and each may override its own', () => {
  freezePrototype()
  const shared = Object.prototype as unknown as Record<string, unknown>
  expect(Object.isFrozen(Object.prototype)).toBe(true)
  expect(() => (shared.admin = true)).toThrow(TypeError)
  expect(() => (shared.toString = () => 'hostile')).toThrow(/toString cannot be changed/)
  expect(() => Object.defineProperty(shared, 'valueOf', { value: 1 })).toThrow(TypeError)
  expect('admin' in {}).toBe(false)
  expect(String({})).toBe('[object Object]')
  expect(Object.keys({})).toEqual([])

  const own: { toString?: () => string } = {}
  own.toString = () => 'own'
  expect([String(own), Object.keys(own)]).toEqual(['own', ['toString']])
  class Range {
    from = 0
  }
  Range.prototype.toString = () => 'a range'
  Range.prototype.constructor = Range
  expect(String(new Range())).toBe('a range')
  expect({}.constructor).toBe(Object)
})
