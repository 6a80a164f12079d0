// The choices of the form, and the request they make.

import type { BuildPolicy, ExecutionMode, Schemas, WatchSource } from '#ui/backend/types'
import { toUrl } from '#ui/domain/webAddress'
import type { Choice } from '#ui/components/Segmented'
import { say } from '#ui/lib/say'

export interface Choices {
  goal: string
  watch: readonly WatchSource[]
  startAddress: string
  onlyIn: readonly string[]
  policy: BuildPolicy
  execution: ExecutionMode
  /** The id of the project that the ability is for. Empty: for all. */
  project: string
  /** How to improve an ability: by demonstrating it again, otherwise by editing its draft. */
  demonstrateAgain: boolean
}

/** The defaults from Settings. */
export const defaultsFrom = ({ watch, only_in }: Schemas['ObservationDefaults']): Choices => ({
  goal: '',
  watch,
  startAddress: '',
  onlyIn: only_in,
  policy: 'build_then_review',
  execution: 'guided',
  project: '',
  demonstrateAgain: false,
})

export const POLICIES: ReadonlyArray<Choice<BuildPolicy> & { what: string }> = [
  {
    value: 'ask_before_build',
    label: say('Ask before building'),
    what: say(
      'After Stop, you review the recording first: trim it, delete actions, then build the draft.',
    ),
  },
  {
    value: 'build_then_review',
    label: say('Build, then review'),
    what: say('After Stop, the draft is built and tested. Nothing is installed until you say so.'),
  },
  {
    value: 'private_auto_install',
    label: say('Install privately'),
    what: say(
      'After Stop, the draft is built and tested. If it passes, it is installed for you only.',
    ),
  },
]

export const EXECUTIONS: ReadonlyArray<Choice<ExecutionMode> & { what: string }> = [
  {
    value: 'strict',
    label: say('Strict'),
    what: say('Agents follow the demonstrated steps, and stop when they cannot.'),
  },
  {
    value: 'guided',
    label: say('Guided'),
    what: say('Agents aim for each checkpoint, and may find another way to it.'),
  },
  {
    value: 'adaptive',
    label: say('Adaptive'),
    what: say('Agents aim for the goal, and may reach checkpoints in another order.'),
  },
]

/** `improved` is the id of the ability that the draft would replace. */
export function toRequest(
  choices: Choices,
  improved?: string,
): Schemas['CreateLearnSessionRequest'] {
  const target =
    improved === undefined
      ? ({ entry_mode: 'demonstrating_skill', target_kind: 'new_skill' } as const)
      : ({
          entry_mode: 'improving_existing_skill',
          target_kind: 'existing_skill',
          target_skill_id: improved,
        } as const)
  if (improved !== undefined && !choices.demonstrateAgain)
    return { ...target, observation_mode: 'none', watch: [] }
  const startUrl = choices.watch.includes('browser') ? toUrl(choices.startAddress) : undefined
  return {
    ...target,
    observation_mode: 'outside_agent',
    goal: choices.goal.trim() || null,
    watch: [...choices.watch],
    start_url: startUrl ?? null,
    target_app_whitelist: [...choices.onlyIn],
    build_policy: choices.policy,
    execution_mode: choices.execution,
    project_id: choices.project || null,
    ask_before_build: choices.policy === 'ask_before_build',
    allow_private_install: choices.policy === 'private_auto_install',
  }
}

/** What will be watched, as text. */
export function describeScope(watch: readonly WatchSource[], onlyIn: readonly string[]): string {
  const browser = watch.includes('browser')
  const terminal = watch.includes('terminal')
  if (!browser && !terminal) return say('Nothing. Choose at least one source.')
  const sources =
    browser && terminal
      ? say(`One browser window with a private profile, and what its pages send and the terminal panel
          and shells that run the hook.`)
      : browser
        ? say('One browser window with a private profile, and what its pages send.')
        : say('The terminal panel and shells that run the hook.')
  const limit =
    onlyIn.length > 0 ? say('Only in {places}.', { places: onlyIn.join(', ') }) : undefined
  return [sources, limit, say('Nothing else on this computer.')].filter(Boolean).join(' ')
}
