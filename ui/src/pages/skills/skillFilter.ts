// Filters, search and sorting of skills. Pure, because the list may have ten thousand rows.

import type { Skill } from '#ui/backend/skillList'
import { say } from '#ui/lib/say'

/** §0B.9. */
export const FILTERS = [
  { value: 'all', label: say('All') },
  { value: 'native', label: say('Native') },
  { value: 'imported', label: say('Imported') },
  { value: 'learned', label: say('Learned') },
  { value: 'bundle', label: say('Bundle') },
  { value: 'disabled', label: say('Disabled') },
  { value: 'quarantined', label: say('Quarantined') },
] as const
export type Filter = (typeof FILTERS)[number]['value']

export const COLUMNS = [
  { value: 'name', label: say('Name') },
  { value: 'does', label: say('What it does') },
  { value: 'source', label: say('Source') },
  { value: 'agents', label: say('Agents') },
  { value: 'health', label: say('Health') },
  { value: 'categories', label: say('Categories') },
  { value: 'updated', label: say('Updated') },
] as const
export type Column = (typeof COLUMNS)[number]['value']

/** Best first. */
export const HEALTH = [
  { value: 'strong', label: say('Strong'), tone: 'ok' },
  { value: 'good', label: say('Good'), tone: 'ok' },
  { value: 'moderate', label: say('Moderate'), tone: 'warn' },
  { value: 'no_data', label: say('No data yet'), tone: 'neutral' },
  { value: 'warnings', label: say('Warnings'), tone: 'warn' },
  { value: 'weak', label: say('Weak'), tone: 'bad' },
  { value: 'errors', label: say('Errors'), tone: 'bad' },
  { value: 'missing', label: say('Files missing'), tone: 'bad' },
  { value: 'quarantined', label: say('Quarantined'), tone: 'bad' },
] as const
export type Health = (typeof HEALTH)[number]['value']

export const SOURCE: Record<Skill['source'], string> = {
  native: say('Native'),
  imported: say('Imported'),
  learned: say('Learned'),
  bundle: say('Bundle'),
}

/** `severity:` or `code:`, then a value. */
export const FINDINGS = [
  { value: 'severity:any', label: say('Any finding') },
  { value: 'severity:error', label: say('Errors') },
  { value: 'severity:warning', label: say('Warnings') },
  { value: 'severity:none', label: say('No finding') },
] as const

/** Every filter and the order. The address of the page holds them. */
export interface SkillFilter {
  filter: Filter
  agent?: string
  category?: string
  health?: Health
  finding?: string
  q: string
  /** A column; a leading `-` reverses the order. */
  sort: string
}

/** The health of an ability comes from its checkpoints, that of a skill from its findings. */
export function healthOf(skill: Skill): Health {
  if (skill.state === 'missing') return 'missing'
  if (skill.health) return skill.health
  if (skill.errors > 0) return 'errors'
  return skill.warnings > 0 ? 'warnings' : 'good'
}

/** §0B.9: quarantined skills are shown and counted only by their own filter. */
export const isListed = (skill: Skill): boolean => skill.state !== 'quarantined'

const MATCHES: Record<Filter, (skill: Skill) => boolean> = {
  all: isListed,
  native: (skill) => skill.source === 'native' && isListed(skill),
  imported: (skill) => skill.source === 'imported' && isListed(skill),
  learned: (skill) => skill.source === 'learned' && isListed(skill),
  bundle: (skill) => skill.source === 'bundle' && isListed(skill),
  disabled: (skill) => skill.state === 'disabled',
  quarantined: (skill) => skill.state === 'quarantined',
}

function hasFinding(skill: Skill, wanted: string): boolean {
  const [by, what] = wanted.split(':')
  if (by === 'code') return skill.kinds.some((kind) => kind.code === what)
  if (what === 'error') return skill.errors > 0
  if (what === 'warning') return skill.warnings > 0
  return what === 'none' ? skill.errors + skill.warnings === 0 : skill.errors + skill.warnings > 0
}

export const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Data that is not in the list itself. */
export interface ExternalData {
  /** The folders of skills whose text matches the search, once the engine has answered. */
  inText?: ReadonlySet<string>
  /** How many categories a skill is in, and whether it is in one. */
  categories?: { count(skill: Skill): number; has(skill: Skill, category: string): boolean }
}

/** The skills that match. */
export function filterSkills(
  skills: readonly Skill[],
  chosen: Omit<SkillFilter, 'sort'>,
  { inText, categories }: ExternalData = {},
): Skill[] {
  const { filter, agent, category, health, finding, q } = chosen
  const words = wordsOf(q)
  const keeps = MATCHES[filter]
  return skills.filter(
    (skill) =>
      keeps(skill) &&
      (!agent || skill.agentNames.includes(agent)) &&
      (!category || categories?.has(skill, category)) &&
      (!health || healthOf(skill) === health) &&
      (!finding || hasFinding(skill, finding)) &&
      (words.every((word) => skill.words.includes(word)) ||
        (skill.path !== undefined && inText?.has(skill.path) === true)),
  )
}

const RANK = new Map<Health, number>(HEALTH.map(({ value }, at) => [value, at]))
const KEY: Record<Column, (skill: Skill) => string | number> = {
  name: (skill) => skill.words,
  does: (skill) => skill.description.toLowerCase(),
  source: (skill) => skill.source,
  agents: (skill) => skill.agentNames.join(),
  health: (skill) => RANK.get(healthOf(skill)) ?? 0,
  // Sorted by `ExternalData`, most categories first.
  categories: () => 0,
  // Newest first by default.
  updated: (skill) => -skill.modified_at,
}

const isColumn = (text: string): text is Column => COLUMNS.some(({ value }) => value === text)

export function sortOf(sort: string): { column: Column; down: boolean } {
  const column = sort.replace(/^-/, '')
  return { column: isColumn(column) ? column : 'name', down: sort.startsWith('-') }
}

/** Sorts; equal rows by name. */
export function sortSkills(
  skills: readonly Skill[],
  sort: string,
  { categories }: ExternalData = {},
): Skill[] {
  const { column, down } = sortOf(sort)
  const key =
    column === 'categories' ? (skill: Skill) => -(categories?.count(skill) ?? 0) : KEY[column]
  const sign = down ? -1 : 1
  return skills
    .map((skill) => ({ skill, key: key(skill) }))
    .toSorted((a, b) =>
      a.key < b.key
        ? -sign
        : a.key > b.key
          ? sign
          : a.skill.words < b.skill.words
            ? -1
            : a.skill.words > b.skill.words
              ? 1
              : 0,
    )
    .map(({ skill }) => skill)
}

/** The next order when a column header is clicked. */
export function nextSort(sort: string, column: Column): string {
  const now = sortOf(sort)
  return now.column === column && !now.down ? `-${column}` : column
}

export interface Counts {
  filters: Record<Filter, number>
  agents: Map<string, number>
  health: Map<Health, number>
  codes: Map<string, { title: string; count: number }>
}

/** How many skills each filter matches, in one pass. */
export function countSkills(skills: readonly Skill[]): Counts {
  const counts: Counts = {
    filters: { all: 0, native: 0, imported: 0, learned: 0, bundle: 0, disabled: 0, quarantined: 0 },
    agents: new Map(),
    health: new Map(),
    codes: new Map(),
  }
  for (const skill of skills) {
    for (const { value } of FILTERS) if (MATCHES[value](skill)) counts.filters[value] += 1
    for (const agent of skill.agentNames)
      counts.agents.set(agent, (counts.agents.get(agent) ?? 0) + 1)
    const health = healthOf(skill)
    counts.health.set(health, (counts.health.get(health) ?? 0) + 1)
    for (const code of new Set(skill.kinds.map((kind) => kind.code))) {
      const known = counts.codes.get(code)
      counts.codes.set(code, {
        title: known?.title ?? skill.kinds.find((kind) => kind.code === code)?.title ?? code,
        count: (known?.count ?? 0) + 1,
      })
    }
  }
  return counts
}

/** “Claude Code +3” */
export const shortAgents = (agents: readonly string[]): string =>
  agents.length > 1 ? `${agents[0]} +${agents.length - 1}` : (agents[0] ?? '—')

export const updatedAt = (skill: { modified_at: number }): string =>
  new Date(skill.modified_at * 1000).toISOString()
