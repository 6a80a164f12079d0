// The folders of agents that an installation would write.

import type { TargetPreview } from '#ui/backend/types'

/** The targets that are selected at first: switched on and writable. */
export const defaultTargets = (targets: readonly TargetPreview[]): string[] =>
  targets.filter((target) => target.enabled && target.writable).map((target) => target.target_id)
