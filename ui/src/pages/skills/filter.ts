// Which skills a filter, an agent and a search leave. Pure: the list may hold thousands.

import type { SkillSummary } from '../../backend/types'

export type Filter = 'all' | 'learned' | 'native' | 'findings' | 'shadowed'

export const FILTERS: ReadonlyArray<{ value: Filter; label: string; keeps(skill: SkillSummary): boolean }> = [
  { value: 'all', label: 'All', keeps: () => true },
  { value: 'learned', label: 'Learned', keeps: (skill) => Boolean(skill.ability_id) },
  { value: 'native', label: 'Native', keeps: (skill) => !skill.ability_id },
  { value: 'findings', label: 'With findings', keeps: (skill) => skill.findings.some((finding) => finding.severity !== 'info') },
  { value: 'shadowed', label: 'Shadowed', keeps: (skill) => Boolean(skill.shadowed_by) },
]

export interface Chosen {
  filter: Filter
  agent: string | undefined
  search: string
}

export function leave(skills: readonly SkillSummary[], { filter, agent, search }: Chosen): SkillSummary[] {
  const keeps = FILTERS.find((known) => known.value === filter)?.keeps ?? (() => true)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return skills.filter((skill) => {
    if (!keeps(skill) || (agent && !skill.agents.includes(agent))) return false
    const text = `${skill.name} ${skill.description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export const agentsOf = (skills: readonly SkillSummary[]): string[] => [...new Set(skills.flatMap((skill) => skill.agents))].toSorted()

/** “Claude Code +3” */
export const agentsInShort = (agents: readonly string[]): string => (agents.length > 1 ? `${agents[0]} +${agents.length - 1}` : (agents[0] ?? '—'))

export const updatedAt = (skill: SkillSummary): string => new Date(skill.modified_at * 1000).toISOString()
