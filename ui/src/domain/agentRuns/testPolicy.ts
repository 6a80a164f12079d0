// What a person chooses as the test policy of a rehearsal, and the policy that it makes (§0C.14).

import type { ChosenPolicy } from '#ui/backend/mutations'
import type { Schemas } from '#ui/backend/types'

type TestPolicy = Schemas['TestPolicy']
type Mode = Schemas['TestPolicyMode']
type SafeTarget = TestPolicy['safe_targets'][number]

/** The fields that say what may happen at all. A practice has these alone. */
export interface PolicyLimitsForm {
  mayDestroy: boolean
  maySend: boolean
  actions: string
}

export interface PolicyForm extends PolicyLimitsForm {
  mode: Mode
  /** Sites that may be used, one per line. */
  sites: string
  /** Folders and sites that may be written to, one per line. */
  targets: string
  /** The whole watched browser is a safe target. */
  browser: boolean
}

export type PolicyProblems = Partial<Record<'mode' | 'actions' | 'sites' | 'targets', string>>

export const ACTIONS = { least: 1, usual: 40, most: 200 }
const MOST_SITES = { lines: 64, length: 120 }
const MOST_TARGETS = { lines: 32, length: 240 }

/** The safe default: what acts where nobody chose anything. */
export const SAFE_DEFAULT: PolicyForm = {
  mode: 'controlled_live_test',
  mayDestroy: false,
  maySend: false,
  actions: '',
  sites: '',
  targets: '',
  browser: false,
}

const NEEDS_TARGETS: readonly Mode[] = ['live_read_safe_write', 'safe_target_only']
/** The modes that the engine can enforce in a rehearsal. */
const MODES: readonly Mode[] = ['controlled_live_test', 'read_only', ...NEEDS_TARGETS]
/** Without walls nobody can keep an agent to these. */
const NEEDS_WALLS: ReadonlySet<Mode> = new Set(['read_only', ...NEEDS_TARGETS])

export const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** What is offered. An agent writes in its folder alone, so safe targets change nothing for it. */
export function modesFor(byAgent: boolean, chosen: Mode | undefined): Mode[] {
  const offered = MODES.filter((mode) => !byAgent || !NEEDS_TARGETS.includes(mode))
  return chosen && !offered.includes(chosen) ? [...offered, chosen] : offered
}

/** Whether the form asks for safe targets. */
export const asksForTargets = ({ mode, targets, browser }: PolicyForm): boolean =>
  NEEDS_TARGETS.includes(mode) || targets !== '' || browser

const isFolder = (line: string): boolean => /^(\/|[A-Za-z]:[\\/])/.test(line)

/** A stored policy as the form shows it. */
export const policyForm = (policy: TestPolicy): PolicyForm => {
  const named = policy.safe_targets.filter(({ target_kind: kind }) => kind !== BROWSER)
  return {
    mode: policy.mode,
    mayDestroy: !policy.forbid_destructive_writes,
    maySend: !policy.forbid_external_send,
    actions: policy.max_actions === ACTIONS.usual ? '' : String(policy.max_actions),
    sites: policy.allowed_domains.join('\n'),
    targets: named.map(({ ref }) => ref).join('\n'),
    browser: named.length < policy.safe_targets.length,
  }
}

const BROWSER: SafeTarget['target_kind'] = 'managed_browser_profile'

const targetsOf = ({ targets, browser }: PolicyForm): SafeTarget[] => [
  ...lines(targets).map((ref): SafeTarget => ({
    target_kind: isFolder(ref) ? 'temp_folder' : 'test_sharepoint_site',
    ref,
  })),
  ...(browser ? [{ target_kind: BROWSER, ref: '' }] : []),
]

/** The policy that the form stands for. `id`: a UUID of its own. */
export const policyOf = (form: PolicyForm, id: string): TestPolicy => ({
  policy_id: id,
  mode: form.mode,
  forbid_destructive_writes: !form.mayDestroy,
  forbid_external_send: !form.maySend,
  max_actions: form.actions.trim() ? Number(form.actions) : ACTIONS.usual,
  allowed_domains: lines(form.sites),
  safe_targets: targetsOf(form),
  cleanup_required: false,
  schema_version: 1,
})

/** The policy of the settings that the form stands for. */
export const defaultPolicyOf = (form: PolicyForm): Schemas['DefaultTestPolicy'] => {
  const { policy_id: _, schema_version: __, ...limits } = policyOf(form, '')
  return limits
}

/** The default of the settings as the form shows it. */
export const defaultPolicyForm = (limits: Schemas['DefaultTestPolicy']): PolicyForm =>
  policyForm({ ...limits, policy_id: '', schema_version: 1 })

/** Where a policy was chosen, as the end of a sentence about it. */
export const CHOSEN: Record<Schemas['TestPolicySource'], string> = {
  run: 'chosen for this run',
  draft: 'chosen for this draft',
  ability: 'chosen for this ability',
  settings: 'from Settings',
  safe_default: 'the safe default',
}

export const isSamePolicy = (one: PolicyForm, other: PolicyForm): boolean =>
  JSON.stringify(policyOf(one, '')) === JSON.stringify(policyOf(other, ''))

/**
 * What is to be set before a start: nothing where the form was left as it is. Without a form, what
 * was chosen before is taken back.
 */
export function chosenPolicy(
  sessionId: string | undefined,
  before: PolicyForm | undefined,
  form: PolicyForm | undefined,
): ChosenPolicy | undefined {
  if (!sessionId) return undefined
  if (!form) return before && { sessionId, policy: null }
  if (before && isSamePolicy(before, form)) return undefined
  return { sessionId, policy: policyOf(form, crypto.randomUUID()) }
}

export const actionsProblem = (text: string): string | undefined => {
  const count = text.trim() === '' ? ACTIONS.usual : Number(text)
  return Number.isInteger(count) && count >= ACTIONS.least && count <= ACTIONS.most
    ? undefined
    : `A whole number from ${ACTIONS.least} to ${ACTIONS.most}.`
}

const tooMany = (text: string, most: typeof MOST_SITES): string | undefined => {
  if (lines(text).length > most.lines) return `At most ${most.lines} lines.`
  return lines(text).some((line) => line.length > most.length)
    ? `At most ${most.length} characters per line.`
    : undefined
}

function targetsProblem(form: PolicyForm, byAgent: boolean): string | undefined {
  const targets = targetsOf(form)
  if (NEEDS_TARGETS.includes(form.mode) && targets.length === 0)
    return byAgent ? 'Name at least one folder.' : 'Name at least one folder or site.'
  if (byAgent && targets.some(({ target_kind: kind }) => kind !== 'temp_folder'))
    return 'Name folders alone: what an agent writes on a site is not seen.'
  if (targets.some(({ ref }) => /\s/.test(ref) && !isFolder(ref)))
    return 'Write each folder from / on, and each site as its host, such as test.example.org.'
  return tooMany(form.targets, MOST_TARGETS)
}

/** `agent`: the agent that does the task, and whether it gets walls; left out, the person does it. */
export function policyProblems(form: PolicyForm, agent?: { isolated: boolean }): PolicyProblems {
  const walls = agent && !agent.isolated
  const mode = MODES.includes(form.mode)
    ? walls && NEEDS_WALLS.has(form.mode)
      ? 'Only a run that is isolated can be kept to this. Choose another agent or policy.'
      : undefined
    : 'It allows no rehearsal. Choose another one.'
  const sites =
    walls && lines(form.sites).length > 0
      ? 'Only a run that is isolated can be kept to sites. Choose another agent, or name none.'
      : tooMany(form.sites, MOST_SITES)
  return {
    mode,
    sites,
    actions: actionsProblem(form.actions),
    targets: targetsProblem(form, agent !== undefined),
  }
}

export const isPolicyReady = (problems: PolicyProblems): boolean =>
  Object.values(problems).every((problem) => !problem)
