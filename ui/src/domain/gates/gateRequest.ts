// What the form of a gate asks for, and the request that it makes.

import type { AgentRuntime, Schemas } from '#ui/backend/types'
import { fileResults, fileResultsProblem } from '#ui/domain/agentRuns/fileResults'
import {
  type RunSubject,
  MINUTES,
  folderProblem,
  inputsOf,
  isNeeded,
} from '#ui/domain/agentRuns/runRequest'
import {
  type PolicyForm,
  type PolicyProblems,
  isPolicyReady,
  policyFolderProblem,
  policyOf,
  policyProblems,
} from '#ui/domain/agentRuns/testPolicy'
import { say } from '#ui/lib/say'

export interface GateForm {
  agent: string | undefined
  values: Readonly<Record<string, string>>
  goal: string
  /** A file, or `file => text`, one a line. */
  files: string
  folder: string
  tries: string
  minutes: string
  maxMinutes: string
  withRecording: boolean
  withoutIsolation: boolean
  /** For these tries alone. `undefined`: what was chosen elsewhere acts. */
  policy: PolicyForm | undefined
}

export const EMPTY_GATE: GateForm = {
  agent: undefined,
  values: {},
  goal: '',
  files: '',
  folder: '',
  tries: '',
  minutes: '',
  maxMinutes: '',
  withRecording: true,
  withoutIsolation: false,
  policy: undefined,
}

export const TRIES = { least: 5, usual: 5, most: 30 }
const MAX_MINUTES = { least: 1, most: 10_000 }

export interface GateProblems {
  agent?: string
  values: Readonly<Record<string, string>>
  goal?: string
  files?: string
  folder?: string
  tries?: string
  minutes?: string
  maxMinutes?: string
  withoutIsolation?: string
  policy: PolicyProblems
}

/** `asks`: nothing of the skill says what must be true, so the person does. */
export function gateProblems(
  form: GateForm,
  variables: ReadonlyArray<Schemas['Variable']>,
  asks: { goal: boolean; results: boolean },
  runtime: AgentRuntime | undefined,
): GateProblems {
  const missing = inputsOf(variables).filter(
    (variable) => isNeeded(variable) && !form.values[variable.name]?.trim(),
  )
  return {
    agent: runtime ? undefined : say('Choose an agent.'),
    values: Object.fromEntries(missing.map(({ name }) => [name, say('The agent needs a value.')])),
    goal: asks.goal && !form.goal.trim() ? say('Say what the agent is to do.') : undefined,
    files: asks.results ? filesProblem(form.files) : undefined,
    folder: folderProblem(form.folder) ?? policyFolderProblem(form.policy, form.folder),
    tries: number(form.tries, TRIES),
    minutes: number(form.minutes, MINUTES),
    maxMinutes: number(form.maxMinutes, MAX_MINUTES),
    withoutIsolation:
      runtime && !runtime.can_be_isolated && !form.withoutIsolation
        ? say('Tick it, or choose another agent.')
        : undefined,
    policy: form.policy
      ? policyProblems(form.policy, { isolated: runtime?.can_be_isolated ?? true })
      : {},
  }
}

const filesProblem = (files: string): string | undefined =>
  fileResults(files).length === 0
    ? say('Name at least one file: there is nothing else to judge a try by.')
    : fileResultsProblem(files)

function number(text: string, { least, most }: { least: number; most: number }) {
  if (text.trim() === '') return undefined
  const value = Number(text)
  return Number.isInteger(value) && value >= least && value <= most
    ? undefined
    : say('A whole number from {least} to {most}.', { least, most })
}

export const canTry = ({ values, policy, ...others }: GateProblems): boolean =>
  Object.keys(values).length === 0 &&
  isPolicyReady(policy) &&
  Object.values(others).every((problem) => !problem)

const given = (text: string): number | undefined => (text.trim() ? Number(text) : undefined)

export const gateRequest = (
  subject: RunSubject,
  form: GateForm,
  asks: { goal: boolean; results: boolean },
  runtime: AgentRuntime,
  policyId: string,
): Schemas['StartGateRequest'] => ({
  agent: runtime.agent_id,
  ...('ability' in subject ? { ability: subject.ability } : { proposal_id: subject.proposalId }),
  goal: (asks.goal && form.goal.trim()) || undefined,
  results: asks.results ? fileResults(form.files) : [],
  inputs: Object.fromEntries(
    Object.entries(form.values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value),
  ),
  folder: form.folder.trim() || undefined,
  tries: given(form.tries),
  minutes: given(form.minutes),
  max_minutes: given(form.maxMinutes),
  test_policy: form.policy && policyOf(form.policy, policyId),
  without_trace: !form.withRecording,
  without_isolation: !runtime.can_be_isolated && form.withoutIsolation,
})
