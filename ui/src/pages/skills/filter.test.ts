import { expect, test } from 'vitest'
import { skills } from '../../test/fixtures'
import { agentsInShort, leave } from './filter'

const ALL = skills(5000)

test('filters, agent and every word of the search narrow the list', () => {
  expect(leave(ALL, { filter: 'all', agent: undefined, search: '' })).toHaveLength(5000)
  const learned = leave(ALL, { filter: 'learned', agent: undefined, search: '' })
  expect(learned.length).toBeGreaterThan(0)
  expect(learned.every((skill) => skill.ability_id)).toBe(true)
  const found = leave(ALL, { filter: 'native', agent: 'goose', search: 'inbox FOLDERS' })
  expect(found.length).toBeGreaterThan(0)
  expect(found.every((skill) => skill.name.startsWith('tidy-inbox') && skill.agents.includes('goose') && !skill.ability_id)).toBe(true)
})

test('agents in short', () => {
  expect(agentsInShort(['A', 'B', 'C'])).toBe('A +2')
  expect(agentsInShort(['A'])).toBe('A')
  expect(agentsInShort([])).toBe('—')
})
