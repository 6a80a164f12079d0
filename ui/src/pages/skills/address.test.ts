import { expect, test } from 'vitest'
import { chosenOf, readSearch, searchOf, viewOf } from './address'

test('an address says how the list is narrowed; what it does not know is left out', () => {
  const search = readSearch({
    filter: 'learned',
    agent: 'goose',
    health: 'nonsense',
    q: 42,
    sort: '-updated',
    open: '',
    foo: 'bar',
  })
  expect(search).toEqual({
    open: undefined,
    tab: undefined,
    category: undefined,
    filter: 'learned',
    agent: 'goose',
    health: undefined,
    finding: undefined,
    q: '42',
    sort: '-updated',
  })
  expect(chosenOf(readSearch({}))).toMatchObject({ filter: 'all', q: '', sort: 'name' })
})

test('a view is kept as an address without what is open, and comes back the same', () => {
  const search = readSearch({
    filter: 'imported',
    q: 'a & b=c',
    finding: 'code:BOM',
    open: '/x',
    tab: 'edit',
  })
  const view = viewOf(search)
  expect(view).not.toContain('open')
  expect(searchOf(view)).toEqual({ ...search, open: undefined, tab: undefined })
})
