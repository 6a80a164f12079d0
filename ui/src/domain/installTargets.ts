// Folders of agents that an installation would write.

import type { TargetPreview } from '#ui/backend/types'

/** What would be written: everything switched on that can be. */
export const defaultTargets = (targets: readonly TargetPreview[]): string[] =>
  targets.filter((target) => target.enabled && target.writable).map((target) => target.target_id)
