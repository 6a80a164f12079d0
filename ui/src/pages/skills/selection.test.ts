import { expect, test } from 'vitest'
import { NOTHING, all, range, toggle, within } from './selection'

const SHOWN = ['a', 'b', 'c', 'd', 'e']
const ids = (selection: { ids: ReadonlySet<string> }): string => [...selection.ids].toSorted().join('')

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
