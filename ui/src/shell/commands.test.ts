import { expect, test } from 'vitest'
import { type Command, match } from './commands'

const command = (keys: string): Command => ({
  id: keys,
  label: keys,
  group: 'View',
  keys,
  run: () => {},
})
const COMMANDS = ['mod+k', '?', 'g l', 'm s', 'e', 'mod+.'].map(command)
const press = (before: string, key: string, held: Partial<KeyboardEvent> = {}) =>
  match(COMMANDS, before, { key, metaKey: false, ctrlKey: false, altKey: false, ...held })?.id

test.each([
  ['', 'k', { ctrlKey: true }, 'mod+k'],
  ['', 'K', { metaKey: true }, 'mod+k'],
  ['', '.', { ctrlKey: true }, 'mod+.'],
  ['', '?', {}, '?'],
  ['g', 'l', {}, 'g l'],
  ['', 'l', {}, undefined],
  ['x', 'e', {}, 'e'],
  ['', 'e', { altKey: true }, undefined],
  ['', 'e', { ctrlKey: true }, undefined],
])('after “%s”, %s with %o means %s', (before, key, held, expected) => {
  expect(press(before, key, held)).toBe(expected)
})
