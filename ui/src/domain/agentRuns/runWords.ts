// The words for runs of agents, the same on every surface.

import type { AgentRun, Schemas } from '#ui/backend/types'
import type { Tone } from '#ui/components/Badge'
import { locale, say } from '#ui/lib/say'

export interface Word {
  word: string
  tone: Tone
}

export const RESULT: Record<Schemas['OverallResult'], Word> = {
  passed: { word: say('Passed'), tone: 'ok' },
  failed: { word: say('Failed'), tone: 'bad' },
  partial: { word: say('Not complete'), tone: 'warn' },
  cancelled: { word: say('Cancelled'), tone: 'neutral' },
}

/** How far an agent is. */
export const PHASE: Record<Exclude<Schemas['AgentRunPhase'], 'ended'>, Word> = {
  starting: { word: say('Starting'), tone: 'accent' },
  working: { word: say('Working'), tone: 'accent' },
  checking: { word: say('Reading the result'), tone: 'accent' },
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
  finished: { word: say('Finished'), tone: 'neutral' },
  policy_violation: { word: say('Test policy broken'), tone: 'bad' },
  cancelled: { word: say('Stopped'), tone: 'neutral' },
  sign_in_needed: { word: say('Sign-in needed'), tone: 'warn' },
  not_started: { word: say('Not started'), tone: 'bad' },
  timed_out: { word: say('Out of time'), tone: 'warn' },
  crashed: { word: say('The agent crashed'), tone: 'bad' },
  flooded: { word: say('Too much output'), tone: 'bad' },
  refused: { word: say('The agent refused'), tone: 'bad' },
  cut_short: { word: say('Cut short by its model'), tone: 'warn' },
  failed: { word: say('No result'), tone: 'bad' },
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
    return {
      title: say('{agentLabel} broke the test policy, so the run failed.', {
        agentLabel: agent_label,
      }),
      tone: 'bad',
    }
  if (!proposal_id)
    return end?.kind === 'finished'
      ? {
          title: say('{agentLabel} says that it is done. Nothing was judged.', {
            agentLabel: agent_label,
          }),
          tone: 'neutral',
        }
      : { title: say('It ended before it was done.'), tone: 'warn' }
  switch (overall_result) {
    case 'passed':
      return { title: say('Passed: every effect was read again and is there.'), tone: 'ok' }
    case 'failed':
      return {
        title: checkpoints.some(({ refuted }) => refuted)
          ? say(
              'Failed: {agentLabel} said that it was done, but the results show that it is not.',
              { agentLabel: agent_label },
            )
          : say('Failed: the results are not what the task asks for.'),
        tone: 'bad',
      }
    case 'partial':
      return {
        title: say('Not complete: Apprentice cannot read every result of this task itself.'),
        tone: 'warn',
      }
    case 'cancelled':
      return {
        title:
          end?.kind === 'cancelled'
            ? say('Stopped, without a verdict.')
            : say('It ended without a verdict.'),
        tone: end?.kind === 'cancelled' ? 'neutral' : 'warn',
      }
  }
}

/** `$0.02`, in the currency of the agent. */
export function costOf({ cost, currency }: Schemas['AgentUsage']): string | undefined {
  if (cost === undefined || cost === null) return undefined
  try {
    return new Intl.NumberFormat(locale(), {
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
  read_only: say('Read only'),
  dry_run_only: say('Dry run only'),
  blank_artifact: say('A blank artifact'),
  copy_artifact: say('A copy'),
  safe_target_only: say('Safe targets only'),
  redirect_send: say('Sending is redirected'),
  live_read_safe_write: say('Reads live, writes to safe targets'),
  controlled_live_test: say('Controlled live test'),
}

/** What the test policy forbids, as a list of words. */
export const forbidden = (policy: Schemas['TestPolicy']): string[] => [
  ...(policy.forbid_destructive_writes ? [say('destroying anything')] : []),
  ...(policy.forbid_external_send ? [say('sending anything')] : []),
  say('more than {maxActions} actions', { maxActions: policy.max_actions }),
]
