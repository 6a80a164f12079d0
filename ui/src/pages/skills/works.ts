// What can be done to skills, in words: which deeds fit which skills, and what the engine's codes
// mean here.

import type { Skill } from '#ui/backend/shelf'
import type { Schemas } from '#ui/backend/types'

export type Batch = 'update' | 'remove' | 'fix'

export interface Deeds {
  improve: readonly Skill[]
  activate: readonly Skill[]
  deactivate: readonly Skill[]
  quarantine: readonly Skill[]
  unquarantine: readonly Skill[]
  promote: readonly Skill[]
  pin: readonly Skill[]
  unpin: readonly Skill[]
  update: readonly Skill[]
  fix: readonly Skill[]
  remove: readonly Skill[]
}

/** An agent of this name has a switch for one skill. */
const SWITCHED = 'OpenClaw'
const isAbility = (skill: Skill): boolean => skill.ability_id !== undefined
/**
 * It was taught here, so a draft can be made of it; every other skill is improved by editing its
 * text.
 */
export const isTaught = (skill: Skill): skill is Skill & { ability_id: string } =>
  skill.ability_id !== undefined && skill.source === 'learned'
const hasSwitch = (skill: Skill): boolean => skill.agentNames.includes(SWITCHED)

/**
 * For each deed those that it fits; what no agent can switch off is offered to be removed instead.
 */
export function deedsFor(skills: readonly Skill[]): Deeds {
  const abilities = skills.filter(isAbility)
  const plain = skills.filter((skill) => !isAbility(skill) && skill.path !== undefined)
  const own = plain.filter((skill) => skill.source !== 'bundle')
  return {
    improve: skills.filter(
      (skill) => isTaught(skill) || (skill.path !== undefined && skill.source !== 'bundle'),
    ),
    activate: [...abilities, ...plain.filter(hasSwitch)].filter(
      (skill) => skill.state === 'disabled',
    ),
    deactivate: [
      ...abilities.filter((skill) => skill.state === 'active' || skill.state === 'missing'),
      ...plain.filter((skill) => skill.state === 'active'),
    ],
    quarantine: abilities.filter((skill) => skill.state !== 'quarantined'),
    unquarantine: abilities.filter((skill) => skill.state === 'quarantined'),
    promote: abilities.filter(
      (skill) => skill.lane === 'approved_workspace' || skill.lane === 'experimental_private',
    ),
    pin: own.filter((skill) => skill.source === 'imported' && !skill.pinned),
    unpin: own.filter((skill) => skill.pinned),
    update: own.filter((skill) => skill.source === 'imported' && !skill.pinned),
    fix: own.filter((skill) => skill.errors + skill.warnings > 0 && !skill.pinned),
    remove: [...abilities, ...own],
  }
}

/** As the engine is told of them: an ability by its id, any other skill by its folder. */
export const pathsOf = (skills: readonly Skill[]): string[] =>
  skills.flatMap((skill) => skill.ability_id ?? skill.path ?? [])
export const abilitiesOf = (skills: readonly Skill[]): string[] =>
  skills.flatMap((skill) => skill.ability_id ?? [])

/** Why the text of an imported ability is changed nowhere here, and what to do instead. */
export const IMPORTED_ANEW =
  'It was imported and stands here as it was scanned. Import the changed skill under the same name: it takes the place of this one.'

/** Opens this skill in the window of whoever follows it. */
export const linkTo = (skill: Skill): string =>
  `apprentice://skills?open=${encodeURIComponent(skill.path ?? skill.item_id)}`

const MEANING: Record<string, string> = {
  PINNED: 'It is pinned. Unpin it first.',
  EDITED: 'It was edited since it was installed.',
  OCCUPIED: 'Something else stands there.',
  NOT_TRACKED: 'Nobody wrote down where it comes from.',
  UP_TO_DATE: 'It is as its source has it.',
  CANCELLED: 'Cancelled before its turn.',
  NOT_OURS: 'It was not installed by Apprentice.',
}

export const meaningOf = (result: Schemas['SkillResult']): string =>
  result.code ? (MEANING[result.code] ?? result.message) : result.message

/** Refusals that going on in spite of them answers. */
export const canForce = (result: Schemas['SkillResult']): boolean =>
  result.code === 'EDITED' || result.code === 'OCCUPIED' || result.code === 'NOT_OURS'
export const canAcceptRisk = (result: Schemas['SkillResult']): boolean =>
  result.code === 'SCAN_ERRORS'

/**
 * Folders in which a copy is not as it should be after a decision about its ability; none: all are.
 */
export function whatIsLeft(
  places: ReadonlyArray<Schemas['AbilityPlace']> = [],
): string | undefined {
  const words = places.flatMap(({ standing, path, note }) =>
    standing === 'edited'
      ? `${path} was edited and stays: an agent may still read it.`
      : standing === 'waiting'
        ? `${note ?? path} It is tried again.`
        : [],
  )
  return words.length > 0 ? words.join(' ') : undefined
}

export const named = (skills: readonly { name: string }[]): string =>
  skills.length === 1 ? (skills[0]?.name ?? '') : `${skills.length.toLocaleString()} skills`
