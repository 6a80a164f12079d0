// Every mutation of the interface, except those of imports and categories. Each one names the
// operations that it carries out, and their declarations say which queries it invalidates (see
// `cacheTags.ts`). The MutationCache shows failures.

import { mutationOptions } from '@tanstack/react-query'
import { change } from './cacheTags'
import { call } from './client'
import { BackendError, toBackendError } from './errors'
import { desktop, settings } from './queries'
import { transport } from './transport'
import type { LearnSessionState, Schemas, Settings } from './types'
import { say } from '#ui/lib/say'

type TestPolicy = Schemas['TestPolicy']

/** What the person chose for the rehearsals of a session; `null` takes it back. */
export interface ChosenPolicy {
  sessionId: string
  policy: TestPolicy | null
}

/** It is set first, so that what is started then is held to it. */
const setPolicy = async (chosen: ChosenPolicy | undefined): Promise<void> => {
  if (!chosen) return
  const path = { sessionId: chosen.sessionId }
  await call('set_test_policy', { path, body: { test_policy: chosen.policy } })
}

// Sessions

interface SessionPath {
  sessionId: string
}

/**
 * Creates a session and then runs `goOn`. Cancels the session when that fails, so that it does not
 * occupy the only slot.
 */
async function createThen<T>(
  body: Schemas['CreateLearnSessionRequest'],
  goOn: (path: SessionPath) => Promise<T>,
): Promise<T> {
  const { session } = await call('create_session', { body })
  const path = { sessionId: session.learn_session_id }
  try {
    return await goOn(path)
  } catch (thrown) {
    await call('cancel_session', { path }).catch(() => undefined)
    throw thrown
  }
}

/** Creates and starts a session. */
export const demonstrate = () =>
  mutationOptions({
    mutationFn: (body: Schemas['CreateLearnSessionRequest']) =>
      createThen(body, async (path) => (await call('start_session', { path })).session),
    meta: { changes: ['create_session', 'start_session', 'cancel_session'], quiet: true },
  })

/** Creates a practice, sets its test policy if there is one, and starts its tries. */
export const practise = () =>
  mutationOptions({
    mutationFn: ({
      body,
      policy,
    }: {
      body: Schemas['CreateLearnSessionRequest']
      policy?: TestPolicy
    }) =>
      createThen(body, async (path) => {
        await setPolicy(policy && { ...path, policy })
        return (await call('start_session', { path })).session
      }),
    meta: {
      changes: ['create_session', 'set_test_policy', 'start_session', 'cancel_session'],
      quiet: true,
    },
  })

/** Brings a session that watches nothing to a draft: starts, stops and generates. */
async function toDraft(
  path: SessionPath,
  state: LearnSessionState,
): Promise<Schemas['GenerateProposalResponse']> {
  if (state === 'armed') await call('start_session', { path })
  if (state !== 'stopped') await call('stop_session', { path })
  return call('generate_proposal', { path })
}

/** Creates a draft of an installed ability, to be edited by hand. */
export const startDraft = () =>
  mutationOptions({
    mutationFn: (body: Schemas['CreateLearnSessionRequest']) =>
      createThen(body, (path) => toDraft(path, 'armed')),
    meta: {
      changes: [
        'create_session',
        'start_session',
        'stop_session',
        'generate_proposal',
        'cancel_session',
      ],
      quiet: true,
    },
  })

/** Creates a draft of calls of connectors that took place already. */
export const teachFromCalls = () =>
  mutationOptions({
    mutationFn: ({ goal, receipts }: { goal: string; receipts: string[] }) =>
      createThen(
        {
          entry_mode: 'demonstrating_skill',
          goal: goal === '' ? null : goal,
          from_receipts: receipts,
        },
        (path) => toDraft(path, 'stopped'),
      ),
    meta: { changes: ['create_session', 'generate_proposal', 'cancel_session'], quiet: true },
  })

/** The same for a session that was interrupted. */
export const continueToDraft = (sessionId: string) =>
  mutationOptions({
    mutationFn: (state: LearnSessionState) => toDraft({ sessionId }, state),
    meta: { changes: ['start_session', 'stop_session', 'generate_proposal'], path: { sessionId } },
  })

export const startSession = (sessionId: string) => change('start_session', { path: { sessionId } })
export const pauseSession = (sessionId: string) => change('pause_session', { path: { sessionId } })
export const resumeSession = (sessionId: string) =>
  change('resume_session', { path: { sessionId } })
export const stopSession = (sessionId: string) => change('stop_session', { path: { sessionId } })
export const cancelSession = (sessionId: string) =>
  change('cancel_session', { path: { sessionId } })
export const markGoal = (sessionId: string) => change('mark_goal', { path: { sessionId } })
export const markStep = (sessionId: string) => change('mark_step', { path: { sessionId } })
export const trimSession = (sessionId: string) => change('trim_session', { path: { sessionId } })
export const answerQuestions = (sessionId: string) =>
  change('answer_questions', { path: { sessionId } })
export const generateProposal = (sessionId: string) =>
  change('generate_proposal', { path: { sessionId } })

/** Takes a stopped showing into the draft that it was begun for. A refusal is shown by the caller. */
export const useExample = (sessionId: string) =>
  mutationOptions({
    mutationFn: () => call('use_example', { path: { sessionId } }),
    meta: { changes: ['use_example'], path: { sessionId }, quiet: true },
  })

export const deleteAction = (sessionId: string) =>
  mutationOptions({
    mutationFn: (eventId: string) =>
      call('delete_observed_action', { path: { sessionId, eventId } }),
    meta: { changes: ['delete_observed_action'], path: { sessionId } },
  })

export const retainSession = () =>
  mutationOptions({
    // `undone`: it takes an earlier change back.
    mutationFn: ({ id, retain }: { id: string; retain: boolean; undone?: true }) =>
      call('retain_session', { path: { sessionId: id }, body: { retain } }),
    meta: { changes: ['retain_session'] },
  })

export const deleteSession = () =>
  mutationOptions({
    mutationFn: (sessionId: string) => call('delete_session', { path: { sessionId } }),
    meta: { changes: ['delete_session'] },
  })

// Proposals

export const revise = (proposalId: string) => change('revise_proposal', { path: { proposalId } })
export const reviseValues = (proposalId: string) =>
  change('revise_values', { path: { proposalId } })
export const validate = (proposalId: string) =>
  change('validate_proposal', { path: { proposalId } })
/** Starts a rehearsal by the person. */
export const rehearse = (proposalId: string) =>
  mutationOptions({
    mutationFn: async ({
      body,
      policy,
    }: {
      body: Schemas['StartValidationRunRequest']
      policy?: ChosenPolicy
    }) => {
      await setPolicy(policy)
      return call('validate_proposal', { path: { proposalId }, body })
    },
    meta: { changes: ['set_test_policy', 'validate_proposal'], path: { proposalId } },
  })
/** Drafts the changes that the reports on an ability suggest. */
export const improveAbility = (abilityId: string) =>
  change('improve_ability', { path: { abilityId } })
export const requestMoreTests = (proposalId: string) =>
  change('request_more_tests', { path: { proposalId } })

/** The same for a list, where the draft is known only when it is called. */
export const requestMoreTestsOf = () =>
  mutationOptions({
    mutationFn: (proposalId: string) => call('request_more_tests', { path: { proposalId } }),
    meta: { changes: ['request_more_tests'] },
  })

export const install = (proposalId: string) =>
  change('install_proposal', { path: { proposalId }, quiet: true })
export const approve = (proposalId: string) =>
  change('approve_proposal', { path: { proposalId }, quiet: true })
export const reject = (proposalId: string) => change('reject_proposal', { path: { proposalId } })
export const markCheckpoint = (proposalId: string) =>
  change('mark_checkpoint', { path: { proposalId } })
export const reopenRehearsal = (proposalId: string) =>
  change('reopen_rehearsal', { path: { proposalId } })
export const finishRehearsal = (proposalId: string) =>
  change('finish_rehearsal', { path: { proposalId } })

/** A refusal is shown in the dialog. */
export const startAgentRun = () =>
  mutationOptions({
    mutationFn: async ({
      body,
      policy,
    }: {
      body: Schemas['StartAgentRunRequest']
      policy?: ChosenPolicy
    }) => {
      await setPolicy(policy)
      return call('start_agent_run', { body })
    },
    meta: { changes: ['set_test_policy', 'start_agent_run'], quiet: true },
  })
/** Answers when nothing of the run is left. */
export const cancelAgentRun = (runId: string) => change('cancel_agent_run', { path: { runId } })

/** A refusal is shown in the dialog. */
export const startGate = () =>
  mutationOptions({
    mutationFn: (body: Schemas['StartGateRequest']) => call('start_gate', { body }),
    meta: { changes: ['start_gate'], quiet: true },
  })
/** Answers when nothing of the try is left. */
export const cancelGate = (gateId: string) => change('cancel_gate', { path: { gateId } })

export const startShownCheck = (proposalId: string) =>
  change('start_shown_check', { path: { proposalId } })
export const finishShownCheck = (proposalId: string) =>
  change('finish_shown_check', { path: { proposalId } })

export const writeDraft = (proposalId: string) => change('write_draft', { path: { proposalId } })
export const cancelAuthor = (proposalId: string) =>
  change('cancel_author', { path: { proposalId } })
export const undoAuthor = (proposalId: string) => change('undo_author', { path: { proposalId } })

// Abilities

export const activateAbility = (abilityId: string) =>
  change('activate_ability', { path: { abilityId } })
export const deactivateAbility = (abilityId: string) =>
  change('deactivate_ability', { path: { abilityId } })
export const quarantineAbility = (abilityId: string) =>
  change('quarantine_ability', { path: { abilityId } })
export const unquarantineAbility = (abilityId: string) =>
  change('unquarantine_ability', { path: { abilityId } })
/** Chooses what the runs of an ability may touch; `null` returns to the settings. */
export const setAbilityTestPolicy = (abilityId: string) =>
  change('set_ability_test_policy', { path: { abilityId } })
/** Chooses the projects that an ability is for; none: every project. */
export const setAbilityProjects = (abilityId: string) =>
  change('set_ability_projects', { path: { abilityId } })
type Values = Record<string, unknown>

/**
 * Changes the values that are configured for a skill: `own` are the person's word, `ofAgents` stay
 * data that an agent set. `null` removes a value.
 */
export const configureSkill = (capability: string) =>
  mutationOptions({
    mutationFn: async ({ own = {}, ofAgents = {} }: { own?: Values; ofAgents?: Values }) => {
      const submit = (payload: Values, requested_by: 'ui' | 'wrapper') =>
        call('submit_intent', {
          body: {
            intent_id: crypto.randomUUID(),
            target: 'skill_config',
            capability_id: capability,
            payload,
            requested_by,
          },
        })
      if (Object.keys(ofAgents).length > 0) await submit(ofAgents, 'wrapper')
      if (Object.keys(own).length > 0) await submit(own, 'ui')
    },
    meta: { changes: ['submit_intent'] },
  })
export const promoteAbility = (abilityId: string) =>
  change('promote_ability', { path: { abilityId } })

const ABILITY_CHANGES = {
  activate: 'activate_ability',
  deactivate: 'deactivate_ability',
  quarantine: 'quarantine_ability',
  unquarantine: 'unquarantine_ability',
  promote: 'promote_ability',
} as const
export type AbilityChange = keyof typeof ABILITY_CHANGES

/**
 * Changes the state of abilities one after the other. Returns the ones that failed with the reason,
 * the folders of all copies, and what the setting `gate` says.
 */
export const changeAbilities = () =>
  mutationOptions({
    mutationFn: async ({
      ids,
      what,
      reason = '',
    }: {
      ids: string[]
      what: AbilityChange
      reason?: string
    }) => {
      const failed: Array<{ id: string; why: string }> = []
      const places: Array<Schemas['AbilityPlace']> = []
      const gates: string[] = []
      for (const abilityId of ids) {
        const path = { abilityId }
        const done =
          what === 'quarantine'
            ? call('quarantine_ability', { path, body: { reason } })
            : call(ABILITY_CHANGES[what], { path })
        // Sequential, because each change updates the same session and snapshot.
        // oxlint-disable-next-line no-await-in-loop
        await done
          .then((answer) => {
            if ('places' in answer) places.push(...answer.places)
            if ('gate' in answer && answer.gate) gates.push(answer.gate.message)
          })
          .catch((thrown: unknown) =>
            failed.push({ id: abilityId, why: toBackendError(thrown).message }),
          )
      }
      return { failed, places, gates }
    },
    meta: {
      changes: Object.values(ABILITY_CHANGES),
      quiet: true,
    },
  })

// Skills

type SkillBatch = 'pin' | 'unpin' | 'fix' | 'update' | 'remove'

/** A batch operation on several skills. The response has a result for each. */
export const batchSkills = (what: SkillBatch) =>
  mutationOptions({
    mutationFn: (body: Partial<Schemas['SkillsRequest']> & { paths: string[] }) =>
      call(`${what}_skills`, {
        body: { apply: false, force: false, accept_risk: false, ...body },
      }),
    meta: { changes: [`${what}_skills`], quiet: true },
  })

export const restoreSkills = () =>
  mutationOptions({
    mutationFn: (body: { undo: string[]; operation_id: string }) =>
      call('restore_skills', { body }),
    meta: { changes: ['restore_skills'] },
  })

export const switchSkills = () => change('switch_skills', { quiet: true })
export const saveSkill = () => change('save_skill', { quiet: true })

export const cancelSkillBatch = (operationId: string) =>
  call('cancel_skills', { body: { operation_id: operationId } })

// The program

/**
 * The changed part. For a list it must be a function of the current settings. Otherwise a change
 * that another window made at the same time would be lost.
 */
type SettingsChange = Partial<Settings> | ((now: Settings) => Partial<Settings>)
export const mergeSettings = (now: Settings, part: SettingsChange): Settings => ({
  ...now,
  ...(typeof part === 'function' ? part(now) : part),
})
/** Applies what the person added to a list and removed from it to the current list. */
export const mergeListEdit = (
  before: readonly string[],
  after: readonly string[],
  now: readonly string[],
): string[] => [
  ...now.filter((one) => after.includes(one) || !before.includes(one)),
  ...after.filter((one) => !before.includes(one) && !now.includes(one)),
]

/**
 * Changes a part of the settings. `scope` makes changes run one after the other, each on top of the
 * current settings, no matter which program changed them last.
 */
export const updateSettings = () =>
  mutationOptions({
    scope: { id: 'settings' },
    mutationFn: async (part: SettingsChange, { client }) => {
      const { settings: now } = await client.fetchQuery({ ...settings(), staleTime: 0 })
      return call('update_settings', { body: mergeSettings(now, part) })
    },
    meta: { changes: ['update_settings'] },
  })

/** Chooses who writes, and keeps the key if one was typed. The key is for the chosen address. */
export const updateAuthor = () =>
  mutationOptions({
    mutationFn: async ({ settings, key }: { settings: Schemas['AuthorSettings']; key: string }) => {
      const chosen = await call('update_author', { body: settings })
      return key ? call('keep_author_key', { body: { key } }) : chosen
    },
    meta: { changes: ['update_author', 'keep_author_key'], quiet: true },
  })

export const scanRepeatedTasks = () => change('scan_repeated_tasks')

export const buildCandidate = () =>
  mutationOptions({
    mutationFn: (candidateId: string) => call('build_candidate', { path: { candidateId } }),
    meta: { changes: ['build_candidate'] },
  })

export const answerCandidate = (candidateId: string) =>
  change('answer_candidate', { path: { candidateId } })
export const dismissCandidate = (candidateId: string) =>
  change('dismiss_candidate', { path: { candidateId } })
export const restoreCandidate = (candidateId: string) =>
  change('restore_candidate', { path: { candidateId } })

export const forgetAuthorKey = () => change('forget_author_key')
export const testAuthor = () => change('test_author', { quiet: true })

export const changeConnection = (agentId: string) =>
  change('change_agent_connection', { path: { agentId }, quiet: true })

/** A refusal is shown in the dialog. */
export const installDefinition = (agentId: string) =>
  change('install_agent_definition', { path: { agentId }, quiet: true })

interface DefinitionCopy {
  agentId: string
  name: string
}

/** Removes the copy of a definition from the folder of an agent. */
export const uninstallDefinition = ({ quiet }: { quiet?: boolean } = {}) =>
  mutationOptions({
    mutationFn: ({ agentId, name: definitionName }: DefinitionCopy) =>
      call('uninstall_agent_definition', { path: { agentId, definitionName } }),
    meta: { changes: ['uninstall_agent_definition'], quiet },
  })

/** Writes a copy again that was removed. Fails if its definition is another one by now. */
export const putDefinitionBack = () =>
  mutationOptions({
    mutationFn: async ({ agentId, name, source }: DefinitionCopy & { source: string }) => {
      const { fingerprint } = await call('agent_definition', { path: { definitionName: name } })
      if (fingerprint !== source)
        throw new BackendError({
          code: 'CONFLICT',
          message: say('The definition {name} changed since. Install it to see what is written.', {
            name,
          }),
        })
      const path = { agentId }
      const { digest } = await call('preview_agent_definition', { path, body: { name } })
      return call('install_agent_definition', { path, body: { name, digest } })
    },
    meta: { changes: ['install_agent_definition'] },
  })

export const beginExport = () => change('begin_export')
export const endExport = () => change('end_export')

/** The caller resets all queries afterwards, because the engine restarts. */
export const restoreBackup = () =>
  mutationOptions({
    mutationFn: (body: Schemas['RestoreRequest']) => call('restore_backup', { body }),
    meta: { quiet: true },
  })

/** The caller resets all queries afterwards. */
export const deleteEverything = () =>
  mutationOptions({
    mutationFn: (body: Schemas['DeleteEverythingRequest']) => call('delete_everything', { body }),
    meta: { quiet: true },
  })

export const setAutostart = () =>
  mutationOptions({
    mutationFn: async (on: boolean) => transport().desktop?.setAutostart(on),
    onSettled: (_data, _error, _on, _before, { client }) =>
      client.invalidateQueries({ queryKey: desktop().queryKey }),
  })

export const checkForUpdates = () =>
  mutationOptions({ mutationFn: () => call('check_for_updates'), meta: { quiet: true } })

export const openFolder = () =>
  mutationOptions({ mutationFn: async (path: string) => transport().desktop?.openFolder(path) })

export const openTerminal = () => change('open_terminal', { quiet: true })

export const terminalInput = (terminalId: string, data: string) =>
  call('terminal_input', { path: { terminalId }, body: { data } })

export const resizeTerminal = (terminalId: string, columns: number, rows: number) =>
  call('resize_terminal', { path: { terminalId }, body: { columns, rows } })

export const closeTerminal = (terminalId: string) =>
  call('close_terminal', { path: { terminalId } })
