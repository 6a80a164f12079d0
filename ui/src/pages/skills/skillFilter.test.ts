import { expect, test } from 'vitest'
import { applyDelta } from '#ui/backend/skillList'
import { skillList } from '#ui/test/fixtures'
import {
  type SkillFilter,
  FILTERS,
  shortAgents,
  countSkills,
  healthOf,
  filterSkills,
  nextSort,
  sortSkills,
} from './skillFilter'

const ALL = applyDelta(undefined, skillList(5000)).skills
const chosen = (change: Partial<SkillFilter>): SkillFilter => ({
  filter: 'all',
  q: '',
  sort: 'name',
  ...change,
})

test('what is quarantined is shown only to who asks for it', () => {
  const quarantined = filterSkills(ALL, chosen({ filter: 'quarantined' }))
  expect(quarantined).toHaveLength(1)
  expect(filterSkills(ALL, chosen({}))).toHaveLength(4999)
  expect(
    filterSkills(ALL, chosen({ filter: 'learned' })).every(
      (skill) => skill.source === 'learned' && skill.state !== 'quarantined',
    ),
  ).toBe(true)
})

test('filters, agent, category, health and every word of the search narrow the list', () => {
  const found = filterSkills(
    ALL,
    chosen({ filter: 'imported', agent: 'goose', q: 'inbox FOLDERS' }),
  )
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
  expect(
    filterSkills(ALL, chosen({ category: 'c1' }), { categories }).map(({ name }) => name),
  ).toEqual(['tidy-inbox'])
  expect(filterSkills(ALL, chosen({ category: 'c2' }), { categories })).toEqual([])
  expect(sortSkills(ALL, 'categories', { categories })[0]?.name).toBe('tidy-inbox')
  expect(filterSkills(ALL, chosen({ health: 'missing' })).map((skill) => skill.path)).toEqual([
    undefined,
  ])
  expect(
    filterSkills(ALL, chosen({ finding: 'severity:error' })).every((skill) => skill.errors > 0),
  ).toBe(true)
  expect(filterSkills(ALL, chosen({ finding: 'code:DESCRIPTION_SHORT' })).length).toBe(
    filterSkills(ALL, chosen({ finding: 'severity:any' })).length,
  )
  expect(
    filterSkills(ALL, chosen({ finding: 'severity:none' })).some((skill) => skill.warnings > 0),
  ).toBe(false)
})

test('what has the words only in its text is found when the engine has looked', () => {
  const [skill] = ALL
  expect(filterSkills(ALL, chosen({ q: 'kettle' }))).toHaveLength(0)
  expect(
    filterSkills(ALL, chosen({ q: 'kettle' }), { inText: new Set([skill?.path ?? '']) }),
  ).toEqual([skill])
})

test('every column orders, both ways, without losing a row', () => {
  for (const column of ['name', 'does', 'source', 'agents', 'health', 'categories', 'updated']) {
    const up = sortSkills(ALL, column)
    expect(new Set(up).size).toBe(ALL.length)
    expect(sortSkills(ALL, `-${column}`)).toHaveLength(ALL.length)
  }
  const newest = sortSkills(ALL, 'updated')
  expect(newest[0]?.modified_at).toBeGreaterThan(newest.at(-1)?.modified_at ?? 0)
  expect(sortSkills(ALL, '-name')[0]?.words).toBe(sortSkills(ALL, 'name').at(-1)?.words)
  const healths = sortSkills(ALL, 'health').map(healthOf)
  expect([healths[0], healths.at(-1)]).toEqual(['strong', 'quarantined'])
})

test('a head pressed twice turns the order', () => {
  expect(nextSort('name', 'updated')).toBe('updated')
  expect(nextSort('updated', 'updated')).toBe('-updated')
  expect(nextSort('-updated', 'updated')).toBe('updated')
})

test('the counts are what the filters leave', () => {
  const counts = countSkills(ALL)
  for (const { value } of FILTERS)
    expect(counts.filters[value]).toBe(filterSkills(ALL, chosen({ filter: value })).length)
  expect(counts.agents.get('goose')).toBe(filterSkills(ALL, chosen({ agent: 'goose' })).length)
  expect(counts.codes.get('DESCRIPTION_SHORT')?.count).toBe(
    filterSkills(ALL, chosen({ finding: 'code:DESCRIPTION_SHORT' })).length,
  )
})

test('ten thousand are narrowed and ordered within a frame or two', () => {
  const many = applyDelta(undefined, skillList(10_000)).skills
  sortSkills(filterSkills(many, chosen({ q: 'in' })), 'name')
  const from = performance.now()
  for (let n = 0; n < 5; n += 1) sortSkills(filterSkills(many, chosen({ q: 'in' })), 'name')
  // Ten times what it takes here, for machines that are busy.
  expect((performance.now() - from) / 5).toBeLessThan(300)
})

test('agents in short', () => {
  expect(shortAgents(['A', 'B', 'C'])).toBe('A +2')
  expect(shortAgents(['A'])).toBe('A')
  expect(shortAgents([])).toBe('—')
})
