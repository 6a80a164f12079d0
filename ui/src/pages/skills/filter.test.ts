import { expect, test } from 'vitest'
import { merge } from '#ui/backend/shelf'
import { shelf } from '#ui/test/fixtures'
import {
  type Chosen,
  FILTERS,
  agentsInShort,
  count,
  healthOf,
  leave,
  pressed,
  sorted,
} from './filter'

const ALL = merge(undefined, shelf(5000)).skills
const chosen = (change: Partial<Chosen>): Chosen => ({
  filter: 'all',
  q: '',
  sort: 'name',
  ...change,
})

test('what is quarantined is shown only to who asks for it', () => {
  const quarantined = leave(ALL, chosen({ filter: 'quarantined' }))
  expect(quarantined).toHaveLength(1)
  expect(leave(ALL, chosen({}))).toHaveLength(4999)
  expect(
    leave(ALL, chosen({ filter: 'learned' })).every(
      (skill) => skill.source === 'learned' && skill.state !== 'quarantined',
    ),
  ).toBe(true)
})

test('filters, agent, category, health and every word of the search narrow the list', () => {
  const found = leave(ALL, chosen({ filter: 'imported', agent: 'goose', q: 'inbox FOLDERS' }))
  expect(found.length).toBeGreaterThan(0)
  expect(
    found.every(
      (skill) =>
        skill.name.startsWith('tidy-inbox') &&
        skill.agentNames.includes('goose') &&
        skill.source === 'imported',
    ),
  ).toBe(true)
  const categories = {
    count: (skill: { name: string }) => (skill.name === 'tidy-inbox' ? 2 : 0),
    has: (skill: { name: string }, id: string) => id === 'c1' && skill.name === 'tidy-inbox',
  }
  expect(leave(ALL, chosen({ category: 'c1' }), { categories }).map(({ name }) => name)).toEqual([
    'tidy-inbox',
  ])
  expect(leave(ALL, chosen({ category: 'c2' }), { categories })).toEqual([])
  expect(sorted(ALL, 'categories', { categories })[0]?.name).toBe('tidy-inbox')
  expect(leave(ALL, chosen({ health: 'missing' })).map((skill) => skill.path)).toEqual([undefined])
  expect(leave(ALL, chosen({ finding: 'severity:error' })).every((skill) => skill.errors > 0)).toBe(
    true,
  )
  expect(leave(ALL, chosen({ finding: 'code:DESCRIPTION_SHORT' })).length).toBe(
    leave(ALL, chosen({ finding: 'severity:any' })).length,
  )
  expect(leave(ALL, chosen({ finding: 'severity:none' })).some((skill) => skill.warnings > 0)).toBe(
    false,
  )
})

test('what has the words only in its text is found when the engine has looked', () => {
  const [skill] = ALL
  expect(leave(ALL, chosen({ q: 'kettle' }))).toHaveLength(0)
  expect(leave(ALL, chosen({ q: 'kettle' }), { inText: new Set([skill?.path ?? '']) })).toEqual([
    skill,
  ])
})

test('every column orders, both ways, without losing a row', () => {
  for (const column of ['name', 'does', 'source', 'agents', 'health', 'categories', 'updated']) {
    const up = sorted(ALL, column)
    expect(new Set(up).size).toBe(ALL.length)
    expect(sorted(ALL, `-${column}`)).toHaveLength(ALL.length)
  }
  const newest = sorted(ALL, 'updated')
  expect(newest[0]?.modified_at).toBeGreaterThan(newest.at(-1)?.modified_at ?? 0)
  expect(sorted(ALL, '-name')[0]?.words).toBe(sorted(ALL, 'name').at(-1)?.words)
  const healths = sorted(ALL, 'health').map(healthOf)
  expect([healths[0], healths.at(-1)]).toEqual(['strong', 'quarantined'])
})

test('a head pressed twice turns the order', () => {
  expect(pressed('name', 'updated')).toBe('updated')
  expect(pressed('updated', 'updated')).toBe('-updated')
  expect(pressed('-updated', 'updated')).toBe('updated')
})

test('the counts are what the filters leave', () => {
  const counts = count(ALL)
  for (const { value } of FILTERS)
    expect(counts.filters[value]).toBe(leave(ALL, chosen({ filter: value })).length)
  expect(counts.agents.get('goose')).toBe(leave(ALL, chosen({ agent: 'goose' })).length)
  expect(counts.codes.get('DESCRIPTION_SHORT')?.count).toBe(
    leave(ALL, chosen({ finding: 'code:DESCRIPTION_SHORT' })).length,
  )
})

test('ten thousand are narrowed and ordered within a frame or two', () => {
  const many = merge(undefined, shelf(10_000)).skills
  sorted(leave(many, chosen({ q: 'in' })), 'name')
  const from = performance.now()
  for (let n = 0; n < 5; n += 1) sorted(leave(many, chosen({ q: 'in' })), 'name')
  // Ten times what it takes here, for machines that are busy.
  expect((performance.now() - from) / 5).toBeLessThan(300)
})

test('agents in short', () => {
  expect(agentsInShort(['A', 'B', 'C'])).toBe('A +2')
  expect(agentsInShort(['A'])).toBe('A')
  expect(agentsInShort([])).toBe('—')
})
