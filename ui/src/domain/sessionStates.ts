// Labels for the states of a session, and which states are shown as running. What is possible in a
// state is decided by the engine: see `actions`.

import { settledStates } from '#ui/backend/operations.gen'
import type { Tone } from '#ui/components/Badge'
import type {
  HistoryItem,
  LearnSession,
  LearnSessionState,
  PendingState,
  Schemas,
} from '#ui/backend/types'
import { say } from '#ui/lib/say'

const SETTLED = new Set<LearnSessionState>(settledStates)

/** From `idle` to `installing_private` a session holds the only slot (§0C.1B, decisions). */
export const holdsSlot = (state: LearnSessionState): boolean => !SETTLED.has(state)

/**
 * The session does something or waits for an answer. A draft that is ready for review does not run.
 */
export const isRunning = (state: LearnSessionState): boolean =>
  holdsSlot(state) && state !== 'ready_for_review'

export const isCapturing = (state: LearnSessionState): boolean =>
  state === 'capturing' || state === 'paused'

export const PENDING_STATE: Record<PendingState, { label: string; tone: Tone }> = {
  capturing: { label: say('Capturing'), tone: 'bad' },
  awaiting_input: { label: say('Awaiting input'), tone: 'warn' },
  drafting: { label: say('Drafting'), tone: 'neutral' },
  testing: { label: say('Testing'), tone: 'accent' },
  ready_for_review: { label: say('Ready for review'), tone: 'accent' },
  private_active: { label: say('Private active'), tone: 'ok' },
  revision_required: { label: say('Revision required'), tone: 'bad' },
}

export const SESSION_STATE: Record<LearnSessionState, { label: string; tone: Tone }> = {
  idle: { label: say('Idle'), tone: 'neutral' },
  armed: { label: say('Ready to start'), tone: 'accent' },
  capturing: { label: say('Capturing'), tone: 'bad' },
  paused: { label: say('Paused'), tone: 'warn' },
  stopped: { label: say('Stopped'), tone: 'neutral' },
  reviewing: { label: say('Reviewing'), tone: 'neutral' },
  awaiting_questions: { label: say('Awaiting input'), tone: 'warn' },
  drafting_proposal: { label: say('Drafting'), tone: 'neutral' },
  testing_proposal: { label: say('Testing'), tone: 'accent' },
  ready_for_review: { label: say('Ready for review'), tone: 'accent' },
  installing_private: { label: say('Installing'), tone: 'accent' },
  installed_private: { label: say('Private active'), tone: 'ok' },
  approved: { label: say('Approved'), tone: 'ok' },
  rejected: { label: say('Rejected'), tone: 'neutral' },
  cancelled: { label: say('Cancelled'), tone: 'neutral' },
  quarantined: { label: say('Revision required'), tone: 'bad' },
}

export const SESSION_OUTCOME: Record<HistoryItem['outcome'], { label: string; tone: Tone }> = {
  approved: { label: say('Approved'), tone: 'ok' },
  rejected: { label: say('Rejected'), tone: 'neutral' },
  cancelled: { label: say('Cancelled'), tone: 'neutral' },
  in_progress: { label: say('In progress'), tone: 'accent' },
  quarantined: { label: say('Quarantined'), tone: 'bad' },
}

export const INSTALL_LANE: Record<Schemas['InstallLane'], string> = {
  pending: say('Not installed'),
  experimental_private: say('Private, only you'),
  approved_workspace: say('Workspace'),
  shared_promoted: say('Shared'),
  quarantined: say('Quarantined'),
}

export const ENTRY_MODE: Record<Schemas['LearningEntryMode'], string> = {
  demonstrating_skill: say('Demonstrating Skill'),
  coaching_agent: say('Coaching Agent'),
  autonomous_agent_practice: say('Autonomous Agent Practice'),
  improving_existing_skill: say('Improving Existing Skill'),
  import_skill: say('Import Skill'),
}

/** The title of a session: its goal, or how it started. */
export const titleOf = (session: Pick<LearnSession, 'goal' | 'entry_mode'>): string =>
  session.goal?.trim() || untitledSession(session.entry_mode)
export const untitledSession = (mode: LearnSession['entry_mode']): string =>
  mode === 'improving_existing_skill'
    ? say('Improvement of an ability')
    : mode === 'autonomous_agent_practice'
      ? say('Untitled practice')
      : say('Untitled demonstration')

/** The person edits an ability by hand: nothing is watched. */
export const isManualEdit = (
  session: Pick<LearnSession, 'entry_mode'> & { watch: readonly unknown[] },
): boolean => session.entry_mode === 'improving_existing_skill' && session.watch.length === 0

const WATCH_SOURCE: Record<Schemas['WatchSource'], string> = {
  browser: say('Browser'),
  terminal: say('Terminal'),
  connectors: say('Connectors'),
}

/** “Browser, Terminal”, or “By hand”. */
export const watchedSources = (
  session: Pick<LearnSession, 'entry_mode'> & { watch: ReadonlyArray<Schemas['WatchSource']> },
): string =>
  session.watch.map((source) => WATCH_SOURCE[source]).join(', ') ||
  (isManualEdit(session) ? say('By hand') : say('nothing'))
