import { expect, test } from 'vitest'
import {
  NO_SELECTION,
  selectAll,
  selectionAfterKey,
  selectRange,
  toggleSelected,
  keepOnly,
} from './selection'

const SHOWN = ['a', 'b', 'c', 'd', 'e']
const ids = (selection: { ids: ReadonlySet<string> }): string =>
  [...selection.ids].toSorted().join('')

test('one is chosen, and not any more', () => {
  const one = toggleSelected(NO_SELECTION, 'b')
  expect(ids(one)).toBe('b')
  expect(ids(toggleSelected(one, 'b'))).toBe('')
})

test('a range goes from the last one chosen, both ways, and can be made longer', () => {
  const from = toggleSelected(NO_SELECTION, 'c')
  expect(ids(selectRange(from, 'e', SHOWN))).toBe('cde')
  expect(ids(selectRange(selectRange(from, 'e', SHOWN), 'a', SHOWN))).toBe('abcde')
  expect(ids(selectRange(NO_SELECTION, 'd', SHOWN))).toBe('d')
  expect(ids(selectRange({ ids: new Set(['z']), anchor: 'z' }, 'b', SHOWN))).toBe('bz')
})

test('all, and only what is still shown', () => {
  expect(ids(selectAll(SHOWN))).toBe('abcde')
  expect(ids(keepOnly(selectAll(SHOWN), new Set(['b', 'x'])))).toBe('b')
  const same = selectAll(SHOWN)
  expect(keepOnly(same, new Set(SHOWN))).toBe(same)
})

test.each([
  ['x', {}, 'c'],
  ['X', { shiftKey: true }, 'bc'],
  ['a', { ctrlKey: true }, 'abcde'],
  ['a', { metaKey: true }, 'abcde'],
  ['ArrowDown', { shiftKey: true }, 'bcd'],
  ['Escape', {}, ''],
])('%s with %j chooses %s', (key, more, expected) => {
  const before = key === 'x' ? NO_SELECTION : toggleSelected(NO_SELECTION, 'b')
  expect(
    ids(
      selectionAfterKey(
        { key, ctrlKey: false, metaKey: false, shiftKey: false, ...more },
        before,
        2,
        SHOWN,
      ) ?? toggleSelected(NO_SELECTION, 'none'),
    ),
  ).toBe(expected)
})

const pressed = (key: string, at = 2, more = {}) =>
  selectionAfterKey(
    { key, ctrlKey: false, metaKey: false, shiftKey: false, ...more },
    NO_SELECTION,
    at,
    SHOWN,
  )

test('keys that choose nothing are left to others', () => {
  expect([
    pressed('ArrowDown'),
    pressed('Escape'),
    pressed('x', 2, { ctrlKey: true }),
    pressed('x', 9),
  ]).toEqual([undefined, undefined, undefined, undefined])
})
