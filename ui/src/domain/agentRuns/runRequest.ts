// What the form of a run asks for, and the request that it makes.

import type { AgentRuntime, Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import {
  type PolicyForm,
  type PolicyProblems,
  isPolicyReady,
  policyFolderProblem,
  policyProblems,
} from './testPolicy'

export interface RunForm {
  agent: string | undefined
  values: Readonly<Record<string, string>>
  folder: string
  message: string
  minutes: string
  withoutIsolation: boolean
  /** `undefined`: what was chosen elsewhere acts. */
  policy: PolicyForm | undefined
}

export const EMPTY_RUN: RunForm = {
  agent: undefined,
  values: {},
  folder: '',
  message: '',
  minutes: '',
  withoutIsolation: false,
  policy: undefined,
}

/** What is run: a draft, or an installed ability. */
export type RunSubject = { proposalId: string } | { ability: string }

export const MINUTES = { least: 1, usual: 10, most: 120 }

/** The values that an agent is given: neither secrets nor what the application generates. */
export const inputsOf = (variables: readonly Schemas['Variable'][]): Array<Schemas['Variable']> =>
  variables.filter(
    ({ secret, source, changes }) =>
      !secret && changes !== false && (source === 'given' || source === 'read'),
  )

/** An agent is judged by the values that it was asked to use, so these cannot be left out. */
export const isNeeded = ({ optional, source }: Schemas['Variable']): boolean =>
  source === 'given' && !optional

export interface RunProblems {
  agent?: string
  values: Readonly<Record<string, string>>
  folder?: string
  minutes?: string
  withoutIsolation?: string
  policy: PolicyProblems
}

/** What is wrong with the path of a folder that is copied. */
export const folderProblem = (text: string): string | undefined =>
  text.trim() && !/^(\/|[A-Za-z]:[\\/])/.test(text.trim())
    ? say('Write the whole path, from / on.')
    : undefined

export function problemsOf(
  form: RunForm,
  variables: readonly Schemas['Variable'][],
  runtime: AgentRuntime | undefined,
): RunProblems {
  const missing = inputsOf(variables).filter(
    (variable) => isNeeded(variable) && !form.values[variable.name]?.trim(),
  )
  const minutes = form.minutes.trim() === '' ? MINUTES.usual : Number(form.minutes)
  return {
    agent: runtime ? undefined : say('Choose an agent.'),
    values: Object.fromEntries(missing.map(({ name }) => [name, say('The agent needs a value.')])),
    folder: folderProblem(form.folder) ?? policyFolderProblem(form.policy, form.folder),
    minutes:
      Number.isInteger(minutes) && minutes >= MINUTES.least && minutes <= MINUTES.most
        ? undefined
        : say('A whole number from {least} to {most}.', {
            least: MINUTES.least,
            most: MINUTES.most,
          }),
    withoutIsolation:
      runtime && !runtime.can_be_isolated && !form.withoutIsolation
        ? say('Tick it, or choose another agent.')
        : undefined,
    policy: form.policy
      ? policyProblems(form.policy, { isolated: runtime?.can_be_isolated ?? true })
      : {},
  }
}

export const isReady = ({ values, policy, ...others }: RunProblems): boolean =>
  Object.keys(values).length === 0 &&
  isPolicyReady(policy) &&
  Object.values(others).every((problem) => !problem)

const text = (value: string): string | null => value.trim() || null

export function requestOf(
  subject: RunSubject,
  form: RunForm,
  runtime: AgentRuntime,
): Schemas['StartAgentRunRequest'] {
  return {
    agent: runtime.agent_id,
    ...('ability' in subject ? { ability: subject.ability } : { proposal_id: subject.proposalId }),
    inputs: Object.fromEntries(
      Object.entries(form.values)
        .map(([name, value]) => [name, value.trim()])
        .filter(([, value]) => value),
    ),
    folder: text(form.folder),
    message: text(form.message),
    minutes: form.minutes.trim() ? Number(form.minutes) : null,
    without_isolation: !runtime.can_be_isolated && form.withoutIsolation,
  }
}
