import { expect, test } from 'vitest'
import { collide, keymap, keysOf, readKey, resetKeys, setKeys } from './keymap'

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  readKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

test.each([
  ['j', {}, { keys: 'j' }],
  ['J', { shiftKey: true }, { keys: 'j' }],
  ['?', { shiftKey: true }, { keys: '?' }],
  ['j', { ctrlKey: true }, { keys: 'mod+j' }],
  ['J', { metaKey: true, shiftKey: true }, { keys: 'mod+shift+j' }],
  ['Control', { ctrlKey: true }, undefined],
])('%s with %o is read', (key, held, expected) => {
  expect(press(key, held)).toEqual(expected)
})

test.each([
  ['Enter', {}],
  [' ', {}],
  ['x', {}],
  ['w', { ctrlKey: true }],
  ['v', { metaKey: true }],
  ['j', { altKey: true }],
])('%s with %o is refused with the reason', (key, held) => {
  expect(press(key, held)).toEqual({ problem: expect.any(String) })
})

test.each([
  ['e', 'e', true],
  ['g', 'g l', true],
  ['g l', 'g', true],
  ['g l', 'g s', false],
  ['mod+k', 'k', false],
])('%s and %s collide: %s', (a, b, expected) => {
  expect(collide(a, b)).toBe(expected)
})

test('chosen keys are kept, an empty text is no key, and the usual ones return', () => {
  setKeys('one', 'j')
  setKeys('two', '')
  expect(keysOf(keymap.get(), 'one', 'a')).toBe('j')
  expect(keysOf(keymap.get(), 'two', 'a')).toBeUndefined()
  expect(JSON.parse(localStorage.getItem('apprentice.ui.keys') ?? '')).toEqual({
    one: 'j',
    two: '',
  })
  setKeys('one', undefined)
  expect(keysOf(keymap.get(), 'one', 'a')).toBe('a')
  resetKeys()
  expect(keymap.get()).toEqual({})
})
