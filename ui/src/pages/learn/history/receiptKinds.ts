// The kinds of receipts, with a label for each.

import type { Schemas } from '#ui/backend/types'

type Kind = Schemas['ReceiptKind']

export const kindLabel = (kind: string): string =>
  kind.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

/** Every kind once. A new kind of the engine that is missing here fails to compile. */
const ALL: Record<Kind, true> = {
  session_created: true,
  observation_armed: true,
  observation_stopped: true,
  proposal_created: true,
  proposal_approved: true,
  proposal_rejected: true,
  draft_quarantined: true,
  clarification_requested: true,
  clarification_answered: true,
  example_used: true,
  validation_started: true,
  validation_finished: true,
  install_requested: true,
  install_completed: true,
  install_failed: true,
  bridge_rebuild_completed: true,
  ability_availability_updated: true,
  ability_activated: true,
  ability_deactivated: true,
  ability_quarantined: true,
  session_cancelled: true,
  session_timeout: true,
  capture_timeout: true,
  migration_backfill: true,
  import_uploaded: true,
  import_upload_deleted: true,
  import_scanned: true,
  import_scan_failed: true,
  import_staged: true,
  import_stage_failed: true,
  import_install_requested: true,
  import_installed: true,
  import_install_failed: true,
  import_approved: true,
  import_rejected: true,
  import_discarded: true,
  import_expired: true,
  trigger_tested: true,
  configuration_changed: true,
  candidate_built: true,
  candidate_dismissed: true,
  candidate_restored: true,
  hook_decided: true,
}

export const KINDS = Object.keys(ALL) as Kind[]
