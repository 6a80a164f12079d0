import { expect, test } from 'vitest'
import { filterOf, parseSkillsSearch, fromSavedView, toSavedView } from './searchParams'

test('an address says how the list is narrowed; what it does not know is left out', () => {
  const search = parseSkillsSearch({
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
  expect(filterOf(parseSkillsSearch({}))).toMatchObject({ filter: 'all', q: '', sort: 'name' })
})

test('a view is kept as an address without what is open, and comes back the same', () => {
  const search = parseSkillsSearch({
    filter: 'imported',
    q: 'a & b=c',
    finding: 'code:BOM',
    open: '/x',
    tab: 'edit',
  })
  const view = toSavedView(search)
  expect(view).not.toContain('open')
  expect(fromSavedView(view)).toEqual({ ...search, open: undefined, tab: undefined })
})
