// What a person asks an agent to practise, and the request that it makes.

import type { AgentRuntime, Schemas } from '#ui/backend/types'
import { fileResults, fileResultsProblem } from '#ui/domain/agentRuns/fileResults'
import { DEFAULT_TRIES } from '#ui/domain/agentRuns/practiceWords'
import { MINUTES, folderProblem } from '#ui/domain/agentRuns/runRequest'
import {
  type PolicyForm,
  type PolicyProblems,
  isPolicyReady,
  lines,
  policyFolderProblem,
  policyOf,
  policyProblems,
} from '#ui/domain/agentRuns/testPolicy'
import { say } from '#ui/lib/say'

export interface PracticeForm {
  goal: string
  /** A file, or `file => text`, one a line. */
  files: string
  /** What only the person can tell, one a line. */
  words: string
  hints: string
  limits: string
  agent: string | undefined
  folder: string
  minutes: string
  tries: string
  withoutIsolation: boolean
  useAuthor: boolean
  /** `undefined`: what the settings say acts. */
  policy: PolicyForm | undefined
}

export const TRIES = { least: 1, usual: DEFAULT_TRIES, most: 10 }
const MOST_RESULTS = 8
const MOST_LINES = 12
const LONGEST_LINE = 240

export const EMPTY_PRACTICE: PracticeForm = {
  goal: '',
  files: '',
  words: '',
  hints: '',
  limits: '',
  agent: undefined,
  folder: '',
  minutes: '',
  tries: '',
  withoutIsolation: false,
  useAuthor: false,
  policy: undefined,
}

export interface PracticeProblems {
  goal?: string
  files?: string
  words?: string
  hints?: string
  limits?: string
  agent?: string
  folder?: string
  minutes?: string
  tries?: string
  withoutIsolation?: string
  policy: PolicyProblems
}

export const resultsOf = ({ files, words }: PracticeForm): Array<Schemas['PracticeResult']> => [
  ...fileResults(files),
  ...lines(words).map((text) => ({ kind: 'on_your_word' as const, text })),
]

/** Nothing of what must be true can be read by Apprentice itself. */
export const restsOnWord = (form: PracticeForm): boolean =>
  lines(form.files).length === 0 && lines(form.words).length > 0

const number = (text: string, { least, usual, most }: typeof TRIES): string | undefined => {
  const value = text.trim() === '' ? usual : Number(text)
  return Number.isInteger(value) && value >= least && value <= most
    ? undefined
    : say('A whole number from {least} to {most}.', { least, most })
}

const tooMany = (text: string): string | undefined => {
  if (lines(text).length > MOST_LINES)
    return say('At most {mostLines} lines.', { mostLines: MOST_LINES })
  return lines(text).some((line) => line.length > LONGEST_LINE)
    ? say('At most {longestLine} characters per line.', { longestLine: LONGEST_LINE })
    : undefined
}

function filesProblem(form: PracticeForm): string | undefined {
  const results = resultsOf(form)
  if (results.length === 0)
    return say('Name at least one file, or below a result that only you can judge.')
  if (results.length > MOST_RESULTS)
    return say('At most {mostResults} things in all.', { mostResults: MOST_RESULTS })
  return fileResultsProblem(form.files)
}

export function practiceProblems(
  form: PracticeForm,
  runtime: AgentRuntime | undefined,
): PracticeProblems {
  return {
    goal: form.goal.trim() ? undefined : say('Say what the agent should be able to do.'),
    files: filesProblem(form),
    words: tooMany(form.words),
    hints: tooMany(form.hints),
    limits: tooMany(form.limits),
    agent: runtime ? undefined : say('Choose an agent.'),
    folder: folderProblem(form.folder) ?? policyFolderProblem(form.policy, form.folder),
    minutes: number(form.minutes, MINUTES),
    tries: number(form.tries, TRIES),
    withoutIsolation:
      runtime && !runtime.can_be_isolated && !form.withoutIsolation
        ? say('Tick it, or choose another agent.')
        : undefined,
    policy: form.policy
      ? policyProblems(form.policy, { isolated: runtime?.can_be_isolated ?? true })
      : {},
  }
}

export const canPractise = ({ policy, ...others }: PracticeProblems): boolean =>
  isPolicyReady(policy) && Object.values(others).every((problem) => !problem)

const given = (text: string): number | undefined => (text.trim() ? Number(text) : undefined)

export const practiceRequest = (
  form: PracticeForm,
  runtime: AgentRuntime,
): Schemas['CreateLearnSessionRequest'] => ({
  entry_mode: 'autonomous_agent_practice',
  observation_mode: 'inside_agent',
  goal: form.goal.trim(),
  practice: {
    agent: runtime.agent_id,
    hints: lines(form.hints),
    limits: lines(form.limits),
    results: resultsOf(form),
    folder: form.folder.trim() || undefined,
    minutes: given(form.minutes),
    tries: given(form.tries),
    use_author: form.useAuthor,
    without_isolation: !runtime.can_be_isolated && form.withoutIsolation,
  },
})

/** The test policy that was chosen. `undefined`: none was, so that the settings decide. */
export const practicePolicy = (form: PracticeForm, id: string): Schemas['TestPolicy'] | undefined =>
  form.policy && policyOf(form.policy, id)
