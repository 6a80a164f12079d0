import { expect, test } from 'vitest'
import { filterOf, parseSkillsSearch, fromSavedView, toSavedView } from './searchParams'

test('the address holds the filters; unknown values are dropped', () => {
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

test('a saved view contains the filters without the open skill, and restores them', () => {
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
