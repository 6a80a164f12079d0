// What a person chooses as the test policy of a rehearsal, and the policy that it makes (§0C.14).

import type { ChosenPolicy } from '#ui/backend/mutations'
import type { Schemas } from '#ui/backend/types'
import { say } from '#ui/lib/say'
import { POLICY } from './runWords'

type TestPolicy = Schemas['TestPolicy']
type Mode = Schemas['TestPolicyMode']
type SafeTarget = TestPolicy['safe_targets'][number]

export interface PolicyForm {
  mode: Mode
  mayDestroy: boolean
  maySend: boolean
  actions: string
  /** Sites that may be used, one per line. */
  sites: string
  /** Folders and sites that may be written to, one per line. */
  targets: string
  /** The whole watched browser is a safe target. */
  browser: boolean
  /** Files and folders of which copies are made, one per line. */
  originals: string
  /** Addresses that may be sent to, one per line. */
  recipients: string
  /** What was made is removed afterwards. */
  cleanup: boolean
}

export type PolicyProblems = Partial<
  Record<'mode' | 'actions' | 'sites' | 'targets' | 'originals' | 'recipients', string>
>

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
  originals: '',
  recipients: '',
  cleanup: false,
}

const NEEDS_TARGETS: readonly Mode[] = ['live_read_safe_write', 'safe_target_only']
/** The modes that the engine can enforce in a rehearsal. */
const MODES: readonly Mode[] = [
  'controlled_live_test',
  'read_only',
  'blank_artifact',
  'copy_artifact',
  'redirect_send',
  ...NEEDS_TARGETS,
]
/** Without walls nobody can keep an agent to these. */
const NEEDS_WALLS: ReadonlySet<Mode> = new Set([
  'read_only',
  'blank_artifact',
  'copy_artifact',
  ...NEEDS_TARGETS,
])

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

/** Whether a folder of the rehearsal is made, filled or emptied by Apprentice. */
const isPrepared = ({ mode, cleanup }: PolicyForm): boolean =>
  mode === 'blank_artifact' || mode === 'copy_artifact' || cleanup

/** Whether the form asks for safe targets. An agent has a folder of its own. */
export const asksForTargets = (form: PolicyForm, byAgent: boolean): boolean =>
  NEEDS_TARGETS.includes(form.mode) ||
  form.targets !== '' ||
  form.browser ||
  (!byAgent && isPrepared(form))

const isFolder = (line: string): boolean => /^(\/|[A-Za-z]:[\\/])/.test(line)

/** A stored policy as the form shows it. */
export const policyForm = (policy: TestPolicy): PolicyForm => {
  const named = (...kinds: Array<SafeTarget['target_kind']>): string =>
    policy.safe_targets
      .filter(({ target_kind: kind }) => kinds.includes(kind))
      .map(({ ref }) => ref)
      .join('\n')
  return {
    mode: policy.mode,
    mayDestroy: !policy.forbid_destructive_writes,
    maySend: !policy.forbid_external_send,
    actions: policy.max_actions === ACTIONS.usual ? '' : String(policy.max_actions),
    sites: policy.allowed_domains.join('\n'),
    targets: named('temp_folder', 'test_sharepoint_site'),
    browser: policy.safe_targets.some(({ target_kind: kind }) => kind === BROWSER),
    originals: named('copied_document'),
    recipients: named('safe_email_recipient'),
    cleanup: policy.cleanup_required,
  }
}

const BROWSER: SafeTarget['target_kind'] = 'managed_browser_profile'

const placesOf = ({ targets, browser }: PolicyForm): SafeTarget[] => [
  ...lines(targets).map((ref): SafeTarget => ({
    target_kind: isFolder(ref) ? 'temp_folder' : 'test_sharepoint_site',
    ref,
  })),
  ...(browser ? [{ target_kind: BROWSER, ref: '' }] : []),
]

/** What was typed for another mode does not count. */
const targetsOf = (form: PolicyForm): SafeTarget[] => [
  ...placesOf(form),
  ...(form.mode === 'copy_artifact'
    ? lines(form.originals).map((ref): SafeTarget => ({ target_kind: 'copied_document', ref }))
    : []),
  ...(form.mode === 'redirect_send'
    ? lines(form.recipients).map((ref): SafeTarget => ({
        target_kind: 'safe_email_recipient',
        ref,
      }))
    : []),
]

/** The policy that the form represents. `id`: a UUID of its own. */
export const policyOf = (form: PolicyForm, id: string): TestPolicy => ({
  policy_id: id,
  mode: form.mode,
  forbid_destructive_writes: !form.mayDestroy,
  forbid_external_send: !form.maySend,
  max_actions: form.actions.trim() ? Number(form.actions) : ACTIONS.usual,
  allowed_domains: lines(form.sites),
  safe_targets: targetsOf(form),
  cleanup_required: form.cleanup,
  schema_version: 1,
})

/** The policy of the settings that the form represents. */
export const defaultPolicyOf = (form: PolicyForm): Schemas['DefaultTestPolicy'] => {
  const { policy_id: _, schema_version: __, ...limits } = policyOf(form, '')
  return limits
}

/** The default of the settings as the form shows it. */
export const defaultPolicyForm = (limits: Schemas['DefaultTestPolicy']): PolicyForm =>
  policyForm({ ...limits, policy_id: '', schema_version: 1 })

/** Where a policy was chosen, as the end of a sentence about it. */
export const CHOSEN: Record<Schemas['TestPolicySource'], string> = {
  run: say('chosen for this run'),
  draft: say('chosen for this draft'),
  ability: say('chosen for this ability'),
  settings: say('from Settings'),
  safe_default: say('the safe default'),
}

/** What acts where nothing is chosen for a task of which nothing is recorded, such as a practice. */
export const unrecordedDefault = (limits: Schemas['DefaultTestPolicy']): string => {
  const form = defaultPolicyForm(limits)
  return `${POLICY[form.mode]}, ${CHOSEN[isSamePolicy(form, SAFE_DEFAULT) ? 'safe_default' : 'settings']}`
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
    : say('A whole number from {least} to {most}.', { least: ACTIONS.least, most: ACTIONS.most })
}

const tooMany = (text: string, most: typeof MOST_SITES): string | undefined => {
  if (lines(text).length > most.lines) return say('At most {lines} lines.', { lines: most.lines })
  return lines(text).some((line) => line.length > most.length)
    ? say('At most {count} characters per line.', { count: most.length })
    : undefined
}

/**
 * Who does the task: an agent, and whether it gets walls; `undefined`: the person; `anybody` where
 * that is not known, such as in Settings.
 */
type By = { isolated: boolean } | 'anybody' | undefined

function targetsProblem(form: PolicyForm, by: By): string | undefined {
  const places = placesOf(form)
  const folders = places.filter(({ target_kind: kind }) => kind === 'temp_folder')
  if (NEEDS_TARGETS.includes(form.mode) && places.length === 0)
    return typeof by === 'object'
      ? say('Name at least one folder.')
      : say('Name at least one folder or site.')
  if (typeof by === 'object' && folders.length < places.length)
    return say('Name only folders: Apprentice cannot see what an agent writes on a site.')
  if (by === undefined && isPrepared(form)) {
    if (folders.length === 0)
      return say(
        'Name the folder in which you work. Apprentice makes it, so it must be missing or empty.',
      )
    if (folders.length < places.length)
      return say('Name folders alone: Apprentice can neither make nor remove anything on a site.')
  }
  if (places.some(({ ref }) => /\s/.test(ref) && !isFolder(ref)))
    return say('Write each folder from / on, and each site as its host, such as test.example.org.')
  return tooMany(form.targets, MOST_TARGETS)
}

function originalsProblem(form: PolicyForm, by: By): string | undefined {
  if (form.mode !== 'copy_artifact') return undefined
  const originals = lines(form.originals)
  if (originals.length === 0 && by === undefined)
    return say('Name at least one file or folder to copy.')
  if (originals.some((line) => !isFolder(line))) return say('Write the whole path, from / on.')
  return tooMany(form.originals, MOST_TARGETS)
}

function recipientsProblem(form: PolicyForm): string | undefined {
  if (form.mode !== 'redirect_send') return undefined
  const addresses = lines(form.recipients)
  if (addresses.length === 0) return say('Name at least one address of yours.')
  return addresses.every((line) => /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(line))
    ? tooMany(form.recipients, MOST_TARGETS)
    : say('Write one address per line, such as me@example.org.')
}

/** The faults of a policy. `by` does the task: some policies need an agent with walls. */
export function policyProblems(form: PolicyForm, by?: By): PolicyProblems {
  const open = typeof by === 'object' && !by.isolated
  const needsWalls = NEEDS_WALLS.has(form.mode) || form.cleanup
  const mode = MODES.includes(form.mode)
    ? open && needsWalls
      ? say('Only a run that is isolated can be kept to this. Choose another agent or policy.')
      : undefined
    : say('It allows no rehearsal. Choose another one.')
  const sites =
    open && lines(form.sites).length > 0
      ? say('Only a run that is isolated can be kept to sites. Choose another agent, or name none.')
      : tooMany(form.sites, MOST_SITES)
  return {
    mode,
    sites,
    actions: actionsProblem(form.actions),
    targets: targetsProblem(form, by),
    originals: originalsProblem(form, by),
    recipients: recipientsProblem(form),
  }
}

/** What is wrong with the folder of which an agent gets a copy, under this policy. */
export function policyFolderProblem(
  policy: PolicyForm | undefined,
  folder: string,
): string | undefined {
  if (policy?.mode === 'blank_artifact' && folder.trim())
    return say(
      'The test policy begins with an empty folder. Leave this empty, or choose another policy.',
    )
  if (policy?.mode === 'copy_artifact' && !folder.trim() && lines(policy.originals).length === 0)
    return say('The test policy works on a copy. Name the folder that is copied.')
  return undefined
}

export const isPolicyReady = (problems: PolicyProblems): boolean =>
  Object.values(problems).every((problem) => !problem)
