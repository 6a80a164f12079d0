// Which imports can be installed together, and why the others need a decision.

import type { ImportDetail, ImportRecord } from '#ui/backend/importTypes'
import type { ImportLookup } from '#ui/backend/imports'
import { defaultTargets } from '#ui/domain/installTargets'
import { say } from '#ui/lib/say'

/** Why the person must look at this import; `undefined` when they need not. */
export function reviewReason({
  actions,
  name_taken: taken,
  acknowledgements_needed: needed,
  targets,
}: ImportDetail): string | undefined {
  if (!actions.includes('install_private')) return say('It is no longer ready for review.')
  if (needed.length > 0) return say('It has serious findings that you must read first.')
  if (taken) return taken
  const chosen = defaultTargets(targets)
  if (chosen.length === 0) return say('No agent is switched on that has a writable folder.')
  return (
    targets.find((target) => target.occupied && chosen.includes(target.target_id))?.note ??
    (targets.some((target) => target.occupied && chosen.includes(target.target_id))
      ? say('Its folder already contains something else.')
      : undefined)
  )
}

export interface InstallPlan {
  ready: ImportDetail[]
  others: Array<{ record: ImportRecord; why: string }>
}

/**
 * If several imports have the same name, only the first is installed, because the others would
 * collide with it.
 */
export function planInstall(looked: readonly ImportLookup[]): InstallPlan {
  const sorted: InstallPlan = { ready: [], others: [] }
  const names = new Set<string>()
  for (const one of looked) {
    if ('why' in one) {
      sorted.others.push(one)
      continue
    }
    const { detail } = one
    const record = detail.import_record
    const name = record.install_as ?? record.skill_name
    const why =
      reviewReason(detail) ??
      (names.has(name)
        ? say('Another import in this list has the same name, {name}.', { name })
        : undefined)
    if (why !== undefined) sorted.others.push({ record, why })
    else {
      names.add(name)
      sorted.ready.push(detail)
    }
  }
  return sorted
}
