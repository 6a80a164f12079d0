// The states of an import as a person sees them (§0C.20 "Required visible import states"), and the
// step of the wizard for each.

import type { ImportState } from '#ui/backend/importTypes'
import type { PendingState } from '#ui/backend/types'
import type { Tone } from '#ui/components/Badge'
import { say } from '#ui/lib/say'

export const STEPS = [
  say('Upload'),
  say('Scan'),
  say('Review'),
  say('Stage'),
  say('Install or approve'),
] as const

interface Shown {
  /** The name in the specification. */
  state: string
  label: string
  tone: Tone
  step: 0 | 1 | 2 | 3 | 4
}

export const IMPORT_STATE: Record<ImportState, Shown> = {
  upload_pending: { state: 'uploading', label: say('Uploading'), tone: 'accent', step: 0 },
  uploaded: {
    state: 'uploaded-awaiting-scan',
    label: say('Uploaded, awaiting scan'),
    tone: 'accent',
    step: 1,
  },
  scanning: { state: 'scanning', label: say('Scanning'), tone: 'accent', step: 1 },
  scan_failed: { state: 'scan-failed', label: say('Scan failed'), tone: 'bad', step: 1 },
  scan_complete: { state: 'scan-complete', label: say('Scan complete'), tone: 'accent', step: 2 },
  staging: { state: 'staging', label: say('Staging'), tone: 'accent', step: 3 },
  stage_failed: { state: 'stage-failed', label: say('Stage failed'), tone: 'bad', step: 3 },
  ready_for_review: {
    state: 'ready-for-review',
    label: say('Ready for review'),
    tone: 'accent',
    step: 4,
  },
  install_queued: {
    state: 'install-queued',
    label: say('Install queued'),
    tone: 'accent',
    step: 4,
  },
  install_failed: { state: 'install-failed', label: say('Install failed'), tone: 'bad', step: 4 },
  installed_private: {
    state: 'installed-private',
    label: say('Installed privately'),
    tone: 'ok',
    step: 4,
  },
  approved: { state: 'approved', label: say('Approved'), tone: 'ok', step: 4 },
  rejected: { state: 'rejected', label: say('Rejected'), tone: 'neutral', step: 4 },
  discarded: { state: 'discarded', label: say('Discarded'), tone: 'neutral', step: 4 },
  expired: { state: 'expired', label: say('Expired'), tone: 'warn', step: 0 },
}

const ENDED = new Set<ImportState>([
  'installed_private',
  'approved',
  'rejected',
  'discarded',
  'expired',
])
const RUNNING = new Set<ImportState>(['upload_pending', 'scanning', 'staging', 'install_queued'])

/** A final state. */
export const isEnded = (state: ImportState): boolean => ENDED.has(state)
/** The engine is working on it. */
export const isBusy = (state: ImportState): boolean => RUNNING.has(state)
/** The pending state of an import that waits for a person (§0B.7). Other states are not pending. */
export const PENDING_STATE: Partial<Record<ImportState, PendingState>> = {
  uploaded: 'awaiting_input',
  scan_complete: 'awaiting_input',
  ready_for_review: 'ready_for_review',
  scan_failed: 'revision_required',
  stage_failed: 'revision_required',
  install_failed: 'revision_required',
}
export const isInstalled = (state: ImportState): boolean =>
  state === 'installed_private' || state === 'approved'

export const WARNING: Record<string, { label: string; says: string }> = {
  upload_expiring_soon: {
    label: say('upload expiring soon'),
    says: say('The upload is deleted in less than two hours unless it is staged.'),
  },
  retry_limit_reached: {
    label: say('retry limit reached'),
    says: say(`It failed three times in the same way. Another try is unlikely to help: fix the bundle and
      upload it again.`),
  },
  review_stale: {
    label: say('waiting for a week'),
    says: say(
      'It has been waiting for your review for more than seven days. It stays until you decide.',
    ),
  },
}
