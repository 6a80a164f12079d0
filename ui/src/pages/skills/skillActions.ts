// Which actions are possible for which skills, and the messages for the engine's result codes.

import type { Skill } from '#ui/backend/skillList'
import type { Schemas } from '#ui/backend/types'

export type BatchOperation = 'update' | 'remove' | 'fix'

export interface ActionTargets {
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

/** The agent that has a switch per skill. */
const AGENT_WITH_SWITCH = 'OpenClaw'
const isAbility = (skill: Skill): boolean => skill.ability_id !== undefined
/**
 * It was taught here, so improving it makes a draft. Any other skill is improved by editing its
 * text.
 */
export const isTaught = (skill: Skill): skill is Skill & { ability_id: string } =>
  skill.ability_id !== undefined && skill.source === 'learned'
const hasSwitch = (skill: Skill): boolean => skill.agentNames.includes(AGENT_WITH_SWITCH)

/**
 * For each action, the skills that it applies to. A skill without a switch can still be
 * deactivated: the engine then refuses, and the interface offers to remove it.
 */
export function actionsFor(skills: readonly Skill[]): ActionTargets {
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

/** How the engine identifies them: an ability by its id, any other skill by its folder. */
export const pathsOf = (skills: readonly Skill[]): string[] =>
  skills.flatMap((skill) => skill.ability_id ?? skill.path ?? [])
export const abilityIds = (skills: readonly Skill[]): string[] =>
  skills.flatMap((skill) => skill.ability_id ?? [])

/** Why the text of an imported ability cannot be edited here, and what to do instead. */
export const REIMPORT_HINT =
  'It was imported and stands here as it was scanned. Import the changed skill under the same name: it takes the place of this one.'

/** A link that opens this skill in the desktop window. */
export const desktopLink = (skill: Skill): string =>
  `apprentice://skills?open=${encodeURIComponent(skill.path ?? skill.item_id)}`

const RESULT_MESSAGE: Record<string, string> = {
  PINNED: 'It is pinned. Unpin it first.',
  EDITED: 'It was edited since it was installed.',
  OCCUPIED: 'Something else stands there.',
  NOT_TRACKED: 'Nobody wrote down where it comes from.',
  UP_TO_DATE: 'It is as its source has it.',
  CANCELLED: 'Cancelled before its turn.',
  NOT_OURS: 'It was not installed by Apprentice.',
}

export const resultMessage = (result: Schemas['SkillResult']): string =>
  result.code ? (RESULT_MESSAGE[result.code] ?? result.message) : result.message

/** Refusals that `force` overrides. */
export const canForce = (result: Schemas['SkillResult']): boolean =>
  result.code === 'EDITED' || result.code === 'OCCUPIED' || result.code === 'NOT_OURS'
export const canAcceptRisk = (result: Schemas['SkillResult']): boolean =>
  result.code === 'SCAN_ERRORS'

/**
 * A warning about copies that could not be removed or restored after a change of an ability.
 * `undefined`: all are as they should be.
 */
export function placesWarning(
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

export const describeSkills = (skills: readonly { name: string }[]): string =>
  skills.length === 1 ? (skills[0]?.name ?? '') : `${skills.length.toLocaleString()} skills`
