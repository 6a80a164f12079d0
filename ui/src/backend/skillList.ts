// The list of skills. The engine sends only the delta, and refers to agents and findings by index.

import type { Schemas, SkillAction, SkillRow } from './types'

/** A row with the values that filters, sorting and the table need, computed once. */
export interface Skill extends Omit<SkillRow, 'path' | 'ability_id' | 'reason' | 'actions'> {
  path: string | undefined
  ability_id: string | undefined
  reason: string | undefined
  agentNames: readonly string[]
  /** What the engine allows now, in the order in which it is offered. */
  actions: readonly SkillAction[]
  kinds: ReadonlyArray<Schemas['FindingKind']>
  errors: number
  warnings: number
  /** Name and description in lower case, for the search. */
  words: string
}

export interface SkillList {
  asOf: string
  skills: readonly Skill[]
  skipped: ReadonlyArray<Schemas['SkippedSkill']>
  roots: ReadonlyArray<Schemas['SkillRoot']>
  note: string | undefined
}

const NONE: readonly never[] = []

/** Applies the delta to the list. Rows that did not change stay the same objects. */
export function applyDelta(
  before: SkillList | undefined,
  answer: Schemas['SkillShelfResponse'],
): SkillList {
  const make = (row: SkillRow): Skill => {
    const kinds = (row.findings ?? []).flatMap((index) => answer.finding_kinds[index] ?? [])
    const of = (severity: Schemas['FindingSeverity']): number =>
      kinds.filter((kind) => kind.severity === severity).length
    return {
      ...row,
      path: row.path ?? undefined,
      ability_id: row.ability_id ?? undefined,
      reason: row.reason ?? undefined,
      kinds,
      agentNames: answer.agent_sets[row.agents] ?? NONE,
      actions: answer.action_sets[row.actions] ?? NONE,
      errors: of('error'),
      warnings: of('warning'),
      words: `${row.name} ${row.description}`.toLowerCase(),
    }
  }
  const rest = {
    asOf: answer.as_of,
    skipped: answer.skipped,
    roots: answer.roots,
    note: answer.note ?? undefined,
  }
  if (answer.whole || !before) return { ...rest, skills: answer.skills.map(make) }
  if (answer.skills.length === 0 && answer.gone.length === 0)
    return { ...rest, skills: before.skills }
  const changed = new Map(answer.skills.map((row) => [row.item_id, make(row)]))
  const gone = new Set(answer.gone)
  const kept = before.skills.flatMap((skill) => {
    const now = changed.get(skill.item_id)
    changed.delete(skill.item_id)
    return gone.has(skill.item_id) ? [] : [now ?? skill]
  })
  return { ...rest, skills: [...kept, ...changed.values()] }
}
