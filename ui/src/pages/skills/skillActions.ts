// Which skills allow an action, and the messages for the engine's result codes.

import type { Skill } from '#ui/backend/skillList'
import type { Schemas, SkillAction } from '#ui/backend/types'
import { say } from '#ui/lib/say'

export type BatchOperation = 'update' | 'remove' | 'fix'

/** The skills for which the engine allows the action. */
export const allowing = (skills: readonly Skill[], action: SkillAction): readonly Skill[] =>
  skills.filter((skill) => skill.actions.includes(action))

/** How the engine identifies them: an ability by its id, any other skill by its folder. */
export const pathsOf = (skills: readonly Skill[]): string[] =>
  skills.flatMap((skill) => skill.ability_id ?? skill.path ?? [])
export const abilityIds = (skills: readonly Skill[]): string[] =>
  skills.flatMap((skill) => skill.ability_id ?? [])

/** Why the text of an imported ability cannot be edited here, and what to do instead. */
export const REIMPORT_HINT =
  say(`It was imported, and its scanned text is not edited here. To replace it, import the changed
    skill under the same name.`)

/** A link that opens this skill in the desktop window. */
export const desktopLink = (skill: Skill): string =>
  `apprentice://skills?open=${encodeURIComponent(skill.path ?? skill.item_id)}`

const RESULT_MESSAGE: Record<string, string> = {
  PINNED: say('It is pinned. Unpin it first.'),
  EDITED: say('It was edited since it was installed.'),
  OCCUPIED: say('Its folder already contains something else.'),
  NOT_TRACKED: say('Its source is unknown.'),
  UP_TO_DATE: say('It is up to date.'),
  CANCELLED: say('Cancelled before it was processed.'),
  NOT_OURS: say('It was not installed by Apprentice.'),
}

export const resultMessage = (result: Schemas['SkillResult']): string =>
  result.code ? (RESULT_MESSAGE[result.code] ?? result.message) : result.message

/**
 * A warning about copies that could not be removed or restored after a change of an ability.
 * `undefined`: all are as they should be.
 */
export function placesWarning(
  places: ReadonlyArray<Schemas['AbilityPlace']> = [],
): string | undefined {
  const words = places.flatMap(({ standing, path, note }) =>
    standing === 'edited'
      ? say('{path} was edited, so it was left: an agent may still read it.', { path })
      : standing === 'waiting'
        ? say('{note} It will be tried again.', { note: note ?? path })
        : [],
  )
  return words.length > 0 ? words.join(' ') : undefined
}

/** How many skills, and the name of the only one. */
export interface Counted {
  count: number
  name: string
}

export const countSkills = (skills: readonly { name: string }[]): Counted => ({
  count: skills.length,
  name: skills[0]?.name ?? '',
})

export const describeSkills = (skills: readonly { name: string }[]): string =>
  skills.length === 1
    ? (skills[0]?.name ?? '')
    : say('{count, number} skills', { count: skills.length })
