import { expect, test } from 'vitest'
import { NOTHING, all, chosenBy, range, toggle, within } from './selection'

const SHOWN = ['a', 'b', 'c', 'd', 'e']
const ids = (selection: { ids: ReadonlySet<string> }): string =>
  [...selection.ids].toSorted().join('')

test('one is chosen, and not any more', () => {
  const one = toggle(NOTHING, 'b')
  expect(ids(one)).toBe('b')
  expect(ids(toggle(one, 'b'))).toBe('')
})

test('a range goes from the last one chosen, both ways, and can be made longer', () => {
  const from = toggle(NOTHING, 'c')
  expect(ids(range(from, 'e', SHOWN))).toBe('cde')
  expect(ids(range(range(from, 'e', SHOWN), 'a', SHOWN))).toBe('abcde')
  expect(ids(range(NOTHING, 'd', SHOWN))).toBe('d')
  expect(ids(range({ ids: new Set(['z']), anchor: 'z' }, 'b', SHOWN))).toBe('bz')
})

test('all, and only what is still shown', () => {
  expect(ids(all(SHOWN))).toBe('abcde')
  expect(ids(within(all(SHOWN), new Set(['b', 'x'])))).toBe('b')
  const same = all(SHOWN)
  expect(within(same, new Set(SHOWN))).toBe(same)
})

test.each([
  ['x', {}, 'c'],
  ['X', { shiftKey: true }, 'bc'],
  ['a', { ctrlKey: true }, 'abcde'],
  ['a', { metaKey: true }, 'abcde'],
  ['ArrowDown', { shiftKey: true }, 'bcd'],
  ['Escape', {}, ''],
])('%s with %j chooses %s', (key, more, expected) => {
  const before = key === 'x' ? NOTHING : toggle(NOTHING, 'b')
  expect(
    ids(
      chosenBy(
        { key, ctrlKey: false, metaKey: false, shiftKey: false, ...more },
        before,
        2,
        SHOWN,
      ) ?? toggle(NOTHING, 'none'),
    ),
  ).toBe(expected)
})

const pressed = (key: string, at = 2, more = {}) =>
  chosenBy({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...more }, NOTHING, at, SHOWN)

test('keys that choose nothing are left to others', () => {
  expect([
    pressed('ArrowDown'),
    pressed('Escape'),
    pressed('x', 2, { ctrlKey: true }),
    pressed('x', 9),
  ]).toEqual([undefined, undefined, undefined, undefined])
})
