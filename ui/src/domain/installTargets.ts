// The folders of agents that an installation would write.

import type { TargetPreview } from '#ui/backend/types'

/** The targets that are selected at first: those that the engine proposes, if they can be written. */
export const defaultTargets = (targets: readonly TargetPreview[]): string[] =>
  targets
    .filter((target) => target.preselected && target.writable)
    .map((target) => target.target_id)
