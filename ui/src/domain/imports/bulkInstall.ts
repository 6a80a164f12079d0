// Which imports can be installed together, and why the others need a decision.

import type { ImportDetail, ImportRecord } from '#ui/backend/importTypes'
import type { ImportLookup } from '#ui/backend/imports'
import { defaultTargets } from '#ui/domain/installTargets'

/** Codes of findings about a name that is already taken. */
const COLLISION_CODES = new Set(['REPLACES_IMPORT', 'NAME_TAKEN_BY_ABILITY', 'NAME_TAKEN_BY_SKILL'])

/** Why the person must look at this import; `undefined` when they need not. */
export function reviewReason({
  import_record: record,
  compatibility_report: report,
  acknowledgements_needed: needed,
  targets,
}: ImportDetail): string | undefined {
  if (record.stage_state !== 'ready_for_review') return 'It is not ready for review any more.'
  if (needed.length > 0) return 'It has findings that must be read first.'
  // The scan checked the original name. If another name was chosen since, its findings about the
  // name no longer apply.
  const taken =
    record.install_as === report?.install_name
      ? report?.findings.find(({ code }) => COLLISION_CODES.has(code))
      : undefined
  if (taken) return taken.message
  const chosen = defaultTargets(targets)
  if (chosen.length === 0) return 'No folder of an agent is switched on and can be written.'
  return (
    targets.find((target) => target.occupied && chosen.includes(target.target_id))?.note ??
    (targets.some((target) => target.occupied && chosen.includes(target.target_id))
      ? 'Something of its name stands there already.'
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
      (names.has(name) ? `Another one of these is called ${name} too.` : undefined)
    if (why !== undefined) sorted.others.push({ record, why })
    else {
      names.add(name)
      sorted.ready.push(detail)
    }
  }
  return sorted
}
