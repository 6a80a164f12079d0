// The words for runs of agents, the same on every surface.

import type { AgentRun, Schemas } from '#ui/backend/types'
import type { Tone } from '#ui/components/Badge'

export interface Word {
  word: string
  tone: Tone
}

export const RESULT: Record<Schemas['OverallResult'], Word> = {
  passed: { word: 'Passed', tone: 'ok' },
  failed: { word: 'Failed', tone: 'bad' },
  partial: { word: 'Not complete', tone: 'warn' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
}

/** How far an agent is. */
export const PHASE: Record<Exclude<Schemas['AgentRunPhase'], 'ended'>, Word> = {
  starting: { word: 'Starting', tone: 'accent' },
  working: { word: 'Working', tone: 'accent' },
  checking: { word: 'Reading the result', tone: 'accent' },
}

/** How far the run is, or its result. */
export function stateWord({ phase, end, overall_result, proposal_id }: AgentRun): Word {
  if (phase !== 'ended') return PHASE[phase]
  // Nothing judges a task in a person's own words.
  if (end && !proposal_id) return END[end.kind]
  // Without a verdict the reason says more than “cancelled”.
  return end && overall_result === 'cancelled' ? END[end.kind] : RESULT[overall_result]
}

/** Why a run ended. */
export const END: Record<Schemas['AgentRunEndKind'], Word> = {
  finished: { word: 'Finished', tone: 'neutral' },
  policy_violation: { word: 'Test policy broken', tone: 'bad' },
  cancelled: { word: 'Stopped', tone: 'neutral' },
  sign_in_needed: { word: 'Sign-in needed', tone: 'warn' },
  not_started: { word: 'Not started', tone: 'bad' },
  timed_out: { word: 'Out of time', tone: 'warn' },
  crashed: { word: 'The agent crashed', tone: 'bad' },
  flooded: { word: 'Too much output', tone: 'bad' },
  refused: { word: 'The agent refused', tone: 'bad' },
  cut_short: { word: 'Cut short by its model', tone: 'warn' },
  failed: { word: 'No result', tone: 'bad' },
}

/** The verdict in one sentence. `undefined` while the run goes on. */
export function verdictOf({
  phase,
  end,
  overall_result,
  agent_label,
  checkpoints,
  proposal_id,
}: AgentRun): { title: string; tone: 'ok' | 'warn' | 'bad' | 'neutral' } | undefined {
  if (phase !== 'ended') return undefined
  if (end?.kind === 'policy_violation')
    return { title: `${agent_label} broke the test policy, so the run failed.`, tone: 'bad' }
  if (!proposal_id)
    return end?.kind === 'finished'
      ? { title: `${agent_label} says that it is done. Nothing was judged.`, tone: 'neutral' }
      : { title: 'It ended before it was done.', tone: 'warn' }
  switch (overall_result) {
    case 'passed':
      return { title: 'Passed: every effect was read again and is there.', tone: 'ok' }
    case 'failed':
      return {
        title: checkpoints.some(({ refuted }) => refuted)
          ? `Failed: ${agent_label} said that it was done, but the results show that it is not.`
          : 'Failed: the results are not what the task asks for.',
        tone: 'bad',
      }
    case 'partial':
      return {
        title: 'Not complete: Apprentice cannot read every result of this task itself.',
        tone: 'warn',
      }
    case 'cancelled':
      return {
        title:
          end?.kind === 'cancelled' ? 'Stopped, without a verdict.' : 'It ended without a verdict.',
        tone: end?.kind === 'cancelled' ? 'neutral' : 'warn',
      }
  }
}

/** `$0.02`, in the currency of the agent. */
export function costOf({ cost, currency }: Schemas['AgentUsage']): string | undefined {
  if (cost === undefined || cost === null) return undefined
  try {
    return new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency: currency ?? 'USD',
      maximumFractionDigits: cost < 1 ? 4 : 2,
    }).format(cost)
  } catch {
    // The currency is the agent's own word.
    return `${cost} ${currency ?? ''}`.trim()
  }
}

export const POLICY: Record<Schemas['TestPolicyMode'], string> = {
  read_only: 'Read only',
  dry_run_only: 'Dry run only',
  blank_artifact: 'A blank artifact',
  copy_artifact: 'A copy',
  safe_target_only: 'Safe targets only',
  redirect_send: 'Sending is redirected',
  live_read_safe_write: 'Reads live, writes to safe targets',
  controlled_live_test: 'Controlled live test',
}

/** What the test policy forbids, as a list of words. */
export const forbidden = (policy: Schemas['TestPolicy']): string[] => [
  ...(policy.forbid_destructive_writes ? ['destroying anything'] : []),
  ...(policy.forbid_external_send ? ['sending anything'] : []),
  `more than ${policy.max_actions} actions`,
]
